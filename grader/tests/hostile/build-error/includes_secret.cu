/*
 * exercise: gm
 * Tries: to have the secret quoted in an error message.
 */
#include "@SECRET@"
#include "@ROOT@/labs/histogram-cuda/oracle.c"
#include "histogram.h"
