/* A class's sheets as one. */
#ifndef LOCKSTEP_MERGE_H
#define LOCKSTEP_MERGE_H

#include "columns.h"

/* Reads `count` sheets, one behind the other, into `table`; each row's `sheet` is its file's name
 * without folder and ending, or what it had there, if it was merged before. Two files of one name
 * are an error, for their rows could not be told apart. speedup_free is due in any case. */
bool merge_sheets(struct speedup_table *table, const char *const *paths, size_t count,
                  struct error *error);

#endif
