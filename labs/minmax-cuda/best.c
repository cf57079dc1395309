/* The best known minimum and maximum on one core, to measure cpu.c beside:
 * grader/tests/baselines/bench.sh. Two searches by a library read the data twice, so there is none
 * to compare with. */
#include "tests/baselines/best.h"

#if defined(__AVX512F__)
#include <immintrin.h>
typedef __m512d lanes;
#define LOAD   _mm512_loadu_pd
#define LOWER  _mm512_min_pd
#define HIGHER _mm512_max_pd
#elif defined(__AVX__)
#include <immintrin.h>
typedef __m256d lanes;
#define LOAD   _mm256_loadu_pd
#define LOWER  _mm256_min_pd
#define HIGHER _mm256_max_pd
#endif

#ifdef LOAD
#include <math.h>

enum { N };
enum { ERROR, MINIMUM, MAXIMUM };
enum { LANES = sizeof(lanes) / sizeof(double), STEP = 2 * LANES, REGISTERS = 8 };

/* A quarter of the data has two registers of minima and two of maxima: no comparison waits for the
 * one before, and memory is asked for four streams. */
static int quarters(const struct runner_call *call) {
    const double *data = call->input[0];
    const size_t n = call->parameter[N], quarter = n / 4 / STEP * STEP;
    double lowest = INFINITY, highest = -INFINITY;
    lanes low[REGISTERS], high[REGISTERS];
    for (int r = 0; r < REGISTERS; r++) {
        low[r] = lowest - (lanes){0};
        high[r] = highest - (lanes){0};
    }
    for (size_t i = 0; i < quarter; i += STEP) {
#pragma GCC unroll 8
        for (int r = 0; r < REGISTERS; r++) {
            const lanes value = LOAD(data + (size_t)(r / 2) * quarter + i + r % 2 * LANES);
            low[r] = LOWER(value, low[r]);
            high[r] = HIGHER(value, high[r]);
        }
    }
    for (int place = 0; place < REGISTERS * LANES; place++) {
        const double a = low[place / LANES][place % LANES], b = high[place / LANES][place % LANES];
        lowest = a < lowest ? a : lowest;
        highest = b > highest ? b : highest;
    }
    for (size_t i = 4 * quarter; i < n; i++) {
        lowest = data[i] < lowest ? data[i] : lowest;
        highest = data[i] > highest ? data[i] : highest;
    }
    *(double *)call->output[MINIMUM] = lowest;
    *(double *)call->output[MAXIMUM] = highest;
    *(uint32_t *)call->output[ERROR] = 0;
    return 0;
}
#endif

const struct best_known lockstep_best[] = {
#ifdef LOAD
    {.name = "intrinsics", .call = quarters},
#endif
    {.name = NULL},
};
