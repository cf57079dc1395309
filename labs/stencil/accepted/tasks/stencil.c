#include "stencil.h"

#include <stddef.h>

static inline float cell(const float *a, int line) {
    return 0.25f * (3 * a[0] + a[-1] + a[1] + a[-line] + a[line]);
}

void stencil_multi(float *B, const float *A, int width, int height, int line) {
#pragma omp parallel
    {
#pragma omp for schedule(runtime) nowait
        for (int y = 0; y < height; y++) {
            float *b = B + (ptrdiff_t)y * line;
            const float *a = A + (ptrdiff_t)y * line;
#pragma omp simd
            for (int x = 0; x < width; x++) {
                b[x] = cell(a + x, line);
            }
        }
    }
}

/* Blocks of rows as tasks, all steps in one region. */
float *stencil_iterate(float *A, float *B, int width, int height, int line, int steps) {
    float *fields[2] = {A, B};
    enum { ROWS = 8 };
#pragma omp parallel
#pragma omp single
    for (int step = 0; step < steps; step++) {
        const float *from = fields[step % 2];
        float *to = fields[1 - step % 2];
        for (int first = 0; first < height; first += ROWS) {
#pragma omp task firstprivate(from, to, first)
            for (int y = first; y < height && y < first + ROWS; y++) {
                for (int x = 0; x < width; x++) {
                    to[y * line + x] = cell(from + y * line + x, line);
                }
            }
        }
#pragma omp taskwait
    }
    return fields[steps % 2];
}

/* Golden section, then the neighbourhood. */
int stencil_best_split(int height, stencil_measure *measure, void *context) {
    double low = 1, high = height - 1;
    int best = 0;
    double least = measure(0, context);
    if (height == 0) {
        return 0;
    }
    const double all = measure(height, context);
    if (all < least) {
        least = all;
        best = height;
    }
    while (high - low > 6) {
        const int a = (int)(high - 0.618 * (high - low)), b = (int)(low + 0.618 * (high - low)) + 1;
        if (measure(a, context) <= measure(b, context)) {
            high = b;
        } else {
            low = a;
        }
    }
    for (int rows = (int)low; rows <= (int)high; rows++) {
        const double time = measure(rows, context);
        if (time < least) {
            least = time;
            best = rows;
        }
    }
    return best;
}
