/*
 * curand_draw.h - the numbers of the host's generators, in the order in which cuRAND gives them:
 * XORWOW deals 4,096 sequences out in turns, and MRG32k3a 81,920, a number (of normal ones a pair)
 * from each; Philox gives four numbers from each of 65,536 sequences. Sobol's give all numbers of
 * one dimension, then those of the next.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../../random/mrg.h"
#include "../../../random/xorwow.h"
#include "../../include/curand.h"

struct curandGenerator_st {
    curandRngType_t type;
    bool on_host; /* writes to the host's memory */
    cudaStream_t stream;
    uint64_t seed, offset;
    struct xorwow *states; /* XORWOW: NULL until the first number */
    struct mrg *mrgs;      /* MRG32k3a: likewise */
    uint32_t turn;
    uint64_t position; /* Philox: numbers given so far; Sobol: of each dimension */

    /* Sobol: where the running call is. */
    uint32_t dimensions, dimension;
    uint64_t of_each, done;
    uint64_t directions[64]; /* of this dimension */
};

/* What one unit of output is made of: draws, and the outputs that they make. */
struct unit {
    uint32_t draws, outputs;
};

/* Whether the numbers are Sobol's. */
bool curand_is_quasi(const struct curandGenerator_st *generator);
/* Draws for one number in double precision. */
uint32_t curand_draws_for_double(const struct curandGenerator_st *generator);

/* Before the first draw of a call for `count` outputs. false without memory. */
bool curand_begin(struct curandGenerator_st *generator, size_t count);
/* A unit's draws: a word each; of Sobol's 64 bits the low word and the high one. */
void curand_draw(struct curandGenerator_st *generator, const struct unit *unit, uint32_t number[4]);
/* The first number is the next one again, after a new seed or offset. */
void curand_rewind(struct curandGenerator_st *generator);

/* What draws stand for: 32 bits; uniform numbers above 0, up to 1. */
uint32_t curand_bits(const struct curandGenerator_st *generator, const uint32_t *draws);
float curand_single(const struct curandGenerator_st *generator, const uint32_t *draws);
double curand_double(const struct curandGenerator_st *generator, const uint32_t *draws);
/* A normal number of Sobol's: the inverse of the normal distribution there. */
double curand_quasi_normal(const struct curandGenerator_st *generator, const uint32_t *draws);
