/* wavefronts.h - how often L1 must be read for a load of global memory. */
#ifndef LOCKSTEP_SIMT_WAVEFRONTS_H
#define LOCKSTEP_SIMT_WAVEFRONTS_H

#include "../observe.h"

/* L1 looks up four lines at a time. What it finds lies in 32 banks of four bytes, as shared memory
 * does: words of the four lines that share a bank are read one after the other. Lanes that read 8
 * or 16 bytes go in halves or quarters of the warp. */
uint32_t wavefronts_of(const struct simt_access *access);

#endif
