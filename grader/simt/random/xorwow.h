/*
 * xorwow.h - the generator XORWOW (Marsaglia, "Xorshift RNGs", 2003), seeded as cuRAND seeds it,
 * and jumps in its sequence.
 *
 * A step is linear over GF(2) in the five words of the state, so that n steps are a polynomial in
 * the step: x^n modulo the characteristic polynomial, which has degree 160.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct xorwow {
    uint32_t counter;
    uint32_t word[5];
};

/* cuRAND's sequences lie 2^67 steps apart. */
enum { XORWOW_SEQUENCE_SHIFT = 67 };

/* The state of sequence 0 at its start. */
struct xorwow xorwow_seed(uint64_t seed);
/* The next 32 bits. */
uint32_t xorwow_next(struct xorwow *state);

/* Coefficients of x^0 to x^159. */
struct xorwow_polynomial {
    uint32_t word[5];
};

/* What jumps need, made with the first one: x^(2^n), and x^(n 2^67) for small n; and the last far
 * jump, which the neighbouring sequences share. All zeros at first; owns nothing. */
struct xorwow_jumps {
    bool made;
    struct xorwow_polynomial power[XORWOW_SEQUENCE_SHIFT + 64];
    struct xorwow_polynomial near[256];
    uint64_t far;
    uint32_t from[5], to[5];
};

/* Goes `sequences` sequences and `steps` steps ahead. Jumps to neighbouring sequences from one
 * state cost least when they are made one after the other, with the same `jumps`. */
void xorwow_skip(struct xorwow_jumps *jumps, struct xorwow *state, uint64_t sequences,
                 uint64_t steps);
