/*
 * The baseline of `make speedup`: one step on one core, as fast as one core can.
 *
 * Strips of the field are so narrow that three rows of A stay in the nearest cache until they are
 * used for the last time. Memory is asked for the row after the next, since nothing else tells it
 * that a strip's next row is far from the end of this one. A line of B is written whole and past
 * the caches: else the processor would read it first.
 */
#include "run/runner.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

enum { WIDTH, HEIGHT, LINE };
enum { GHOST = 16, STRIP = 2048, CELLS = 16 };

/* As many cells as a line of a cache holds; they may begin at any cell. */
typedef float cells __attribute__((vector_size(CELLS * sizeof(float)), aligned(4), may_alias));

/* Rows begin at multiples of 64 bytes (stencil.h), and so does `to`. */
static inline void store(float *to, const cells *values) {
#ifdef __AVX512F__
    _mm512_stream_ps(to, (__m512)*values);
#elif defined __SSE2__
    for (int i = 0; i < CELLS; i += 4) {
        _mm_stream_ps(to + i, _mm_loadu_ps((const float *)values + i));
    }
#else
    *(cells *)to = *values;
#endif
}

static void step_row(const float *A, float *B, size_t width, size_t line) {
    size_t x = 0;
    for (; x + CELLS <= width; x += CELLS) {
        const float *a = A + x;
        __builtin_prefetch(a + 2 * line);
        const cells around = *(const cells *)(a - 1) + *(const cells *)(a + 1) +
                             *(const cells *)(a - line) + *(const cells *)(a + line);
        const cells next = 0.75F * *(const cells *)a + 0.25F * around;
        store(B + x, &next);
    }
    for (; x < width; x++) {
        B[x] = 0.75F * A[x] + 0.25F * (A[x - 1] + A[x + 1] + A[x - line] + A[x + line]);
    }
}

int runner_call(const struct runner_call *call) {
    const size_t width = call->parameter[WIDTH], height = call->parameter[HEIGHT];
    const size_t line = call->parameter[LINE];
    const float *from = (const float *)call->input[0] + line + GHOST;
    float *to = (float *)call->output[0] + line + GHOST;
    for (size_t x = 0; x < width; x += STRIP) {
        const size_t strip = width - x < STRIP ? width - x : STRIP;
        for (size_t y = 0; y < height; y++) {
            step_row(from + y * line + x, to + y * line + x, strip, line);
        }
    }
#ifdef __SSE2__
    _mm_sfence();
#endif
    return 0;
}
