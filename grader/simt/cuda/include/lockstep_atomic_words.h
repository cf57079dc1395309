/*
 * lockstep_atomic_words.h - atomic operations on words of four and eight bytes, for cuda/atomic. A
 * relaxed operation orders nothing; any other that changes memory acquires and releases.
 */
#ifndef LOCKSTEP_ATOMIC_WORDS_H
#define LOCKSTEP_ATOMIC_WORDS_H

#include "lockstep_scopes.h"

#include <stdint.h>

namespace cuda {

#ifdef __CUDA_ARCH__

/* NAME and OPERATION are parts of one instruction, with ORDER and the scope between them. */
#define LOCKSTEP_IN_SCOPE(NAME, OPERATION, ...)                                                                        \
    if (Scope == thread_scope_system)                                                                                  \
        asm volatile(NAME ".sys." OPERATION __VA_ARGS__ : "memory");                                                   \
    else if (Scope == thread_scope_device)                                                                             \
        asm volatile(NAME ".gpu." OPERATION __VA_ARGS__ : "memory");                                                   \
    else                                                                                                               \
        asm volatile(NAME ".cta." OPERATION __VA_ARGS__ : "memory");
#define LOCKSTEP_IN_ORDER(NAME, STRONG, OPERATION, ...)                                                                \
    if (order == memory_order_relaxed) {                                                                               \
        LOCKSTEP_IN_SCOPE(NAME ".relaxed", OPERATION, __VA_ARGS__)                                                     \
    } else {                                                                                                           \
        LOCKSTEP_IN_SCOPE(NAME "." STRONG, OPERATION, __VA_ARGS__)                                                     \
    }
#define LOCKSTEP_SCOPED template <thread_scope Scope> LOCKSTEP_DEVICE

#define LOCKSTEP_ACCESSES(T, SIZE, R)                                                                                  \
    LOCKSTEP_SCOPED T lockstep_load(const T *from, memory_order order) {                                               \
        T value;                                                                                                       \
        LOCKSTEP_IN_ORDER("ld", "acquire", "u" SIZE " %0, [%1];", : "=" R(value) : "l"(from))                          \
        return value;                                                                                                  \
    }                                                                                                                  \
    LOCKSTEP_SCOPED void lockstep_store(T *to, T value, memory_order order){                                           \
        LOCKSTEP_IN_ORDER("st", "release", "u" SIZE " [%0], %1;", ::"l"(to), R(value))} LOCKSTEP_SCOPED T              \
    lockstep_swap_if(T *address, T expected, T value, memory_order order) {                                            \
        T old;                                                                                                         \
        LOCKSTEP_IN_ORDER("atom", "acq_rel", "cas.b" SIZE " %0, [%1], %2, %3;",                                        \
                          : "=" R(old)                                                                                 \
                          : "l"(address), R(expected), R(value))                                                       \
        return old;                                                                                                    \
    }
#define LOCKSTEP_CHANGE(NAME, T, OPERATION, R)                                                                         \
    LOCKSTEP_SCOPED T NAME(T *address, T value, memory_order order) {                                                  \
        T old;                                                                                                         \
        LOCKSTEP_IN_ORDER("atom", "acq_rel", OPERATION " %0, [%1], %2;", : "=" R(old) : "l"(address), R(value))        \
        return old;                                                                                                    \
    }
#define LOCKSTEP_CHANGES(T, SIZE, R)                                                                                   \
    LOCKSTEP_ACCESSES(T, SIZE, R)                                                                                      \
    LOCKSTEP_CHANGE(lockstep_swap, T, "exch.b" SIZE, R)                                                                \
    LOCKSTEP_CHANGE(lockstep_and, T, "and.b" SIZE, R)                                                                  \
    LOCKSTEP_CHANGE(lockstep_or, T, "or.b" SIZE, R)                                                                    \
    LOCKSTEP_CHANGE(lockstep_xor, T, "xor.b" SIZE, R)                                                                  \
    LOCKSTEP_CHANGE(lockstep_add, T, "add.u" SIZE, R)                                                                  \
    LOCKSTEP_CHANGE(lockstep_min, T, "min.u" SIZE, R)                                                                  \
    LOCKSTEP_CHANGE(lockstep_max, T, "max.u" SIZE, R)

LOCKSTEP_CHANGES(uint32_t, "32", "r")
LOCKSTEP_CHANGES(uint64_t, "64", "l")
LOCKSTEP_CHANGE(lockstep_add, float, "add.f32", "f")
LOCKSTEP_CHANGE(lockstep_add, double, "add.f64", "d")
LOCKSTEP_CHANGE(lockstep_min, int32_t, "min.s32", "r")
LOCKSTEP_CHANGE(lockstep_min, int64_t, "min.s64", "l")
LOCKSTEP_CHANGE(lockstep_max, int32_t, "max.s32", "r")
LOCKSTEP_CHANGE(lockstep_max, int64_t, "max.s64", "l")

#undef LOCKSTEP_SCOPED
#undef LOCKSTEP_IN_SCOPE
#undef LOCKSTEP_IN_ORDER
#undef LOCKSTEP_ACCESSES
#undef LOCKSTEP_CHANGE
#undef LOCKSTEP_CHANGES

LOCKSTEP_DEVICE void lockstep_pause() { __nanosleep(20); }

#else

/* The host's half: the compiler's own, always in full order. */
#define LOCKSTEP_SCOPED template <thread_scope Scope, class T> static inline

LOCKSTEP_SCOPED T lockstep_load(const T *from, memory_order) { return __atomic_load_n(from, __ATOMIC_SEQ_CST); }
LOCKSTEP_SCOPED void lockstep_store(T *to, T value, memory_order) { __atomic_store_n(to, value, __ATOMIC_SEQ_CST); }
LOCKSTEP_SCOPED T lockstep_swap_if(T *address, T expected, T value, memory_order) {
    __atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return expected;
}
LOCKSTEP_SCOPED T lockstep_swap(T *address, T value, memory_order) {
    return __atomic_exchange_n(address, value, __ATOMIC_SEQ_CST);
}
#define LOCKSTEP_CHANGE(NAME, RESULT)                                                                                  \
    LOCKSTEP_SCOPED T NAME(T *address, T value, memory_order) {                                                        \
        T old, changed;                                                                                                \
        __atomic_load(address, &old, __ATOMIC_SEQ_CST);                                                                \
        do                                                                                                             \
            changed = RESULT;                                                                                          \
        while (!__atomic_compare_exchange(address, &old, &changed, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));        \
        return old;                                                                                                    \
    }
LOCKSTEP_CHANGE(lockstep_and, old &value)
LOCKSTEP_CHANGE(lockstep_or, old | value)
LOCKSTEP_CHANGE(lockstep_xor, old ^ value)
LOCKSTEP_CHANGE(lockstep_add, old + value)
LOCKSTEP_CHANGE(lockstep_min, value < old ? value : old)
LOCKSTEP_CHANGE(lockstep_max, old < value ? value : old)
#undef LOCKSTEP_SCOPED
#undef LOCKSTEP_CHANGE

static inline void lockstep_pause() {}

#endif

} /* namespace cuda */

#endif
