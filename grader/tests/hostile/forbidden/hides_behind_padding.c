/*
 * exercise: for_atomic
 * Tries: to be longer, with all that it includes, than anybody reads, and to hide behind that what
 * is forbidden.
 */
#include "histogram.h"

#include <string.h>

#define A(x) x x x x x x x x x x x x x x x x
#define B(x) A(A(A(x)))
#define TEXT "a long text that stands for nothing at all, again and again"

/* Never used, so that the program does not grow. */
static inline const char *nothing(void) {
    return B(A(TEXT TEXT TEXT TEXT TEXT)); /* 19 MB */
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
    (void)nothing;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        __asm__ volatile("lock incl %0" : "+m"(frequency[data[i]]));
    }
}
