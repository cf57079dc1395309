/* As much as a pointer has bytes: sizeof of a parameter in place of the size of an array. */
#include "evidence_inside.h"

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

const char *evidence_of_sizes(struct arena *arena, const struct wrong_answer *answer) {
    const size_t count = answer->buffer->count;
    if (count < FEWEST_IN_A_TABLE || answer->wrong == 0) {
        return NULL;
    }
    if (wrote_a_pointers_bytes(answer)) {
        return arena_printf(arena,
                            "Only the first %d bytes of %s were written, as many as a pointer has: "
                            "sizeof of a parameter is the size of a pointer. Write the number of "
                            "elements times the size of one.",
                            POINTER, answer->buffer->name);
    }
    return counted_a_pointers_bytes(answer)
               ? arena_printf(arena,
                              "Only the first elements of %s are counted, as many as a pointer has "
                              "bytes: sizeof of a parameter is the size of a pointer. Use n.",
                              answer->call->input[0].name)
               : NULL;
}
