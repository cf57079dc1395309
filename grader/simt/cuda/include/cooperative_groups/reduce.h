/* reduce(group, value, operation): all threads of a tile or of a coalesced group get the result. */
#ifndef LOCKSTEP_COOPERATIVE_GROUPS_REDUCE_H
#define LOCKSTEP_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

namespace cooperative_groups {

#define LOCKSTEP_OPERATION(NAME, EXPRESSION)                                                                           \
    template <typename T = void> struct NAME {                                                                         \
        LOCKSTEP_MEMBER T operator()(T a, T b) const { return EXPRESSION; }                                            \
    };                                                                                                                 \
    template <> struct NAME<void> {                                                                                    \
        template <typename T> LOCKSTEP_MEMBER T operator()(T a, T b) const { return EXPRESSION; }                      \
    };
LOCKSTEP_OPERATION(plus, a + b)
LOCKSTEP_OPERATION(less, b < a ? b : a)
LOCKSTEP_OPERATION(greater, a < b ? b : a)
LOCKSTEP_OPERATION(bit_and, a &b)
LOCKSTEP_OPERATION(bit_or, a | b)
LOCKSTEP_OPERATION(bit_xor, a ^ b)
#undef LOCKSTEP_OPERATION

/* Of the tile's warps, by their first lanes' values in memory of the block. */
template <typename Tile, typename T, typename Operation>
LOCKSTEP_DEVICE T lockstep_wide_reduce(const Tile &tile, T value, Operation operation) {
    __shared__ __attribute__((aligned(16))) unsigned char parts[32 * sizeof(T)];
    unsigned int first = lockstep_rank() / Tile::size() * (Tile::size() / 32);
    for (unsigned int by = 16; by > 0; by /= 2)
        value = operation(value, lockstep_from_partner(0xffffffffu, value, by));
    if (lockstep_lane() == 0)
        ((T *)(void *)parts)[lockstep_rank() / 32] = value;
    tile.sync();
    value = ((T *)(void *)parts)[first];
    for (unsigned int warp = 1; warp < Tile::size() / 32; warp++)
        value = operation(value, ((T *)(void *)parts)[first + warp]);
    tile.sync();
    return value;
}

template <unsigned int Size, typename Parent, typename T, typename Operation>
LOCKSTEP_DEVICE T reduce(const thread_block_tile<Size, Parent> &tile, T value, Operation operation) {
    if constexpr (Size > 32) {
        return lockstep_wide_reduce(tile, value, operation);
    } else {
        for (unsigned int by = Size / 2; by > 0; by /= 2)
            value = operation(value, tile.shfl_xor(value, by));
        return value;
    }
}
template <typename T, typename Operation>
LOCKSTEP_DEVICE T reduce(const coalesced_group &group, T value, Operation operation) {
    unsigned int count = group.size(), rank = group.thread_rank();
    for (unsigned int by = 1; by < count; by *= 2) {
        T other = group.shfl_down(value, by);
        if (rank + by < count)
            value = operation(value, other);
    }
    return group.shfl(value, 0);
}

} /* namespace cooperative_groups */

#endif
