/* wavefronts.h - how often L1 must be read for a load of global memory. */
#pragma once

#include "../../observe.h"

/* L1 has four sets of lines, and a set is looked up once for each line of it that lanes ask for.
 * What it finds lies in 32 banks of four bytes, as shared memory does, and a bank is read once for
 * each word. The longer of the two counts. Lanes that read 8 or 16 bytes go in halves or quarters
 * of the warp. */
uint32_t wavefronts_of(const struct simt_access *access);
