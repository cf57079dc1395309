/* Random numbers that the host asks for: they are made here (curand_draw.h) and copied. */
#include "curand_draw.h"
#include "../../../random/sobol.h"
#include "../graphs.h"
#include "../runtime_calls.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PIECE = 1 << 20 };

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
    bool pairs, logarithmic, wide_words;
    double mean, deviation;
};

/* An element from each unit of so many draws. */
#define MAKE(NAME, ELEMENT, DRAWS, VALUE)                                                          \
    static void NAME(struct curandGenerator_st *generator, const struct wanted *wanted, void *to,  \
                     size_t count) {                                                               \
        const struct unit unit = {DRAWS, 1};                                                       \
        ELEMENT *element = to;                                                                     \
        uint32_t draws[4];                                                                         \
        (void)wanted;                                                                              \
        for (size_t n = 0; n < count; n++) {                                                       \
            curand_draw(generator, &unit, draws);                                                  \
            element[n] = VALUE;                                                                    \
        }                                                                                          \
    }
MAKE(make_words, uint32_t, 1, curand_bits(generator, draws))
MAKE(make_long_words, uint64_t, 1, (uint64_t)draws[1] << 32 | draws[0])
MAKE(make_floats, float, 1, curand_single(generator, draws))
MAKE(make_doubles, double, curand_draws_for_double(generator), curand_double(generator, draws))

static double shape(const struct wanted *wanted, double standard) {
    double number = wanted->mean + wanted->deviation * standard;
    return wanted->logarithmic ? exp(number) : number;
}

/* Two normal numbers from one unit of a pseudorandom generator, each from one of a Sobol's. */
static void draw_pair(struct curandGenerator_st *generator, bool wide, double pair[2]) {
    static const struct unit one = {1, 1};
    const uint32_t of_each = wide ? curand_draws_for_double(generator) : 1;
    const struct unit unit = {2 * of_each, 2};
    uint32_t draws[4];
    for (int n = 0; curand_is_quasi(generator) && n < 2; n++) {
        curand_draw(generator, &one, draws);
        pair[n] = curand_quasi_normal(generator, draws);
    }
    if (!curand_is_quasi(generator)) {
        curand_draw(generator, &unit, draws);
        double x = wide ? curand_double(generator, draws) : (double)curand_single(generator, draws);
        double y = wide ? curand_double(generator, draws + of_each)
                        : (double)curand_single(generator, draws + of_each);
        normal(x, y, pair);
    }
}

static void make_normal_floats(struct curandGenerator_st *generator, const struct wanted *wanted,
                               void *to, size_t count) {
    float *number = to;
    double pair[2] = {0};
    for (size_t n = 0; n < count; n += 2) {
        draw_pair(generator, false, pair);
        number[n] = (float)shape(wanted, pair[0]);
        number[n + 1] = (float)shape(wanted, pair[1]);
    }
}

static void make_normal_doubles(struct curandGenerator_st *generator, const struct wanted *wanted,
                                void *to, size_t count) {
    double *number = to, pair[2] = {0};
    for (size_t n = 0; n < count; n += 2) {
        draw_pair(generator, true, pair);
        number[n] = shape(wanted, pair[0]);
        number[n + 1] = shape(wanted, pair[1]);
    }
}

static curandStatus_t generate(struct curandGenerator_st *generator, void *numbers, size_t count,
                               const struct wanted *wanted) {
    if (generator == NULL) {
        return CURAND_STATUS_NOT_INITIALIZED;
    }
    if (wanted->wide_words != (generator->type == CURAND_RNG_QUASI_SOBOL64) &&
        (wanted->make == make_words || wanted->wide_words)) {
        return CURAND_STATUS_TYPE_ERROR;
    }
    if ((wanted->pairs && count % 2 != 0) ||
        (curand_is_quasi(generator) && count % generator->dimensions != 0)) {
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
    if ((piece == NULL && !on_host) || !curand_begin(generator, count)) {
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
    return status == CURAND_STATUS_LENGTH_NOT_MULTIPLE ? "normal numbers come in pairs: ask for "
                                                         "an even count"
           : status == CURAND_STATUS_NOT_INITIALIZED   ? "the generator was not created"
           : status == CURAND_STATUS_TYPE_ERROR
               ? "only CURAND_RNG_QUASI_SOBOL64 gives words of 64 bits"
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
curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long *numbers,
                                      size_t count) {
    GENERATE(.make = make_long_words, .size = sizeof *numbers, .wide_words = true);
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

static bool is_known(curandRngType_t type) {
    static const curandRngType_t known[] = {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A,
                                            CURAND_RNG_PSEUDO_PHILOX4_32_10,
                                            CURAND_RNG_QUASI_SOBOL32, CURAND_RNG_QUASI_SOBOL64};
    for (size_t n = 0; n < sizeof known / sizeof *known; n++) {
        if (type == known[n]) {
            return true;
        }
    }
    return false;
}

static curandStatus_t create(curandGenerator_t *generator, curandRngType_t type, bool on_host) {
    type = type == CURAND_RNG_PSEUDO_DEFAULT  ? CURAND_RNG_PSEUDO_XORWOW
           : type == CURAND_RNG_QUASI_DEFAULT ? CURAND_RNG_QUASI_SOBOL32
                                              : type;
    if (generator == NULL || !is_known(type)) {
        return CURAND_STATUS_TYPE_ERROR;
    }
    *generator = calloc(1, sizeof **generator);
    if (*generator == NULL) {
        return CURAND_STATUS_ALLOCATION_FAILED;
    }
    (*generator)->type = type;
    (*generator)->on_host = on_host;
    (*generator)->dimensions = 1;
    return CURAND_STATUS_SUCCESS;
}

static const char other_types[] =
    "Lockstep has the generators XORWOW, MRG32K3A, PHILOX4_32_10, SOBOL32 and SOBOL64: take one of "
    "them";

curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type) {
    return LEAVE(create(generator, type, false), other_types);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type) {
    return LEAVE(create(generator, type, true), other_types);
}

#define NEEDS(generator)                                                                           \
    if ((generator) == NULL) {                                                                     \
        return LEAVE(CURAND_STATUS_NOT_INITIALIZED, reason(CURAND_STATUS_NOT_INITIALIZED));        \
    }

curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
    NEEDS(generator)
    curand_rewind(generator);
    free(generator);
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetVersion(int *version) {
    *version = CURAND_VERSION;
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed) {
    NEEDS(generator)
    if (curand_is_quasi(generator)) {
        return LEAVE(CURAND_STATUS_TYPE_ERROR, "Sobol's sequences have no seed");
    }
    generator->seed = seed;
    curand_rewind(generator);
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
    NEEDS(generator)
    generator->offset = offset;
    curand_rewind(generator);
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
    NEEDS(generator)
    generator->stream = stream;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
    NEEDS(generator)
    bool known = order == CURAND_ORDERING_PSEUDO_BEST || order == CURAND_ORDERING_PSEUDO_DEFAULT ||
                 order == CURAND_ORDERING_PSEUDO_LEGACY;
    if (curand_is_quasi(generator)) {
        known = order == CURAND_ORDERING_QUASI_DEFAULT;
    }
    return LEAVE(known ? CURAND_STATUS_SUCCESS : CURAND_STATUS_OUT_OF_RANGE,
                 "Lockstep has the orders DEFAULT, BEST and LEGACY, which are the same");
}
static const char few_dimensions[] = "Lockstep knows Sobol's first 128 dimensions";
_Static_assert(SOBOL_DIMENSIONS == 128, "the text says so");

curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
                                                       unsigned int dimensions) {
    NEEDS(generator)
    if (!curand_is_quasi(generator)) {
        return LEAVE(CURAND_STATUS_TYPE_ERROR, "only Sobol's sequences have dimensions");
    }
    if (dimensions == 0 || dimensions > SOBOL_DIMENSIONS) {
        return LEAVE(CURAND_STATUS_OUT_OF_RANGE, few_dimensions);
    }
    generator->dimensions = dimensions;
    curand_rewind(generator);
    return CURAND_STATUS_SUCCESS;
}

/* ---- direction numbers ----------------------------------------------------------------------- */

/* A table as long as cuRAND's, of which the first dimensions can be read: whoever reads others is
 * stopped there, and gets no wrong numbers. NULL without memory. */
static void *make_directions(unsigned bits) {
    enum { ALL = 20000 };
    const size_t size = bits / 8 * (size_t)bits;
    unsigned char *table =
        mmap(NULL, ALL * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (table == MAP_FAILED ||
        mprotect(table, SOBOL_DIMENSIONS * size, PROT_READ | PROT_WRITE) != 0) {
        return NULL;
    }
    for (unsigned dimension = 0; dimension < SOBOL_DIMENSIONS; dimension++) {
        uint64_t directions[64];
        sobol_directions(dimension, bits, directions);
        for (unsigned i = 0; i < bits; i++) {
            memcpy(table + dimension * size + (size_t)i * (bits / 8), &directions[i], bits / 8);
        }
    }
    return table;
}

static void *tables[2];
static pthread_once_t tables_made = PTHREAD_ONCE_INIT;

static void make_tables(void) {
    tables[0] = make_directions(32);
    tables[1] = make_directions(64);
}

static const char scrambled[] = "Lockstep has no scrambled sequences: take "
                                "CURAND_DIRECTION_VECTORS_32_JOEKUO6 or its 64 bits";

/* NULL: there is no such set. */
static void *directions_of(curandDirectionVectorSet_t set, curandDirectionVectorSet_t wanted) {
    pthread_once(&tables_made, make_tables);
    return set == wanted ? tables[wanted == CURAND_DIRECTION_VECTORS_64_JOEKUO6] : NULL;
}

curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t **vectors,
                                           curandDirectionVectorSet_t set) {
    *vectors = directions_of(set, CURAND_DIRECTION_VECTORS_32_JOEKUO6);
    return LEAVE(*vectors != NULL ? CURAND_STATUS_SUCCESS : CURAND_STATUS_OUT_OF_RANGE, scrambled);
}
curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t **vectors,
                                           curandDirectionVectorSet_t set) {
    *vectors = directions_of(set, CURAND_DIRECTION_VECTORS_64_JOEKUO6);
    return LEAVE(*vectors != NULL ? CURAND_STATUS_SUCCESS : CURAND_STATUS_OUT_OF_RANGE, scrambled);
}
curandStatus_t curandGetScrambleConstants32(unsigned int **constants) {
    *constants = NULL;
    return LEAVE(CURAND_STATUS_TYPE_ERROR, scrambled);
}
curandStatus_t curandGetScrambleConstants64(unsigned long long **constants) {
    *constants = NULL;
    return LEAVE(CURAND_STATUS_TYPE_ERROR, scrambled);
}
