/* A line of a student's source, to be quoted in a report. */
#pragma once

#include "../arena.h"

/* Line `line` (from 1) of the file `name` in `folder`, clean, tabs widened to the next multiple of
 * four columns; NULL where there is none. The name may come from a #line of the student's: only
 * plain files that lie directly in the folder are opened, never a path or a link. */
char *source_line(struct arena *arena, const char *folder, const char *name, int line);
