/* trace_lanes.h - which lanes of a warp meet in memory. */
#pragma once

#include <stdint.h>

/* Those of the lanes in `left`, one or more, that are where the first of them is, to `bytes`. */
static inline uint32_t lanes_with_first(const uint64_t *address, uint32_t left, uint32_t bytes) {
    const uint64_t place = address[__builtin_ctz(left)] / bytes;
    uint32_t lanes = 0;
    for (uint32_t rest = left; rest != 0; rest &= rest - 1) {
        lanes |= address[__builtin_ctz(rest)] / bytes == place ? rest & -rest : 0;
    }
    return lanes;
}

/* At how many places of so many bytes the lanes in `mask` are. */
static inline uint32_t lanes_places(const uint64_t *address, uint32_t mask, uint32_t bytes) {
    uint32_t places = 0;
    for (uint32_t left = mask; left != 0; places++) {
        left &= ~lanes_with_first(address, left, bytes);
    }
    return places;
}
