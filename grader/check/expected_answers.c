/* Inputs and expected answers of one seed, and comparing with them. */
#include "expected_answers.h"

#include "devices/asked_oracle.h"

#include <stdlib.h>
#include <string.h>

void solved_free(struct solved *solved) {
    for (size_t i = 0; i < ORACLE_MAX_BUFFERS; i++) {
        free(solved->input[i]);
        free(solved->output[i]);
    }
    *solved = (struct solved){0};
}

bool solved_make(const struct oracle_call *call, struct solved *solved) {
    *solved = (struct solved){0};
    bool good = true;
    for (size_t i = 0; i < call->input_count; i++) {
        solved->input[i] = calloc(1, buffer_bytes(&call->input[i]) + 1);
        good = good && solved->input[i] != NULL;
    }
    for (size_t i = 0; i < call->output_count; i++) {
        solved->output[i] = calloc(1, buffer_bytes(&call->output[i]) + 1);
        good = good && solved->output[i] != NULL;
    }
    if (!good) {
        solved_free(solved);
    }
    return good;
}

bool solved_fill(struct grading *grading, const struct oracle_call *call, struct solved *solved) {
    if (!solved_make(call, solved)) {
        return error_set(grading->error, "out of memory for the expected result");
    }
    if (!oracle_make_inputs(grading, call, solved->input) ||
        !oracle_make_outputs(grading, call, (const void *const *)solved->input, solved->output)) {
        solved_free(solved);
        return false;
    }
    return true;
}

bool solved_is_input(const struct oracle_call *call, const struct solved *solved, size_t output,
                     size_t at) {
    const struct oracle_buffer *buffer = &call->output[output];
    const size_t size = element_size(buffer->element);
    for (size_t i = 0; i < call->input_count; i++) {
        const struct oracle_buffer *input = &call->input[i];
        if (input->element == buffer->element && input->count == buffer->count &&
            memcmp((const char *)solved->input[i] + at * size,
                   (const char *)solved->output[output] + at * size, size) == 0) {
            return true;
        }
    }
    return false;
}

bool solved_has(const struct oracle_call *call, const struct solved *solved, const void *got,
                size_t output, size_t at) {
    const size_t size = element_size(call->output[output].element);
    return memcmp((const char *)solved->output[output] + at * size, (const char *)got + at * size,
                  size) == 0;
}

bool solved_fits(const struct oracle_call *call, const struct solved *solved,
                 const void *const got[]) {
    for (size_t i = 0; i < call->output_count; i++) {
        for (size_t at = 0; at < call->output[i].count; at++) {
            if (!solved_has(call, solved, got[i], i, at) && !solved_is_input(call, solved, i, at)) {
                return false;
            }
        }
    }
    return true;
}
