/* What the GPU is measured against: minimum and maximum of n doubles on the CPU. */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One thread. The minimum of nothing is INFINITY, its maximum -INFINITY. */
void minmax_sequential(const double *data, size_t n, double *minimum, double *maximum);

/* OpenMP, as many threads as omp_set_num_threads says. */
void minmax_openmp(const double *data, size_t n, double *minimum, double *maximum);

#ifdef __cplusplus
}
#endif
