/*
 * weights.h - the weights that a wrong step has used, for oracle.c. If every cell of the answer is
 * the same sum of a cell and its neighbours, five unknown weights fit all cells; least squares find
 * them.
 */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

enum { WEIGHTS = 5 }; /* of the cell itself, west, east, north, south */

/* The cell at `at` and its neighbours. */
static void weights_read(const float *field, ptrdiff_t line, double values[WEIGHTS]) {
    const ptrdiff_t at[WEIGHTS] = {0, -1, 1, -line, line};
    for (int i = 0; i < WEIGHTS; i++) {
        values[i] = (double)field[at[i]];
    }
}

/* Solves the equations, whose right sides are in the last column, by elimination. False where
 * several solutions fit, as for a field of equal values. */
static bool weights_solve(double equation[WEIGHTS][WEIGHTS + 1], double weight[WEIGHTS]) {
    for (int i = 0; i < WEIGHTS; i++) {
        const double diagonal = equation[i][i];
        for (int k = 0; k < i; k++) {
            const double factor = equation[i][k] / equation[k][k];
            for (int j = k; j <= WEIGHTS; j++) {
                equation[i][j] -= factor * equation[k][j];
            }
        }
        if (!(equation[i][i] > 1e-6 * diagonal)) {
            return false;
        }
    }
    for (int i = WEIGHTS - 1; i >= 0; i--) {
        weight[i] = equation[i][WEIGHTS];
        for (int j = i + 1; j < WEIGHTS; j++) {
            weight[i] -= equation[i][j] * weight[j];
        }
        weight[i] /= equation[i][i];
    }
    return true;
}

/* Does every cell come from those of `from` by one set of weights? Both point to cell (0, 0). */
static bool weights_find(const float *to, const float *from, size_t width, size_t height,
                         size_t line, double weight[WEIGHTS]) {
    enum { LEAST_CELLS = 4 * WEIGHTS }; /* fewer may fit by chance */
    double equation[WEIGHTS][WEIGHTS + 1] = {{0}}, values[WEIGHTS];
    for (size_t y = 0; y < height; y++) {
        for (size_t x = 0; x < width; x++) {
            weights_read(from + y * line + x, (ptrdiff_t)line, values);
            for (int i = 0; i < WEIGHTS; i++) {
                for (int j = 0; j < WEIGHTS; j++) {
                    equation[i][j] += values[i] * values[j];
                }
                equation[i][WEIGHTS] += values[i] * (double)to[y * line + x];
            }
        }
    }
    if (width * height < LEAST_CELLS || !weights_solve(equation, weight)) {
        return false;
    }
    for (size_t y = 0; y < height; y++) {
        for (size_t x = 0; x < width; x++) {
            const double got = (double)to[y * line + x];
            double fit = 0;
            weights_read(from + y * line + x, (ptrdiff_t)line, values);
            for (int i = 0; i < WEIGHTS; i++) {
                fit += weight[i] * values[i];
            }
            if (!(fabs(fit - got) <= 1e-4 * (1 + fabs(got)))) { /* NaN, too */
                return false;
            }
        }
    }
    return true;
}
