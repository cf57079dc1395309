/*
 * unset_reads.h - variables that start without a value, marked for the machine.
 *
 * clang fills them with a pattern (-ftrivial-auto-var-init=pattern), and its optimiser computes
 * with that. In IR that is not optimised yet, each such store says so ("auto-init"); here the
 * pattern becomes a value that the optimiser knows nothing of:
 *
 *     .pragma "lockstep variable unset";
 *     unset.b32 %r5, 17, 3, 0;
 *
 * as inline assembly without side effects: the 17th such value, of line 3, no structure's member.
 * Where the variable gets a value before it is used, no trace of it is left. Where it does not, the
 * machine follows the value (execute/undefined/undefined.c). Members of structures it follows
 * through copies, which are no mistake before something is computed from them; what lies between
 * the members is no variable, and keeps its pattern.
 */
#pragma once

#include <stdio.h>

/* Writes the IR (clang's text, not optimised) with such values; what it does not understand stays
 * as it is. 0: done; -1: `out` could not be written. */
int record_unset(const char *llvm, FILE *out);
