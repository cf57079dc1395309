/*
 * exercise: for_atomic
 * seconds: 1
 * Tries: to keep the grader busy for hours: a loop of few instructions, each of them a call.
 */
#include "histogram.h"

#include <omp.h>
#include <stdlib.h>

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    while (1) {
        omp_lock_t *lock = malloc(sizeof *lock);
        omp_init_lock(lock);
        for (int i = 0; i < 50; i++) { /* its memory must not fill up before its time is over */
            omp_set_lock(lock);
            omp_unset_lock(lock);
        }
        omp_set_lock(lock);
    }
}
