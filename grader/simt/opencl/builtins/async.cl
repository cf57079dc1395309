/*
 * Asynchronous copies: the work-items copy elements in turn. An element arrives when its work-item
 * waits for the copy's event, which is as late as is allowed, and wait_group_events is a barrier,
 * too. So whoever reads the copy without waiting for its event is found like any other race.
 * Work-items that give different arguments are found where they do.
 */
#include "builtins.h"

#define ITEM (get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2)))
/* The copy is the group's, no work-item's: each copies its neighbour's element, so that whoever forgets
 * the barrier between writing the source and copying it is found. */
#define TURN  ((ITEM ^ 1) < ITEMS ? ITEM ^ 1 : ITEM)
#define ITEMS (get_local_size(0) * get_local_size(1) * get_local_size(2))

#define COPY_IN(BYTES, to, from)                                                                                       \
    __asm__ volatile("cp.async.ca.shared.global [%0], [%1], " BYTES ";" ::"l"(to), "l"(from) : "memory")
#define COPY_OUT(BYTES, to, from)                                                                                      \
    __asm__ volatile("cp.async.global.shared [%0], [%1], " BYTES ";" ::"l"(to), "l"(from) : "memory")
/* An element by its size: 1, 2, 4, 8, or pieces of 16. */
#define COPY_ELEMENT(COPY, TYPE, to, from)                                                                             \
    if (sizeof(TYPE) == 1)                                                                                             \
        COPY("1", to, from);                                                                                           \
    if (sizeof(TYPE) == 2)                                                                                             \
        COPY("2", to, from);                                                                                           \
    if (sizeof(TYPE) == 4)                                                                                             \
        COPY("4", to, from);                                                                                           \
    if (sizeof(TYPE) == 8)                                                                                             \
        COPY("8", to, from);                                                                                           \
    for (size_t at = 0; sizeof(TYPE) >= 16 && at < sizeof(TYPE); at += 16)                                             \
        COPY("16", (size_t)(to) + at, (size_t)(from) + at);

/* All work-items of a group give the same: the machine compares them. */
#define SAME(value)                                                                                                    \
    __asm__ volatile(".pragma \"lockstep variable together\"; lockstep.together.b64 %0;" ::"l"((size_t)(value))        \
                     : "memory");

typedef size_t __attribute__((may_alias)) event_number;
/* A copy without an event gets one: it is known by the place where the copy goes. */
#define EVENT(event, to)                                                                                               \
    size_t number = *(event_number *)&event;                                                                                 \
    number = number != 0 ? number : (size_t)(to);                                                                      \
    __asm__ volatile(".pragma \"lockstep variable event\"; lockstep.event.b64 %0;" ::"l"(number) : "memory");          \
    *(event_number *)&event = number;

#define COPIES(TYPE)                                                                                                   \
    BUILTIN_TOGETHER event_t async_work_group_copy(__local TYPE *to, const __global TYPE *from, size_t count,          \
                                                   event_t event) {                                                    \
        EVENT(event, to) SAME(to) SAME(from) SAME(count) for (size_t i = TURN; i < count; i += ITEMS) {                                 \
            COPY_ELEMENT(COPY_IN, TYPE, &to[i], &from[i])                                                              \
        }                                                                                                              \
        return event;                                                                                                  \
    }                                                                                                                  \
    BUILTIN_TOGETHER event_t async_work_group_copy(__global TYPE *to, const __local TYPE *from, size_t count,          \
                                                   event_t event) {                                                    \
        EVENT(event, to) SAME(to) SAME(from) SAME(count) for (size_t i = TURN; i < count; i += ITEMS) {                                 \
            COPY_ELEMENT(COPY_OUT, TYPE, &to[i], &from[i])                                                             \
        }                                                                                                              \
        return event;                                                                                                  \
    }                                                                                                                  \
    BUILTIN_TOGETHER event_t async_work_group_strided_copy(__local TYPE *to, const __global TYPE *from, size_t count,  \
                                                           size_t stride, event_t event) {                             \
        EVENT(event, to) SAME(to) SAME(from) SAME(count) SAME(stride) for (size_t i = TURN; i < count; i += ITEMS) {                    \
            COPY_ELEMENT(COPY_IN, TYPE, &to[i], &from[i * stride])                                                     \
        }                                                                                                              \
        return event;                                                                                                  \
    }                                                                                                                  \
    BUILTIN_TOGETHER event_t async_work_group_strided_copy(__global TYPE *to, const __local TYPE *from, size_t count,  \
                                                           size_t stride, event_t event) {                             \
        EVENT(event, to) SAME(to) SAME(from) SAME(count) SAME(stride) for (size_t i = TURN; i < count; i += ITEMS) {                    \
            COPY_ELEMENT(COPY_OUT, TYPE, &to[i * stride], &from[i])                                                    \
        }                                                                                                              \
        return event;                                                                                                  \
    }                                                                                                                  \
    BUILTIN void prefetch(const __global TYPE *from, size_t count) {}
#define ALL_COPIES(TYPE)                                                                                               \
    COPIES(TYPE)                                                                                                       \
    COPIES(TYPE##2)                                                                                                    \
    COPIES(TYPE##3)                                                                                                    \
    COPIES(TYPE##4)                                                                                                    \
    COPIES(TYPE##8)                                                                                                    \
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
    for (int i = 0; i < count; i++)
        __asm__ volatile(".pragma \"lockstep variable event\"; lockstep.arrived.b64 %0;" ::"l"(((event_number *)events)[i]) : "memory");
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
