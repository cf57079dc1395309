/*
 * What the oracles of the histogram labs share: the kinds of data, the expected histogram, and what
 * a wrong one tells. The including oracle.c defines the places N and M of its parameters first.
 */
#pragma once

#include "lab/oracle.h"
#include "run/session.h"

#include <stdio.h>
#include <string.h>

/* The data of a call: bytes, or 16-bit values for exercise any_m. */
struct values {
    void *at;
    size_t n, m; /* n values, each below m */
    bool wide;
    struct random_stream random;
};

static uint16_t get(const struct values *values, size_t i) {
    return values->wide ? ((uint16_t *)values->at)[i] : ((uint8_t *)values->at)[i];
}

static void put(struct values *values, size_t i, uint64_t value) {
    if (values->wide) {
        ((uint16_t *)values->at)[i] = (uint16_t)value;
    } else {
        ((uint8_t *)values->at)[i] = (uint8_t)value;
    }
}

/*
 * u_i = i % m for i = 1 … n, then n swaps of two random places. When m divides n, every bin is
 * exactly n / m.
 */
static void fill_shuffled(struct values *values) {
    for (size_t i = 1; i <= values->n; i++) {
        put(values, i - 1, i % values->m);
    }
    for (size_t i = 0; i < values->n; i++) {
        const size_t a = random_below(&values->random, values->n);
        const size_t b = random_below(&values->random, values->n);
        const uint16_t swap = get(values, a);
        put(values, a, get(values, b));
        put(values, b, swap);
    }
}

static void fill_uniform(struct values *values) {
    for (size_t i = 0; i < values->n; i++) {
        put(values, i, random_below(&values->random, values->m));
    }
}

/* The lower a value, the more frequent: bins differ from each other, and threads meet in bin 0. */
static void fill_skewed(struct values *values) {
    for (size_t i = 0; i < values->n; i++) {
        const uint64_t highest = random_below(&values->random, values->m);
        put(values, i, random_below(&values->random, highest + 1));
    }
}

/* One value, n times: all threads meet in one bin all the time. */
static void fill_equal(struct values *values) {
    const uint64_t value = random_below(&values->random, values->m);
    for (size_t i = 0; i < values->n; i++) {
        put(values, i, value);
    }
}

/* The same, in the last bin: m - 1, n times. */
static void fill_highest(struct values *values) {
    for (size_t i = 0; i < values->n; i++) {
        put(values, i, values->m - 1);
    }
}

/* Rising, in runs of nearly equal length. */
static void fill_sorted(struct values *values) {
    for (size_t i = 0; i < values->n; i++) {
        put(values, i, i * values->m / values->n);
    }
}

typedef void fill_values(struct values *values);

static const struct {
    const char *name;
    fill_values *fill;
} kinds[] = {
    {"shuffled", fill_shuffled}, {"uniform", fill_uniform}, {"skewed", fill_skewed},
    {"equal", fill_equal},       {"highest", fill_highest}, {"sorted", fill_sorted},
};

static fill_values *kind_of(const struct oracle_case *source) {
    const char *name = oracle_text(source, "data");
    for (size_t i = 0; name != NULL && i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(name, kinds[i].name) == 0) {
            return kinds[i].fill;
        }
    }
    return NULL;
}

static void fill(const struct oracle_call *call, void *const input[]) {
    struct values values = {
        .at = input[0],
        .n = call->parameter[N],
        .m = call->parameter[M],
        .wide = call->input[0].element == ELEMENT_U16,
        .random = {call->seed},
    };
    kind_of(call->source)(&values);
}

static void expect(const struct oracle_call *call, const void *const input[],
                   void *const output[]) {
    const struct values values = {
        .at = (void *)input[0],
        .wide = call->input[0].element == ELEMENT_U16,
    };
    uint32_t *frequency = output[0];
    memset(frequency, 0, call->parameter[M] * sizeof *frequency);
    for (size_t i = 0; i < call->parameter[N]; i++) {
        frequency[get(&values, i)]++;
    }
}

/* What a wrong histogram is like, as a whole. */
struct symptoms {
    size_t bins, elements;
    size_t untouched;    /* bins that hold what they held before the call */
    size_t on_garbage;   /* bins that were counted right, on top of that */
    size_t level;        /* bins that hold n / m */
    uint64_t sum;        /* of all bins */
    bool level_expected; /* n / m in every bin would be right */
};

static struct symptoms examine(const struct oracle_call *call, const uint32_t *got,
                               const uint32_t *expected) {
    struct symptoms seen = {.bins = call->parameter[M], .elements = call->parameter[N]};
    const uint32_t garbage = SESSION_POISON * UINT32_C(0x01010101);
    const uint64_t level = seen.elements / seen.bins;
    seen.level_expected = true;
    for (size_t bin = 0; bin < seen.bins; bin++) {
        seen.untouched += got[bin] == garbage;
        seen.on_garbage += got[bin] == (uint32_t)(expected[bin] + garbage);
        seen.level += got[bin] == level;
        seen.level_expected &= expected[bin] == level;
        seen.sum += got[bin];
    }
    return seen;
}

static bool explain(const struct oracle_call *call, const void *const input[],
                    const void *const got[], const void *const expected[], char *text,
                    size_t size) {
    (void)input;
    const struct symptoms seen = examine(call, got[0], expected[0]);
    const size_t n = seen.elements;
    if (seen.untouched == seen.bins) {
        message_put(text, size, "no bin was written: all hold what they held before the call");
    } else if (seen.on_garbage == seen.bins) {
        message_put(text, size,
                    "the counts were added to what was in the table: set it to zero first");
    } else if (seen.untouched > 0) {
        message_put(text, size, "%zu of %zu bins were never written", seen.untouched, seen.bins);
    } else if (n >= seen.bins && seen.level == seen.bins && !seen.level_expected) {
        message_put(text, size, "every bin holds n / %zu, whatever the data", seen.bins);
    } else if (seen.sum < n) {
        message_put(text, size, "the bins add up to %zu of %zu elements: %zu missing",
                    (size_t)seen.sum, n, n - (size_t)seen.sum);
    } else if (seen.sum > n) {
        message_put(text, size, "the bins add up to %zu, more than the %zu elements there are",
                    (size_t)seen.sum, n);
    } else {
        message_put(
            text, size,
            "the bins add up to n = %zu, but elements are counted in a wrong bin, or twice in the "
            "place of others",
            n);
    }
    return true;
}
