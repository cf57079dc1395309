/* Minimum and maximum on the CPU: the reference of the benchmark. */
#include "cpu.h"

#include <math.h>

/*
 * `omp simd` lets the compiler keep several minima and maxima side by side, in the lanes of a
 * register: without it each comparison waits for the one before.
 */
void minmax_sequential(const double *data, size_t n, double *minimum, double *maximum) {
    double lowest = INFINITY, highest = -INFINITY;
#pragma omp simd reduction(min : lowest) reduction(max : highest)
    for (size_t i = 0; i < n; i++) {
        lowest = data[i] < lowest ? data[i] : lowest;
        highest = data[i] > highest ? data[i] : highest;
    }
    *minimum = lowest;
    *maximum = highest;
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
