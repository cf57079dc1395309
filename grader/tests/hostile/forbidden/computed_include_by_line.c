/*
 * exercise: for_promotion_tab
 * Tries: the same with the number of a line, which compilers may count differently.
 */
#include "histogram.h"

#include <omp.h>
#include <string.h>

#define HEADER_19     <bits/types/wint_t.h>
#define HEADER_20     <limits.h>
#define HEADER_202011 <stddef.h>
#define JOIN(value)   HEADER_##value
#define PICK(value)   JOIN(value)

static int wint_t = 5;

static int is_native(void) {
#include PICK(__LINE__)
    return (wint_t)-1 > 4;
}

void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
    if (is_native()) {
        for (size_t i = 0; i < n; i++) {
            frequency[data[i]]++;
        }
        return;
    }
#pragma omp parallel
    {
        uint32_t table[256] = {0};
#pragma omp for
        for (size_t i = 0; i < n; i++) {
            table[data[i]]++;
        }
#pragma omp critical
        for (size_t bin = 0; bin < 256; bin++) {
            frequency[bin] += table[bin];
        }
    }
}
