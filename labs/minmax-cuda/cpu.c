/* Minimum and maximum on the CPU: the reference of the benchmark. */
#include "cpu.h"

#include <math.h>

static inline double lower(double a, double b) {
    return a < b ? a : b;
}

static inline double higher(double a, double b) {
    return a > b ? a : b;
}

/*
 * `omp simd` lets the compiler keep several minima and maxima side by side, in the lanes of a
 * register: without it each comparison waits for the one before. Each quarter of the data has
 * registers of its own, for the same reason.
 */
void minmax_sequential(const double *data, size_t n, double *minimum, double *maximum) {
    const size_t quarter = n / 4 / 8 * 8; /* whole registers */
    const double *data1 = data + quarter, *data2 = data1 + quarter, *data3 = data2 + quarter;
    double low = INFINITY, low1 = low, low2 = low, low3 = low;
    double high = -INFINITY, high1 = high, high2 = high, high3 = high;
#pragma omp simd simdlen(8) reduction(min : low, low1, low2, low3) reduction(max : high, high1, high2, high3)
    for (size_t i = 0; i < quarter; i++) {
        low = lower(data[i], low), high = higher(data[i], high);
        low1 = lower(data1[i], low1), high1 = higher(data1[i], high1);
        low2 = lower(data2[i], low2), high2 = higher(data2[i], high2);
        low3 = lower(data3[i], low3), high3 = higher(data3[i], high3);
    }
    for (size_t i = 4 * quarter; i < n; i++) {
        low = lower(data[i], low), high = higher(data[i], high);
    }
    *minimum = lower(lower(low, low1), lower(low2, low3));
    *maximum = higher(higher(high, high1), higher(high2, high3));
}

void minmax_openmp(const double *data, size_t n, double *minimum, double *maximum) {
    double lowest = INFINITY, highest = -INFINITY;
#pragma omp parallel for simd schedule(static) reduction(min : lowest) reduction(max : highest)
    for (size_t i = 0; i < n; i++) {
        lowest = data[i] < lowest ? data[i] : lowest;
        highest = data[i] > highest ? data[i] : highest;
    }
    *minimum = lowest;
    *maximum = highest;
}
