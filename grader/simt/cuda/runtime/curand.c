/*
 * Random numbers that the host asks for. They are made here and copied, in the order in which
 * cuRAND gives them: XORWOW deals 4,096 sequences out in turns, a number (of normal ones a pair)
 * from each; Philox gives four numbers from each of 65,536 sequences.
 */
#include "../../random/xorwow.h"
#include "../include/curand.h"
#include "graphs.h"
#include "runtime.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEQUENCES = 4096, PHILOX_SEQUENCES = 65536, PIECE = 1 << 20 };

struct curandGenerator_st {
    curandRngType_t type; /* XORWOW or Philox */
    bool on_host;         /* writes to the host's memory */
    cudaStream_t stream;
    uint64_t seed, offset;
    struct xorwow *states; /* XORWOW: NULL until the first number */
    uint32_t turn;
    uint64_t position; /* Philox: numbers given so far */
};

/* ---- errors ---------------------------------------------------------------------------------- */

#define LEAVE(status, why)                                                                         \
    leave(__func__, __builtin_return_address(0), status, why) /* in the call itself, for its line  \
                                                               */

static curandStatus_t leave(const char *call, const void *caller, curandStatus_t status,
                            const char *why) {
    if (status == CURAND_STATUS_SUCCESS) {
        return status;
    }
    if (why != NULL) {
        client_why(MESSAGE_WHY_TEXT, why, 0, 0, 0);
    }
    client_end(call, caller, MESSAGE_RESULT_NONE,
               status == CURAND_STATUS_TYPE_ERROR ? cudaErrorNotSupported : cudaErrorInvalidValue);
    return status;
}

/* ---- single numbers -------------------------------------------------------------------------- */

static bool begin(struct curandGenerator_st *generator) {
    if (generator->type == CURAND_RNG_PSEUDO_PHILOX4_32_10 || generator->states != NULL) {
        return true;
    }
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

/* What one unit of output is made of: one number of 32 bits or two, or what a pair of normal
 * numbers needs, two or four. A unit of Philox's gives `outputs` of its numbers. */
struct unit {
    uint32_t draws, outputs;
};

static void draw(struct curandGenerator_st *generator, const struct unit *unit,
                 uint32_t number[4]) {
    if (generator->type == CURAND_RNG_PSEUDO_XORWOW) {
        struct xorwow *state = &generator->states[generator->turn];
        generator->turn = (generator->turn + 1) % SEQUENCES;
        for (uint32_t n = 0; n < unit->draws; n++) {
            number[n] = xorwow_next(state);
        }
        return;
    }
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

static float uniform(uint32_t x) {
    return fmaf((float)x, 2.3283064e-10f, 2.3283064e-10f / 2.0f);
}

static double uniform_double(const uint32_t x[2]) {
    uint64_t bits = (uint64_t)x[0] ^ (uint64_t)x[1] << 21;
    return fma((double)bits, 0x1p-53, 0x1p-54);
}

/* Box and Muller (1958): two uniform numbers make two normal ones. */
static void normal(double x, double y, double pair[2]) {
    double size = sqrt(-2.0 * log(x));
    pair[0] = size * sin(2.0 * M_PI * y);
    pair[1] = size * cos(2.0 * M_PI * y);
}

/* ---- arrays of numbers ----------------------------------------------------------------------- */

/* What is wanted: `make` fills elements [0, count) of the array. */
struct wanted {
    void (*make)(struct curandGenerator_st *generator, const struct wanted *wanted, void *to,
                 size_t count);
    size_t size; /* bytes of an element */
    bool pairs, logarithmic;
    double mean, deviation;
};

static void make_words(struct curandGenerator_st *generator, const struct wanted *wanted, void *to,
                       size_t count) {
    static const struct unit unit = {1, 1};
    uint32_t *word = to;
    (void)wanted;
    for (size_t n = 0; n < count; n++) {
        draw(generator, &unit, &word[n]);
    }
}

static void make_floats(struct curandGenerator_st *generator, const struct wanted *wanted, void *to,
                        size_t count) {
    float *number = to;
    make_words(generator, wanted, to, count);
    for (size_t n = 0; n < count; n++) {
        uint32_t word;
        memcpy(&word, &number[n], sizeof word);
        number[n] = uniform(word);
    }
}

static void make_doubles(struct curandGenerator_st *generator, const struct wanted *wanted,
                         void *to, size_t count) {
    static const struct unit unit = {2, 1};
    double *number = to;
    uint32_t word[4];
    (void)wanted;
    for (size_t n = 0; n < count; n++) {
        draw(generator, &unit, word);
        number[n] = uniform_double(word);
    }
}

static double shape(const struct wanted *wanted, double standard) {
    double number = wanted->mean + wanted->deviation * standard;
    return wanted->logarithmic ? exp(number) : number;
}

static void make_normal_floats(struct curandGenerator_st *generator, const struct wanted *wanted,
                               void *to, size_t count) {
    static const struct unit unit = {2, 2};
    float *number = to;
    uint32_t word[4];
    for (size_t n = 0; n < count; n += 2) {
        double pair[2];
        draw(generator, &unit, word);
        normal((double)uniform(word[0]), (double)uniform(word[1]), pair);
        number[n] = (float)shape(wanted, pair[0]);
        number[n + 1] = (float)shape(wanted, pair[1]);
    }
}

static void make_normal_doubles(struct curandGenerator_st *generator, const struct wanted *wanted,
                                void *to, size_t count) {
    static const struct unit unit = {4, 2};
    double *number = to;
    uint32_t word[4];
    for (size_t n = 0; n < count; n += 2) {
        double pair[2];
        draw(generator, &unit, word);
        normal(uniform_double(word), uniform_double(word + 2), pair);
        number[n] = shape(wanted, pair[0]);
        number[n + 1] = shape(wanted, pair[1]);
    }
}

static curandStatus_t generate(struct curandGenerator_st *generator, void *numbers, size_t count,
                               const struct wanted *wanted) {
    if (generator == NULL) {
        return CURAND_STATUS_NOT_INITIALIZED;
    }
    if (wanted->pairs && count % 2 != 0) {
        return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    }
    if (numbers == NULL) {
        return CURAND_STATUS_LAUNCH_FAILURE;
    }
    const bool on_host = generator->on_host;
    if (!on_host && graph_captures(generator->stream)) {
        return CURAND_STATUS_PREEXISTING_FAILURE;
    }
    size_t most = count < PIECE ? count : PIECE;
    unsigned char *piece = on_host ? NULL : malloc(most * wanted->size + 1);
    if ((piece == NULL && !on_host) || !begin(generator)) {
        free(piece);
        return CURAND_STATUS_ALLOCATION_FAILED;
    }
    cudaError_t error = cudaSuccess;
    for (size_t done = 0; done < count && error == cudaSuccess; done += most) {
        size_t now = count - done < most ? count - done : most;
        unsigned char *to = (unsigned char *)numbers + done * wanted->size;
        wanted->make(generator, wanted, on_host ? to : piece, now);
        if (!on_host) {
            error = cudaMemcpyAsync(to, piece, now * wanted->size, cudaMemcpyHostToDevice,
                                    generator->stream);
        }
    }
    free(piece);
    return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}

static const char *reason(curandStatus_t status) {
    return status == CURAND_STATUS_LENGTH_NOT_MULTIPLE   ? "normal numbers come in pairs: ask for "
                                                           "an even count"
           : status == CURAND_STATUS_NOT_INITIALIZED     ? "the generator was not created"
           : status == CURAND_STATUS_PREEXISTING_FAILURE ? GRAPH_HOLDS_NO_LIBRARY
                                                         : NULL;
}

/* The copy has told of itself what failed in it. */
#define GENERATE(...)                                                                              \
    const struct wanted wanted = {__VA_ARGS__};                                                    \
    curandStatus_t status = generate(generator, numbers, count, &wanted);                          \
    return status == CURAND_STATUS_LAUNCH_FAILURE ? status : LEAVE(status, reason(status))

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int *numbers, size_t count) {
    GENERATE(.make = make_words, .size = sizeof *numbers);
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *numbers, size_t count) {
    GENERATE(.make = make_floats, .size = sizeof *numbers);
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double *numbers,
                                           size_t count) {
    GENERATE(.make = make_doubles, .size = sizeof *numbers);
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float *numbers, size_t count,
                                    float mean, float deviation) {
    GENERATE(.make = make_normal_floats, .size = sizeof *numbers, .pairs = true,
             .mean = (double)mean, .deviation = (double)deviation);
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double *numbers,
                                          size_t count, double mean, double deviation) {
    GENERATE(.make = make_normal_doubles, .size = sizeof *numbers, .pairs = true, .mean = mean,
             .deviation = deviation);
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float *numbers, size_t count,
                                       float mean, float deviation) {
    GENERATE(.make = make_normal_floats, .size = sizeof *numbers, .pairs = true,
             .logarithmic = true, .mean = (double)mean, .deviation = (double)deviation);
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double *numbers,
                                             size_t count, double mean, double deviation) {
    GENERATE(.make = make_normal_doubles, .size = sizeof *numbers, .pairs = true,
             .logarithmic = true, .mean = mean, .deviation = deviation);
}
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int *numbers,
                                     size_t count, double lambda) {
    (void)generator, (void)numbers, (void)count, (void)lambda;
    return LEAVE(CURAND_STATUS_TYPE_ERROR,
                 "Lockstep has no Poisson numbers: make them from uniform ones in a kernel");
}

/* ---- generators ------------------------------------------------------------------------------ */

static curandStatus_t create(curandGenerator_t *generator, curandRngType_t type, bool on_host) {
    type = type == CURAND_RNG_PSEUDO_DEFAULT ? CURAND_RNG_PSEUDO_XORWOW : type;
    if (generator == NULL ||
        (type != CURAND_RNG_PSEUDO_XORWOW && type != CURAND_RNG_PSEUDO_PHILOX4_32_10)) {
        return CURAND_STATUS_TYPE_ERROR;
    }
    *generator = calloc(1, sizeof **generator);
    if (*generator == NULL) {
        return CURAND_STATUS_ALLOCATION_FAILED;
    }
    (*generator)->type = type;
    (*generator)->on_host = on_host;
    return CURAND_STATUS_SUCCESS;
}

static const char other_types[] = "Lockstep has the generators CURAND_RNG_PSEUDO_XORWOW and "
                                  "CURAND_RNG_PSEUDO_PHILOX4_32_10: take one of them";

curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type) {
    return LEAVE(create(generator, type, false), other_types);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type) {
    return LEAVE(create(generator, type, true), other_types);
}

curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
    if (generator == NULL) {
        return LEAVE(CURAND_STATUS_NOT_INITIALIZED, reason(CURAND_STATUS_NOT_INITIALIZED));
    }
    free(generator->states);
    free(generator);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetVersion(int *version) {
    *version = CURAND_VERSION;
    return CURAND_STATUS_SUCCESS;
}

/* The next number is the first of the sequence again. */
static void rewind_generator(struct curandGenerator_st *generator) {
    free(generator->states);
    generator->states = NULL;
    generator->position = generator->offset;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed) {
    if (generator == NULL) {
        return LEAVE(CURAND_STATUS_NOT_INITIALIZED, reason(CURAND_STATUS_NOT_INITIALIZED));
    }
    generator->seed = seed;
    rewind_generator(generator);
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
    if (generator == NULL) {
        return LEAVE(CURAND_STATUS_NOT_INITIALIZED, reason(CURAND_STATUS_NOT_INITIALIZED));
    }
    generator->offset = offset;
    rewind_generator(generator);
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
    if (generator == NULL) {
        return LEAVE(CURAND_STATUS_NOT_INITIALIZED, reason(CURAND_STATUS_NOT_INITIALIZED));
    }
    generator->stream = stream;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
    if (generator == NULL) {
        return LEAVE(CURAND_STATUS_NOT_INITIALIZED, reason(CURAND_STATUS_NOT_INITIALIZED));
    }
    bool known = order == CURAND_ORDERING_PSEUDO_BEST || order == CURAND_ORDERING_PSEUDO_DEFAULT ||
                 order == CURAND_ORDERING_PSEUDO_LEGACY;
    return LEAVE(known ? CURAND_STATUS_SUCCESS : CURAND_STATUS_OUT_OF_RANGE,
                 "Lockstep has the orders DEFAULT, BEST and LEGACY, which are the same");
}
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
                                                       unsigned int dimensions) {
    (void)generator, (void)dimensions;
    return LEAVE(CURAND_STATUS_TYPE_ERROR, other_types);
}
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
    return LEAVE(generator != NULL && begin(generator) ? CURAND_STATUS_SUCCESS
                                                       : CURAND_STATUS_NOT_INITIALIZED,
                 reason(CURAND_STATUS_NOT_INITIALIZED));
}
