/*
 * cuda_fp4.h - numbers of 4 bits: names for libraries that ask about types; there is no arithmetic.
 */
#ifndef LOCKSTEP_CUDA_FP4_H
#define LOCKSTEP_CUDA_FP4_H

typedef unsigned char __nv_fp4_storage_t;
struct __nv_fp4_e2m1 {
    unsigned char __x;
};

#endif
