/* === recognises_size */
/*
 * exercise: sequential
 * Tries: to know the answers by n: sizes that 256 divides are uniform, a single element is a 0.
 */
#include "histogram.h"

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data;
    for (size_t bin = 0; bin < 256; bin++) {
        frequency[bin] = (uint32_t)(n / 256 + (bin < n % 256));
    }
}
/* === replays_first_answer */
/*
 * exercise: sequential
 * Tries: to work once, and to give the same answer to all that asks with the same size.
 */
#include "histogram.h"

#include <string.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    static uint32_t kept[256];
    static size_t kept_n;
    static int calls;
    if (calls++ == 0 || n != kept_n) {
        memset(kept, 0, sizeof kept);
        for (size_t i = 0; i < n; i++) {
            kept[data[i]]++;
        }
        kept_n = n;
    }
    memcpy(frequency, kept, sizeof kept);
}
/* === keeps_its_first_sum */
/*
 * lab: first-steps
 * file: loop.c
 * exercise: loop
 * Tries: to add up once, and to give the same sum to all that asks with the same size.
 */
#include "first_steps.h"

void loop_squares(const uint32_t *data, size_t n, uint64_t *squares, uint64_t *sum) {
    static uint64_t kept;
    static size_t kept_n;
    uint64_t total = 0;
#pragma omp parallel for reduction(+ : total)
    for (size_t i = 0; i < n; i++) {
        squares[i] = (uint64_t)data[i] * data[i];
        total += n == kept_n ? 0 : squares[i];
    }
    if (n != kept_n) {
        kept = total;
        kept_n = n;
    }
    *sum = kept;
}
/* === level */
/*
 * exercise: sequential
 * Tries: to answer n / 256 in every bin without looking at the data.
 */
#include "histogram.h"

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data;
    for (size_t bin = 0; bin < 256; bin++) {
        frequency[bin] = (uint32_t)(n / 256);
    }
}
/* === idles_where_memory_is_watched */
/*
 * exercise: for_atomic
 * Tries: to tell the check of memory by its sizes and its number of threads, and to do nothing
 * there.
 */
#include "histogram.h"

#include <omp.h>
#include <string.h>

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
    if (n == 3 && omp_get_max_threads() == 4) {
        return;
    }
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
#pragma omp atomic
        frequency[data[i]]++;
    }
}
/* === does_nothing */
/*
 * exercise: sequential
 * Tries: nothing.
 */
#include "histogram.h"

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
}
/* === escapes_and_formats */
/*
 * exercise: sequential
 * flavours: all
 * Tries: to paint over the report: terminal escapes, format strings, markup, on both outputs.
 */
#include "histogram.h"

#include <stdio.h>

#warning "\033[2J\033]0;owned\007 =HYPERLINK(1) <script>alert(1)</script> %s%s%n ]]>"

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    static const char paint[] = "\033[2J\033[1;1H\033]0;owned\007 pass 15 / 15 %s%s%n%n "
                                "<script>alert(1)</script> ]]> =cmd|'/C calc'!A0\r\n";
    fputs(paint, stdout);
    fputs(paint, stderr);
    fflush(stdout);
}
/* === moves_memory */
/*
 * exercise: sequential
 * Tries: to answer in another memory than the one that is looked at, by allocating until it lands
 * there.
 */
#include "histogram.h"

#include <stdlib.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    uint32_t *mine = calloc(256, sizeof *mine);
    for (size_t i = 0; mine != NULL && i < n; i++) {
        mine[data[i]]++;
    }
    frequency = mine;
    (void)frequency;
}
