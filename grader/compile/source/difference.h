/* One file, two compilers: gcc makes the program that answers, clang the one that the machine
 * watches. A file that is another program for each of them is not judged by what it is. */
#ifndef LOCKSTEP_DIFFERENCE_H
#define LOCKSTEP_DIFFERENCE_H

#include "../../arena.h"
#include "../../finding.h"

/* Compares what `-E -dD` of gcc and of clang made of the student's file `name`, whose own text is
 * `source`. A finding (forbidden) when a part between #if and #endif is there for one of them only,
 * or when the code names a macro that each of them predefines in its own way; else NULL. The
 * finding is the arena's. */
struct finding *difference_find(struct arena *arena, const char *name, const char *source,
                                const char *gcc, const char *clang);

#endif
