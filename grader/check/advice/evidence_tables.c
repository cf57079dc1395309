/* What wrong counters, or wrong numbers of one kind, tell of how they were added up. */
#include "../../message_text.h"
#include "evidence_inside.h"

#include <inttypes.h>
#include <string.h>

/* A whole number of 32 bits, as it lies in a table of counters. */
static uint32_t counter(const void *table, size_t index) {
    uint32_t value;
    memcpy(&value, (const char *)table + index * sizeof value, sizeof value);
    return value;
}

static bool is_table(const struct wrong_answer *answer) {
    return answer->buffer->element == ELEMENT_U32 && answer->buffer->count >= FEWEST_IN_A_TABLE &&
           strcmp(answer->buffer->item, "bin") == 0;
}

/* frequency[v] += v: bin 1 is right, bin 0 is empty. */
static const char *added_its_value(struct arena *arena, const struct wrong_answer *answer) {
    for (size_t bin = 0; bin < answer->buffer->count; bin++) {
        if (counter(answer->got, bin) != (uint32_t)(bin * counter(answer->expected, bin))) {
            return NULL;
        }
    }
    return message_print(arena, "Each bin holds the right count times its own number: is the value "
                                "of an element added, where 1 is due?");
}

/* Every bin below `half` also has the counts of those that are a multiple of `half` further on. */
static bool is_folded(const struct wrong_answer *answer, size_t half) {
    for (size_t bin = 0; bin < answer->buffer->count; bin++) {
        uint32_t sum = 0;
        for (size_t i = bin; bin < half && i < answer->buffer->count; i += half) {
            sum += counter(answer->expected, i);
        }
        if (counter(answer->got, bin) != sum) {
            return false;
        }
    }
    return true;
}

static const char *lost_upper_bits(struct arena *arena, const struct wrong_answer *answer) {
    for (size_t half = answer->buffer->count / 2; half > 1; half /= 2) {
        if (is_folded(answer, half)) {
            return message_print(
                arena,
                "From bin %zu on there is nothing, and bin 0 has the counts of bin "
                "%zu, too: does the index lose its upper bits (a mask, a "
                "remainder, a type that is too small)?",
                half, half);
        }
    }
    return NULL;
}

/* All bins are too large by the same number: what they held before the first was counted. Where all
 * should hold the same, that number is as well a multiple of the right one. */
static const char *began_with_more(struct arena *arena, const struct wrong_answer *answer) {
    const uint32_t more = counter(answer->got, 0) - counter(answer->expected, 0);
    const bool bytes = more == (more & 255) * UINT32_C(0x01010101);
    bool level = true;
    for (size_t bin = 0; bin < answer->buffer->count; bin++) {
        if (counter(answer->got, bin) - counter(answer->expected, bin) != more) {
            return NULL;
        }
        level = level && counter(answer->expected, bin) == counter(answer->expected, 0);
    }
    if (more == 0 || more > INT32_MAX || (level && !bytes)) {
        return NULL;
    }
    return bytes
               ? message_print(arena,
                               "Every bin is too large by %" PRIu32
                               ", the same number in each of its bytes: memset and cudaMemset set "
                               "bytes. A counter must begin with 0.",
                               more)
               : message_print(arena,
                               "Every bin is too large by %" PRIu32
                               ": that is what it holds before the first element is counted. It "
                               "must begin with 0.",
                               more);
}

/* Bins that a block has no thread for are empty. */
static const char *more_bins_than_threads(struct arena *arena, const struct wrong_answer *answer) {
    const uint64_t threads = evidence_parameter(answer->call, "threads");
    if (answer->team || threads == 0 || threads >= answer->buffer->count) {
        return NULL;
    }
    for (size_t bin = 0; bin < answer->buffer->count; bin++) {
        if (counter(answer->got, bin) != (bin < threads ? counter(answer->expected, bin) : 0)) {
            return NULL;
        }
    }
    return message_print(arena,
                         "From bin %" PRIu64 " on all bins are 0, and a block has %" PRIu64
                         " threads: in each loop over the table, a thread must go on by blockDim.x "
                         "until the table's end.",
                         threads, threads);
}

/* Bin `bin + by` has what is due in bin `bin`; the bins at one end have no other to be that of. */
static bool is_shifted(const struct wrong_answer *answer, int by) {
    const size_t count = answer->buffer->count;
    bool level = true;
    for (size_t bin = 1; bin < count; bin++) {
        const size_t due = by > 0 ? bin - 1 : bin, got = by > 0 ? bin : bin - 1;
        if (counter(answer->got, got) != counter(answer->expected, due)) {
            return false;
        }
        level = level && counter(answer->expected, due) == counter(answer->expected, 0);
    }
    return !level;
}

static const char *shifted(struct arena *arena, const struct wrong_answer *answer) {
    return is_shifted(answer, 1)
               ? message_print(arena, "Each bin holds the count of the bin before "
                                      "it: is 1 added to the value of an element?")
           : is_shifted(answer, -1)
               ? message_print(arena, "Each bin holds the count of the bin after it: is "
                                      "1 subtracted from the value of an element?")
               : NULL;
}

/* Is this the table of the first n bytes of the data, whose n elements have two each? */
static const char *counted_bytes(struct arena *arena, const struct wrong_answer *answer) {
    const struct oracle_buffer *data = &answer->call->input[0];
    if (answer->data == NULL || data->element != ELEMENT_U16) {
        return NULL;
    }
    const unsigned char *bytes = answer->data;
    const size_t size = element_size(data->element);
    uint32_t *table = arena_alloc(arena, answer->buffer->count * sizeof *table);
    size_t counted = 0;
    for (size_t bin = 0; bin < answer->buffer->count; bin++) {
        counted += counter(answer->got, bin);
    }
    if (counted != data->count && counted != data->count * size) {
        return NULL;
    }
    memset(table, 0, answer->buffer->count * sizeof *table);
    for (size_t i = 0; i < counted; i++) {
        if (bytes[i] >= answer->buffer->count) {
            return NULL;
        }
        table[bytes[i]]++;
    }
    return memcmp(answer->got, table, answer->buffer->count * sizeof *table) == 0
               ? message_print(arena,
                               "This is the table of single bytes, and an element of %s has %zu "
                               "bytes: is %s read by a pointer to uint8_t (a cast, or a parameter "
                               "of that type)?",
                               data->name, size, data->name)
               : NULL;
}

const char *evidence_of_counters(struct arena *arena, const struct wrong_answer *answer) {
    static const char *(*const rows[])(struct arena * arena, const struct wrong_answer *answer) = {
        added_its_value,        lost_upper_bits, began_with_more,
        more_bins_than_threads, shifted,         counted_bytes};
    const char *advice = NULL;
    for (size_t i = 0; is_table(answer) && i < sizeof rows / sizeof *rows && advice == NULL; i++) {
        advice = rows[i](arena, answer);
    }
    return advice;
}

/* Results of groups, all of them that of the first one; the last group may have fewer elements. */
const char *evidence_of_likeness(struct arena *arena, const struct wrong_answer *answer) {
    const size_t size = element_size(answer->buffer->element), count = answer->buffer->count;
    enum { FEWEST_GROUPS = 4 };
    if (count < FEWEST_GROUPS || answer->first == 0 || answer->wrong + 2 < count || answer->team ||
        strstr(answer->buffer->name, "sum") == NULL) {
        return NULL;
    }
    for (size_t i = 1; i + 1 < count; i++) {
        if (memcmp((const char *)answer->got + i * size, answer->got, size) != 0) {
            return NULL;
        }
    }
    return message_print(arena,
                         "Every value is that of %s 0: does each work-group read the elements of "
                         "the first one? get_local_id(0) counts within a work-group, "
                         "get_global_id(0) in all of them.",
                         answer->buffer->item);
}

/* What was written is right, and ends where a type does: 2^7, 2^8, 2^15 or 2^16. */
const char *evidence_of_short_index(struct arena *arena, const struct wrong_answer *answer) {
    static const unsigned bits[] = {16, 15, 8, 7};
    const size_t count = answer->buffer->count, left = count - answer->first;
    for (size_t k = 0; k < sizeof bits / sizeof *bits && answer->wrong == left; k++) {
        const size_t turn = (size_t)1 << bits[k];
        const bool wraps = bits[k] == 16 && left % turn == 0 && left > 0;
        if ((answer->first == turn || wraps) &&
            answer->first != evidence_parameter(answer->call, "threads") &&
            answer->first != evidence_parameter(answer->call, "work_group")) {
            return message_print(arena,
                                 "From %s %zu on nothing was written, and 2^%u is %zu: is there an "
                                 "index, a counter or a cast of %u bits?",
                                 answer->buffer->item, answer->first, bits[k], turn,
                                 bits[k] == 15 || bits[k] == 7 ? bits[k] + 1 : bits[k]);
        }
    }
    return NULL;
}
