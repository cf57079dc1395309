/* The baseline of `make speedup`: one step on one core. */
#include "run/runner.h"

enum { WIDTH, HEIGHT, LINE };
enum { GHOST = 16 };

int runner_call(const struct runner_call *call) {
    const size_t width = call->parameter[WIDTH], height = call->parameter[HEIGHT];
    const size_t line = call->parameter[LINE];
    const float *from = (const float *)call->input[0] + line + GHOST;
    float *to = (float *)call->output[0] + line + GHOST;
    for (size_t y = 0; y < height; y++) {
        const float *A = from + y * line;
        float *B = to + y * line;
#pragma omp simd
        for (size_t x = 0; x < width; x++) {
            B[x] = 0.75F * A[x] + 0.25F * (A[x - 1] + A[x + 1] + A[x - line] + A[x + line]);
        }
    }
    return 0;
}
