/*
 * The baseline of `make speedup`: the sum of uints on one core. The lanes of a register have a sum
 * each, and each quarter of the data has its register: one would be read as one stream, and memory
 * gives a core more when it asks for several.
 */
#include "run/runner.h"

enum { N };
enum { ERROR, SUM };

int runner_call(const struct runner_call *call) {
    const uint32_t *src = call->input[0];
    const size_t n = call->parameter[N], quarter = n / 4 / 16 * 16; /* whole registers */
    uint32_t a = 0, b = 0, c = 0, d = 0;
#pragma omp simd simdlen(16) reduction(+ : a, b, c, d)
    for (size_t i = 0; i < quarter; i++) {
        a += src[i];
        b += src[quarter + i];
        c += src[2 * quarter + i];
        d += src[3 * quarter + i];
    }
    for (size_t i = 4 * quarter; i < n; i++) {
        a += src[i];
    }
    *(uint32_t *)call->output[SUM] = a + b + c + d;
    *(int32_t *)call->output[ERROR] = 0;
    return 0;
}
