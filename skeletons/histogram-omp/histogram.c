/* Histogram with OpenMP. What each function must do is written in histogram.h. */
#include "histogram.h"

#include <omp.h>

/* One thread: the yardstick that every speedup is measured with. */
void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    /* Your code goes here, instead of the next line. */
    (void)data, (void)n, (void)frequency;
}

/* Thread tid takes tid, tid + NB_THREAD, tid + 2 NB_THREAD … and counts in a table of its own. */
void histogram_entrelacer_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    /* Your code goes here, instead of the next line. */
    (void)data, (void)n, (void)frequency;
}

/* All threads count in one table, so every increment must be atomic: right, and slow. */
void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    /* Your code goes here, instead of the next line. */
    (void)data, (void)n, (void)frequency;
}

/* `omp for` shares the data out; each thread counts in tables of its own, merged at the end. */
void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    /* Your code goes here, instead of the next line. */
    (void)data, (void)n, (void)frequency;
}

/* For_PromotionTab for m bins: with 65536 of them, zeroing and merging the tables is work too. */
void histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m) {
    /* Your code goes here, instead of the next line. */
    (void)data, (void)n, (void)frequency, (void)m;
}
