/* The atomics of OpenCL C 2.0, for pointers to any, to global and to local memory. */
#include "builtins.h"

/* An order stronger than relaxed is a fence in front of the operation, or behind it. */
static __attribute__((always_inline)) void fence(memory_scope scope) {
    if (scope == memory_scope_work_group || scope == memory_scope_sub_group)
        __asm__ volatile("membar.cta;" ::: "memory");
    else if (scope != memory_scope_work_item)
        __asm__ volatile("membar.gl;" ::: "memory");
}
static __attribute__((always_inline)) void before(memory_order order, memory_scope scope) {
    if (order == memory_order_release || order == memory_order_acq_rel || order == memory_order_seq_cst)
        fence(scope);
}
static __attribute__((always_inline)) void behind(memory_order order, memory_scope scope) {
    if (order == memory_order_acquire || order == memory_order_acq_rel || order == memory_order_seq_cst)
        fence(scope);
}

BUILTIN void atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order, memory_scope scope) {
    if (order != memory_order_relaxed)
        fence(scope);
}

/* The same with the strongest order, or with the widest scope, for who says none. */
#define ORDERS(RESULT, NAME, PARAMETERS, ARGUMENTS)                                                                    \
    BUILTIN RESULT NAME##_explicit(PARAMETERS, memory_order order) {                                                   \
        return NAME##_explicit(ARGUMENTS, order, memory_scope_device);                                                 \
    }                                                                                                                  \
    BUILTIN RESULT NAME(PARAMETERS) { return NAME##_explicit(ARGUMENTS, memory_order_seq_cst, memory_scope_device); }
#define WITH(...) __VA_ARGS__

#define CHANGE(NAME, SPACE, TYPE, PTX, REGISTER, OPERATION)                                                            \
    BUILTIN TYPE NAME##_explicit(volatile SPACE atomic_##TYPE *at, TYPE value, memory_order order,                     \
                                 memory_scope scope) {                                                                 \
        TYPE old;                                                                                                      \
        before(order, scope);                                                                                          \
        __asm__ volatile("atom" PTX "." OPERATION " %0, [%1], %2;"                                                     \
                         : "=" REGISTER(old)                                                                           \
                         : "l"((ulong)at), REGISTER(value)                                                             \
                         : "memory");                                                                                  \
        behind(order, scope);                                                                                          \
        return old;                                                                                                    \
    }                                                                                                                  \
    ORDERS(TYPE, NAME, WITH(volatile SPACE atomic_##TYPE *at, TYPE value), WITH(at, value))

#define SUBTRACT(SPACE, TYPE)                                                                                          \
    BUILTIN TYPE atomic_fetch_sub_explicit(volatile SPACE atomic_##TYPE *at, TYPE value, memory_order order,           \
                                           memory_scope scope) {                                                       \
        return atomic_fetch_add_explicit(at, -value, order, scope);                                                    \
    }                                                                                                                  \
    ORDERS(TYPE, atomic_fetch_sub, WITH(volatile SPACE atomic_##TYPE *at, TYPE value), WITH(at, value))

/* clang declares these of atomic_uintptr_t and atomic_intptr_t, with a value of the other sign. */
#define MIXED(NAME, SPACE, TYPE, OTHER)                                                                                \
    BUILTIN TYPE NAME##_explicit(volatile SPACE atomic_##TYPE *at, OTHER value, memory_order order,                    \
                                 memory_scope scope) {                                                                 \
        return NAME##_explicit(at, (TYPE)value, order, scope);                                                         \
    }                                                                                                                  \
    ORDERS(TYPE, NAME, WITH(volatile SPACE atomic_##TYPE *at, OTHER value), WITH(at, value))
#define MIXED_BOTH(NAME, SPACE)                                                                                        \
    MIXED(NAME, SPACE, long, ulong)                                                                                    \
    MIXED(NAME, SPACE, ulong, long)

/* Loads and stores are atomic accesses for the machine, too. */
#define MOVE(SPACE, TYPE, PTX, REGISTER, BITS)                                                                         \
    BUILTIN TYPE atomic_load_explicit(volatile SPACE atomic_##TYPE *at, memory_order order, memory_scope scope) {      \
        TYPE value;                                                                                                    \
        before(order == memory_order_seq_cst ? order : memory_order_relaxed, scope);                                   \
        __asm__ volatile("ld.relaxed.gpu" PTX ".b" BITS " %0, [%1];"                                                   \
                         : "=" REGISTER(value)                                                                         \
                         : "l"((ulong)at)                                                                              \
                         : "memory");                                                                                  \
        behind(order, scope);                                                                                          \
        return value;                                                                                                  \
    }                                                                                                                  \
    BUILTIN void atomic_store_explicit(volatile SPACE atomic_##TYPE *at, TYPE value, memory_order order,               \
                                       memory_scope scope) {                                                           \
        before(order, scope);                                                                                          \
        __asm__ volatile("st.relaxed.gpu" PTX ".b" BITS " [%0], %1;" ::"l"((ulong)at), REGISTER(value) : "memory");    \
        behind(order == memory_order_seq_cst ? order : memory_order_relaxed, scope);                                   \
    }                                                                                                                  \
    ORDERS(TYPE, atomic_load, WITH(volatile SPACE atomic_##TYPE *at), WITH(at))                                        \
    ORDERS(void, atomic_store, WITH(volatile SPACE atomic_##TYPE *at, TYPE value), WITH(at, value))                    \
    BUILTIN void atomic_init(volatile SPACE atomic_##TYPE *at, TYPE value) { *(volatile SPACE TYPE *)at = value; }     \
    CHANGE(atomic_exchange, SPACE, TYPE, PTX, REGISTER, "exch.b" BITS)

#define COMPARE_TO(NAME, SPACE, EXPECTED, TYPE, PTX, WORD, REGISTER, BITS)                                             \
    BUILTIN bool NAME##_explicit(volatile SPACE atomic_##TYPE *at, EXPECTED TYPE *expected, TYPE value,                \
                                 memory_order order, memory_order failed, memory_scope scope) {                        \
        WORD old, wanted = as_##WORD(*expected);                                                                       \
        before(order, scope);                                                                                          \
        __asm__ volatile("atom" PTX ".cas.b" BITS " %0, [%1], %2, %3;"                                                 \
                         : "=" REGISTER(old)                                                                           \
                         : "l"((ulong)at), REGISTER(wanted), REGISTER(as_##WORD(value))                                \
                         : "memory");                                                                                  \
        behind(order, scope);                                                                                          \
        if (old != wanted)                                                                                             \
            *expected = as_##TYPE(old);                                                                                \
        return old == wanted;                                                                                          \
    }                                                                                                                  \
    BUILTIN bool NAME##_explicit(volatile SPACE atomic_##TYPE *at, EXPECTED TYPE *expected, TYPE value,                \
                                 memory_order order, memory_order failed) {                                            \
        return NAME##_explicit(at, expected, value, order, failed, memory_scope_device);                               \
    }                                                                                                                  \
    BUILTIN bool NAME(volatile SPACE atomic_##TYPE *at, EXPECTED TYPE *expected, TYPE value) {                         \
        return NAME##_explicit(at, expected, value, memory_order_seq_cst, memory_order_seq_cst, memory_scope_device);  \
    }
#define COMPARE(SPACE, EXPECTED, TYPE, PTX, WORD, REGISTER, BITS)                                                      \
    COMPARE_TO(atomic_compare_exchange_strong, SPACE, EXPECTED, TYPE, PTX, WORD, REGISTER, BITS)                       \
    COMPARE_TO(atomic_compare_exchange_weak, SPACE, EXPECTED, TYPE, PTX, WORD, REGISTER, BITS)

/* What is expected may lie in any memory; where the object's place is named, in each by its name. Private memory and
 * any memory are one to the target. */
#define COMPARES___generic(TYPE, PTX, WORD, REGISTER, BITS)                                                            \
    COMPARE(__generic, __generic, TYPE, PTX, WORD, REGISTER, BITS)
#define COMPARES_NAMED(SPACE, TYPE, PTX, WORD, REGISTER, BITS)                                                         \
    COMPARE(SPACE, __global, TYPE, PTX, WORD, REGISTER, BITS)                                                          \
    COMPARE(SPACE, __local, TYPE, PTX, WORD, REGISTER, BITS)                                                           \
    COMPARE(SPACE, __private, TYPE, PTX, WORD, REGISTER, BITS)
#define COMPARES___global(...) COMPARES_NAMED(__global, __VA_ARGS__)
#define COMPARES___local(...)  COMPARES_NAMED(__local, __VA_ARGS__)

#define WHOLE(SPACE, TYPE, PTX, REGISTER, BITS, SIGN)                                                                  \
    MOVE(SPACE, TYPE, PTX, REGISTER, BITS)                                                                             \
    CHANGE(atomic_fetch_add, SPACE, TYPE, PTX, REGISTER, "add.u" BITS)                                                 \
    CHANGE(atomic_fetch_min, SPACE, TYPE, PTX, REGISTER, "min." SIGN BITS)                                             \
    CHANGE(atomic_fetch_max, SPACE, TYPE, PTX, REGISTER, "max." SIGN BITS)                                             \
    CHANGE(atomic_fetch_and, SPACE, TYPE, PTX, REGISTER, "and.b" BITS)                                                 \
    CHANGE(atomic_fetch_or, SPACE, TYPE, PTX, REGISTER, "or.b" BITS)                                                   \
    CHANGE(atomic_fetch_xor, SPACE, TYPE, PTX, REGISTER, "xor.b" BITS)                                                 \
    SUBTRACT(SPACE, TYPE)

#define FLAGS(SPACE)                                                                                                   \
    BUILTIN bool atomic_flag_test_and_set_explicit(volatile SPACE atomic_flag *at, memory_order order,                 \
                                                   memory_scope scope) {                                               \
        return atomic_exchange_explicit((volatile SPACE atomic_int *)at, 1, order, scope) != 0;                        \
    }                                                                                                                  \
    ORDERS(bool, atomic_flag_test_and_set, WITH(volatile SPACE atomic_flag *at), WITH(at))                             \
    BUILTIN void atomic_flag_clear_explicit(volatile SPACE atomic_flag *at, memory_order order, memory_scope scope) {  \
        atomic_store_explicit((volatile SPACE atomic_int *)at, 0, order, scope);                                       \
    }                                                                                                                  \
    ORDERS(void, atomic_flag_clear, WITH(volatile SPACE atomic_flag *at), WITH(at))

#define ALL(SPACE, PTX)                                                                                                \
    WHOLE(SPACE, int, PTX, "r", "32", "s")                                                                             \
    WHOLE(SPACE, uint, PTX, "r", "32", "u")                                                                            \
    WHOLE(SPACE, long, PTX, "l", "64", "s")                                                                            \
    WHOLE(SPACE, ulong, PTX, "l", "64", "u")                                                                           \
    MOVE(SPACE, float, PTX, "f", "32")                                                                                 \
    MOVE(SPACE, double, PTX, "d", "64")                                                                                \
    CHANGE(atomic_fetch_add, SPACE, float, PTX, "f", "add.f32")                                                        \
    CHANGE(atomic_fetch_add, SPACE, double, PTX, "d", "add.f64")                                                       \
    MIXED(atomic_fetch_add, SPACE, ulong, long)                                                                        \
    MIXED(atomic_fetch_sub, SPACE, ulong, long)                                                                        \
    MIXED_BOTH(atomic_fetch_min, SPACE)                                                                                \
    MIXED_BOTH(atomic_fetch_and, SPACE)                                                                                \
    MIXED_BOTH(atomic_fetch_or, SPACE)                                                                                 \
    MIXED_BOTH(atomic_fetch_xor, SPACE)                                                                                \
    COMPARES_##SPACE(int, PTX, int, "r", "32") COMPARES_##SPACE(uint, PTX, uint, "r", "32")                            \
        COMPARES_##SPACE(long, PTX, long, "l", "64") COMPARES_##SPACE(ulong, PTX, ulong, "l", "64")                    \
            COMPARES_##SPACE(float, PTX, uint, "r", "32") COMPARES_##SPACE(double, PTX, ulong, "l", "64") FLAGS(SPACE)

ALL(__generic, "")
ALL(__global, ".global")
ALL(__local, ".shared")
