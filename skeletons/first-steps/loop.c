/* First steps: a loop with OpenMP. What the function must do is written in first_steps.h. */
#include "first_steps.h"

void loop_squares(const uint32_t *data, size_t n, uint64_t *squares, uint64_t *sum) {
    /* Right on one thread. On several it has two races: which variables do all threads share? */
    uint64_t square, total = 0;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        square = (uint64_t)data[i] * data[i];
        squares[i] = square;
        total += square;
    }
    *sum = total;
}
