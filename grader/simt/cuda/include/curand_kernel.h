/*
 * curand_kernel.h - random numbers in kernels: the generators XORWOW and Philox4x32-10, and by
 * lockstep_generators.h MRG32k3a and Sobol's sequences. Whole and uniform numbers are cuRAND's to
 * the bit; normal ones to the last bits of the functions in them.
 */
#ifndef LOCKSTEP_CURAND_KERNEL_H
#define LOCKSTEP_CURAND_KERNEL_H

#include "curand.h"

/* A normal number comes with another, which the state keeps for the next call. The host's files
 * know the states, too, to ask for their memory. */
struct curandStateXORWOW {
    unsigned int d, v[5];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
    uint4 ctr, output;
    uint2 key;
    unsigned int STATE;
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t, curandState_t, curandState;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

struct curandStateMRG32k3a {
    unsigned int s1[3], s2[3];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
struct curandStateSobol32 {
    unsigned int i, x, c;
    unsigned int direction_vectors[32];
};
struct curandStateSobol64 {
    unsigned long long i, x, c;
    unsigned long long direction_vectors[64];
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
typedef struct curandStateSobol32 curandStateSobol32_t;
typedef struct curandStateSobol64 curandStateSobol64_t;

#define LOCKSTEP_MISSING                                                                                               \
    __attribute__((unavailable("Lockstep has no such generator: use curandState, "                                     \
                               "curandStatePhilox4_32_10_t, curandStateMRG32k3a or, for Sobol's "                      \
                               "numbers, curandStateSobol32")))
#define LOCKSTEP_NO_GENERATOR(NAME)                                                                                    \
    struct LOCKSTEP_MISSING NAME {};                                                                                   \
    typedef struct NAME NAME##_t LOCKSTEP_MISSING;
LOCKSTEP_NO_GENERATOR(curandStateMtgp32)
LOCKSTEP_NO_GENERATOR(curandStateScrambledSobol32)
LOCKSTEP_NO_GENERATOR(curandStateScrambledSobol64)
#undef LOCKSTEP_NO_GENERATOR
#undef LOCKSTEP_MISSING

#ifdef __CUDA__

#define LOCKSTEP_RANDOM template <class State> static __device__ __attribute__((nodebug)) inline
#define LOCKSTEP_DRAW   static __device__ __attribute__((nodebug)) inline

/* ---- XORWOW ---------------------------------------------------------------------------------- */

/* The machine jumps by itself: one word of the state that lies so far ahead. */
extern "C" __device__ unsigned int lockstep_xorwow_skip(unsigned int which, unsigned int v0, unsigned int v1,
                                                        unsigned int v2, unsigned int v3, unsigned int v4,
                                                        unsigned long long sequences, unsigned long long steps);

LOCKSTEP_DRAW void lockstep_xorwow_jump(curandStateXORWOW *state, unsigned long long sequences,
                                        unsigned long long steps) {
    unsigned int v0 = state->v[0], v1 = state->v[1], v2 = state->v[2], v3 = state->v[3], v4 = state->v[4];
    if (sequences != 0 || steps != 0) {
#pragma unroll
        for (unsigned int i = 0; i < 5; i++)
            state->v[i] = lockstep_xorwow_skip(i, v0, v1, v2, v3, v4, sequences, steps);
    }
    state->d += (unsigned int)steps * 362437u;
}
LOCKSTEP_DRAW void skipahead(unsigned long long n, curandStateXORWOW *state) { lockstep_xorwow_jump(state, 0, n); }
LOCKSTEP_DRAW void skipahead_sequence(unsigned long long n, curandStateXORWOW *state) {
    lockstep_xorwow_jump(state, n, 0);
}
LOCKSTEP_DRAW void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                               curandStateXORWOW *state) {
    unsigned int low = ((unsigned int)seed ^ 0xaad26b49u) * 1099087573u;
    unsigned int high = ((unsigned int)(seed >> 32) ^ 0xf7dcefddu) * 2591861531u;
    state->d = 6615241u + high + low;
    state->v[0] = 123456789u + low;
    state->v[1] = 362436069u ^ low;
    state->v[2] = 521288629u + high;
    state->v[3] = 88675123u ^ high;
    state->v[4] = 5783321u + low;
    lockstep_xorwow_jump(state, subsequence, offset);
    state->boxmuller_flag = state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0.0f;
    state->boxmuller_extra_double = 0.0;
}
LOCKSTEP_DRAW unsigned int curand(curandStateXORWOW *state) {
    unsigned int t = state->v[0] ^ state->v[0] >> 2;
    state->v[0] = state->v[1];
    state->v[1] = state->v[2];
    state->v[2] = state->v[3];
    state->v[3] = state->v[4];
    state->v[4] = (state->v[4] ^ state->v[4] << 4) ^ (t ^ t << 1);
    state->d += 362437u;
    return state->v[4] + state->d;
}

/* ---- Philox: Salmon and others, "Parallel Random Numbers: As Easy as 1, 2, 3", 2011 ---------- */

LOCKSTEP_DRAW uint4 curand_Philox4x32_10(uint4 c, uint2 k) {
#pragma unroll
    for (int round = 0; round < 10; round++) {
        unsigned int high0 = __umulhi(0xd2511f53u, c.x), low0 = 0xd2511f53u * c.x;
        unsigned int high1 = __umulhi(0xcd9e8d57u, c.z), low1 = 0xcd9e8d57u * c.z;
        c = make_uint4(high1 ^ c.y ^ k.x, low1, high0 ^ c.w ^ k.y, low0);
        k.x += 0x9e3779b9u;
        k.y += 0xbb67ae85u;
    }
    return c;
}
LOCKSTEP_DRAW void lockstep_philox_ahead(curandStatePhilox4_32_10 *state, unsigned long long n) {
    unsigned long long low = ((unsigned long long)state->ctr.y << 32 | state->ctr.x) + n;
    if (low < n) {
        state->ctr.z += 1;
        state->ctr.w += state->ctr.z == 0;
    }
    state->ctr.x = (unsigned int)low;
    state->ctr.y = (unsigned int)(low >> 32);
}
LOCKSTEP_DRAW void skipahead(unsigned long long n, curandStatePhilox4_32_10 *state) {
    unsigned long long blocks = n / 4;
    state->STATE += (unsigned int)(n % 4);
    if (state->STATE > 3) {
        blocks++;
        state->STATE -= 4;
    }
    lockstep_philox_ahead(state, blocks);
    state->output = curand_Philox4x32_10(state->ctr, state->key);
}
LOCKSTEP_DRAW void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10 *state) {
    unsigned long long high = ((unsigned long long)state->ctr.w << 32 | state->ctr.z) + n;
    state->ctr.z = (unsigned int)high;
    state->ctr.w = (unsigned int)(high >> 32);
    state->output = curand_Philox4x32_10(state->ctr, state->key);
}
LOCKSTEP_DRAW void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                               curandStatePhilox4_32_10 *state) {
    state->ctr = make_uint4(0, 0, 0, 0);
    state->key = make_uint2((unsigned int)seed, (unsigned int)(seed >> 32));
    state->STATE = 0;
    state->boxmuller_flag = state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0.0f;
    state->boxmuller_extra_double = 0.0;
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
}
LOCKSTEP_DRAW void lockstep_philox_next(curandStatePhilox4_32_10 *state) {
    lockstep_philox_ahead(state, 1);
    state->output = curand_Philox4x32_10(state->ctr, state->key);
}
LOCKSTEP_DRAW unsigned int curand(curandStatePhilox4_32_10 *state) {
    unsigned int number = state->STATE == 0   ? state->output.x
                          : state->STATE == 1 ? state->output.y
                          : state->STATE == 2 ? state->output.z
                                              : state->output.w;
    if (++state->STATE > 3) {
        lockstep_philox_next(state);
        state->STATE = 0;
    }
    return number;
}
LOCKSTEP_DRAW uint4 curand4(curandStatePhilox4_32_10 *state) {
    uint4 old = state->output;
    lockstep_philox_next(state);
    uint4 next = state->output;
    switch (state->STATE) {
    case 1:
        return make_uint4(old.y, old.z, old.w, next.x);
    case 2:
        return make_uint4(old.z, old.w, next.x, next.y);
    case 3:
        return make_uint4(old.w, next.x, next.y, next.z);
    default:
        return old;
    }
}

/* ---- uniform numbers: above 0, up to 1 ------------------------------------------------------- */

LOCKSTEP_DRAW float lockstep_uniform(unsigned int x) { return (float)x * 2.3283064e-10f + 2.3283064e-10f / 2.0f; }
LOCKSTEP_DRAW double lockstep_uniform_double(unsigned int x, unsigned int y) {
    unsigned long long z = (unsigned long long)x ^ (unsigned long long)y << 21;
    return (double)z * 0x1p-53 + 0x1p-54;
}
LOCKSTEP_RANDOM float curand_uniform(State *state) { return lockstep_uniform(curand(state)); }
LOCKSTEP_DRAW double curand_uniform_double(curandStateXORWOW *state) {
    unsigned int x = curand(state), y = curand(state);
    return lockstep_uniform_double(x, y);
}
LOCKSTEP_DRAW double curand_uniform_double(curandStatePhilox4_32_10 *state) {
    return (double)curand(state) * 0x1p-32 + 0x1p-32;
}
LOCKSTEP_DRAW float4 curand_uniform4(curandStatePhilox4_32_10 *state) {
    uint4 x = curand4(state);
    return make_float4(lockstep_uniform(x.x), lockstep_uniform(x.y), lockstep_uniform(x.z), lockstep_uniform(x.w));
}
LOCKSTEP_DRAW double2 curand_uniform2_double(curandStatePhilox4_32_10 *state) {
    uint4 x = curand4(state);
    return make_double2(lockstep_uniform_double(x.x, x.y), lockstep_uniform_double(x.z, x.w));
}
LOCKSTEP_DRAW double4 curand_uniform4_double(curandStatePhilox4_32_10 *state) {
    double2 a = curand_uniform2_double(state), b = curand_uniform2_double(state);
    return make_double4(a.x, a.y, b.x, b.y);
}

/* ---- normal numbers: Box and Muller, "A Note on the Generation of Random Normal Deviates", 1958
 */

LOCKSTEP_DRAW float2 lockstep_normal(unsigned int x, unsigned int y) {
    float angle = (float)y * (2.3283064e-10f * 6.2831855f) + (2.3283064e-10f * 6.2831855f) / 2.0f;
    float size = sqrtf(-2.0f * logf(lockstep_uniform(x))), sine, cosine;
    __sincosf(angle, &sine, &cosine);
    return make_float2(sine * size, cosine * size);
}
LOCKSTEP_DRAW double2 lockstep_normal_double(unsigned int x0, unsigned int x1, unsigned int y0, unsigned int y1) {
    double half_turns = 2.0 * lockstep_uniform_double(y0, y1), sine, cosine;
    double size = sqrt(-2.0 * log(lockstep_uniform_double(x0, x1)));
    sincospi(half_turns, &sine, &cosine);
    return make_double2(sine * size, cosine * size);
}
LOCKSTEP_RANDOM float2 curand_normal2(State *state) {
    unsigned int x = curand(state), y = curand(state);
    return lockstep_normal(x, y);
}
LOCKSTEP_DRAW double2 curand_normal2_double(curandStateXORWOW *state) {
    unsigned int x0 = curand(state), x1 = curand(state), y0 = curand(state), y1 = curand(state);
    return lockstep_normal_double(x0, x1, y0, y1);
}
LOCKSTEP_DRAW double2 curand_normal2_double(curandStatePhilox4_32_10 *state) {
    uint4 x = curand4(state);
    return lockstep_normal_double(x.x, x.y, x.z, x.w);
}
/* One number at a time, of float and of double. Kept numbers of the two kinds do not stand in for each other: the flag
 * is 1 or 2. */
#define LOCKSTEP_NORMALS(T, SUFFIX, EXP)                                                                               \
    LOCKSTEP_RANDOM T curand_normal##SUFFIX(State *state) {                                                            \
        if (state->boxmuller_flag##SUFFIX == 1) {                                                                      \
            state->boxmuller_flag##SUFFIX = 0;                                                                         \
            return state->boxmuller_extra##SUFFIX;                                                                     \
        }                                                                                                              \
        T##2 both = curand_normal2##SUFFIX(state);                                                                     \
        state->boxmuller_extra##SUFFIX = both.y;                                                                       \
        state->boxmuller_flag##SUFFIX = 1;                                                                             \
        return both.x;                                                                                                 \
    }                                                                                                                  \
    LOCKSTEP_RANDOM T curand_log_normal##SUFFIX(State *state, T mean, T deviation) {                                   \
        if (state->boxmuller_flag##SUFFIX == 2) {                                                                      \
            state->boxmuller_flag##SUFFIX = 0;                                                                         \
            return state->boxmuller_extra##SUFFIX;                                                                     \
        }                                                                                                              \
        T##2 both = curand_normal2##SUFFIX(state);                                                                     \
        state->boxmuller_extra##SUFFIX = EXP(mean + deviation * both.y);                                               \
        state->boxmuller_flag##SUFFIX = 2;                                                                             \
        return EXP(mean + deviation * both.x);                                                                         \
    }                                                                                                                  \
    LOCKSTEP_RANDOM T##2 curand_log_normal2##SUFFIX(State *state, T mean, T deviation) {                               \
        T##2 x = curand_normal2##SUFFIX(state);                                                                        \
        return make_##T##2(EXP(mean + deviation * x.x), EXP(mean + deviation * x.y));                                  \
    }
LOCKSTEP_NORMALS(float, , expf)
LOCKSTEP_NORMALS(double, _double, exp)
#undef LOCKSTEP_NORMALS
LOCKSTEP_DRAW float4 curand_normal4(curandStatePhilox4_32_10 *state) {
    uint4 x = curand4(state);
    float2 a = lockstep_normal(x.x, x.y), b = lockstep_normal(x.z, x.w);
    return make_float4(a.x, a.y, b.x, b.y);
}
LOCKSTEP_DRAW double4 curand_normal4_double(curandStatePhilox4_32_10 *state) {
    double2 a = curand_normal2_double(state), b = curand_normal2_double(state);
    return make_double4(a.x, a.y, b.x, b.y);
}

LOCKSTEP_DRAW float4 curand_log_normal4(curandStatePhilox4_32_10 *state, float mean, float deviation) {
    float4 x = curand_normal4(state);
    return make_float4(expf(mean + deviation * x.x), expf(mean + deviation * x.y), expf(mean + deviation * x.z),
                       expf(mean + deviation * x.w));
}

#include "lockstep_generators.h"

template <class State>
__device__ __attribute__((unavailable("Lockstep has no Poisson numbers: count how many "
                                      "curand_uniform() multiply to more than exp(-lambda)"))) unsigned int
curand_poisson(State *state, double lambda);

#undef LOCKSTEP_RANDOM
#undef LOCKSTEP_DRAW
#endif
#endif
