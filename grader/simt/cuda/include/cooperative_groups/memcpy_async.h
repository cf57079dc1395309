/* memcpy_async(group, to, from, bytes): the group's threads copy; wait(group) waits for all. */
#ifndef LOCKSTEP_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define LOCKSTEP_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"
#include "../lockstep_async.h"

namespace cooperative_groups {

template <typename Group, typename T>
LOCKSTEP_DEVICE void memcpy_async(const Group &group, T *to, const T *from, size_t bytes) {
    lockstep_copy_async(to, from, bytes, group.thread_rank(), group.size());
    lockstep_commit_async();
}
/* The number of elements that there is room for, and that there are. */
template <typename Group, typename T>
LOCKSTEP_DEVICE void memcpy_async(const Group &group, T *to, size_t room, const T *from, size_t elements) {
    memcpy_async(group, to, from, (elements < room ? elements : room) * sizeof(T));
}
template <typename Group> LOCKSTEP_DEVICE void wait(const Group &group) {
    lockstep_wait_async();
    group.sync();
}
template <unsigned int Left, typename Group> LOCKSTEP_DEVICE void wait_prior(const Group &group) {
    lockstep_wait_async_but<Left>();
    group.sync();
}

} /* namespace cooperative_groups */

#endif
