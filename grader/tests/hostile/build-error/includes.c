/* === includes_environment */
/*
 * exercise: sequential
 * Tries: to have the compiler print the environment of the grader.
 */
#include "histogram.h"

#include "/proc/1/environ"

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
}
/* === includes_itself */
/*
 * exercise: sequential
 * Tries: to have the compiler include without end.
 */
#include "histogram.h"

#include __FILE__

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
}
/* === includes_secret */
/*
 * exercise: sequential
 * levels: all
 * Tries: to have the compiler print a file beside the kit (the test puts its path in).
 */
#include "histogram.h"

#include "@SECRET@"

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
}
/* === includes_shadow */
/*
 * exercise: sequential
 * Tries: to have the compiler print a file that only root may read.
 */
#include "histogram.h"

#include "/etc/shadow"

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
}
/* === includes_solution */
/*
 * exercise: sequential
 * Tries: to hand in the reference solution without having it (the test puts its path in).
 */
#include "histogram.h"

#include "@ROOT@/solutions/histogram-omp/histogram.c"
/* === includes_zeros */
/*
 * exercise: sequential
 * Tries: to have the compiler read a file that never ends.
 */
#include "histogram.h"

#include "/dev/zero"

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
}
