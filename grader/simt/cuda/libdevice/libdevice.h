/*
 * libdevice.h - the device functions under CUDA's own names (sqrtf, __popc, __fadd_rn, ...).
 *
 * clang's CUDA headers call __nv_*; NVIDIA ships them as bitcode inside the CUDA Toolkit. These are
 * ours, built to bitcode once and linked into every program by `lockstep cc`. Functions that are
 * missing here stay calls by name, which the machine refuses, naming the line.
 */
#pragma once

#define __device__ __attribute__((device))
#define DEVICE     extern "C" __device__ __attribute__((always_inline))
/* Long ones are called, not inlined. */
#define DEVICE_CALL extern "C" __device__ __attribute__((noinline))
#define HELPER      static __device__ inline __attribute__((always_inline))

typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long s64;

HELPER u32 bits_of(float value) { return __builtin_bit_cast(u32, value); }
HELPER float float_of(u32 bits) { return __builtin_bit_cast(float, bits); }
HELPER u64 bits_of(double value) { return __builtin_bit_cast(u64, value); }
HELPER double double_of(u64 bits) { return __builtin_bit_cast(double, bits); }

/* 2^n for n in [-1022, 1023]. */
HELPER double power_of_two(int n) { return double_of((u64)(u32)(n + 1023) << 52); }

/* value * 2^n for a value in [0.25, 2] and |n| <= 1200: in halves, so that only the last step
 * rounds. */
HELPER double scale(double value, int n) {
    int half = n >> 1;
    return value * power_of_two(half) * power_of_two(n - half);
}

/* A polynomial in z, by Horner's rule: the highest power's factor first. */
HELPER double series(double, double sum) { return sum; }
template <class... Factors> HELPER double series(double z, double sum, double next, Factors... factors) {
    return series(z, __nvvm_fma_rn_d(sum, z, next), factors...);
}
