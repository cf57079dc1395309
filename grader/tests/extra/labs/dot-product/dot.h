/*
 * Dot product: the contract. Both functions return, in *result, the sum of left[i] * right[i] for
 * i = 0 … n - 1, modulo 2^64. The vectors are only to be read; n may be 0.
 */
#ifndef DOT_H
#define DOT_H

#include <stddef.h>
#include <stdint.h>

/* On one thread. */
void dot_sequential(const uint32_t *left, const uint32_t *right, size_t n, uint64_t *result);

/* On the threads that a plain `#pragma omp parallel` gives. */
void dot_parallel(const uint32_t *left, const uint32_t *right, size_t n, uint64_t *result);

#endif
