/*
 * The baseline of `make speedup`: the sum of doubles on one core. Sums of this lab are exact in any
 * order, so the lanes of a register may each have one of their own, and each quarter of the data
 * its register: with one register, each addition would wait for the one before it.
 */
#include "run/runner.h"

enum { N };
enum { ERROR, SUM };

int runner_call(const struct runner_call *call) {
    const double *data = call->input[0];
    const size_t n = call->parameter[N], quarter = n / 4 / 8 * 8; /* whole registers */
    double a = 0, b = 0, c = 0, d = 0;
#pragma omp simd simdlen(8) reduction(+ : a, b, c, d)
    for (size_t i = 0; i < quarter; i++) {
        a += data[i];
        b += data[quarter + i];
        c += data[2 * quarter + i];
        d += data[3 * quarter + i];
    }
    for (size_t i = 4 * quarter; i < n; i++) {
        a += data[i];
    }
    *(double *)call->output[SUM] = a + b + c + d;
    *(int32_t *)call->output[ERROR] = 0;
    return 0;
}
