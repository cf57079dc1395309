/* Dot product. What each function must do is written in dot.h. */
#include "dot.h"

void dot_sequential(const uint32_t *left, const uint32_t *right, size_t n, uint64_t *result) {
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += (uint64_t)left[i] * right[i];
    }
    *result = sum;
}

void dot_parallel(const uint32_t *left, const uint32_t *right, size_t n, uint64_t *result) {
    uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++) {
        sum += (uint64_t)left[i] * right[i];
    }
    *result = sum;
}
