/*
 * cuda_runtime.h - the whole of CUDA as Lockstep offers it: `lockstep cc` includes it before a .cu
 * file's first line, as nvcc does.
 *
 * nodebug: what is inlined from these headers takes the line of its caller, so that reports and
 * per-line counters speak of the student's lines only.
 */
#ifndef LOCKSTEP_CUDA_RUNTIME_H
#define LOCKSTEP_CUDA_RUNTIME_H
#define __CUDA_RUNTIME_H__ /* by these names other headers ask whether CUDA is there */

#ifdef __CUDA__
#if !defined(__clang__) || __cplusplus < 201103L
#error "Lockstep: CUDA sources need clang and C++11 or later; compile them with: lockstep cc"
#endif
#define __CUDACC__           1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0
#endif

#include "host_defines.h"

/* For NVIDIA's libraries: numbers of 8 bits and fewer are names only, and
 * clang 14 takes no [[deprecated]] behind __host__. */
#define _CCCL_DISABLE_NVFP8_SUPPORT
#define CCCL_DISABLE_NVFP8_SUPPORT
#define CCCL_DISABLE_NVFP6_SUPPORT
#define CCCL_DISABLE_NVFP4_SUPPORT
#define CCCL_IGNORE_DEPRECATED_API
/* CUB names instructions that it never reaches here; their names come with this version of PTX. In
 * place of <cuda/std/__cccl/ptx_isa.h>, which goes by clang's version. */
#define __CCCL_PTX_ISA_H_
#define __cccl_ptx_isa 870ULL

#ifdef __CUDA__
/* The order matters: clang's device overloads of the math functions go before <cmath> uses them. */
#include <__clang_cuda_math_forward_declares.h>

/* In C++17 <cmath> brings Bessel's functions and their like: half of all that is read here. A
 * program that wants them says __STDCPP_WANT_MATH_SPEC_FUNCS__, as before C++17. */
#include <cstdlib>
#if defined(_GLIBCXX_USE_STD_SPEC_FUNCS) && !__STDCPP_WANT_MATH_SPEC_FUNCS__
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#endif
#include <cmath>
#include <math.h>
#include <stdlib.h>

/* Programs lean on what nvcc includes; what is constexpr in these, kernels may use. The first
 * brings std::min, std::copy and their like, as the functions left out above would. */
#if __cplusplus >= 201703L && __has_include(<bits/stl_algobase.h>)
#include <bits/stl_algobase.h>
#endif
#include <initializer_list>
#include <limits>
#include <type_traits>
#include <utility>

#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#pragma push_macro("__device__")
#undef __device__
#define __device__ __attribute__((device, nodebug))
#endif

#include "cuda_runtime_api.h"
#include "cuda_device_runtime_api.h"
#include "lockstep_launch.h"
#include "lockstep_overloads.h"
#include "lockstep_textures.h"
#include "vector_functions.h"
#include "vector_types.h"

#ifdef __CUDA__
#include "lockstep_device.h"
#include "lockstep_fetch.h"
#include "lockstep_host_math.h"
#include "lockstep_references.h"
#include "lockstep_words.h"
#pragma pop_macro("__device__")
#ifndef __CUDA_ARCH__
/* Clang makes a file known to the runtime only if there is a kernel or a variable in it: other
 * files may call its functions. */
static __device__ __attribute__((used)) char lockstep_file;
#endif
#endif

/* Clang's headers saw an older one. */
#undef CUDA_VERSION
#define CUDA_VERSION CUDART_VERSION

#endif
