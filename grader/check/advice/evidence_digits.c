/* What the digits of wrong numbers tell of the types that held them. */
#include "../../message_text.h"
#include "../../run/session.h"
#include "evidence_inside.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

uint64_t evidence_parameter(const struct oracle_call *call, const char *name) {
    for (size_t i = 0; i < call->parameter_count; i++) {
        if (strcmp(call->parameter_name[i], name) == 0) {
            return call->parameter[i];
        }
    }
    return 0;
}

bool evidence_is_poison(const struct oracle_buffer *buffer, const void *data, size_t index) {
    const size_t size = element_size(buffer->element);
    const unsigned char *at = (const unsigned char *)data + index * size;
    for (size_t i = 0; i < size; i++) {
        if (at[i] != SESSION_POISON) {
            return false;
        }
    }
    return true;
}

bool evidence_is_unwritten(const struct wrong_answer *answer, size_t index) {
    return evidence_is_poison(answer->buffer, answer->got, index);
}

double evidence_number(const struct oracle_buffer *buffer, const void *data, size_t index) {
    const unsigned char *at = (const unsigned char *)data + index * element_size(buffer->element);
    uint64_t bits = 0;
    float single;
    double twice;
    memcpy(&bits, at, element_size(buffer->element));
    switch (buffer->element) {
    case ELEMENT_F32:
        memcpy(&single, at, sizeof single);
        return (double)single;
    case ELEMENT_F64:
        memcpy(&twice, at, sizeof twice);
        return twice;
    case ELEMENT_I32:
        return (double)(int32_t)(uint32_t)bits;
    case ELEMENT_I64:
        return (double)(int64_t)bits;
    default:
        return (double)bits;
    }
}

/* A whole number of 32 or 64 bits. */
static uint64_t whole(const struct wrong_answer *answer, const void *data, size_t index) {
    uint64_t value = 0;
    const size_t size = element_size(answer->buffer->element);
    memcpy(&value, (const unsigned char *)data + index * size, size);
    return value;
}

static const char *rounded(struct arena *arena, const struct wrong_answer *answer) {
    bool changed = false, exact = true;
    for (size_t i = 0; i < answer->buffer->count; i++) {
        const double right = evidence_number(answer->buffer, answer->expected, i);
        const double got = evidence_number(answer->buffer, answer->got, i);
        /* An infinity may come of rounding a huge number; it is also where extremes start. */
        if (got != (double)(float)got || isfinite(got) != isfinite(right) ||
            (isfinite(right) && fabs(got - right) > fabs(right) / (1 << 16))) {
            return NULL;
        }
        exact = exact && got == (double)(float)right;
        changed = changed || right != (double)(float)right;
    }
    if (!changed || (!exact && answer->wrong < FEWEST_IN_A_TABLE)) {
        return NULL; /* a few wrong numbers fit a float by chance */
    }
    return message_print(arena, "Every number is right, but rounded to float: which variable, "
                                "parameter or constant on the way to it is not a double?");
}

/* Does a whole number fit into so many binary digits, one more for a sum's carry? */
static bool fits(uint64_t value, int digits) {
    return value != 0 && 64 - __builtin_clzll(value) - __builtin_ctzll(value) <= digits + 1;
}

/* Whole numbers that a float or a double held on the way: all that differ are beside the right ones
 * and fit into its digits, or are the largest of their type, where it did not fit at all. */
static const char *whole_but_rounded(struct arena *arena, const struct wrong_answer *answer) {
    enum { FLOAT_DIGITS = 24, DOUBLE_DIGITS = 53, ROUNDINGS = 2 };
    const struct oracle_buffer *buffer = answer->buffer;
    const bool narrow = buffer->element == ELEMENT_U32;
    size_t near = 0, largest = 0;
    bool single = true;
    for (size_t i = 0; i < buffer->count; i++) {
        const uint64_t got = whole(answer, answer->got, i);
        const uint64_t right = whole(answer, answer->expected, i);
        const uint64_t apart = got > right ? got - right : right - got;
        if (apart == 0) {
            continue;
        }
        if (got == (narrow ? UINT32_MAX : UINT64_MAX)) {
            largest++;
            continue;
        }
        const bool float_holds = fits(got, FLOAT_DIGITS);
        const int digits = float_holds ? FLOAT_DIGITS : DOUBLE_DIGITS;
        if (right >> FLOAT_DIGITS == 0 || !fits(got, digits) ||
            apart > right >> (digits - ROUNDINGS)) {
            return NULL;
        }
        single = single && float_holds;
        near++;
    }
    return near >= FEWEST_IN_A_TABLE
               ? message_print(arena,
                               "The numbers are nearly right, as if a %s had held them, which has "
                               "%d binary digits: which variable, cast or function (pow …) on the "
                               "way is not of whole numbers?",
                               single ? "float" : "double", single ? FLOAT_DIGITS : DOUBLE_DIGITS)
           : near == 0 && largest >= FEWEST_IN_A_TABLE
               ? message_print(arena,
                               "Each wrong value is the largest of its type: did a float that "
                               "was larger become a whole number (pow, a cast)?")
               : NULL;
}

/* A sum that was added to what was there: so large a number swallows it. */
static const char *swallowed(struct arena *arena, const struct wrong_answer *answer) {
    return answer->buffer->count == 1 && strstr(answer->buffer->name, "sum") != NULL &&
                   evidence_is_unwritten(answer, 0)
               ? message_print(arena,
                               "It still holds what was there before: nothing was stored (a "
                               "read that is not blocking stores later: wait for it), or the "
                               "sum was only added to it (+=). Set it to 0 first.")
               : NULL;
}

/* Numbers of floating point that an int held on the way: none is beyond it, and all should be. */
static const char *held_by_int(struct arena *arena, const struct wrong_answer *answer) {
    bool any = false;
    for (size_t i = 0; i < answer->buffer->count; i++) {
        const double got = evidence_number(answer->buffer, answer->got, i);
        const double right = evidence_number(answer->buffer, answer->expected, i);
        if (!(fabs(got) <= INT32_MAX + 1.0) || got != trunc(got) || fabs(right) <= UINT32_MAX) {
            return NULL;
        }
        any = any || got != 0;
    }
    return any && answer->buffer->count >= FEWEST_IN_A_TABLE
               ? message_print(arena, "Every value fits into an int, and no right one does: which "
                                      "variable, parameter or cast on the way to it is an int?")
               : NULL;
}

const char *evidence_of_digits(struct arena *arena, const struct wrong_answer *answer) {
    switch (answer->buffer->element) {
    case ELEMENT_F64: {
        const char *kept = swallowed(arena, answer);
        kept = kept != NULL ? kept : rounded(arena, answer);
        return kept != NULL ? kept : held_by_int(arena, answer);
    }
    case ELEMENT_U32:
    case ELEMENT_U64:
        return whole_but_rounded(arena, answer);
    default:
        return NULL;
    }
}

/* Exact for whole numbers: a difference of two large ones does not fit a double. */
static bool lacks_multiple(const struct wrong_answer *answer, size_t index, uint64_t turn) {
    const uint64_t got = whole(answer, answer->got, index);
    const uint64_t expected = whole(answer, answer->expected, index);
    return expected >= got && (expected - got) % turn == 0;
}

/* Numbers of 64 bits from products or sums of 32: the upper half is gone everywhere. */
static const char *upper_half_gone(struct arena *arena, const struct wrong_answer *answer) {
    bool small = true;
    for (size_t i = 0; i < answer->buffer->count; i++) {
        const uint64_t got = whole(answer, answer->got, i);
        const uint64_t right = whole(answer, answer->expected, i);
        const bool extended = got == (uint64_t)(int64_t)(int32_t)(uint32_t)got;
        if ((uint32_t)got != (uint32_t)right || (got > right && !extended)) {
            return NULL;
        }
        small = small && got <= right;
    }
    return small ? message_print(arena, "Every value is too small by a multiple of 2^32: which "
                                        "product, sum or variable has only 32 bits?")
                 : message_print(arena, "Only the lower 32 bits of each value are right: which "
                                        "product, sum or variable is an int?");
}

/* Counters of 8 or 16 bits begin again at 0: what is missing anywhere is a multiple of that. */
const char *evidence_of_overflow(struct arena *arena, const struct wrong_answer *answer) {
    static const unsigned widths[] = {16, 8};
    const struct oracle_buffer *buffer = answer->buffer;
    const bool table = buffer->count >= FEWEST_IN_A_TABLE;
    const bool counts = buffer->element == ELEMENT_U32 || buffer->element == ELEMENT_U64;
    if (buffer->element == ELEMENT_U64 && answer->wrong > 0) {
        const char *half = upper_half_gone(arena, answer);
        if (half != NULL) {
            return half;
        }
    }
    for (size_t k = 0; counts && k < (table ? 2 : 1); k++) {
        const uint64_t turn = UINT64_C(1) << widths[k];
        size_t lacking = 0, strange = 0;
        for (size_t i = 0; i < buffer->count; i++) {
            lacking += evidence_number(buffer, answer->expected, i) >
                       evidence_number(buffer, answer->got, i);
            strange += !lacks_multiple(answer, i, turn);
        }
        if (lacking > 0 && strange == 0) {
            return message_print(arena,
                                 "Every value is too small by a multiple of %" PRIu64
                                 ": does a counter of %u bits wrap around to 0?",
                                 turn, widths[k]);
        }
    }
    return NULL;
}
