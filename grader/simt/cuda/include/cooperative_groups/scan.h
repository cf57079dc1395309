/* inclusive_scan and exclusive_scan over the threads of a tile or of a coalesced group. */
#ifndef LOCKSTEP_COOPERATIVE_GROUPS_SCAN_H
#define LOCKSTEP_COOPERATIVE_GROUPS_SCAN_H

#include "reduce.h"

namespace cooperative_groups {

template <typename Group, typename T, typename Operation = plus<T>>
LOCKSTEP_DEVICE T inclusive_scan(const Group &group, T value, Operation operation = Operation()) {
    unsigned int count = group.size(), rank = group.thread_rank();
    for (unsigned int by = 1; by < count; by *= 2) {
        T other = group.shfl_up(value, by);
        if (rank >= by)
            value = operation(other, value);
    }
    return value;
}
/* The first thread gets T(), which is the start of a sum. */
template <typename Group, typename T, typename Operation = plus<T>>
LOCKSTEP_DEVICE T exclusive_scan(const Group &group, T value, Operation operation = Operation()) {
    T before = group.shfl_up(inclusive_scan(group, value, operation), 1);
    return group.thread_rank() == 0 ? T() : before;
}

} /* namespace cooperative_groups */

#endif
