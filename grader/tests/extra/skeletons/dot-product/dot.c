/* Dot product. What each function must do is written in dot.h. */
#include "dot.h"

void dot_sequential(const uint32_t *left, const uint32_t *right, size_t n, uint64_t *result) {
    /* Your code goes here, instead of the next line. */
    (void)left, (void)right, (void)n, (void)result;
}

void dot_parallel(const uint32_t *left, const uint32_t *right, size_t n, uint64_t *result) {
    /* Your code goes here, instead of the next line. */
    (void)left, (void)right, (void)n, (void)result;
}
