/* The baseline of `make speedup`: the best histogram that one core can do. histogram-omp's
 * README.md says how far it is from the best known. */
#include "run/runner.h"

#include "../shared/histogram_on_one_core.h"

enum { N };
enum { ERROR, FREQUENCY };

int runner_call(const struct runner_call *call) {
    histogram_on_one_core(call->input[0], call->parameter[N], call->output[FREQUENCY]);
    *(uint32_t *)call->output[ERROR] = 0;
    return 0;
}
