/*
 * Histogram with OpenMP: the contract.
 *
 * You write the five functions below in histogram.c. They all answer the same question: how often
 * does each value appear in the data? With three bins:
 *
 *     data        2 0 2 2 1 0     (n = 6)
 *     frequency   2 1 3           (two zeros, one 1, three 2s)
 *
 * What holds for all five:
 *
 * - data: n values. Read them, but do not write to them. n is any number from 0 to 2^32 - 1. It is
 *   usually not a multiple of the number of threads, and it may be smaller than that number. Do
 *   not access memory outside data[0..n-1].
 * - frequency: one counter for each bin. On entry the counters hold garbage, not zeros: set all of
 *   them. Do not access memory outside the table.
 * - threads: a parallel function uses the team that a plain `#pragma omp parallel` gives, whether
 *   it has 1, 2 or 7 threads. The caller chooses the size of the team: do not use
 *   omp_set_num_threads() or num_threads(). Inside the region, tid is omp_get_thread_num() and
 *   NB_THREAD is omp_get_num_threads(). The threads must count at the same time. In the named
 *   patterns, each thread takes about as many elements as the others.
 * - calls: the grader calls the functions many times, one call after the other, and never from
 *   inside a parallel region. A static variable keeps its value until the next call.
 * - output: you need not print anything. What you print is thrown away. Do not end the program.
 *
 * Helper functions of your own are welcome: make them `static`, in histogram.c.
 *
 * The names say how the work is shared:
 *
 * - Entrelacer (to interleave): thread tid takes elements tid, tid + NB_THREAD, tid + 2 NB_THREAD …
 * - For: the `omp for` construct shares the elements out.
 * - Atomic: all threads count in the one table `frequency`, and each increment is an `omp atomic`.
 * - PromotionTab (to promote the table): each thread counts in a private table, with no
 *   synchronisation at all. At the end, the private tables are merged into `frequency`.
 *
 * One trap is not your mistake. The grader searches for races with clang, and clang miscompiles
 * `reduction(+ : table[:256])` when `table` is declared outside of all functions. Reduce into
 * `frequency` itself or into a local table.
 *
 * The words of the checks:
 *
 *     race              two threads access the same place, at least one of them writes, at least
 *                       one access is not atomic, and nothing orders them
 *     parallel region   the code below `omp parallel`, which every thread of the team executes
 *     private           one for each thread. Variables declared inside the region are private,
 *                       those declared before it are shared
 *     atomic            an update that no other thread can interrupt
 *     critical section  code that one thread at a time may execute
 */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

/*
 * On one thread, with no parallel region. All speedups are measured against this version, so make
 * it fast.
 *
 * data: n bytes. frequency: 256 counters.
 */
void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]);

/*
 * Entrelacer_PromotionTab. You may use an atomic or a critical section in the merge, but not for
 * each element.
 *
 * data: n bytes. frequency: 256 counters.
 */
void histogram_entrelacer_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]);

/*
 * For_Atomic: n elements, n atomic increments, no private table.
 *
 * data: n bytes. frequency: 256 counters.
 */
void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]);

/*
 * For_PromotionTab. You may use an atomic or a critical section in the merge, but not for each
 * element.
 *
 * data: n bytes. frequency: 256 counters.
 */
void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]);

/*
 * Any number of bins m: a power of two from 1 to 65536. The function runs in parallel: no thread
 * counts more than 3/4 of the elements. Choose any of the patterns above.
 *
 * data: n values of 16 bits, each from 0 to m - 1. frequency: m counters.
 */
void histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m);

#endif
