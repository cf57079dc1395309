/* reduce(tile, value, operation): all threads of the tile get the result. */
#ifndef LOCKSTEP_COOPERATIVE_GROUPS_REDUCE_H
#define LOCKSTEP_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

namespace cooperative_groups {

template <typename T> struct plus {
    LOCKSTEP_MEMBER T operator()(T a, T b) const {
        return a + b;
    }
};
template <typename T> struct less {
    LOCKSTEP_MEMBER T operator()(T a, T b) const {
        return b < a ? b : a;
    }
};
template <typename T> struct greater {
    LOCKSTEP_MEMBER T operator()(T a, T b) const {
        return a < b ? b : a;
    }
};
template <typename T> struct bit_and {
    LOCKSTEP_MEMBER T operator()(T a, T b) const {
        return a & b;
    }
};
template <typename T> struct bit_or {
    LOCKSTEP_MEMBER T operator()(T a, T b) const {
        return a | b;
    }
};
template <typename T> struct bit_xor {
    LOCKSTEP_MEMBER T operator()(T a, T b) const {
        return a ^ b;
    }
};

template <unsigned int Size, typename Parent, typename T, typename Operation>
LOCKSTEP_DEVICE T reduce(const thread_block_tile<Size, Parent> &tile, T value,
                         Operation operation) {
    for (unsigned int by = Size / 2; by > 0; by /= 2)
        value = operation(value, tile.shfl_xor(value, by));
    return value;
}

} /* namespace cooperative_groups */

#endif
