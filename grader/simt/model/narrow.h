/* narrow.h - arithmetic on 64 bits of which only the lower 32 are needed. */
#ifndef LOCKSTEP_SIMT_NARROW_H
#define LOCKSTEP_SIMT_NARROW_H

#include "assemble.h"

/* Of 64 bits, 32 count where what is read has no more (halves.h), and where nobody needs more of
 * the result: a mask leaves less, and addresses of shared and of a thread's own memory have 32.
 * Such sums, products, shifts and comparisons cost what they cost with 32 bits. Without memory
 * everything stays as it is. */
void narrow_arithmetic(const struct simt_module *module, const struct function *function,
                       struct model_step *steps);

#endif
