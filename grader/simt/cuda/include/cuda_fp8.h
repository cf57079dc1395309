/*
 * cuda_fp8.h - numbers of 8 bits: names for libraries that ask about types; there is no arithmetic.
 */
#ifndef LOCKSTEP_CUDA_FP8_H
#define LOCKSTEP_CUDA_FP8_H

typedef unsigned char __nv_fp8_storage_t;
struct __nv_fp8_e4m3 {
    unsigned char __x;
};
struct __nv_fp8_e5m2 {
    unsigned char __x;
};

#endif
