/* lockstep_generators.h - the rest of curand_kernel.h: MRG32k3a (L'Ecuyer, 1999), and Sobol's
 * sequences by Gray codes (Antonov and Saleev, 1979). */
#ifndef LOCKSTEP_GENERATORS_H
#define LOCKSTEP_GENERATORS_H

/* ---- MRG32k3a -------------------------------------------------------------------------------- */

#define LOCKSTEP_MRG_FIRST  4294967087ull
#define LOCKSTEP_MRG_SECOND 4294944443ull

struct lockstep_mrg_matrix {
    unsigned int at[3][3];
};

LOCKSTEP_DRAW void lockstep_mrg_apply(const lockstep_mrg_matrix &matrix, unsigned int *vector,
                                      unsigned long long modulus) {
    unsigned int old[3] = {vector[0], vector[1], vector[2]};
#pragma unroll
    for (int i = 0; i < 3; i++) {
        unsigned long long sum = 0;
#pragma unroll
        for (int k = 0; k < 3; k++)
            sum += (unsigned long long)matrix.at[i][k] * old[k] % modulus;
        vector[i] = (unsigned int)(sum % modulus);
    }
}
LOCKSTEP_DRAW void lockstep_mrg_power(lockstep_mrg_matrix power, unsigned int *vector, unsigned long long modulus,
                                      unsigned long long n) {
    for (; n != 0; n >>= 1) {
        if (n & 1)
            lockstep_mrg_apply(power, vector, modulus);
        lockstep_mrg_matrix square;
#pragma unroll
        for (int j = 0; j < 3; j++) {
            unsigned int column[3] = {power.at[0][j], power.at[1][j], power.at[2][j]};
            lockstep_mrg_apply(power, column, modulus);
#pragma unroll
            for (int i = 0; i < 3; i++)
                square.at[i][j] = column[i];
        }
        power = square;
    }
}
/* A step, 2^76 and 2^127 of them, of each half. */
LOCKSTEP_DRAW void skipahead(unsigned long long n, curandStateMRG32k3a *state) {
    lockstep_mrg_power({{{0, 1, 0}, {0, 0, 1}, {4294156359u, 1403580u, 0}}}, state->s1, LOCKSTEP_MRG_FIRST, n);
    lockstep_mrg_power({{{0, 1, 0}, {0, 0, 1}, {4293573854u, 0, 527612u}}}, state->s2, LOCKSTEP_MRG_SECOND, n);
}
LOCKSTEP_DRAW void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a *state) {
    lockstep_mrg_power({{{82758667u, 1871391091u, 4127413238u},
                         {3672831523u, 69195019u, 1871391091u},
                         {3672091415u, 3528743235u, 69195019u}}},
                       state->s1, LOCKSTEP_MRG_FIRST, n);
    lockstep_mrg_power({{{1511326704u, 3759209742u, 1610795712u},
                         {4292754251u, 1511326704u, 3889917532u},
                         {3859662829u, 4292754251u, 3708466080u}}},
                       state->s2, LOCKSTEP_MRG_SECOND, n);
}
LOCKSTEP_DRAW void skipahead_sequence(unsigned long long n, curandStateMRG32k3a *state) {
    lockstep_mrg_power({{{2427906178u, 3580155704u, 949770784u},
                         {226153695u, 1230515664u, 3580155704u},
                         {1988835001u, 986791581u, 1230515664u}}},
                       state->s1, LOCKSTEP_MRG_FIRST, n);
    lockstep_mrg_power({{{1464411153u, 277697599u, 1610723613u},
                         {32183930u, 1464411153u, 1022607788u},
                         {2824425944u, 32183930u, 2093834863u}}},
                       state->s2, LOCKSTEP_MRG_SECOND, n);
}
LOCKSTEP_DRAW void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                               curandStateMRG32k3a *state) {
    unsigned long long low = (unsigned int)seed ^ 0x55555555u;
    unsigned long long high = (unsigned int)(seed >> 32) ^ 0xaaaaaaaau;
    low = seed != 0 ? low * 12345 : 12345;
    high = seed != 0 ? high * 12345 : 12345;
    state->s1[0] = state->s1[2] = (unsigned int)(low % LOCKSTEP_MRG_FIRST);
    state->s1[1] = (unsigned int)(high % LOCKSTEP_MRG_FIRST);
    state->s2[0] = state->s2[2] = (unsigned int)(high % LOCKSTEP_MRG_SECOND);
    state->s2[1] = (unsigned int)(low % LOCKSTEP_MRG_SECOND);
    skipahead_subsequence(subsequence, state);
    skipahead(offset, state);
    state->boxmuller_flag = state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0.0f;
    state->boxmuller_extra_double = 0.0;
}
/* From 1 to the first modulus. */
LOCKSTEP_DRAW double curand_MRG32k3a(curandStateMRG32k3a *state) {
    unsigned int *a = state->s1, *b = state->s2;
    unsigned long long first = (1403580ull * a[1] + 810728ull * (LOCKSTEP_MRG_FIRST - a[0])) % LOCKSTEP_MRG_FIRST;
    unsigned long long second = (527612ull * b[2] + 1370589ull * (LOCKSTEP_MRG_SECOND - b[0])) % LOCKSTEP_MRG_SECOND;
    a[0] = a[1];
    a[1] = a[2];
    a[2] = (unsigned int)first;
    b[0] = b[1];
    b[1] = b[2];
    b[2] = (unsigned int)second;
    return (double)(first > second ? first - second : first + LOCKSTEP_MRG_FIRST - second);
}
LOCKSTEP_DRAW unsigned int curand(curandStateMRG32k3a *state) {
    return (unsigned int)(curand_MRG32k3a(state) * 1.000000048662);
}
LOCKSTEP_DRAW double curand_uniform_double(curandStateMRG32k3a *state) {
    return curand_MRG32k3a(state) * 2.3283065498378288e-10;
}
LOCKSTEP_DRAW float curand_uniform(curandStateMRG32k3a *state) { return (float)curand_uniform_double(state); }
LOCKSTEP_DRAW float2 curand_normal2(curandStateMRG32k3a *state) {
    float size = sqrtf(-2.0f * logf(curand_uniform(state))), sine, cosine;
    __sincosf(curand_uniform(state) * 6.2831855f, &sine, &cosine);
    return make_float2(sine * size, cosine * size);
}
LOCKSTEP_DRAW double2 curand_normal2_double(curandStateMRG32k3a *state) {
    double size = sqrt(-2.0 * log(curand_uniform_double(state))), sine, cosine;
    sincospi(2.0 * curand_uniform_double(state), &sine, &cosine);
    return make_double2(sine * size, cosine * size);
}

/* ---- Sobol's sequences ----------------------------------------------------------------------- */

/* With words of 32 and of 64 bits, of which a double takes DIGITS. The normal numbers are the distribution's inverse;
 * its upper half is the lower one's mirror. */
#define LOCKSTEP_SOBOL(STATE, WORD, BITS, DIGITS, FIND_FIRST)                                                          \
    LOCKSTEP_DRAW void skipahead(WORD n, STATE *state) {                                                               \
        state->x = state->c;                                                                                           \
        state->i += n;                                                                                                 \
        WORD gray = state->i ^ state->i >> 1;                                                                          \
        for (int k = 0; k < BITS; k++) {                                                                               \
            if (gray >> k & 1)                                                                                         \
                state->x ^= state->direction_vectors[k];                                                               \
        }                                                                                                              \
    }                                                                                                                  \
    LOCKSTEP_DRAW void curand_init(const WORD *direction_vectors, WORD offset, STATE *state) {                         \
        state->i = state->c = 0;                                                                                       \
        for (int k = 0; k < BITS; k++)                                                                                 \
            state->direction_vectors[k] = direction_vectors[k];                                                        \
        skipahead(offset, state);                                                                                      \
    }                                                                                                                  \
    LOCKSTEP_DRAW WORD curand(STATE *state) {                                                                          \
        WORD number = state->x;                                                                                        \
        int zero = FIND_FIRST(~state->i);                                                                              \
        state->x ^= state->direction_vectors[zero != 0 ? zero - 1 : BITS - 1];                                         \
        state->i++;                                                                                                    \
        return number;                                                                                                 \
    }                                                                                                                  \
    LOCKSTEP_DRAW float curand_uniform(STATE *state) {                                                                 \
        return lockstep_uniform((unsigned int)(curand(state) >> (BITS - 32)));                                         \
    }                                                                                                                  \
    LOCKSTEP_DRAW float curand_normal(STATE *state) {                                                                  \
        unsigned int x = (unsigned int)(curand(state) >> (BITS - 32));                                                 \
        bool upper = x > 0x80000000u;                                                                                  \
        return (upper ? 1.4142135f : -1.4142135f) * erfcinvf(2.0f * lockstep_uniform(upper ? 0xffffffffu - x : x));    \
    }                                                                                                                  \
    LOCKSTEP_DRAW double curand_normal_double(STATE *state) {                                                          \
        const WORD last = (WORD)-1 >> (BITS - DIGITS);                                                                 \
        WORD x = curand(state) >> (BITS - DIGITS);                                                                     \
        bool upper = x > last / 2 + 1;                                                                                 \
        return (upper ? 1.4142135623730951 : -1.4142135623730951) *                                                    \
               erfcinv(2.0 * ((double)(upper ? last - x : x) + 0.5) * (1.0 / (1ull << DIGITS)));                       \
    }                                                                                                                  \
    LOCKSTEP_DRAW float curand_log_normal(STATE *state, float mean, float deviation) {                                 \
        return expf(mean + deviation * curand_normal(state));                                                          \
    }                                                                                                                  \
    LOCKSTEP_DRAW double curand_log_normal_double(STATE *state, double mean, double deviation) {                       \
        return exp(mean + deviation * curand_normal_double(state));                                                    \
    }
LOCKSTEP_SOBOL(curandStateSobol32, unsigned int, 32, 32, __ffs)
LOCKSTEP_SOBOL(curandStateSobol64, unsigned long long, 64, 53, __ffsll)
#undef LOCKSTEP_SOBOL
LOCKSTEP_DRAW double curand_uniform_double(curandStateSobol32 *state) {
    return (double)curand(state) * 0x1p-32 + 0x1p-32;
}
LOCKSTEP_DRAW double curand_uniform_double(curandStateSobol64 *state) {
    return (double)(curand(state) >> 11) * 0x1p-53 + 0x1p-54;
}
#undef LOCKSTEP_MRG_FIRST
#undef LOCKSTEP_MRG_SECOND
#endif
