/* First steps: a loop with OpenMP. What the function must do is written in first_steps.h. */
#include "first_steps.h"

void loop_squares(const uint32_t *data, size_t n, uint64_t *squares, uint64_t *sum) {
    uint64_t total = 0;
#pragma omp parallel for reduction(+ : total)
    for (size_t i = 0; i < n; i++) {
        const uint64_t square = (uint64_t)data[i] * data[i]; /* declared here: private */
        squares[i] = square;
        total += square;
    }
    *sum = total;
}
