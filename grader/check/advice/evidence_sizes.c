/* Lengths that are not the array's: in elements, or of a pointer (sizeof of a parameter). */
#include "../../message_text.h"
#include "evidence_inside.h"

#include "../../run/session.h"

#include <string.h>

enum { POINTER = 8 };

/* Only the bytes of a pointer's length were written, and rightly. */
static bool wrote_a_pointers_bytes(const struct wrong_answer *answer) {
    const size_t size = element_size(answer->buffer->element), count = answer->buffer->count;
    if (answer->first * size != POINTER || answer->wrong != count - answer->first ||
        answer->first == evidence_parameter(answer->call, "threads") ||
        answer->first == evidence_parameter(answer->call, "work_group")) {
        return false;
    }
    for (size_t i = answer->first; i < count; i++) {
        if (!evidence_is_unwritten(answer, i)) {
            return false;
        }
    }
    return true;
}

/* A table that counts the first elements of the data only, as many as a pointer has bytes, or as
 * such bytes have elements. */
static bool counted_a_pointers_bytes(const struct wrong_answer *answer) {
    const struct oracle_buffer *data = &answer->call->input[0];
    if (answer->data == NULL || answer->buffer->element != ELEMENT_U32 ||
        strcmp(answer->buffer->item, "bin") != 0 ||
        (data->element != ELEMENT_U8 && data->element != ELEMENT_U16)) {
        return false;
    }
    size_t counted = 0;
    for (size_t bin = 0; bin < answer->buffer->count; bin++) {
        counted += (size_t)evidence_number(answer->buffer, answer->got, bin);
    }
    if (counted >= data->count ||
        (counted != POINTER && counted != POINTER / element_size(data->element))) {
        return false;
    }
    for (size_t bin = 0; bin < answer->buffer->count; bin++) {
        double left = evidence_number(answer->buffer, answer->got, bin);
        for (size_t i = 0; i < counted; i++) {
            left -= evidence_number(data, answer->data, i) == (double)bin;
        }
        if (left != 0) {
            return false;
        }
    }
    return true;
}

bool evidence_is_cut(const struct oracle_buffer *buffer, const void *got, const void *expected,
                     size_t *bytes) {
    const size_t size = element_size(buffer->element), all = buffer->count * size;
    const unsigned char *is = got, *due = expected;
    size_t right = 0;
    while (right < all && is[right] == due[right]) {
        right++;
    }
    for (size_t i = right; i < all; i++) {
        if (is[i] != SESSION_POISON) {
            return false;
        }
    }
    *bytes = right;
    return right > 0 && right % size != 0;
}

const char *evidence_of_sizes(struct arena *arena, const struct wrong_answer *answer) {
    const size_t count = answer->buffer->count;
    size_t bytes;
    if (evidence_is_cut(answer->buffer, answer->got, answer->expected, &bytes)) {
        return message_print(arena,
                             "Only the first %zu bytes of %s were written, and an element has %zu: "
                             "the length of a copy is in bytes, the number of elements times the "
                             "size of one.",
                             bytes, answer->buffer->name, element_size(answer->buffer->element));
    }
    if (count < FEWEST_IN_A_TABLE || answer->wrong == 0) {
        return NULL;
    }
    if (wrote_a_pointers_bytes(answer)) {
        return message_print(
            arena,
            "Only the first %d bytes of %s were written, as many as a pointer has: "
            "sizeof of a parameter is the size of a pointer. Write the number of "
            "elements times the size of one.",
            POINTER, answer->buffer->name);
    }
    return counted_a_pointers_bytes(answer)
               ? message_print(
                     arena,
                     "Only the first elements of %s are counted, as many as a pointer has "
                     "bytes: sizeof of a parameter is the size of a pointer. Use n.",
                     answer->call->input[0].name)
               : NULL;
}
