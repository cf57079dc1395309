/* Asynchronous copies: the work-items copy elements in turn, and wait_group_events is a barrier. So
 * whoever reads the copy without waiting for its event is found like any other race. */
#include "builtins.h"

#define ITEM                                                                                       \
    (get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2)))
#define ITEMS (get_local_size(0) * get_local_size(1) * get_local_size(2))

#define COPIES(TYPE)                                                                               \
    BUILTIN_TOGETHER event_t async_work_group_copy(__local TYPE *to, const __global TYPE *from,    \
                                                   size_t count, event_t event) {                  \
        for (size_t i = ITEM; i < count; i += ITEMS)                                               \
            to[i] = from[i];                                                                       \
        return event;                                                                              \
    }                                                                                              \
    BUILTIN_TOGETHER event_t async_work_group_copy(__global TYPE *to, const __local TYPE *from,    \
                                                   size_t count, event_t event) {                  \
        for (size_t i = ITEM; i < count; i += ITEMS)                                               \
            to[i] = from[i];                                                                       \
        return event;                                                                              \
    }                                                                                              \
    BUILTIN_TOGETHER event_t async_work_group_strided_copy(                                        \
        __local TYPE *to, const __global TYPE *from, size_t count, size_t stride, event_t event) { \
        for (size_t i = ITEM; i < count; i += ITEMS)                                               \
            to[i] = from[i * stride];                                                              \
        return event;                                                                              \
    }                                                                                              \
    BUILTIN_TOGETHER event_t async_work_group_strided_copy(                                        \
        __global TYPE *to, const __local TYPE *from, size_t count, size_t stride, event_t event) { \
        for (size_t i = ITEM; i < count; i += ITEMS)                                               \
            to[i * stride] = from[i];                                                              \
        return event;                                                                              \
    }                                                                                              \
    BUILTIN void prefetch(const __global TYPE *from, size_t count) {                               \
    }
#define ALL_COPIES(TYPE)                                                                           \
    COPIES(TYPE)                                                                                   \
    COPIES(TYPE##2)                                                                                \
    COPIES(TYPE##3)                                                                                \
    COPIES(TYPE##4)                                                                                \
    COPIES(TYPE##8)                                                                                \
    COPIES(TYPE##16)

ALL_COPIES(char)
ALL_COPIES(uchar)
ALL_COPIES(short)
ALL_COPIES(ushort)
ALL_COPIES(int)
ALL_COPIES(uint)
ALL_COPIES(long)
ALL_COPIES(ulong)
ALL_COPIES(float)
ALL_COPIES(double)

BUILTIN_TOGETHER void wait_group_events(int count, event_t *events) {
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
