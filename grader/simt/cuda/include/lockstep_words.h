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

#define LOCKSTEP_DOT(NAME, OPCODE, T, TYPE)                                                                            \
    LOCKSTEP_DEVICE T NAME(T a, T b, T sum) {                                                                          \
        T result;                                                                                                      \
        asm(OPCODE "." TYPE "." TYPE " %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(sum));                    \
        return result;                                                                                                 \
    }
#define LOCKSTEP_DOTS(T, TYPE)                                                                                         \
    LOCKSTEP_DOT(__dp4a, "dp4a", T, TYPE)                                                                              \
    LOCKSTEP_DOT(__dp2a_lo, "dp2a.lo", T, TYPE)                                                                        \
    LOCKSTEP_DOT(__dp2a_hi, "dp2a.hi", T, TYPE)
LOCKSTEP_DOTS(int, "s32")
LOCKSTEP_DOTS(unsigned int, "u32")
#undef LOCKSTEP_DOTS
#undef LOCKSTEP_DOT
LOCKSTEP_DEVICE int __dp4a(char4 a, char4 b, int sum) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w + sum; }
LOCKSTEP_DEVICE unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int sum) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w + sum;
}

/* Which cache keeps the value makes no difference to it. */
#define LOCKSTEP_CACHED_LOAD(NAME)                                                                                     \
    template <class T> LOCKSTEP_DEVICE T NAME(const T *from) { return *from; }
#define LOCKSTEP_CACHED_STORE(NAME)                                                                                    \
    template <class T> LOCKSTEP_DEVICE void NAME(T *to, T value) { *to = value; }
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

#define LOCKSTEP_SPACE(NAME, BUILTIN)                                                                                  \
    LOCKSTEP_DEVICE unsigned int NAME(const void *pointer) { return BUILTIN(pointer); }
LOCKSTEP_SPACE(__isGlobal, __nvvm_isspacep_global)
LOCKSTEP_SPACE(__isShared, __nvvm_isspacep_shared)
LOCKSTEP_SPACE(__isConstant, __nvvm_isspacep_const)
LOCKSTEP_SPACE(__isLocal, __nvvm_isspacep_local)
#undef LOCKSTEP_SPACE

/* Addresses inside one memory, and back: 1 is global, 3 shared, 4 constant, 5 local memory. */
#define LOCKSTEP_CONVERT(NAME, NUMBER)                                                                                 \
    LOCKSTEP_DEVICE size_t __cvta_generic_to_##NAME(const void *pointer) {                                             \
        return (size_t)(void __attribute__((address_space(NUMBER))) *)pointer;                                         \
    }                                                                                                                  \
    LOCKSTEP_DEVICE void *__cvta_##NAME##_to_generic(size_t address) {                                                 \
        return (void *)(void __attribute__((address_space(NUMBER))) *)address;                                         \
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

/* Sums, greatest and least ones in one step (CUDA's "DPX"): of a word, or of its two halves, where
 * sums wrap around in their half. "relu": at least 0. */
#define LOCKSTEP_STEP static __host__ __device__ __forceinline__ __attribute__((nodebug))
template <class T> LOCKSTEP_STEP T lockstep_sum(T a, T b) { return (T)((unsigned int)a + (unsigned int)b); }
template <class T> LOCKSTEP_STEP T lockstep_most(T a, T b) { return a > b ? a : b; }
template <class T> LOCKSTEP_STEP T lockstep_least(T a, T b) { return a < b ? a : b; }
#define LOCKSTEP_DPX_OF(NAME, WORD, HALF, BITS32, BITS16, RESULT)                                                      \
    LOCKSTEP_STEP WORD NAME##BITS32(WORD a, WORD b, WORD c = 0) {                                                      \
        typedef WORD part;                                                                                             \
        return RESULT;                                                                                                 \
    }                                                                                                                  \
    LOCKSTEP_STEP unsigned int NAME##BITS16(unsigned int as, unsigned int bs, unsigned int cs = 0) {                   \
        typedef HALF part;                                                                                             \
        unsigned int both = 0;                                                                                         \
        for (int at = 0; at < 32; at += 16) {                                                                          \
            part a = (part)(as >> at), b = (part)(bs >> at), c = (part)(cs >> at);                                     \
            both |= (unsigned int)(unsigned short)(RESULT) << at;                                                      \
        }                                                                                                              \
        return both;                                                                                                   \
    }
#define LOCKSTEP_DPX_RELU(NAME, RESULT)                                                                                \
    LOCKSTEP_DPX_OF(NAME, int, short, _s32_relu, _s16x2_relu, lockstep_most<part>(RESULT, 0))
#define LOCKSTEP_DPX(NAME, RESULT)                                                                                     \
    LOCKSTEP_DPX_OF(NAME, int, short, _s32, _s16x2, RESULT)                                                            \
    LOCKSTEP_DPX_OF(NAME, unsigned int, unsigned short, _u32, _u16x2, RESULT)                                          \
    LOCKSTEP_DPX_RELU(NAME, RESULT)
LOCKSTEP_DPX(__viaddmax, lockstep_most<part>(lockstep_sum<part>(a, b), c))
LOCKSTEP_DPX(__viaddmin, lockstep_least<part>(lockstep_sum<part>(a, b), c))
LOCKSTEP_DPX(__vimax3, lockstep_most<part>(lockstep_most<part>(a, b), c))
LOCKSTEP_DPX(__vimin3, lockstep_least<part>(lockstep_least<part>(a, b), c))
LOCKSTEP_DPX_RELU(__vimax, lockstep_most<part>(a, b + c))
LOCKSTEP_DPX_RELU(__vimin, lockstep_least<part>(a, b + c))

/* These tell whether it is the first. */
#define LOCKSTEP_DPX_WORD(NAME, WORD, FIRST)                                                                           \
    LOCKSTEP_STEP WORD NAME(WORD a, WORD b, bool *is_first) {                                                          \
        *is_first = a FIRST b;                                                                                         \
        return *is_first ? a : b;                                                                                      \
    }
#define LOCKSTEP_DPX_HALVES(NAME, HALF, FIRST)                                                                         \
    LOCKSTEP_STEP unsigned int NAME(unsigned int a, unsigned int b, bool *high, bool *low) {                           \
        *high = (HALF)(a >> 16) FIRST(HALF)(b >> 16);                                                                  \
        *low = (HALF)a FIRST(HALF) b;                                                                                  \
        return ((*high ? a : b) & 0xffff0000u) | ((*low ? a : b) & 0xffffu);                                           \
    }
#define LOCKSTEP_DPX_TOLD(NAME, FIRST)                                                                                 \
    LOCKSTEP_DPX_WORD(NAME##_s32, int, FIRST)                                                                          \
    LOCKSTEP_DPX_WORD(NAME##_u32, unsigned int, FIRST)                                                                 \
    LOCKSTEP_DPX_HALVES(NAME##_s16x2, short, FIRST)                                                                    \
    LOCKSTEP_DPX_HALVES(NAME##_u16x2, unsigned short, FIRST)
LOCKSTEP_DPX_TOLD(__vibmax, >=)
LOCKSTEP_DPX_TOLD(__vibmin, <=)
#undef LOCKSTEP_DPX_OF
#undef LOCKSTEP_DPX_RELU
#undef LOCKSTEP_DPX
#undef LOCKSTEP_DPX_WORD
#undef LOCKSTEP_DPX_HALVES
#undef LOCKSTEP_DPX_TOLD
#undef LOCKSTEP_STEP

#endif
