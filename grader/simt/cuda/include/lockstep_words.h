/* Dot products of bytes, loads and stores with a cache's name, spaces of addresses, vector atomics,
 * and std::swap, which is no constexpr before C++20. */
#ifndef LOCKSTEP_WORDS_H
#define LOCKSTEP_WORDS_H

namespace std {
template <class T> __device__ __forceinline__ void swap(T &a, T &b) {
    T kept = static_cast<T &&>(a);
    a = static_cast<T &&>(b);
    b = static_cast<T &&>(kept);
}
} /* namespace std */

#define LOCKSTEP_DOT(T, BYTE, HALF)                                                                \
    LOCKSTEP_DEVICE T __dp4a(T a, T b, T sum) {                                                    \
        for (int i = 0; i < 4; i++)                                                                \
            sum += (T)(BYTE)(a >> (8 * i)) * (T)(BYTE)(b >> (8 * i));                              \
        return sum;                                                                                \
    }                                                                                              \
    LOCKSTEP_DEVICE T __dp2a_lo(T a, T b, T sum) {                                                 \
        for (int i = 0; i < 2; i++)                                                                \
            sum += (T)(HALF)(a >> (16 * i)) * (T)(BYTE)(b >> (8 * i));                             \
        return sum;                                                                                \
    }                                                                                              \
    LOCKSTEP_DEVICE T __dp2a_hi(T a, T b, T sum) {                                                 \
        for (int i = 0; i < 2; i++)                                                                \
            sum += (T)(HALF)(a >> (16 * i)) * (T)(BYTE)(b >> (16 + 8 * i));                        \
        return sum;                                                                                \
    }
LOCKSTEP_DOT(int, signed char, short)
LOCKSTEP_DOT(unsigned int, unsigned char, unsigned short)
#undef LOCKSTEP_DOT
LOCKSTEP_DEVICE int __dp4a(char4 a, char4 b, int sum) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w + sum;
}
LOCKSTEP_DEVICE unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int sum) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w + sum;
}

/* Which cache keeps the value makes no difference to it. */
#define LOCKSTEP_CACHED_LOAD(NAME)                                                                 \
    template <class T> LOCKSTEP_DEVICE T NAME(const T *from) {                                     \
        return *from;                                                                              \
    }
#define LOCKSTEP_CACHED_STORE(NAME)                                                                \
    template <class T> LOCKSTEP_DEVICE void NAME(T *to, T value) {                                 \
        *to = value;                                                                               \
    }
LOCKSTEP_CACHED_LOAD(__ldca)
LOCKSTEP_CACHED_LOAD(__ldcg)
LOCKSTEP_CACHED_LOAD(__ldcs)
LOCKSTEP_CACHED_LOAD(__ldlu)
LOCKSTEP_CACHED_LOAD(__ldcv)
LOCKSTEP_CACHED_STORE(__stcg)
LOCKSTEP_CACHED_STORE(__stcs)
LOCKSTEP_CACHED_STORE(__stwb)
LOCKSTEP_CACHED_STORE(__stwt)
#undef LOCKSTEP_CACHED_LOAD
#undef LOCKSTEP_CACHED_STORE

#define LOCKSTEP_SPACE(NAME, BUILTIN)                                                              \
    LOCKSTEP_DEVICE unsigned int NAME(const void *pointer) {                                       \
        return BUILTIN(pointer);                                                                   \
    }
LOCKSTEP_SPACE(__isGlobal, __nvvm_isspacep_global)
LOCKSTEP_SPACE(__isShared, __nvvm_isspacep_shared)
LOCKSTEP_SPACE(__isConstant, __nvvm_isspacep_const)
LOCKSTEP_SPACE(__isLocal, __nvvm_isspacep_local)
#undef LOCKSTEP_SPACE

/* Addresses inside one memory, and back: 1 is global, 3 shared, 4 constant, 5 local memory. */
#define LOCKSTEP_CONVERT(NAME, NUMBER)                                                             \
    LOCKSTEP_DEVICE size_t __cvta_generic_to_##NAME(const void *pointer) {                         \
        return (size_t)(void __attribute__((address_space(NUMBER))) *)pointer;                     \
    }                                                                                              \
    LOCKSTEP_DEVICE void *__cvta_##NAME##_to_generic(size_t address) {                             \
        return (void *)(void __attribute__((address_space(NUMBER))) *)address;                     \
    }
LOCKSTEP_CONVERT(global, 1)
LOCKSTEP_CONVERT(shared, 3)
LOCKSTEP_CONVERT(constant, 4)
LOCKSTEP_CONVERT(local, 5)
#undef LOCKSTEP_CONVERT

/* Each element by itself is atomic, not the whole, as on the hardware. */
LOCKSTEP_DEVICE float2 atomicAdd(float2 *address, float2 value) {
    float x = atomicAdd(&address->x, value.x), y = atomicAdd(&address->y, value.y);
    return float2(x, y);
}
LOCKSTEP_DEVICE float4 atomicAdd(float4 *address, float4 value) {
    float x = atomicAdd(&address->x, value.x), y = atomicAdd(&address->y, value.y);
    float z = atomicAdd(&address->z, value.z), w = atomicAdd(&address->w, value.w);
    return float4(x, y, z, w);
}

#endif
