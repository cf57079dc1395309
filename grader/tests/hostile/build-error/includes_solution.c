/*
 * exercise: sequential
 * Tries: to hand in the reference solution without having it (the test puts its path in).
 */
#include "histogram.h"

#include "@ROOT@/solutions/histogram-omp/histogram.c"
