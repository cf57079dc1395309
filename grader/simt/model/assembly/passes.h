/* passes.h - what the assembler does to a function's steps, one pass after the other. */
#pragma once

#include "values.h"

/* Marks branches around a few instructions, on one side or on both, as STEP_PREDICATE: an assembler
 * replaces them by predicates. The steps' kinds and slots must be there. */
void find_predicates(const struct simt_module *module, const struct function *function,
                     struct model_step *steps);

/* Fills `uniform` and `joins` of a function's steps, whose operands have numbers: what all lanes of
 * a warp have in common. */
void mark_uniform(const struct simt_module *module, const struct function *function,
                  struct numbering *numbering, struct model_step *steps);

/* An array of a thread's own lives in registers if the place of each access is known: all lanes
 * have the same, and the loops around it are unrolled in full. After unroll_loops. */
void fold_arrays(const struct simt_module *module, const struct function *function,
                 struct model_step *steps);
