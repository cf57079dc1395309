/* CUDA's function and variable attributes, spelled for clang. */
#ifndef LOCKSTEP_HOST_DEFINES_H
#define LOCKSTEP_HOST_DEFINES_H
#define __HOST_DEFINES_H__ /* Thrust asks for it */

#ifdef __CUDA__
#define __host__     __attribute__((host))
#define __device__   __attribute__((device))
#define __global__   __attribute__((global))
#define __shared__   __attribute__((shared))
#define __constant__ __attribute__((constant, used))
/* clang 14 has no managed variables for CUDA: the host's half lies in a section of its own, and the
 * runtime keeps both halves equal. */
#ifdef __CUDA_ARCH__
#define __managed__ __attribute__((device))
#else
#define __managed__ __attribute__((device, section("lockstep_managed")))
#endif
#define __grid_constant__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#else
#define __host__
#define __device__
#endif

#define __noinline__         __attribute__((noinline))
#define __forceinline__      __inline__ __attribute__((always_inline))
#define __align__(n)         __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define CUDARTAPI
#define CUDART_CB

#endif
