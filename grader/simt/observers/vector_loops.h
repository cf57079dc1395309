/* Loops that the compiler is to make vectors of, for each processor's. */
#ifndef LOCKSTEP_SIMT_VECTORS_H
#define LOCKSTEP_SIMT_VECTORS_H

#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
#define VECTORS __attribute__((target_clones("default", "avx2", "arch=x86-64-v4")))
#else
#define VECTORS
#endif

#endif
