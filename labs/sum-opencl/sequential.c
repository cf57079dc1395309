/* The baseline of `make speedup`: the sum of doubles on one core. Sums of this lab are exact in any
 * order, so the lanes of a register may each have one of their own. */
#include "run/runner.h"

enum { N };
enum { ERROR, SUM };

int runner_call(const struct runner_call *call) {
    const double *data = call->input[0];
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (size_t i = 0; i < call->parameter[N]; i++) {
        sum += data[i];
    }
    *(double *)call->output[SUM] = sum;
    *(int32_t *)call->output[ERROR] = 0;
    return 0;
}
