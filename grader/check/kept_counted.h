/* What checks that passed counted, kept beside their exercise's mark (kept.h). */
#ifndef LOCKSTEP_KEPT_COUNTED_H
#define LOCKSTEP_KEPT_COUNTED_H

#include "grading.h"

/* What the exercise's checks counted, in one line that begins with a space: a JSON object, check by
 * check. The arena's; "" where nothing was counted, or memory is out. */
const char *kept_counted_write(struct grading *grading, const struct exercise_result *exercise);

/* Gives the checks of the exercise what such a line of `length` bytes says; a line that says
 * nothing, or nothing that can be read, gives none. */
void kept_counted_read(struct grading *grading, const char *line, size_t length,
                       struct exercise_result *exercise);

#endif
