/* XORWOW: seeds, steps and jumps. */
#include "xorwow.h"

#include <stdbool.h>
#include <string.h>

enum { WORDS = 5, DEGREE = 160, POWERS = XORWOW_SEQUENCE_SHIFT + 64, NEAR_BITS = 8 };

/* The characteristic polynomial without x^160, found with Berlekamp's and Massey's algorithm. */
static const struct xorwow_polynomial characteristic = {
    {0x00060001, 0x08610030, 0x00062121, 0x0f3c0035, 0x00000f0e}};

static bool coefficient(const struct xorwow_polynomial *p, int n) {
    return (p->word[n / 32] >> n % 32 & 1) != 0;
}

static void add(uint32_t to[WORDS], const uint32_t from[WORDS]) {
    for (int i = 0; i < WORDS; i++) {
        to[i] ^= from[i];
    }
}

static void times_x(struct xorwow_polynomial *p) {
    bool carry = coefficient(p, DEGREE - 1);
    for (int i = WORDS - 1; i > 0; i--) {
        p->word[i] = p->word[i] << 1 | p->word[i - 1] >> 31;
    }
    p->word[0] <<= 1;
    if (carry) {
        add(p->word, characteristic.word);
    }
}

static struct xorwow_polynomial product(struct xorwow_polynomial a,
                                        const struct xorwow_polynomial *b) {
    struct xorwow_polynomial sum = {{0}};
    for (int n = 0; n < DEGREE; n++, times_x(&a)) {
        if (coefficient(b, n)) {
            add(sum.word, a.word);
        }
    }
    return sum;
}

static void step(uint32_t word[WORDS]) {
    uint32_t t = word[0] ^ word[0] >> 2;
    memmove(word, word + 1, (WORDS - 1) * sizeof *word);
    word[4] = word[4] ^ word[4] << 4 ^ t ^ t << 1;
}

static void apply(const struct xorwow_polynomial *p, uint32_t word[WORDS]) {
    uint32_t sum[WORDS] = {0};
    for (int n = 0; n < DEGREE; n++, step(word)) {
        if (coefficient(p, n)) {
            add(sum, word);
        }
    }
    memcpy(word, sum, sizeof sum);
}

static void make(struct xorwow_jumps *jumps) {
    struct xorwow_polynomial p = {{2}};
    for (int n = 0; n < POWERS; n++, p = product(p, &p)) {
        jumps->power[n] = p;
    }
    jumps->near[0] = (struct xorwow_polynomial){{1}};
    for (int n = 1; n < 1 << NEAR_BITS; n++) {
        jumps->near[n] = product(jumps->near[n - 1], &jumps->power[XORWOW_SEQUENCE_SHIFT]);
    }
    jumps->made = true;
}

static void jump(const struct xorwow_jumps *jumps, uint32_t word[WORDS], uint64_t distance,
                 int shift) {
    for (int n = 0; distance >> n != 0; n++) {
        if ((distance >> n & 1) != 0) {
            apply(&jumps->power[n + shift], word);
        }
        if (n == 63) {
            break;
        }
    }
}

static void skip_far(struct xorwow_jumps *jumps, uint32_t word[WORDS], uint64_t far) {
    if (far == 0) {
        return;
    }
    if (jumps->far != far || memcmp(jumps->from, word, sizeof jumps->from) != 0) {
        memcpy(jumps->from, word, sizeof jumps->from);
        jump(jumps, word, far, XORWOW_SEQUENCE_SHIFT + NEAR_BITS);
        memcpy(jumps->to, word, sizeof jumps->to);
        jumps->far = far;
    }
    memcpy(word, jumps->to, sizeof jumps->to);
}

void xorwow_skip(struct xorwow_jumps *jumps, struct xorwow *state, uint64_t sequences,
                 uint64_t steps) {
    if (!jumps->made) {
        make(jumps);
    }
    skip_far(jumps, state->word, sequences >> NEAR_BITS);
    uint64_t near = sequences & ((1 << NEAR_BITS) - 1);
    if (near != 0) {
        apply(&jumps->near[near], state->word);
    }
    jump(jumps, state->word, steps, 0);
    state->counter += (uint32_t)steps * 362437u; /* 2^67 times that is 0 */
}

struct xorwow xorwow_seed(uint64_t seed) {
    uint32_t low = ((uint32_t)seed ^ 0xaad26b49u) * 1099087573u;
    uint32_t high = ((uint32_t)(seed >> 32) ^ 0xf7dcefddu) * 2591861531u;
    return (struct xorwow){.counter = 6615241u + high + low,
                           .word = {123456789u + low, 362436069u ^ low, 521288629u + high,
                                    88675123u ^ high, 5783321u + low}};
}

uint32_t xorwow_next(struct xorwow *state) {
    step(state->word);
    state->counter += 362437u;
    return state->word[4] + state->counter;
}
