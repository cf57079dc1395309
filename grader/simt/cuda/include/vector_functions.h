/* make_int2(x, y) and the like. */
#ifndef LOCKSTEP_VECTOR_FUNCTIONS_H
#define LOCKSTEP_VECTOR_FUNCTIONS_H

#include "vector_types.h"

#ifdef __cplusplus
#ifdef __CUDA__
#define LOCKSTEP_MAKE static inline __host__ __device__
#else
#define LOCKSTEP_MAKE static inline
#endif

#define LOCKSTEP_MAKE_ROW(T, N, TWO, FOUR)                                                                             \
    LOCKSTEP_MAKE N##1 make_##N##1(T x) { return N##1 {x}; }                                                           \
    LOCKSTEP_MAKE N##2 make_##N##2(T x, T y) { return N##2 {x, y}; }                                                   \
    LOCKSTEP_MAKE N##3 make_##N##3(T x, T y, T z) { return N##3 {x, y, z}; }                                           \
    LOCKSTEP_MAKE N##4 make_##N##4(T x, T y, T z, T w) { return N##4 {x, y, z, w}; }
LOCKSTEP_VECTORS(LOCKSTEP_MAKE_ROW)

#endif
#endif
