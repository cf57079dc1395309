#include "mrg.h"

#include <string.h>

static const uint64_t other_modulus = 4294944443;

struct mrg_matrix {
    uint64_t at[3][3];
};

/* A step of each half: numbers come in at the end. */
static const struct mrg_matrix first_step = {
    {{0, 1, 0}, {0, 0, 1}, {MRG_MODULUS - 810728, 1403580, 0}}};
static const struct mrg_matrix second_step = {
    {{0, 1, 0}, {0, 0, 1}, {4294944443 - 1370589, 0, 527612}}};

static struct mrg_matrix times(const struct mrg_matrix *a, const struct mrg_matrix *b,
                               uint64_t modulus) {
    struct mrg_matrix product = {0};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            for (int k = 0; k < 3; k++) {
                product.at[i][j] =
                    (product.at[i][j] + a->at[i][k] * b->at[k][j] % modulus) % modulus;
            }
        }
    }
    return product;
}

static void apply(const struct mrg_matrix *matrix, uint32_t vector[3], uint64_t modulus) {
    uint32_t result[3];
    for (int i = 0; i < 3; i++) {
        uint64_t sum = 0;
        for (int k = 0; k < 3; k++) {
            sum = (sum + matrix->at[i][k] * vector[k] % modulus) % modulus;
        }
        result[i] = (uint32_t)sum;
    }
    memcpy(vector, result, sizeof result);
}

static void skip(const struct mrg_matrix *step, uint32_t vector[3], uint64_t modulus,
                 uint64_t steps) {
    for (struct mrg_matrix power = *step; steps != 0; steps >>= 1) {
        if (steps & 1) {
            apply(&power, vector, modulus);
        }
        power = times(&power, &power, modulus);
    }
}

struct mrg mrg_seed(uint64_t seed) {
    const uint64_t start = 12345;
    uint64_t low = (uint32_t)seed ^ 0x55555555u, high = (uint32_t)(seed >> 32) ^ 0xaaaaaaaau;
    low = seed != 0 ? low : 1;
    high = seed != 0 ? high : 1;
    uint32_t first_low = (uint32_t)(low * start % MRG_MODULUS);
    uint32_t first_high = (uint32_t)(high * start % MRG_MODULUS);
    uint32_t second_low = (uint32_t)(low * start % other_modulus);
    uint32_t second_high = (uint32_t)(high * start % other_modulus);
    return (struct mrg){.first = {first_low, first_high, first_low},
                        .second = {second_high, second_low, second_high}};
}

/* The last row of a step, for a state whose oldest number goes. */
static uint32_t advance(const struct mrg_matrix *step, uint32_t vector[3], uint64_t modulus) {
    uint64_t sum = 0;
    for (int k = 0; k < 3; k++) {
        sum += step->at[2][k] * vector[k] % modulus;
    }
    vector[0] = vector[1];
    vector[1] = vector[2];
    vector[2] = (uint32_t)(sum % modulus);
    return vector[2];
}

uint32_t mrg_next(struct mrg *state) {
    uint64_t a = advance(&first_step, state->first, MRG_MODULUS);
    uint64_t b = advance(&second_step, state->second, other_modulus);
    return (uint32_t)(a > b ? a - b : a + MRG_MODULUS - b);
}

void mrg_skip(struct mrg *state, uint64_t steps) {
    skip(&first_step, state->first, MRG_MODULUS, steps);
    skip(&second_step, state->second, other_modulus, steps);
}

void mrg_skip_sequence(struct mrg *state) {
    static const struct mrg_matrix first = {{{82758667, 1871391091, 4127413238},
                                             {3672831523, 69195019, 1871391091},
                                             {3672091415, 3528743235, 69195019}}};
    static const struct mrg_matrix second = {{{1511326704, 3759209742, 1610795712},
                                              {4292754251, 1511326704, 3889917532},
                                              {3859662829, 4292754251, 3708466080}}};
    apply(&first, state->first, MRG_MODULUS);
    apply(&second, state->second, other_modulus);
}
