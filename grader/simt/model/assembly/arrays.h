/* arrays.h - arrays of a thread that stand in registers. */
#pragma once

#include "assemble.h"

/* An array of a thread's own lives in registers if the place of each access is known: all lanes
 * have the same, and the loops around it are unrolled in full. After unroll_loops. */
void fold_arrays(const struct simt_module *module, const struct function *function,
                 struct model_step *steps);
