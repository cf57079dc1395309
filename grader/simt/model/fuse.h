/* fuse.h - what an assembler makes one instruction of, or none. */
#ifndef LOCKSTEP_SIMT_FUSE_H
#define LOCKSTEP_SIMT_FUSE_H

#include "assemble.h"

/* Two bitwise operations are one (LOP3), and so are a shift by a constant and an addition (LEA). */
void fuse_integers(const struct simt_module *module, const struct function *function,
                   struct model_step *steps);

/* An array of a thread's own lives in registers if the place of each access is known: all lanes
 * have the same, and the loops around it are unrolled in full. After unroll_loops. */
void fold_arrays(const struct simt_module *module, const struct function *function,
                 struct model_step *steps);

#endif
