/* steady.h - arithmetic that comes out alike in each round of a loop. */
#ifndef LOCKSTEP_SIMT_STEADY_H
#define LOCKSTEP_SIMT_STEADY_H

#include "assemble.h"

/* Marks the steps (`again`) of loops that are unrolled in full, if all that they are made of is
 * alike in each round of a loop around: the column of a pixel in a loop over rows. An assembler
 * makes them once, before that loop. `values`: their numbers are below this. */
void find_steady(const struct simt_module *module, const struct function *function,
                 struct model_step *steps, uint32_t values);

#endif
