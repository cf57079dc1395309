#include "curand_draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../../random/sobol.h"

enum { SEQUENCES = 4096, MRG_SEQUENCES = 81920, PHILOX_SEQUENCES = 65536 };

bool curand_is_quasi(const struct curandGenerator_st *generator) {
    return generator->type >= CURAND_RNG_QUASI_DEFAULT;
}

uint32_t curand_draws_for_double(const struct curandGenerator_st *generator) {
    return generator->type == CURAND_RNG_PSEUDO_XORWOW ||
                   generator->type == CURAND_RNG_PSEUDO_PHILOX4_32_10
               ? 2
               : 1;
}

/* ---- before the first ------------------------------------------------------------------------ */

static bool begin_xorwow(struct curandGenerator_st *generator) {
    generator->states = calloc(SEQUENCES, sizeof *generator->states);
    if (generator->states == NULL) {
        return false;
    }
    const struct xorwow first = xorwow_seed(generator->seed);
    struct xorwow_jumps jumps = {.made = false};
    generator->turn = (uint32_t)(generator->offset % SEQUENCES);
    for (uint32_t n = 0; n < SEQUENCES; n++) {
        generator->states[n] = first;
        xorwow_skip(&jumps, &generator->states[n], n,
                    generator->offset / SEQUENCES + (n < generator->turn));
    }
    return true;
}

static bool begin_mrg(struct curandGenerator_st *generator) {
    generator->mrgs = calloc(MRG_SEQUENCES, sizeof *generator->mrgs);
    if (generator->mrgs == NULL) {
        return false;
    }
    struct mrg state = mrg_seed(generator->seed);
    mrg_skip(&state, generator->offset / MRG_SEQUENCES);
    generator->turn = (uint32_t)(generator->offset % MRG_SEQUENCES);
    for (uint32_t n = 0; n < MRG_SEQUENCES; n++) {
        generator->mrgs[n] = state;
        if (n < generator->turn) {
            mrg_next(&generator->mrgs[n]);
        }
        mrg_skip_sequence(&state);
    }
    return true;
}

static void begin_dimension(struct curandGenerator_st *generator) {
    generator->done = 0;
    if (generator->dimension < generator->dimensions) {
        sobol_directions(generator->dimension,
                         generator->type == CURAND_RNG_QUASI_SOBOL64 ? 64 : 32,
                         generator->directions);
    }
}

bool curand_begin(struct curandGenerator_st *generator, size_t count) {
    if (curand_is_quasi(generator)) {
        generator->of_each = count / generator->dimensions;
        generator->dimension = 0;
        begin_dimension(generator);
        return true;
    }
    return generator->type == CURAND_RNG_PSEUDO_XORWOW
               ? generator->states != NULL || begin_xorwow(generator)
           : generator->type == CURAND_RNG_PSEUDO_MRG32K3A
               ? generator->mrgs != NULL || begin_mrg(generator)
               : true;
}

void curand_rewind(struct curandGenerator_st *generator) {
    free(generator->states);
    free(generator->mrgs);
    generator->states = NULL;
    generator->mrgs = NULL;
    generator->position = generator->offset;
}

/* ---- draws ----------------------------------------------------------------------------------- */

/* Philox4x32-10 (Salmon and others, 2011). */
static void philox(uint64_t seed, uint64_t counter, uint64_t sequence, uint32_t number[4]) {
    uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    uint32_t c[4] = {(uint32_t)counter, (uint32_t)(counter >> 32), (uint32_t)sequence,
                     (uint32_t)(sequence >> 32)};
    for (int round = 0; round < 10; round++) {
        uint64_t first = UINT64_C(0xd2511f53) * c[0], second = UINT64_C(0xcd9e8d57) * c[2];
        uint32_t next[4] = {(uint32_t)(second >> 32) ^ c[1] ^ key[0], (uint32_t)second,
                            (uint32_t)(first >> 32) ^ c[3] ^ key[1], (uint32_t)first};
        memcpy(c, next, sizeof c);
        key[0] += 0x9e3779b9u;
        key[1] += 0xbb67ae85u;
    }
    memcpy(number, c, sizeof c);
}

static void draw_philox(struct curandGenerator_st *generator, const struct unit *unit,
                        uint32_t number[4]) {
    /* Numbers 4 s to 4 s + 3 of a round are sequence s's, from as many blocks as they need. */
    uint64_t at = generator->position, round = at / 4 / PHILOX_SEQUENCES;
    uint32_t blocks = unit->draws / unit->outputs, before = (uint32_t)(at % 4) * blocks;
    uint32_t block[4];
    philox(generator->seed, round * blocks + before / 4, at / 4 % PHILOX_SEQUENCES, block);
    for (uint32_t n = 0; n < unit->draws; n++) {
        number[n] = block[(before + n) % 4];
    }
    generator->position += unit->outputs;
}

/* The point whose number's Gray code says which direction numbers are in it. */
static void draw_sobol(struct curandGenerator_st *generator, uint32_t number[4]) {
    uint64_t at = generator->position + generator->done, point = 0;
    for (uint64_t gray = at ^ at >> 1; gray != 0; gray &= gray - 1) {
        point ^= generator->directions[__builtin_ctzll(gray)];
    }
    number[0] = (uint32_t)point;
    number[1] = (uint32_t)(point >> 32);
    if (++generator->done == generator->of_each) {
        generator->dimension++;
        begin_dimension(generator);
        generator->position +=
            generator->dimension == generator->dimensions ? generator->of_each : 0;
    }
}

void curand_draw(struct curandGenerator_st *generator, const struct unit *unit,
                 uint32_t number[4]) {
    if (curand_is_quasi(generator)) {
        draw_sobol(generator, number);
        return;
    }
    if (generator->type == CURAND_RNG_PSEUDO_PHILOX4_32_10) {
        draw_philox(generator, unit, number);
        return;
    }
    const bool xorwow = generator->type == CURAND_RNG_PSEUDO_XORWOW;
    for (uint32_t n = 0; n < unit->draws; n++) {
        number[n] = xorwow ? xorwow_next(&generator->states[generator->turn])
                           : mrg_next(&generator->mrgs[generator->turn]);
    }
    generator->turn = (generator->turn + 1) % (xorwow ? SEQUENCES : MRG_SEQUENCES);
}

/* ---- what they stand for --------------------------------------------------------------------- */

static uint64_t both(const uint32_t *draws) {
    return (uint64_t)draws[1] << 32 | draws[0];
}

uint32_t curand_bits(const struct curandGenerator_st *generator, const uint32_t *draws) {
    return generator->type == CURAND_RNG_PSEUDO_MRG32K3A ? (uint32_t)((double)draws[0] * MRG_WORDS)
                                                         : draws[0];
}

float curand_single(const struct curandGenerator_st *generator, const uint32_t *draws) {
    if (generator->type == CURAND_RNG_PSEUDO_MRG32K3A) {
        return (float)((double)draws[0] * MRG_NORM);
    }
    uint32_t word = draws[generator->type == CURAND_RNG_QUASI_SOBOL64];
    return fmaf((float)word, 2.3283064e-10f, 2.3283064e-10f / 2.0f);
}

double curand_double(const struct curandGenerator_st *generator, const uint32_t *draws) {
    switch (generator->type) {
    case CURAND_RNG_PSEUDO_MRG32K3A:
        return (double)draws[0] * MRG_NORM;
    case CURAND_RNG_QUASI_SOBOL32:
        return fma((double)draws[0], 0x1p-32, 0x1p-32);
    case CURAND_RNG_QUASI_SOBOL64:
        return fma((double)(both(draws) >> 11), 0x1p-53, 0x1p-54);
    default:
        return fma((double)((uint64_t)draws[0] ^ (uint64_t)draws[1] << 21), 0x1p-53, 0x1p-54);
    }
}

double curand_quasi_normal(const struct curandGenerator_st *generator, const uint32_t *draws) {
    const bool wide = generator->type == CURAND_RNG_QUASI_SOBOL64;
    double p = wide ? fma((double)(both(draws) >> 11), 0x1p-53, 0x1p-54)
                    : fma((double)draws[0], 0x1p-32, 0x1p-33);
    const bool upper = p > 0.5;
    p = upper ? 1.0 - p : p;
    /* Halley's steps towards erfc(-x / sqrt(2)) / 2 = p, from the tail's first term. */
    double x = p < 0.1 ? -sqrt(-2.0 * log(2.0 * p)) : (p - 0.5) * 2.5;
    for (int step = 0; step < 8; step++) {
        double off = (0.5 * erfc(-x * M_SQRT1_2) - p) * sqrt(2.0 * M_PI) * exp(x * x / 2.0);
        x -= off / (1.0 + x * off / 2.0);
    }
    return upper ? -x : x;
}
