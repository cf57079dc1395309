/* Histogram with OpenMP. What each function must do is written in histogram.h. */
#include "histogram.h"

#include <omp.h>
#ifdef SOLUTION
#include <stdlib.h>
#include <string.h>

/*
 * Why four tables: `table[data[i]]++` loads a counter, adds one and stores it. When the next value
 * is the same, its load needs what that store has just written: on equal data the loop is one long
 * chain of loads that wait for stores. Four neighbours that count in four tables never wait for
 * each other, whatever the data.
 */
enum { TABLES = 4 };

/* Adds the values of data[0 … n - 1] to the tables. A bin's count is its sum over the tables. */
static void count(const uint8_t *data, size_t n, uint32_t table[TABLES][256]) {
    size_t i = 0;
    for (; i + TABLES <= n; i += TABLES) {
        table[0][data[i + 0]]++;
        table[1][data[i + 1]]++;
        table[2][data[i + 2]]++;
        table[3][data[i + 3]]++;
    }
    for (; i < n; i++) {
        table[0][data[i]]++;
    }
}

/*
 * The yardstick goes further. Four loads of values and four of counters for four values keep the
 * load units busy, so eight values are taken out of one 64-bit number, by the arithmetic units, and
 * the next number is loaded before this one's values are counted. Eight tables keep equal
 * neighbours apart for longer. A row is longer than 256: eight rows of 1,024 bytes would put
 * counters of one value 4,096 bytes apart, and a processor that compares only the low bits of
 * addresses takes one for the other.
 */
enum { EIGHT = 8, ROW = 256 + 16 };

static inline uint64_t load_eight(const uint8_t *data) {
    uint64_t word;
    memcpy(&word, data, sizeof word);
    return word;
}

/* Adds eight values, one to each table. */
static inline void count_eight(uint64_t word, uint32_t table[EIGHT][ROW]) {
    const uint32_t low = (uint32_t)word, high = (uint32_t)(word >> 32);
    table[0][low & 255]++;
    table[1][low >> 8 & 255]++;
    table[2][low >> 16 & 255]++;
    table[3][low >> 24]++;
    table[4][high & 255]++;
    table[5][high >> 8 & 255]++;
    table[6][high >> 16 & 255]++;
    table[7][high >> 24]++;
}
#endif

/* One thread: the yardstick that every speedup is measured with. */
void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
#ifdef SOLUTION
    uint32_t table[EIGHT][ROW] = {0};
    uint64_t even = n >= 8 ? load_eight(data) : 0, odd;
    size_t s = 0;
    for (; s + 40 <= n; s += 32) {
        odd = load_eight(data + s + 8);
        count_eight(even, table);
        even = load_eight(data + s + 16);
        count_eight(odd, table);
        odd = load_eight(data + s + 24);
        count_eight(even, table);
        even = load_eight(data + s + 32);
        count_eight(odd, table);
        __builtin_prefetch(data + s + 1024); /* what will be counted soon: memory is far away */
    }
    for (; s < n; s++) {
        table[0][data[s]]++;
    }
    memcpy(frequency, table[0], 256 * sizeof *frequency);
    for (size_t t = 1; t < EIGHT; t++) {
        for (size_t bin = 0; bin < 256; bin++) {
            frequency[bin] += table[t][bin];
        }
    }
#else
    /* Your code goes here, instead of the next line. */
    (void)data, (void)n, (void)frequency;
#endif
}

/* Thread tid takes tid, tid + NB_THREAD, tid + 2 NB_THREAD … and counts in a table of its own. */
void histogram_entrelacer_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
#ifdef SOLUTION
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel
    {
        const size_t tid = omp_get_thread_num();
        const size_t NB_THREAD = omp_get_num_threads();
        uint32_t table[256] = {0}; /* declared inside the region: one for each thread */

        for (size_t s = tid; s < n; s += NB_THREAD) {
            table[data[s]]++;
        }

#pragma omp critical
        for (size_t bin = 0; bin < 256; bin++) {
            frequency[bin] += table[bin];
        }
    }
#else
    /* Your code goes here, instead of the next line. */
    (void)data, (void)n, (void)frequency;
#endif
}

/* All threads count in one table, so every increment must be atomic: right, and slow. */
void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
#ifdef SOLUTION
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
#pragma omp atomic
        frequency[data[i]]++;
    }
#else
    /* Your code goes here, instead of the next line. */
    (void)data, (void)n, (void)frequency;
#endif
}

/* `omp for` shares the data out; each thread counts in tables of its own, merged at the end. */
void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
#ifdef SOLUTION
    const size_t BLOCK = 4096; /* shared out by the block: within one, count() runs at full speed */
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel
    {
        uint32_t table[TABLES][256] = {0};

#pragma omp for nowait
        for (size_t begin = 0; begin < n; begin += BLOCK) {
            count(data + begin, n - begin < BLOCK ? n - begin : BLOCK, table);
        }

        /* No barrier is needed (nowait): a thread merges nothing but its own tables. */
#pragma omp critical
        for (size_t bin = 0; bin < 256; bin++) {
            frequency[bin] += table[0][bin] + table[1][bin] + table[2][bin] + table[3][bin];
        }
    }
#else
    /* Your code goes here, instead of the next line. */
    (void)data, (void)n, (void)frequency;
#endif
}

/* For_PromotionTab for m bins: with 65536 of them, zeroing and merging the tables is work too. */
void histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m) {
#ifdef SOLUTION
    /* A row for each thread, in whole cache lines: writers of one line slow each other down. */
    const size_t LINE = 64, COUNTERS = LINE / sizeof(uint32_t);
    const size_t row = m < COUNTERS ? COUNTERS : m;
    uint32_t *promoted = aligned_alloc(LINE, omp_get_max_threads() * row * sizeof(uint32_t));
    if (promoted == NULL) { /* no memory for the tables: count without them */
        memset(frequency, 0, m * sizeof(uint32_t));
        for (size_t i = 0; i < n; i++) {
            frequency[data[i]]++;
        }
        return;
    }

#pragma omp parallel
    {
        const size_t NB_THREAD = omp_get_num_threads();
        uint32_t *table = promoted + omp_get_thread_num() * row;
        memset(table, 0, row * sizeof(uint32_t));

#pragma omp for
        for (size_t i = 0; i < n; i++) {
            table[data[i]]++;
        }

        /* The barrier at the end of `omp for` has passed: every row is complete. */
#pragma omp for
        for (size_t bin = 0; bin < m; bin++) {
            uint32_t sum = 0;
            for (size_t t = 0; t < NB_THREAD; t++) {
                sum += promoted[t * row + bin];
            }
            frequency[bin] = sum;
        }
    }
    free(promoted);
#else
    /* Your code goes here, instead of the next line. */
    (void)data, (void)n, (void)frequency, (void)m;
#endif
}
