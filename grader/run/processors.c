/*
 * How many processors there are, and which of them a thread may use, as the machine of OpenMP
 * programs says it too (simt/openmp/runtime/queries.c, simt/openmp/library/beyond.c): the real
 * numbers would be others on each computer, and would tell a program where it runs.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <string.h>

/* libgomp's, in programs that have it. */
__attribute__((weak)) int omp_get_max_threads(void);

int omp_get_num_procs(void) {
    const int threads = omp_get_max_threads != NULL ? omp_get_max_threads() : 1;
    return threads > 1 ? threads - 1 : 1;
}

int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set) {
    (void)process;
    memset(set, 0, size);
    for (size_t i = 0; i < (size_t)omp_get_num_procs(); i++) {
        CPU_SET_S(i, size, set);
    }
    return 0;
}

/* It stays where it is. */
int sched_setaffinity(pid_t process, size_t size, const cpu_set_t *set) {
    (void)process;
    if (CPU_COUNT_S(size, set) == 0) {
        errno = EINVAL;
        return -1;
    }
    return 0;
}
