/*
 * Inputs and expected results. A case of lab.yaml reads {n: 10007, data: uniform, blocks: 5,
 * threads: 96}; in exercise final, n counts the partial results. With more than 1,024 threads the
 * launch cannot be made: an error must come back, and the results stay as they were.
 *
 * Each answer is exact: the result of min and max is one of the elements, so no order of operations
 * changes a bit. The one exception are 0.0 and -0.0, which are equal: no input holds both.
 */
#include "lab/cuda_errors.h"
#include "lab/oracle.h"
#include "run/session.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N, BLOCKS, THREADS };
enum { ERROR, MINIMUM, MAXIMUM }; /* the error first: it explains results that nobody wrote */
enum { MOST_ELEMENTS = ORACLE_MOST(1 << 22), MOST_BLOCKS = 1 << 16, MOST_THREADS = 1024 };

static bool is(const struct oracle_call *call, const char *exercise) {
    return strcmp(call->exercise, exercise) == 0;
}

static bool launchable(const struct oracle_call *call) {
    return call->parameter[THREADS] <= MOST_THREADS;
}

/* In [-1, 1), in steps of 2^-52. Never -0.0. */
static double from_minus_one_to_one(struct random_stream *random) {
    return (double)(random_next(random) >> 11) * 0x1p-52 - 1;
}

static void fill_uniform(double *data, size_t n, struct random_stream *random) {
    for (size_t i = 0; i < n; i++) {
        data[i] = from_minus_one_to_one(random);
    }
}

static void fill_negative(double *data, size_t n, struct random_stream *random) {
    for (size_t i = 0; i < n; i++) {
        data[i] = 1000 * from_minus_one_to_one(random) - 1001;
    }
}

static void fill_positive(double *data, size_t n, struct random_stream *random) {
    for (size_t i = 0; i < n; i++) {
        data[i] = 1000 * from_minus_one_to_one(random) + 1001;
    }
}

/* Any finite double: tiny and huge ones, of both signs, none of them zero. */
static void fill_wild(double *data, size_t n, struct random_stream *random) {
    for (size_t i = 0; i < n; i++) {
        uint64_t bits = random_next(random);
        if ((bits >> 52 & 0x7ff) == 0x7ff) {
            bits ^= UINT64_C(1) << 62; /* else an infinity, or NaN */
        }
        memcpy(&data[i], &bits, sizeof bits);
        data[i] = data[i] == 0 ? 1 : data[i];
    }
}

/* The outermost finite numbers, anywhere among elements of the same size. */
static void fill_extremes(double *data, size_t n, struct random_stream *random) {
    fill_wild(data, n, random);
    if (n > 0) {
        data[random_below(random, n)] = DBL_MAX;
        data[random_below(random, n)] = -DBL_MAX;
    }
}

static void fill_equal(double *data, size_t n, struct random_stream *random) {
    const double value = from_minus_one_to_one(random) - 1;
    for (size_t i = 0; i < n; i++) {
        data[i] = value;
    }
}

static void fill_minus_zero(double *data, size_t n, struct random_stream *random) {
    (void)random;
    for (size_t i = 0; i < n; i++) {
        data[i] = -0.0;
    }
}

/* Nothing but the neutral element of the minimum: it is an element like others, and has an index.
 */
static void fill_infinite(double *data, size_t n, struct random_stream *random) {
    (void)random;
    for (size_t i = 0; i < n; i++) {
        data[i] = INFINITY;
    }
}

/* Few different values: minimum and maximum occur many times. */
static void fill_tied(double *data, size_t n, struct random_stream *random) {
    for (size_t i = 0; i < n; i++) {
        data[i] = (double)random_below(random, 7) - 3;
    }
}

/* The minimum is the first element, the maximum the last. */
static void fill_rising(double *data, size_t n, struct random_stream *random) {
    double value = 100 * from_minus_one_to_one(random) - 200;
    for (size_t i = 0; i < n; i++) {
        data[i] = value;
        value += 0x1p-10;
    }
}

/* The other way round. */
static void fill_falling(double *data, size_t n, struct random_stream *random) {
    fill_rising(data, n, random);
    for (size_t i = 0; i < n / 2; i++) {
        const double swap = data[i];
        data[i] = data[n - 1 - i];
        data[n - 1 - i] = swap;
    }
}

/* Places of minimum and maximum: the last two, in one order or the other. */
static void put_last(double *data, size_t n, bool low_first, double minimum, double maximum) {
    if (n > 1) {
        data[n - 2] = low_first ? minimum : maximum;
        data[n - 1] = low_first ? maximum : minimum;
    }
}

/* Minimum and maximum are the last two elements. */
static void fill_late(double *data, size_t n, struct random_stream *random) {
    fill_uniform(data, n, random);
    const bool low_first = random_below(random, 2) == 0;
    const double minimum = from_minus_one_to_one(random) - 3;
    put_last(data, n, low_first, minimum, from_minus_one_to_one(random) + 3);
}

/* The same, with the same minimum and maximum for every seed: only where they are differs. */
static void fill_placed(double *data, size_t n, struct random_stream *random) {
    fill_uniform(data, n, random);
    put_last(data, n, random_below(random, 2) == 0, -3, 3);
}

typedef void fill_elements(double *data, size_t n, struct random_stream *random);

static const struct {
    const char *name;
    fill_elements *fill;
} kinds[] = {
    {"uniform", fill_uniform},   {"negative", fill_negative}, {"positive", fill_positive},
    {"wild", fill_wild},         {"extremes", fill_extremes}, {"equal", fill_equal},
    {"infinite", fill_infinite}, {"tied", fill_tied},         {"minus_zero", fill_minus_zero},
    {"rising", fill_rising},     {"falling", fill_falling},   {"late", fill_late},
    {"placed", fill_placed},
};

static fill_elements *kind_of(const struct oracle_case *source) {
    const char *name = oracle_text(source, "data");
    for (size_t i = 0; name != NULL && i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(name, kinds[i].name) == 0) {
            return kinds[i].fill;
        }
    }
    return NULL;
}

static const char *read_parameters(const struct oracle_case *source, struct oracle_call *call) {
    static const char *const names[] = {"n", "blocks", "threads"};
    static const uint64_t missing[] = {0, 1, 128};
    for (const struct oracle_pair *pair = source->pairs; pair != NULL; pair = pair->next) {
        if (strcmp(pair->key, "n") != 0 && strcmp(pair->key, "blocks") != 0 &&
            strcmp(pair->key, "threads") != 0 && strcmp(pair->key, "data") != 0) {
            return "a case of this lab knows the keys n, data, blocks and threads";
        }
    }
    for (int i = 0; i < 3; i++) {
        if (!oracle_number(source, names[i], missing[i], &call->parameter[i])) {
            return "n, blocks and threads must be numbers";
        }
        call->parameter_name[i] = names[i];
    }
    call->parameter_count = 3;
    if (call->parameter[N] > MOST_ELEMENTS) {
        return "n must be at most 2^22";
    }
    if (call->parameter[BLOCKS] < 1 || call->parameter[BLOCKS] > MOST_BLOCKS ||
        call->parameter[THREADS] < 1) {
        return "blocks must be from 1 to 65536, and threads at least 1";
    }
    return kind_of(source) != NULL ? NULL
                                   : "data must be uniform, negative, positive, wild, extremes, "
                                     "equal, infinite, tied, minus_zero, rising, falling, late or "
                                     "placed";
}

static const char *shape(const struct oracle_case *source, struct oracle_call *call) {
    const char *wrong = read_parameters(source, call);
    if (wrong != NULL) {
        return wrong;
    }
    const uint64_t n = call->parameter[N],
                   results = is(call, "block") ? call->parameter[BLOCKS] : 1;
    const enum element element = is(call, "index") ? ELEMENT_U64 : ELEMENT_F64;
    if (is(call, "final")) {
        call->input[0] = (struct oracle_buffer){"minima", "minimum", ELEMENT_F64, n};
        call->input[1] = (struct oracle_buffer){"maxima", "maximum", ELEMENT_F64, n};
        call->input_count = 2;
    } else {
        call->input[0] = (struct oracle_buffer){"data", "element", ELEMENT_F64, n};
        call->input_count = 1;
    }
    if (is(call, "index")) {
        call->output[MINIMUM] =
            (struct oracle_buffer){"minimum_at", "index of the minimum", element, 1};
        call->output[MAXIMUM] =
            (struct oracle_buffer){"maximum_at", "index of the maximum", element, 1};
    } else {
        const bool many = is(call, "block");
        call->output[MINIMUM] = (struct oracle_buffer){
            many ? "minima" : "minimum", many ? "minimum of block" : "minimum", element, results};
        call->output[MAXIMUM] = (struct oracle_buffer){
            many ? "maxima" : "maximum", many ? "maximum of block" : "maximum", element, results};
    }
    call->output[ERROR] =
        (struct oracle_buffer){ORACLE_RETURNED_ERROR, ORACLE_RETURNED_ERROR, ELEMENT_U32, 1};
    call->output_count = 3;
    return NULL;
}

/* Partial results as the first kernel leaves them: every seventh block had no elements. */
static void make_partial_results(double *minima, double *maxima, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const double a = minima[i], b = maxima[i];
        minima[i] = i % 7 == 5 ? INFINITY : a < b ? a : b;
        maxima[i] = i % 7 == 5 ? -INFINITY : a < b ? b : a;
    }
}

static void fill(const struct oracle_call *call, void *const input[]) {
    struct random_stream random = {call->seed};
    const size_t n = call->parameter[N];
    for (size_t i = 0; i < call->input_count; i++) {
        kind_of(call->source)(input[i], n, &random);
    }
    if (is(call, "final")) {
        make_partial_results(input[0], input[1], n);
    }
}

/* The block whose threads take element i, or 0 where all elements have one result. */
static size_t result_of(const struct oracle_call *call, size_t i) {
    return is(call, "block") ? i / call->parameter[THREADS] % call->parameter[BLOCKS] : 0;
}

static void expect_values(const struct oracle_call *call, const double *low, const double *high,
                          double *minima, double *maxima) {
    for (size_t i = 0; i < call->output[MINIMUM].count; i++) {
        minima[i] = INFINITY;
        maxima[i] = -INFINITY;
    }
    for (size_t i = 0; i < call->parameter[N]; i++) {
        double *minimum = &minima[result_of(call, i)], *maximum = &maxima[result_of(call, i)];
        *minimum = low[i] < *minimum ? low[i] : *minimum;
        *maximum = high[i] > *maximum ? high[i] : *maximum;
    }
}

static void expect_indices(const double *data, size_t n, uint64_t *minimum_at,
                           uint64_t *maximum_at) {
    *minimum_at = *maximum_at = n > 0 ? 0 : n;
    for (size_t i = 1; i < n; i++) {
        *minimum_at = data[i] < data[*minimum_at] ? i : *minimum_at;
        *maximum_at = data[i] > data[*maximum_at] ? i : *maximum_at;
    }
}

static void expect(const struct oracle_call *call, const void *const input[],
                   void *const output[]) {
    *(uint32_t *)output[ERROR] = !launchable(call);
    if (!launchable(call)) {
        for (int i = MINIMUM; i <= MAXIMUM; i++) {
            memset(output[i], SESSION_POISON,
                   call->output[i].count * element_size(call->output[i].element));
        }
    } else if (is(call, "index")) {
        expect_indices(input[0], call->parameter[N], output[MINIMUM], output[MAXIMUM]);
    } else {
        expect_values(call, input[0], input[call->input_count - 1], output[MINIMUM],
                      output[MAXIMUM]);
    }
}

/* Where a number equal to `value` stands in the data, or n. */
static size_t place_of(const double *data, size_t n, double value) {
    size_t i = 0;
    while (i < n && data[i] != value) {
        i++;
    }
    return i;
}

/* What to do about each of the mistakes with values that are no element's. */
#define START_ADVICE                                                                               \
    "\nStart with the neutral element: INFINITY for a minimum, -INFINITY for a maximum."
#define KEY_ADVICE                                                                                 \
    "\nStart with the neutral element, or with its key. Are the keys in the order of the "         \
    "numbers, "                                                                                    \
    "also of the negative ones, for atomics that compare them with or without a sign?"

#define UNMOVED_ADVICE                                                                             \
    "\nDo the threads take all elements, and does each comparison keep the smaller value for the " \
    "minimum, and the larger one for the maximum?"
#define TYPE_ADVICE                                                                                \
    "\nWhich variable, parameter or function on the way is not one of doubles (int, float, "       \
    "fminf, "                                                                                      \
    "abs)?"
#define SIGN_ADVICE                                                                                \
    "\nDoes something take the sign away or turn it around (fabs, a minus, the bits of a key)?"
#define COMPARISON_ADVICE                                                                          \
    "\nWhich way does each comparison go: is the smaller value kept for the minimum, and the "     \
    "larger one for the maximum?"

/* Numbers that atomics compare may be integers in the same order. */
static bool is_of_keys(const struct oracle_call *call) {
    return is(call, "atomic") || is(call, "fused") || is(call, "shuffles");
}

/* A value that a comparison the wrong way round leaves, or one from the wrong array. `opposite` is
 * the right result of the other kind, `others` the partial results of that kind, or NULL. */
static bool explain_comparison(const double *others, size_t n, bool smallest, double got,
                               double opposite, char *text, size_t size) {
    const double neutral = smallest ? INFINITY : -INFINITY;
    double of_others = neutral;
    for (size_t i = 0; others != NULL && i < n; i++) {
        of_others = (others[i] < of_others) == smallest ? others[i] : of_others;
    }
    if (got == neutral) {
        message_put(text, size,
                    "it is %sINFINITY still, as if no value had ever replaced it" UNMOVED_ADVICE,
                    smallest ? "" : "-");
    } else if (others != NULL && got == of_others) {
        message_put(text, size, "this is the %s\nWhich of the two arrays does it come from?",
                    smallest ? "smallest of the maxima" : "largest of the minima");
    } else if (got == opposite) {
        message_put(text, size,
                    "this is the %s" COMPARISON_ADVICE " Or are the two results exchanged?",
                    smallest ? "maximum" : "minimum");
    } else {
        return false;
    }
    return true;
}

/* A value that an element becomes in another type, or without its sign. A minimum of positive
 * numbers that is 0 may as well have begun there. */
static bool explain_conversion(const double *data, size_t n, size_t at, double got, bool smallest,
                               char *text, size_t size) {
    const double right = data[at];
    const bool began_at_zero = got == 0 && (smallest ? right > 0 : right < 0);
    const size_t opposite = got != 0 ? place_of(data, n, -got) : n;
    if (place_of(data, n, got) < n || !isfinite(got)) {
        return false;
    }
    if (got == (double)(float)right) {
        message_put(text, size, "it is element %zu, rounded to float" TYPE_ADVICE, at);
    } else if (opposite < n) {
        message_put(text, size, "element %zu has this value with the other sign" SIGN_ADVICE,
                    opposite);
    } else if (got == trunc(right) && !began_at_zero) {
        message_put(text, size, "it is element %zu without its fraction" TYPE_ADVICE, at);
    } else {
        return false;
    }
    return true;
}

/* What a wrong minimum or maximum is like. */
static bool explain_value(const struct oracle_call *call, const double *data, const double *others,
                          const char *name, double got, double expected, double opposite,
                          char *text, size_t size) {
    const size_t n = call->parameter[N], at = place_of(data, n, expected);
    const bool smallest = strcmp(name, "minimum") == 0;
    const double neutral = smallest ? INFINITY : -INFINITY;
    if (got == expected) {
        message_put(text, size, "0.0 and -0.0 are equal, but the data holds only the other one");
    } else if (at < n && (explain_comparison(others, n, smallest, got, opposite, text, size) ||
                          explain_conversion(data, n, at, got, smallest, text, size))) {
        return true;
    } else if (got == -neutral && at < n) {
        message_put(text, size, "the neutral element of the %s is %sINFINITY" START_ADVICE, name,
                    neutral < 0 ? "-" : "");
    } else if (n == 0 || at == n) {
        message_put(text, size, "the %s of no elements is %sINFINITY" START_ADVICE, name,
                    neutral < 0 ? "-" : "");
    } else if (place_of(data, n, got) == n && got != neutral && is_of_keys(call)) {
        message_put(text, size,
                    "no element has this value: what does your %s start with?" KEY_ADVICE, name);
    } else if (place_of(data, n, got) == n && got != neutral) {
        message_put(text, size,
                    "no element has this value: what does your %s start with?" START_ADVICE, name);
    } else if (is(call, "final")) {
        message_put(text, size, "the right one is partial result %zu of %zu", at, n);
    } else {
        const uint64_t threads = call->parameter[THREADS];
        message_put(text, size, "the right one is element %zu, which thread %zu of block %zu takes",
                    at, (size_t)(at % threads), (size_t)(at / threads % call->parameter[BLOCKS]));
    }
    return true;
}

static bool explain_index(const struct oracle_call *call, const double *data, uint64_t got,
                          uint64_t expected, char *text, size_t size) {
    const size_t n = call->parameter[N];
    if (n == 0) {
        message_put(text, size, "with no elements, both indices are n");
    } else if (got >= n) {
        message_put(text, size,
                    "there is no element with this index: does the program ever set it?");
    } else if (data[got] == data[expected]) {
        message_put(
            text, size,
            "the value is right, but the first of equal elements counts\nWhere two values are "
            "equal, compare their places, too: the smaller one stays.");
    } else {
        message_put(text, size, "element %zu is %.9g, element %zu is %.9g", (size_t)got, data[got],
                    (size_t)expected, data[expected]);
    }
    return true;
}

static bool explain(const struct oracle_call *call, const void *const input[],
                    const void *const got[], const void *const expected[], char *text,
                    size_t size) {
    if (!launchable(call)) {
        message_put(
            text, size,
            "a block of %u threads cannot be launched: return the error, and leave the results "
            "as they were",
            (unsigned)call->parameter[THREADS]);
        return true;
    }
    const uint32_t error = *(const uint32_t *)got[ERROR];
    if (error != 0) {
        message_put(text, size, "that is %s", cuda_error(error));
        return true;
    }
    for (int side = MINIMUM; side <= MAXIMUM; side++) {
        const double *data = input[is(call, "final") ? side - MINIMUM : 0];
        const double *others = is(call, "final") ? input[MAXIMUM - side] : NULL;
        for (size_t i = 0; i < call->output[side].count; i++) {
            const size_t at = i * sizeof(double);
            double got_value, expected_value, opposite;
            uint64_t got_index, expected_index;
            memcpy(&got_value, (const char *)got[side] + at, sizeof got_value);
            memcpy(&expected_value, (const char *)expected[side] + at, sizeof expected_value);
            memcpy(&opposite, (const char *)expected[MINIMUM + MAXIMUM - side] + at,
                   sizeof opposite);
            memcpy(&got_index, &got_value, sizeof got_index);
            memcpy(&expected_index, &expected_value, sizeof expected_index);
            if (got_index == expected_index) {
                continue;
            }
            uint64_t unwritten;
            memset(&unwritten, SESSION_POISON, sizeof unwritten);
            if (got_index == unwritten) {
                return false;
            }
            return is(call, "index")
                       ? explain_index(call, data, got_index, expected_index, text, size)
                       : explain_value(call, data, others, side == MINIMUM ? "minimum" : "maximum",
                                       got_value, expected_value, opposite, text, size);
        }
    }
    return false;
}

const struct oracle lockstep_oracle = {shape, fill, expect, explain};
