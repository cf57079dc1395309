/*
 * Inputs and expected sums. A case of lab.yaml reads {n: 10007, data: uniform, work_group: 64,
 * times: 8}; reduce_strided_index, reduce_divergence_free, reduce_unrolled and reduce_sub_groups
 * know no times, reduce_pcl neither of the two. With a work-group that no device can launch (more
 * than 4,096) an error must come back, and the sum stays as it was.
 *
 * Sums are modulo 2^32: exact in any order.
 */
#include "lab/opencl_errors.h"
#include "lab/oracle.h"
#include "run/session.h"

#include <stdio.h>
#include <string.h>

/* groups: of the first launch; launches: as many as reduce_relaunch takes. For bounds. */
enum { N, WORK_GROUP, TIMES, GROUPS, LAUNCHES, PARAMETERS };
enum { ERROR, SUM }; /* the error first: it explains a sum that nobody wrote */
enum {
    MOST_ELEMENTS = ORACLE_MOST(1 << 22),
    MOST_IN_A_WORK_GROUP = 1024,
    CERTAINLY_TOO_MANY = 65536
};

typedef void fill_elements(uint32_t *data, size_t n, struct random_stream *random);

/* i % 256 for i = 1 … n, shuffled by n random swaps. */
static void fill_shuffled(uint32_t *data, size_t n, struct random_stream *random) {
    for (size_t i = 0; i < n; i++) {
        data[i] = (uint32_t)((i + 1) % 256);
    }
    for (size_t i = 0; i < n; i++) {
        const size_t a = random_below(random, n), b = random_below(random, n);
        const uint32_t swap = data[a];
        data[a] = data[b];
        data[b] = swap;
    }
}

/* Any number: the sum wraps around many times. */
static void fill_wild(uint32_t *data, size_t n, struct random_stream *random) {
    for (size_t i = 0; i < n; i++) {
        data[i] = (uint32_t)random_next(random);
    }
}

/* The sum is the number of elements that were counted. */
static void fill_ones(uint32_t *data, size_t n, struct random_stream *random) {
    (void)random;
    for (size_t i = 0; i < n; i++) {
        data[i] = 1;
    }
}

static void fill_highest(uint32_t *data, size_t n, struct random_stream *random) {
    (void)random;
    memset(data, 0xff, n * sizeof *data);
}

/* Zeros, and something at both ends. */
static void fill_ends(uint32_t *data, size_t n, struct random_stream *random) {
    memset(data, 0, n * sizeof *data);
    if (n > 0) {
        data[0] = 1 + (uint32_t)random_below(random, 1000);
        data[n - 1] = 1000000 + (uint32_t)random_below(random, 1000);
    }
}

static const struct {
    const char *name;
    fill_elements *fill;
} kinds[] = {
    {"shuffled", fill_shuffled}, {"wild", fill_wild}, {"ones", fill_ones},
    {"highest", fill_highest},   {"ends", fill_ends},
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

static bool launchable(const struct oracle_call *call) {
    return call->parameter[WORK_GROUP] < CERTAINLY_TOO_MANY;
}

static uint64_t groups_for(uint64_t n, const uint64_t parameter[]) {
    const uint64_t piece = parameter[WORK_GROUP] * parameter[TIMES];
    return n == 0 ? 1 : (n + piece - 1) / piece;
}

static const char *read_parameters(const struct oracle_case *source, struct oracle_call *call) {
    static const char *const names[] = {"n", "work_group", "times"};
    static const uint64_t missing[] = {0, 256, 1};
    for (const struct oracle_pair *pair = source->pairs; pair != NULL; pair = pair->next) {
        if (strcmp(pair->key, "n") != 0 && strcmp(pair->key, "work_group") != 0 &&
            strcmp(pair->key, "times") != 0 && strcmp(pair->key, "data") != 0) {
            return "a case of this lab knows the keys n, data, work_group and times";
        }
    }
    for (int i = N; i <= TIMES; i++) {
        if (!oracle_number(source, names[i], missing[i], &call->parameter[i])) {
            return "n, work_group and times must be numbers";
        }
        call->parameter_name[i] = names[i];
    }
    const uint64_t work_group = call->parameter[WORK_GROUP], times = call->parameter[TIMES];
    if (call->parameter[N] > MOST_ELEMENTS || times > MOST_ELEMENTS) {
        return "n and times must be at most 2^22";
    }
    if ((work_group & (work_group - 1)) != 0 ||
        (work_group > MOST_IN_A_WORK_GROUP && work_group != CERTAINLY_TOO_MANY)) {
        return "work_group must be a power of two from 1 to 1024, or 65536, which cannot be "
               "launched";
    }
    if (work_group * times < 1) {
        return "work_group and times must be at least 1";
    }
    return NULL;
}

static const char *shape(const struct oracle_case *source, struct oracle_call *call) {
    const char *wrong = read_parameters(source, call);
    if (wrong != NULL) {
        return wrong;
    }
    const uint64_t n = call->parameter[N];
    if (strcmp(call->exercise, "relaunch") == 0 &&
        call->parameter[WORK_GROUP] * call->parameter[TIMES] < 2) {
        return "work_group * times must be at least 2 to get from many partial sums to one";
    }
    if (kind_of(source) == NULL) {
        return "data must be shuffled, wild, ones, highest or ends";
    }
    uint64_t launches = 0;
    uint64_t left = n;
    do {
        left = groups_for(left, call->parameter);
        launches++;
    } while (left > 1 && call->parameter[WORK_GROUP] * call->parameter[TIMES] > 1);
    call->parameter[GROUPS] = groups_for(n, call->parameter);
    call->parameter_name[GROUPS] = "groups";
    call->parameter[LAUNCHES] = launches;
    call->parameter_name[LAUNCHES] = "launches";
    call->parameter_count = PARAMETERS;
    call->input[0] = (struct oracle_buffer){"src", "element", ELEMENT_U32, n};
    call->input_count = 1;
    call->output[ERROR] =
        (struct oracle_buffer){ORACLE_RETURNED_ERROR, ORACLE_RETURNED_ERROR, ELEMENT_I32, 1};
    call->output[SUM] = (struct oracle_buffer){"the sum", "the sum", ELEMENT_U32, 1};
    call->output_count = 2;
    return NULL;
}

static void fill(const struct oracle_call *call, void *const input[]) {
    struct random_stream random = {call->seed};
    kind_of(call->source)(input[0], call->parameter[N], &random);
}

static uint32_t sum_of(const uint32_t *data, size_t n) {
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += data[i];
    }
    return sum;
}

static void expect(const struct oracle_call *call, const void *const input[],
                   void *const output[]) {
    *(int32_t *)output[ERROR] = !launchable(call);
    if (launchable(call)) {
        *(uint32_t *)output[SUM] = sum_of(input[0], call->parameter[N]);
    } else {
        memset(output[SUM], SESSION_POISON, sizeof(uint32_t));
    }
}

/* Sums that a common mistake leads to, and what it was. */
static const char *mistake(const struct oracle_call *call, const uint32_t *data, uint32_t got) {
    const size_t n = call->parameter[N], work_group = call->parameter[WORK_GROUP];
    const size_t piece = work_group * call->parameter[TIMES];
    const uint32_t all = sum_of(data, n);
    const size_t whole_groups = n / work_group * work_group, whole_pieces = n / piece * piece;
    const struct {
        uint32_t sum;
        const char *text;
    } rows[] = {
        {SESSION_POISON * UINT32_C(0x01010101), "it was never written"},
        {0, "nothing was added up"},
        {2 * all, "every element was added twice"},
        {sum_of(data, whole_pieces),
         "the elements after the last whole piece of work_group * times "
         "are missing: n need not be a multiple of that"},
        {sum_of(data, whole_groups), "the elements after the last whole work-group are missing: n "
                                     "is usually not a multiple of work_group"},
        {sum_of(data, n < work_group ? n : work_group),
         "that is the sum of the first work_group elements only"},
        {sum_of(data, n < piece ? n : piece), "that is the first work-group's sum only"},
        {n > 0 ? all - data[n - 1] : 0, "the last element is missing"},
        {n > 0 ? all - data[0] : 0, "the first element is missing"},
        {n > 0 ? data[0] : 0, "that is the first element"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].sum == got) {
            return rows[i].text;
        }
    }
    return NULL;
}

/* Not even work-items that add all of their group's elements add one of them so often. */
enum { MOST_TIMES = 1024 };

static bool explain(const struct oracle_call *call, const void *const input[],
                    const void *const got[], const void *const expected[], char *text,
                    size_t size) {
    const int32_t error = *(const int32_t *)got[ERROR];
    uint32_t sum, right;
    memcpy(&sum, got[SUM], sizeof sum);
    memcpy(&right, expected[SUM], sizeof right);
    if (!launchable(call)) {
        message_put(
            text, size,
            "a work-group of %u cannot be launched: return the error, and leave the sum as it was",
            (unsigned)call->parameter[WORK_GROUP]);
        return true;
    }
    if (error != 0) {
        message_put(text, size, "an OpenCL call failed: %s", opencl_error(error));
        return true;
    }
    const char *what = mistake(call, input[0], sum);
    if (what != NULL) {
        message_put(text, size, "%s", what);
        return true;
    }
    if (strcmp(oracle_text(call->source, "data"), "ones") == 0) {
        if (sum < right) {
            message_put(text, size, "%u of %u elements were added up", (unsigned)sum,
                        (unsigned)right);
        } else if (sum / MOST_TIMES > right) {
            return false; /* no count, whatever it is */
        } else {
            message_put(text, size, "all elements are 1, so %u were added too often",
                        (unsigned)(sum - right));
        }
        return true;
    }
    return false;
}

const struct oracle lockstep_oracle = {shape, fill, expect, explain};
