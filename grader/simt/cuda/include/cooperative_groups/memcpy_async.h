/* memcpy_async(group, to, from, bytes): the group's threads copy; wait(group) waits for all. */
#ifndef LOCKSTEP_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define LOCKSTEP_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"

namespace cooperative_groups {

template <typename Word>
LOCKSTEP_DEVICE void lockstep_copy(void *to, const void *from, unsigned int words,
                                   unsigned int rank, unsigned int count) {
    for (unsigned int i = rank; i < words; i += count)
        ((Word *)to)[i] = ((const Word *)from)[i];
}

template <typename Group, typename T>
LOCKSTEP_DEVICE void memcpy_async(const Group &group, T *to, const T *from, size_t bytes) {
    unsigned int rank = group.thread_rank(), count = group.size();
    size_t together = (size_t)to | (size_t)from | bytes;
    if (together % 4 == 0)
        lockstep_copy<unsigned int>(to, from, bytes / 4, rank, count);
    else
        lockstep_copy<unsigned char>(to, from, bytes, rank, count);
}
/* The number of elements that there is room for, and that there are. */
template <typename Group, typename T>
LOCKSTEP_DEVICE void memcpy_async(const Group &group, T *to, size_t room, const T *from,
                                  size_t elements) {
    memcpy_async(group, to, from, (elements < room ? elements : room) * sizeof(T));
}
template <typename Group> LOCKSTEP_DEVICE void wait(const Group &group) {
    group.sync();
}
template <unsigned int Left, typename Group> LOCKSTEP_DEVICE void wait_prior(const Group &group) {
    group.sync();
}

} /* namespace cooperative_groups */

#endif
