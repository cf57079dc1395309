/* === moves_lines */
/*
 * exercise: for_atomic
 * Tries: to have its lines taken for a header's, and to be another program for each compiler there.
 */
#include "histogram.h"

#include <string.h>

static void count(uint32_t *counter) {
#li\
ne 1 "/usr/include/string.h"
#if __GNUC__ < 5
#pragma omp atomic
#endif
    (*counter)++;
#line 17 "histogram.c"
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        count(&frequency[data[i]]);
    }
}
/* === hides_behind_padding */
/*
 * exercise: for_atomic
 * Tries: to be longer, with all that it includes, than anybody reads, and to hide behind that what
 * is forbidden.
 */
#include "histogram.h"

#include <string.h>

#define A(x) x x x x x x x x x x x x x x x x
#define B(x) A(A(A(x)))
#define TEXT "a long text that stands for nothing at all, again and again"

/* Never used, so that the program does not grow. */
static inline const char *nothing(void) {
    return B(A(TEXT TEXT TEXT TEXT TEXT)); /* 19 MB */
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
    (void)nothing;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        __asm__ volatile("lock incl %0" : "+m"(frequency[data[i]]));
    }
}
/* === pasted_assembler */
/*
 * exercise: sequential
 * flavours: all
 * Tries: to write assembler without the word standing in the file.
 */
#include "histogram.h"

#define PASTE(left, right) left##right

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n;
    long result;
    PASTE(as, m) volatile("syscall" : "=a"(result) : "a"(39) : "rcx", "r11", "memory");
    frequency[0] = (uint32_t)result;
}
/* === hides_from_detectors */
/*
 * exercise: for_atomic
 * Tries: to keep a function out of the sight of the race check, and to ask whether one is there.
 */
#include "histogram.h"

#include <string.h>

__attribute__((weak)) void __tsan_init(void);

__attribute__((no_sanitize("thread"), noinline)) static void unseen(uint32_t *counter) {
    (*counter)++;
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel for if (__tsan_init == 0)
    for (size_t i = 0; i < n; i++) {
        unseen(&frequency[data[i]]);
    }
}
/* === include_tree */
/*
 * exercise: sequential
 * compiling: 8
 * Tries: to have the compiler include 2^200 times.
 */
#include "histogram.h"

#if __INCLUDE_LEVEL__ < 180
#include __FILE__
#include __FILE__
#endif

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
}
/* === embeds_a_file */
/*
 * exercise: sequential
 * Tries: to have the assembler put a file of the machine into the program.
 */
#include "histogram.h"

asm(".section .rodata\n"
    ".global secret\n"
    "secret: .incbin \"/etc/shadow\"\n"
    ".previous\n");

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data;
    for (size_t bin = 0; bin < 256; bin++) {
        frequency[bin] = (uint32_t)(n / 256);
    }
}
/* === by_another_path */
/*
 * exercise: for_atomic
 * Tries: to have its lines taken for another file's, by including itself under another name.
 */
#ifndef AGAIN
#define AGAIN
#include "/proc/self/cwd/histogram.c"
#else
#include "histogram.h"

#include <string.h>

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        __asm__ volatile("lock incl %0" : "+m"(frequency[data[i]]));
    }
}
#endif
