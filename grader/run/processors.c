/*
 * How many processors there are, as the machine of OpenMP programs says it too
 * (simt/openmp/runtime/queries.c): the real number would be another on each computer, and would
 * tell a program where it runs.
 */
#include <omp.h>

int omp_get_num_procs(void) {
    const int threads = omp_get_max_threads();
    return threads > 1 ? threads - 1 : 1;
}
