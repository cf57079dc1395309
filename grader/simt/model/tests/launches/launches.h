/* launches.h - what the launches of launches.cu read and write. */
#pragma once
#include "bench.h"

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
typedef unsigned char byte;

static const int K = 1 << 10, M = 1 << 20;
static unsigned *words, *more, *little, *counter;
static float *floats, *others;
static double *doubles, *results;
static byte *bytes;
