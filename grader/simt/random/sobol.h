/*
 * sobol.h - direction numbers of Sobol's sequence (Joe and Kuo, "Constructing Sobol sequences with
 * better two-dimensional projections", 2008; their list new-joe-kuo-6), as cuRAND has them.
 */
#pragma once

#include <stdint.h>

/* The dimensions that are known here, of cuRAND's 20,000. */
enum { SOBOL_DIMENSIONS = 128 };

/* The `bits` (32 or 64) direction numbers of a dimension below SOBOL_DIMENSIONS, each with its
 * point on the left of its `bits` bits. */
void sobol_directions(unsigned dimension, unsigned bits, uint64_t *directions);
