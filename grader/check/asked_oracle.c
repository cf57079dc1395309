/* Buffers with margins for the oracle to write to. */
#include "asked_oracle.h"

#include <stdlib.h>
#include <string.h>

enum { MARGIN = 256, MARK = 0x6d };

struct guarded {
    const struct oracle_buffer *buffers;
    size_t count;
    unsigned char *start[ORACLE_MAX_BUFFERS]; /* of the margin in front */
    void *inside[ORACLE_MAX_BUFFERS];
};

static size_t bytes_of(const struct oracle_buffer *buffer) {
    return buffer->count * element_size(buffer->element);
}

static void guarded_free(struct guarded *guarded) {
    for (size_t i = 0; i < guarded->count; i++) {
        free(guarded->start[i]);
    }
}

static bool guarded_make(struct guarded *guarded, const struct oracle_buffer *buffers,
                         size_t count) {
    *guarded = (struct guarded){.buffers = buffers, .count = count};
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        const size_t bytes = bytes_of(&buffers[i]) + (size_t)2 * MARGIN;
        guarded->start[i] = malloc(bytes);
        good = good && guarded->start[i] != NULL;
        if (guarded->start[i] != NULL) {
            memset(guarded->start[i], MARK, bytes);
            guarded->inside[i] = guarded->start[i] + MARGIN;
            memset(guarded->inside[i], 0, bytes_of(&buffers[i]));
        }
    }
    return good;
}

static bool is_whole(const unsigned char *margin) {
    for (size_t i = 0; i < MARGIN; i++) {
        if (margin[i] != MARK) {
            return false;
        }
    }
    return true;
}

/* Copies what the oracle has made, and gives the buffers back. */
static bool guarded_take(struct grading *grading, const struct oracle_call *call,
                         struct guarded *guarded, const char *who, void *const to[]) {
    bool good = true;
    for (size_t i = 0; i < guarded->count && good; i++) {
        const size_t bytes = bytes_of(&guarded->buffers[i]);
        const unsigned char *start = guarded->start[i];
        good = is_whole(start) && is_whole(start + MARGIN + bytes);
        if (good && bytes > 0) {
            memcpy(to[i], guarded->inside[i], bytes);
        } else if (!good) {
            error_set(grading->error,
                      "%s/oracle.c: %s() writes beyond '%s', which has %zu elements, in case {%s} "
                      "of exercise %s: fix the lab",
                      grading->lab->directory, who, guarded->buffers[i].name,
                      guarded->buffers[i].count, call->source->text, call->exercise);
        }
    }
    guarded_free(guarded);
    return good;
}

static bool no_memory(struct grading *grading, struct guarded *guarded) {
    guarded_free(guarded);
    return error_set(grading->error, "out of memory for what the oracle makes");
}

bool oracle_make_inputs(struct grading *grading, const struct oracle_call *call,
                        void *const input[]) {
    struct guarded guarded;
    if (!guarded_make(&guarded, call->input, call->input_count)) {
        return no_memory(grading, &guarded);
    }
    grading->oracle->fill(call, guarded.inside);
    return guarded_take(grading, call, &guarded, "fill", input);
}

bool oracle_make_outputs(struct grading *grading, const struct oracle_call *call,
                         const void *const input[], void *const output[]) {
    struct guarded guarded;
    if (!guarded_make(&guarded, call->output, call->output_count)) {
        return no_memory(grading, &guarded);
    }
    /* What it leaves as it was, it expects to be as it was. */
    for (size_t i = 0; i < call->output_count; i++) {
        if (bytes_of(&call->output[i]) > 0) {
            memcpy(guarded.inside[i], output[i], bytes_of(&call->output[i]));
        }
    }
    grading->oracle->expect(call, input, guarded.inside);
    return guarded_take(grading, call, &guarded, "expect", output);
}
