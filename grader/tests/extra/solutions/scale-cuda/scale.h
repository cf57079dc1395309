/*
 * Scale: the contract. scale_vector writes scaled[i] = factor * data[i] for i = 0 … n - 1, modulo
 * 2^32, computed by a kernel with `threads` threads a block. scale_matrix takes a matrix of `rows`
 * rows of n elements each, one row behind the other, and writes it scaled and transposed: element
 * (y, x) of data becomes element (x, y), in n rows of `rows` elements. Its blocks have `side` rows
 * of `side` threads. Both return 0, or the CUDA error that occurred. The data is only to be read; n
 * may be 0.
 */
#ifndef SCALE_H
#define SCALE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

int scale_vector(const uint32_t *data, uint32_t *scaled, size_t n, uint32_t factor,
                 unsigned threads);
int scale_matrix(const uint32_t *data, uint32_t *scaled, size_t rows, size_t n, uint32_t factor,
                 unsigned side);

#ifdef __cplusplus
}
#endif

#endif
