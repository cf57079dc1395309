/* mrg.h - MRG32k3a (L'Ecuyer, "Good Parameters and Implementations for Combined Multiple Recursive
 * Random Number Generators", 1999), seeded as cuRAND seeds it, and jumps in its sequence. */
#pragma once

#include <stdint.h>

#define MRG_MODULUS UINT64_C(4294967087) /* numbers go from 1 up to this */
#define MRG_NORM    2.3283065498378288e-10
#define MRG_WORDS   1.000000048662 /* times a number: 32 bits */

struct mrg {
    uint32_t first[3], second[3];
};

/* The state at the start. */
struct mrg mrg_seed(uint64_t seed);
uint32_t mrg_next(struct mrg *state);
void mrg_skip(struct mrg *state, uint64_t steps);
/* One of cuRAND's sequences ahead: 2^76 steps. */
void mrg_skip_sequence(struct mrg *state);
