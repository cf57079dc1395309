/* What the compiler had warned of, where an answer turns out wrong. */
#ifndef LOCKSTEP_WARNED_H
#define LOCKSTEP_WARNED_H

#include "../grading.h"

/* A hint where gcc saw a variable that is used before it has a value, in the exercise's function or
 * in a helper; else NULL. The grading's arena's. */
const char *warned_of_unset(struct grading *grading, const char *exercise);

/* The same where the program died of a pointer: also where gcc saw a number that becomes one, or a
 * pointer to something else. */
const char *warned_of_pointer(struct grading *grading, const char *exercise);

#endif
