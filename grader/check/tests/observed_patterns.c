/* Compiled as a student's file is in the `observe` flavour; observer_facts.c says what must be seen
 * of each. */
#include "observed_patterns.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

static void zero(uint32_t *frequency) {
    for (int bin = 0; bin < BINS; bin++) {
        frequency[bin] = 0;
    }
}

static void add(uint32_t *frequency, const uint32_t *table) {
    for (int bin = 0; bin < BINS; bin++) {
        frequency[bin] += table[bin];
    }
}

void sequential(const uint8_t *data, size_t n, uint32_t *frequency) {
    zero(frequency);
    for (size_t i = 0; i < n; i++) {
        frequency[data[i]]++;
    }
}

void entrelacer(const uint8_t *data, size_t n, uint32_t *frequency) {
    zero(frequency);
#pragma omp parallel
    {
        uint32_t table[BINS] = {0};
        const size_t stride = (size_t)omp_get_num_threads();
        for (size_t s = (size_t)omp_get_thread_num(); s < n; s += stride) {
            table[data[s]]++;
        }
#pragma omp critical
        add(frequency, table);
    }
}

void entrelacer_unrolled(const uint8_t *data, size_t n, uint32_t *frequency) {
    zero(frequency);
#pragma omp parallel
    {
        uint32_t table[2][BINS] = {0};
        const size_t stride = (size_t)omp_get_num_threads();
        size_t s = (size_t)omp_get_thread_num();
        for (; s + stride < n; s += 2 * stride) {
            uint8_t second = data[s + stride], first = data[s];
            table[0][first]++;
            table[1][second]++;
        }
        if (s < n) {
            table[0][data[s]]++;
        }
#pragma omp critical
        {
            add(frequency, table[0]);
            add(frequency, table[1]);
        }
    }
}

/* Strides, but starts one further: thread t takes t + 1, t + 1 + T … */
void entrelacer_rotated(const uint8_t *data, size_t n, uint32_t *frequency) {
    zero(frequency);
#pragma omp parallel
    {
        uint32_t table[BINS] = {0};
        const size_t stride = (size_t)omp_get_num_threads();
        for (size_t s = ((size_t)omp_get_thread_num() + 1) % stride; s < n; s += stride) {
            table[data[s]]++;
        }
#pragma omp critical
        add(frequency, table);
    }
}

/* Interleaves half of it, and does the rest alone. */
void entrelacer_and_rest(const uint8_t *data, size_t n, uint32_t *frequency) {
    entrelacer(data, n / 2, frequency);
    for (size_t i = n / 2; i < n; i++) {
        frequency[data[i]]++;
    }
}

void entrelacer_shared_rows(const uint8_t *data, size_t n, uint32_t *frequency) {
    uint32_t rows[16][BINS] = {0};
#pragma omp parallel
    {
        const size_t stride = (size_t)omp_get_num_threads(), tid = (size_t)omp_get_thread_num();
        for (size_t s = tid; s < n; s += stride) {
            rows[tid][data[s]]++;
        }
#pragma omp barrier
        for (size_t bin = tid; bin < BINS; bin += stride) {
            frequency[bin] = 0;
            for (size_t row = 0; row < stride; row++) {
                frequency[bin] += rows[row][bin];
            }
        }
    }
}

void blocks(const uint8_t *data, size_t n, uint32_t *frequency) {
    zero(frequency);
#pragma omp parallel
    {
        uint32_t table[BINS] = {0};
        const size_t threads = (size_t)omp_get_num_threads(), tid = (size_t)omp_get_thread_num();
        for (size_t i = n * tid / threads; i < n * (tid + 1) / threads; i++) {
            table[data[i]]++;
        }
#pragma omp critical
        add(frequency, table);
    }
}

void for_atomic(const uint8_t *data, size_t n, uint32_t *frequency) {
    zero(frequency);
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
#pragma omp atomic
        frequency[data[i]]++;
    }
}

void for_atomic_builtin(const uint8_t *data, size_t n, uint32_t *frequency) {
    zero(frequency);
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        __atomic_fetch_add(&frequency[data[i]], 1, __ATOMIC_RELAXED);
    }
}

void for_atomic_compare(const uint8_t *data, size_t n, uint32_t *frequency) {
    zero(frequency);
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        uint32_t *bin = &frequency[data[i]], old = UINT32_MAX; /* the first try always fails */
        while (!__atomic_compare_exchange_n(bin, &old, old + 1, 1, __ATOMIC_RELAXED,
                                            __ATOMIC_RELAXED)) {
        }
    }
}

/* An atomic that is there for show: thread 0 alone does two. */
void for_atomic_of_one(const uint8_t *data, size_t n, uint32_t *frequency) {
    for_promotion_tab(data, n, frequency);
#pragma omp parallel
    if (omp_get_thread_num() == 0) {
#pragma omp atomic
        frequency[0]++;
#pragma omp atomic
        frequency[0]--;
    }
}

void for_critical(const uint8_t *data, size_t n, uint32_t *frequency) {
    zero(frequency);
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
#pragma omp critical(one)
        frequency[data[i]]++;
    }
}

void for_two_criticals(const uint8_t *data, size_t n, uint32_t *frequency) {
    zero(frequency);
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        if (data[i] % 2 == 0) {
#pragma omp critical(even)
            frequency[data[i]]++;
        } else {
#pragma omp critical(odd)
            frequency[data[i]]++;
        }
    }
}

void for_locks(const uint8_t *data, size_t n, uint32_t *frequency) {
    omp_lock_t lock[BINS];
    zero(frequency);
    for (int bin = 0; bin < BINS; bin++) {
        omp_init_lock(&lock[bin]);
    }
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        omp_set_lock(&lock[data[i]]);
        frequency[data[i]]++;
        omp_unset_lock(&lock[data[i]]);
    }
    for (int bin = 0; bin < BINS; bin++) {
        omp_destroy_lock(&lock[bin]);
    }
}

void for_promotion_tab(const uint8_t *data, size_t n, uint32_t *frequency) {
    zero(frequency);
#pragma omp parallel
    {
        uint32_t table[BINS] = {0};
#pragma omp for nowait
        for (size_t i = 0; i < n; i++) {
            table[data[i]]++;
        }
#pragma omp critical
        add(frequency, table);
    }
}

/* The last thread gives a table back that the first one wrote, and is handed the same memory again:
 * it is shared by nobody. */
void heap_handed_over(const uint8_t *data, size_t n, uint32_t *frequency) {
    uint32_t *first = NULL;
#pragma omp parallel
    {
        if (omp_get_thread_num() == 0) {
            first = malloc(BINS * sizeof *first);
            zero(first);
        }
#pragma omp barrier
        if (omp_get_thread_num() == omp_get_num_threads() - 1) {
            free(first);
            uint32_t *table = malloc(BINS * sizeof *table);
            sequential(data, n, table);
            for (int bin = 0; bin < BINS; bin++) {
                frequency[bin] = table[bin];
            }
            free(table);
        }
    }
}

/* One thread zeroes in wide words what another counts in. */
void wide_and_narrow(const uint8_t *data, size_t n, uint32_t *frequency) {
#pragma omp parallel
    {
        if (omp_get_thread_num() == 0) {
            memset(frequency, 0, BINS * sizeof *frequency);
        }
#pragma omp barrier
        if (omp_get_thread_num() == 1) {
            for (size_t i = 0; i < n; i++) {
                frequency[data[i]]++;
            }
        }
    }
}

/* Eight elements at a time: the first of them is thread t's, the others are not. */
void words(const uint8_t *data, size_t n, uint32_t *frequency) {
    zero(frequency);
#pragma omp parallel
    for (size_t i = 0; i < n; i += 8) {
        if (i % (size_t)omp_get_num_threads() == (size_t)omp_get_thread_num()) {
            uint64_t word = *(const uint64_t *)(data + i);
            for (int byte = 0; byte < 8; byte++) {
#pragma omp atomic
                frequency[word >> 8 * byte & 0xff]++;
            }
        }
    }
}

void atomic_without_team(const uint8_t *data, size_t n, uint32_t *frequency) {
    zero(frequency);
    for (size_t i = 0; i < n; i++) {
        __atomic_fetch_add(&frequency[data[i]], 1, __ATOMIC_RELAXED);
    }
}

void for_promotion_tab_atomic_merge(const uint8_t *data, size_t n, uint32_t *frequency) {
    zero(frequency);
#pragma omp parallel
    {
        uint32_t table[BINS] = {0};
#pragma omp for nowait
        for (size_t i = 0; i < n; i++) {
            table[data[i]]++;
        }
        for (int bin = 0; bin < BINS; bin++) {
#pragma omp atomic
            frequency[bin] += table[bin];
        }
    }
}

void for_promotion_tab_dynamic(const uint8_t *data, size_t n, uint32_t *frequency) {
    zero(frequency);
#pragma omp parallel
    {
        uint32_t *table = calloc(BINS, sizeof *table);
#pragma omp for schedule(dynamic, 512)
        for (size_t i = 0; i < n; i++) {
            table[data[i]]++;
        }
#pragma omp critical
        add(frequency, table);
        free(table);
    }
}

void for_cyclic(const uint8_t *data, size_t n, uint32_t *frequency) {
    zero(frequency);
#pragma omp parallel
    {
        uint32_t table[BINS] = {0};
#pragma omp for schedule(static, 1) nowait
        for (size_t i = 0; i < n; i++) {
            table[data[i]]++;
        }
#pragma omp critical
        add(frequency, table);
    }
}

void reduction_tab(const uint8_t *data, size_t n, uint32_t *frequency) {
    uint32_t *table = frequency;
    zero(frequency);
#pragma omp parallel for reduction(+ : table[:BINS])
    for (size_t i = 0; i < n; i++) {
        table[data[i]]++;
    }
}

/* Combined by a critical section of the run-time library's own: no atomic exists for a product of
 * doubles … */
void reduction_critical(const uint8_t *data, size_t n, uint32_t *frequency) {
    double table[BINS] = {0};
#pragma omp parallel for reduction(+ : table)
    for (size_t i = 0; i < n; i++) {
        table[data[i]] += 1;
    }
    for (int bin = 0; bin < BINS; bin++) {
        frequency[bin] = (uint32_t)table[bin];
    }
}

void tasks(const uint8_t *data, size_t n, uint32_t *frequency) {
    zero(frequency);
#pragma omp parallel
#pragma omp single
    for (size_t start = 0; start < n; start += 1024) {
#pragma omp task firstprivate(start)
        {
            uint32_t table[BINS] = {0};
            for (size_t i = start; i < n && i < start + 1024; i++) {
                table[data[i]]++;
            }
#pragma omp critical
            add(frequency, table);
        }
    }
}

void nested(const uint8_t *data, size_t n, uint32_t *frequency) {
    omp_set_max_active_levels(2);
    zero(frequency);
#pragma omp parallel num_threads(2)
    {
        size_t half = (size_t)omp_get_thread_num();
#pragma omp parallel for num_threads(2)
        for (size_t i = half * n / 2; i < (half + 1) * n / 2; i++) {
#pragma omp atomic
            frequency[data[i]]++;
        }
    }
    omp_set_max_active_levels(1);
}

void two_regions(const uint8_t *data, size_t n, uint32_t *frequency) {
    zero(frequency);
    for (size_t half = 0; half < 2; half++) {
#pragma omp parallel for
        for (size_t i = half * n / 2; i < (half + 1) * n / 2; i++) {
#pragma omp atomic
            frequency[data[i]]++;
        }
    }
}

void team_of_one(const uint8_t *data, size_t n, uint32_t *frequency) {
    zero(frequency);
#pragma omp parallel for num_threads(1)
    for (size_t i = 0; i < n; i++) {
#pragma omp atomic
        frequency[data[i]]++;
    }
}

void only_the_master_reads(const uint8_t *data, size_t n, uint32_t *frequency) {
#pragma omp parallel
    {
#pragma omp master
        sequential(data, n, frequency);
    }
}

/* Each thread reads everything and counts its own bins: no word is written by two. */
void own_bins(const uint8_t *data, size_t n, uint32_t *frequency) {
    zero(frequency);
#pragma omp parallel
    for (size_t i = 0; i < n; i++) {
        if (data[i] % omp_get_num_threads() == omp_get_thread_num()) {
            frequency[data[i]]++;
        }
    }
}

void copied_input(const uint8_t *data, size_t n, uint32_t *frequency) {
    uint8_t *copy = malloc(n);
    memcpy(copy, data, n);
    sequential(copy, n, frequency);
    free(copy);
}
