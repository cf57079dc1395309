/* narrow.h - arithmetic on 64 bits of which only the lower 32 are needed. */
#ifndef LOCKSTEP_SIMT_NARROW_H
#define LOCKSTEP_SIMT_NARROW_H

#include "assemble.h"

/* Addresses of shared and of a thread's own memory have 32 bits. Sums, products and shifts that end
 * in such addresses alone cost what they cost with 32. Without memory everything stays as it is. */
void narrow_addresses(const struct simt_module *module, const struct function *function,
                      struct model_step *steps);

#endif
