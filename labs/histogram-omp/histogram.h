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
 * - data: n values, only to be read. n is any number from 0 to 2^32 - 1, usually not a multiple of
 *   the number of threads, and there may be fewer values than threads. Do not access memory outside
 *   data[0..n-1].
 * - frequency: one counter for each bin. On entry they hold garbage, not zeros: set all of them. Do
 *   not access memory outside the table.
 * - threads: a parallel function uses the team that OpenMP gives to a plain `#pragma omp parallel`,
 *   be it of 1, 2 or 7. Its size is the caller's choice: use no omp_set_num_threads() and no
 *   num_threads() of your own. Inside the region, tid is omp_get_thread_num() and NB_THREAD is
 *   omp_get_num_threads(). The threads count at the same time; in the named patterns, each takes
 *   about as many elements as the others.
 * - calls: they come one after the other, never from inside a parallel region, and often. What you
 *   keep in static variables is still there in the next call.
 * - output: none is needed. What you print is thrown away. Do not end the program.
 *
 * Helper functions of your own are welcome: make them `static`, in histogram.c.
 *
 * The names say how the work is shared:
 *
 * - Entrelacer, to interleave: thread tid takes elements tid, tid + NB_THREAD, tid + 2 NB_THREAD …
 * - For: the `omp for` construct shares the elements out.
 * - Atomic: all threads count in the one table `frequency`, each increment an `omp atomic`.
 * - PromotionTab, to promote the table: each thread counts in a private table of its own, with no
 *   synchronisation at all; at the end the private tables are merged into `frequency`.
 *
 * A trap that is not your mistake: the grader searches for races with clang, and clang miscompiles
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
 * On one thread, with no parallel region. All speedups are measured against this version, so it
 * deserves to be fast.
 *
 * data: n bytes. frequency: 256 counters.
 */
void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]);

/*
 * Entrelacer_PromotionTab. An atomic or a critical section may serve in the merge, but not for each
 * element.
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
 * For_PromotionTab. An atomic or a critical section may serve in the merge, but not for each
 * element.
 *
 * data: n bytes. frequency: 256 counters.
 */
void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]);

/*
 * Any number of bins m: a power of two from 1 to 65536. In parallel; which of the patterns above
 * you build on is your choice.
 *
 * data: n values of 16 bits, each from 0 to m - 1. frequency: m counters.
 */
void histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m);

#endif
