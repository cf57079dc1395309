/*
 * vector_types.h - char1 ... double4, dim3.
 *
 * Types of two and four elements copy themselves as one vector, so that clang makes of a float4
 * what nvcc makes of it: one 16-byte access. trivial_abi keeps them passed by value as plain
 * structs are, and the names (so the kernels' mangled names) are CUDA's own.
 */
#ifndef LOCKSTEP_VECTOR_TYPES_H
#define LOCKSTEP_VECTOR_TYPES_H

#include "host_defines.h"

/* element type, name, alignment of the pair, alignment of the quadruple */
#define LOCKSTEP_VECTORS(ROW)                                                                                          \
    ROW(signed char, char, 2, 4)                                                                                       \
    ROW(unsigned char, uchar, 2, 4)                                                                                    \
    ROW(short, short, 4, 8)                                                                                            \
    ROW(unsigned short, ushort, 4, 8)                                                                                  \
    ROW(int, int, 8, 16)                                                                                               \
    ROW(unsigned int, uint, 8, 16)                                                                                     \
    ROW(long, long, 16, 16)                                                                                            \
    ROW(unsigned long, ulong, 16, 16)                                                                                  \
    ROW(long long, longlong, 16, 16)                                                                                   \
    ROW(unsigned long long, ulonglong, 16, 16)                                                                         \
    ROW(float, float, 8, 16)                                                                                           \
    ROW(double, double, 16, 16)

#ifdef __cplusplus

#define LOCKSTEP_VECTOR_1(T, N)                                                                                        \
    struct N##1 {                                                                                                      \
        T x;                                                                                                           \
    };
#define LOCKSTEP_VECTOR_3(T, N)                                                                                        \
    struct N##3 {                                                                                                      \
        T x, y, z;                                                                                                     \
    };
#ifdef __CUDA__
#define LOCKSTEP_COPY_AS_VECTOR(T, N, COUNT)                                                                           \
    typedef T whole __attribute__((ext_vector_type(COUNT), may_alias));                                                \
    N##COUNT() = default;                                                                                              \
    __host__ __device__ N##COUNT(const N##COUNT &from) { *(whole *)this = *(const whole *)&from; }                     \
    __host__ __device__ N##COUNT &operator=(const N##COUNT &from) {                                                    \
        *(whole *)this = *(const whole *)&from;                                                                        \
        return *this;                                                                                                  \
    }
#define LOCKSTEP_VECTOR_2(T, N, ALIGN)                                                                                 \
    struct __attribute__((aligned(ALIGN), trivial_abi)) N##2 {                                                         \
        T x, y;                                                                                                        \
        LOCKSTEP_COPY_AS_VECTOR(T, N, 2)                                                                               \
        __host__ __device__ constexpr N##2(T x, T y = 0) : x(x), y(y) {}                                               \
    };
#define LOCKSTEP_VECTOR_4(T, N, ALIGN)                                                                                 \
    struct __attribute__((aligned(ALIGN), trivial_abi)) N##4 {                                                         \
        T x, y, z, w;                                                                                                  \
        LOCKSTEP_COPY_AS_VECTOR(T, N, 4)                                                                               \
        __host__ __device__ constexpr N##4(T x, T y = 0, T z = 0, T w = 0) : x(x), y(y), z(z), w(w) {}                 \
    };
#else
#define LOCKSTEP_VECTOR_2(T, N, ALIGN)                                                                                 \
    struct __attribute__((aligned(ALIGN))) N##2 {                                                                      \
        T x, y;                                                                                                        \
    };
#define LOCKSTEP_VECTOR_4(T, N, ALIGN)                                                                                 \
    struct __attribute__((aligned(ALIGN))) N##4 {                                                                      \
        T x, y, z, w;                                                                                                  \
    };
#endif

/* Four 8-byte elements are 32 bytes, more than one access can move: they copy as plain structs. */
#define LOCKSTEP_WIDE_4(T, N)                                                                                          \
    struct __attribute__((aligned(16))) N##4 {                                                                         \
        T x, y, z, w;                                                                                                  \
    };

#define LOCKSTEP_NARROW_ROW(T, N, TWO, FOUR)                                                                           \
    LOCKSTEP_VECTOR_1(T, N) LOCKSTEP_VECTOR_2(T, N, TWO) LOCKSTEP_VECTOR_3(T, N)
LOCKSTEP_VECTORS(LOCKSTEP_NARROW_ROW)
LOCKSTEP_VECTOR_4(signed char, char, 4)
LOCKSTEP_VECTOR_4(unsigned char, uchar, 4)
LOCKSTEP_VECTOR_4(short, short, 8)
LOCKSTEP_VECTOR_4(unsigned short, ushort, 8)
LOCKSTEP_VECTOR_4(int, int, 16)
LOCKSTEP_VECTOR_4(unsigned int, uint, 16)
LOCKSTEP_VECTOR_4(float, float, 16)
LOCKSTEP_WIDE_4(long, long)
LOCKSTEP_WIDE_4(unsigned long, ulong)
LOCKSTEP_WIDE_4(long long, longlong)
LOCKSTEP_WIDE_4(unsigned long long, ulonglong)
LOCKSTEP_WIDE_4(double, double)

struct dim3;
struct dim3 {
    unsigned int x, y, z;
#ifdef __CUDA__
    __host__ __device__
#endif
        constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1)
        : x(x), y(y), z(z) {
    }
#ifdef __CUDA__
    __host__ __device__
#endif
        constexpr dim3(uint3 v)
        : x(v.x), y(v.y), z(v.z) {
    }
#ifdef __CUDA__
    __host__ __device__
#endif
        constexpr
        operator uint3() const {
        return uint3{x, y, z};
    }
};

#else /* C */

#define LOCKSTEP_C_ROW(T, N, TWO, FOUR)                                                                                \
    typedef struct N##1 {                                                                                              \
        T x;                                                                                                           \
    }                                                                                                                  \
    N##1;                                                                                                              \
    typedef struct __attribute__((aligned(TWO))) N##2 {                                                                \
        T x, y;                                                                                                        \
    }                                                                                                                  \
    N##2;                                                                                                              \
    typedef struct N##3 {                                                                                              \
        T x, y, z;                                                                                                     \
    }                                                                                                                  \
    N##3;                                                                                                              \
    typedef struct __attribute__((aligned(FOUR))) N##4 {                                                               \
        T x, y, z, w;                                                                                                  \
    }                                                                                                                  \
    N##4;
LOCKSTEP_VECTORS(LOCKSTEP_C_ROW)
#undef LOCKSTEP_C_ROW

typedef struct dim3 {
    unsigned int x, y, z;
} dim3;

#endif
#endif
