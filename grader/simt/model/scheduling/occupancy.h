/* occupancy.h - how many blocks a multiprocessor holds, and what keeps it from holding more. */
#pragma once

#include <stdint.h>

#include "../profiles/profile.h"

struct occupancy {
    uint32_t blocks;     /* resident at a time; 0: a block does not fit */
    double share;        /* of the warps that a multiprocessor holds, 0 to 1 */
    const char *limiter; /* "registers", "shared memory", "warps", "blocks" */
};

/* The occupancy by blocks of so many threads, registers a thread, and bytes of shared memory. */
struct occupancy occupancy_of(const struct profile *profile, uint32_t threads, uint32_t registers,
                              uint32_t shared);
