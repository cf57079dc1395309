/*
 * lockstep_generic_atomics.h - __nv_atomic_fetch_add and its kin (CUDA 12.8): atomics of numbers of
 * 4 and 8 bytes that take their order and scope. All orders above relaxed are fences on both
 * sides that matter; scopes are a block's, or all of the device's.
 */
#ifndef LOCKSTEP_GENERIC_ATOMICS_H
#define LOCKSTEP_GENERIC_ATOMICS_H

#define __NV_ATOMIC_RELAXED       0
#define __NV_ATOMIC_CONSUME       1
#define __NV_ATOMIC_ACQUIRE       2
#define __NV_ATOMIC_RELEASE       3
#define __NV_ATOMIC_ACQ_REL       4
#define __NV_ATOMIC_SEQ_CST       5
#define __NV_THREAD_SCOPE_THREAD  0
#define __NV_THREAD_SCOPE_BLOCK   1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE  3
#define __NV_THREAD_SCOPE_SYSTEM  4
#define LOCKSTEP_SCOPE(NAME)      int NAME = __NV_THREAD_SCOPE_SYSTEM
#define LOCKSTEP_GENERIC          template <class T> LOCKSTEP_DEVICE

/* What the overloads of atomicAdd and so on take for a T: bits of its size, and a number. */
template <class T> struct lockstep_word {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "Lockstep has atomics of 4 and 8 bytes only");
    using plain = T;
    using bits = typename std::conditional<sizeof(T) == 4, unsigned int, unsigned long long>::type;
    using whole = typename std::conditional<sizeof(T) == 4, int, long long>::type;
    using ordered = typename std::conditional<std::is_signed<T>::value, whole, bits>::type;
    using sum = typename std::conditional<std::is_floating_point<T>::value, T, bits>::type;
};

LOCKSTEP_DEVICE void __nv_atomic_thread_fence(int order, LOCKSTEP_SCOPE(scope)) {
    if (order == __NV_ATOMIC_RELAXED)
        return;
    if (scope <= __NV_THREAD_SCOPE_BLOCK)
        __threadfence_block();
    else
        __threadfence();
}
LOCKSTEP_DEVICE void lockstep_fence_before(int order, int scope) {
    if (order >= __NV_ATOMIC_RELEASE)
        __nv_atomic_thread_fence(order, scope);
}
LOCKSTEP_DEVICE void lockstep_fence_after(int order, int scope) {
    if (order != __NV_ATOMIC_RELEASE)
        __nv_atomic_thread_fence(order, scope);
}

LOCKSTEP_GENERIC T __nv_atomic_load_n(const T *address, int order, LOCKSTEP_SCOPE(scope)) {
    typename lockstep_word<T>::bits bits;
    T value;
    if constexpr (sizeof bits == 4)
        asm volatile("ld.relaxed.gpu.u32 %0, [%1];" : "=r"(bits) : "l"(address) : "memory");
    else
        asm volatile("ld.relaxed.gpu.u64 %0, [%1];" : "=l"(bits) : "l"(address) : "memory");
    lockstep_fence_after(order, scope);
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}
LOCKSTEP_GENERIC void __nv_atomic_load(const T *address, T *result, int order, LOCKSTEP_SCOPE(scope)) {
    *result = __nv_atomic_load_n(address, order, scope);
}
LOCKSTEP_GENERIC void __nv_atomic_store_n(T *address, typename lockstep_word<T>::plain value, int order,
                                          LOCKSTEP_SCOPE(scope)) {
    typename lockstep_word<T>::bits bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    lockstep_fence_before(order, scope);
    if constexpr (sizeof bits == 4)
        asm volatile("st.relaxed.gpu.u32 [%0], %1;" : : "l"(address), "r"(bits) : "memory");
    else
        asm volatile("st.relaxed.gpu.u64 [%0], %1;" : : "l"(address), "l"(bits) : "memory");
}
LOCKSTEP_GENERIC void __nv_atomic_store(T *address, T *value, int order, LOCKSTEP_SCOPE(scope)) {
    __nv_atomic_store_n(address, *value, order, scope);
}

/* FUNCTION(address, value), seen as WORD. */
#define LOCKSTEP_FETCH(NAME, FUNCTION, WORD)                                                                           \
    LOCKSTEP_GENERIC T __nv_atomic_fetch_##NAME(T *address, typename lockstep_word<T>::plain value, int order,         \
                                                LOCKSTEP_SCOPE(scope)) {                                               \
        using Word = typename lockstep_word<T>::WORD;                                                                  \
        lockstep_fence_before(order, scope);                                                                           \
        const Word old = scope <= __NV_THREAD_SCOPE_BLOCK ? FUNCTION##_block((Word *)address, (Word)value)             \
                                                          : FUNCTION((Word *)address, (Word)value);                    \
        lockstep_fence_after(order, scope);                                                                            \
        return (T)old;                                                                                                 \
    }                                                                                                                  \
    LOCKSTEP_GENERIC void __nv_atomic_##NAME(T *address, typename lockstep_word<T>::plain value, int order,            \
                                             LOCKSTEP_SCOPE(scope)) {                                                  \
        __nv_atomic_fetch_##NAME(address, value, order, scope);                                                        \
    }
LOCKSTEP_FETCH(add, atomicAdd, sum)
LOCKSTEP_FETCH(min, atomicMin, ordered)
LOCKSTEP_FETCH(max, atomicMax, ordered)
LOCKSTEP_FETCH(and, atomicAnd, bits)
LOCKSTEP_FETCH(or, atomicOr, bits)
LOCKSTEP_FETCH(xor, atomicXor, bits)
LOCKSTEP_GENERIC T __nv_atomic_fetch_sub(T *address, typename lockstep_word<T>::plain value, int order,
                                         LOCKSTEP_SCOPE(scope)) {
    return __nv_atomic_fetch_add(address, (T)-value, order, scope);
}
LOCKSTEP_GENERIC void __nv_atomic_sub(T *address, typename lockstep_word<T>::plain value, int order,
                                      LOCKSTEP_SCOPE(scope)) {
    __nv_atomic_fetch_add(address, (T)-value, order, scope);
}

LOCKSTEP_GENERIC T __nv_atomic_exchange_n(T *address, typename lockstep_word<T>::plain value, int order,
                                          LOCKSTEP_SCOPE(scope)) {
    typename lockstep_word<T>::bits bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    lockstep_fence_before(order, scope);
    bits = scope <= __NV_THREAD_SCOPE_BLOCK ? atomicExch_block((decltype(bits) *)address, bits)
                                            : atomicExch((decltype(bits) *)address, bits);
    lockstep_fence_after(order, scope);
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}
LOCKSTEP_GENERIC void __nv_atomic_exchange(T *address, T *value, T *result, int order, LOCKSTEP_SCOPE(scope)) {
    *result = __nv_atomic_exchange_n(address, *value, order, scope);
}
/* A failure brings *expected up to date. */
LOCKSTEP_GENERIC bool __nv_atomic_compare_exchange_n(T *address, T *expected, typename lockstep_word<T>::plain value,
                                                     bool weak, int success, int failure, LOCKSTEP_SCOPE(scope)) {
    typename lockstep_word<T>::bits bits, wanted;
    const int order = success > failure ? success : failure;
    (void)weak;
    __builtin_memcpy(&bits, &value, sizeof bits);
    __builtin_memcpy(&wanted, expected, sizeof wanted);
    lockstep_fence_before(order, scope);
    const auto old = scope <= __NV_THREAD_SCOPE_BLOCK ? atomicCAS_block((decltype(bits) *)address, wanted, bits)
                                                      : atomicCAS((decltype(bits) *)address, wanted, bits);
    lockstep_fence_after(order, scope);
    __builtin_memcpy(expected, &old, sizeof old);
    return old == wanted;
}
LOCKSTEP_GENERIC bool __nv_atomic_compare_exchange(T *address, T *expected, T *value, bool weak, int success,
                                                   int failure, LOCKSTEP_SCOPE(scope)) {
    return __nv_atomic_compare_exchange_n(address, expected, *value, weak, success, failure, scope);
}

#undef LOCKSTEP_SCOPE
#undef LOCKSTEP_GENERIC
#undef LOCKSTEP_FETCH
#endif
