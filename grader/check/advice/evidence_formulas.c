/* Results that are another formula of the inputs: usual mistakes, tried out. */
#include "../../message_text.h"
#include "evidence_inside.h"

#include "../../arena.h"

#include <string.h>

static uint64_t sum(uint64_t a, uint64_t b) {
    return a + b;
}

static uint64_t difference(uint64_t a, uint64_t b) {
    return a - b;
}

static uint64_t product(uint64_t a, uint64_t b) {
    return a * b;
}

static uint64_t common_bits(uint64_t a, uint64_t b) {
    return a & b;
}

static uint64_t all_bits(uint64_t a, uint64_t b) {
    return a | b;
}

static uint64_t other_bits(uint64_t a, uint64_t b) {
    return a ^ b;
}

static uint64_t first_one(uint64_t a, uint64_t b) {
    (void)b;
    return a;
}

static const struct {
    char sign; /* or 0: the first operand alone */
    uint64_t (*apply)(uint64_t a, uint64_t b);
} operations[] = {{0, first_one},     {'+', sum},      {'-', difference}, {'*', product},
                  {'&', common_bits}, {'|', all_bits}, {'^', other_bits}};

/* An operand is an input, by its number; behind them are the index, and the number 2. */
static uint64_t operand(const struct wrong_answer *answer, size_t which, size_t index) {
    if (which >= answer->call->input_count) {
        return which == answer->call->input_count ? index : 2;
    }
    uint64_t value = 0;
    const size_t size = element_size(answer->call->input[which].element);
    memcpy(&value, (const unsigned char *)answer->input[which] + index * size, size);
    return value;
}

static bool fits(const struct wrong_answer *answer, size_t operation, size_t left, size_t right) {
    const size_t size = element_size(answer->buffer->element);
    for (size_t i = 0; i < answer->buffer->count; i++) {
        const uint64_t value =
            operations[operation].apply(operand(answer, left, i), operand(answer, right, i));
        if (memcmp((const unsigned char *)answer->got + i * size, &value, size) != 0) {
            return false;
        }
    }
    return true;
}

static const char *name(struct arena *arena, const struct wrong_answer *answer, size_t which) {
    return which < answer->call->input_count
               ? arena_printf(arena, "%s[i]", answer->call->input[which].name)
           : which == answer->call->input_count ? "i"
                                                : "2";
}

/* Whole numbers without a sign, of which each input has as many as there are results. */
static bool is_by_element(const struct wrong_answer *answer) {
    const struct oracle_call *call = answer->call;
    bool by_element =
        answer->buffer->count >= FEWEST_IN_A_TABLE && call->input_count > 0 &&
        (answer->buffer->element == ELEMENT_U32 || answer->buffer->element == ELEMENT_U64);
    for (size_t i = 0; i < call->input_count; i++) {
        by_element =
            by_element && call->input[i].count == answer->buffer->count &&
            (call->input[i].element == ELEMENT_U32 || call->input[i].element == ELEMENT_U64);
    }
    return by_element;
}

static const char *describe(struct arena *arena, const struct wrong_answer *answer, size_t k,
                            size_t left, size_t right) {
    const char *const first = name(arena, answer, left);
    return operations[k].sign == 0 ? first
                                   : arena_printf(arena, "%s %c %s", first, operations[k].sign,
                                                  name(arena, answer, right));
}

const char *evidence_of_formulas(struct arena *arena, const struct wrong_answer *answer) {
    const size_t inputs = answer->call->input_count;
    if (!is_by_element(answer)) {
        return NULL;
    }
    for (size_t k = 0; k < sizeof operations / sizeof *operations; k++) {
        for (size_t left = 0; left <= inputs; left++) {
            for (size_t right = 0; right <= inputs + 1; right++) {
                if (fits(answer, k, left, right)) {
                    return message_print(arena,
                                         "Every result is %s: compare this with what the contract "
                                         "asks for.",
                                         describe(arena, answer, k, left, right));
                }
            }
        }
    }
    return NULL;
}
