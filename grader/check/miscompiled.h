/*
 * A bug of clang (seen in 14, 16 and 19) that looks like a student's race: in
 * `reduction(+ : table[:256])` with a table that is declared at file scope, the threads share what
 * should be their private copies. gcc is right, and so is clang for parameters and local tables.
 */
#ifndef LOCKSTEP_MISCOMPILED_H
#define LOCKSTEP_MISCOMPILED_H

#include "../arena.h"

/*
 * The variable at file scope whose section a reduction clause names, where `line` of the source
 * (from 1) is in the clause's function, at the clause or below it; NULL where there is none.
 */
const char *miscompiled_reduction(struct arena *arena, const char *source, int line);

#endif
