/*
 * cuda_fp6.h - numbers of 6 bits: names for libraries that ask about types; there is no arithmetic.
 */
#ifndef LOCKSTEP_CUDA_FP6_H
#define LOCKSTEP_CUDA_FP6_H

typedef unsigned char __nv_fp6_storage_t;
struct __nv_fp6_e2m3 {
    unsigned char __x;
};
struct __nv_fp6_e3m2 {
    unsigned char __x;
};

#endif
