/* A function a row, exchange inside of one region, bisection of the slope. */
#include "stencil.h"
#include <math.h>
#include <omp.h>
#include <string.h>
static inline void row(float *restrict b, const float *restrict a, int width, int line) {
    const float *n = a - line, *s = a + line;
#pragma omp simd
    for (int x = 0; x < width; x++)
        b[x] = 0.75f * a[x] + 0.25f * (a[x - 1] + a[x + 1] + n[x] + s[x]);
}
void stencil_multi(float *B, const float *A, int width, int height, int line) {
#pragma omp parallel
    {
#pragma omp for schedule(runtime) nowait
        for (int y = 0; y < height; ++y)
            row(B + (long)y * line, A + (long)y * line, width, line);
    }
}
float *stencil_iterate(float *A, float *B, int width, int height, int line, int steps) {
    float *f[2] = {A, B};
#pragma omp parallel default(none) shared(f) firstprivate(width, height, line, steps)
    for (int s = 0; s < steps; s++) {
#pragma omp for schedule(static)
        for (int y = 0; y < height; y++)
            row(f[~s & 1] + (long)y * line, f[s & 1] + (long)y * line, width, line);
    }
    return f[steps & 1];
}
int stencil_best_split(int height, stencil_measure *measure, void *context) {
    int best = 0;
    double t0 = measure(0, context), t1 = measure(height, context), best_t = t0;
    if (t1 < best_t) {
        best = height;
        best_t = t1;
    }
    int lo = 1, hi = height - 1;
    while (hi - lo > 0) {
        int mid = lo + (hi - lo) / 2;
        double a = measure(mid, context), b = measure(mid + 1, context);
        if (a < best_t) {
            best_t = a;
            best = mid;
        }
        if (b < best_t) {
            best_t = b;
            best = mid + 1;
        }
        if (a <= b)
            hi = mid;
        else
            lo = mid + 1;
    }
    if (lo == hi) {
        double a = measure(lo, context);
        if (a < best_t)
            best = lo;
    }
    return best;
}
