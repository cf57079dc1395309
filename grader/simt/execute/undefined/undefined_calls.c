/* Undefined values (undefined.c) in what calls pass and give back. */
#include "undefined.h"

#include <stdlib.h>

/* Bytes that a call passes, from one function's to the other's. */
static void hand_over(struct followed *to, uint32_t to_row, const struct followed *from,
                      uint32_t from_row, uint32_t bytes, uint32_t mask) {
    for (uint32_t b = 0; to != NULL && b < bytes; b++) {
        static const struct origin_of nothing;
        const struct origin_of *given = from != NULL ? &from->row[from_row / 4 + b] : &nothing;
        struct origin_of *held = &to->row[to_row / 4 + b];
        uint32_t now = (held->lanes & ~mask) | (given->lanes & mask);
        to->live += (now != 0) - (held->lanes != 0);
        held->bits = ((now & ~mask) != 0 ? held->bits : 0) | given->bits;
        held->lanes = now;
        held->members = (held->members & ~mask) | (given->members & mask);
        held->source = (given->lanes & mask) != 0 ? given->source : held->source;
    }
}

static bool any_lanes(const struct followed *from, uint32_t row, uint32_t bytes, uint32_t mask) {
    bool any = false;
    for (uint32_t b = 0; from != NULL && b < bytes && !any; b++) {
        any = (from->row[row / 4 + b].lanes & mask) != 0;
    }
    return any;
}

void undefined_call(struct warp *warp, const struct activation *caller,
                    const struct activation *callee, const struct call_details *call,
                    uint32_t mask) {
    const struct followed *from = undefined_find(warp->undefined, caller);
    const struct function *function = callee->function;
    const struct ptx_variable *parameter = function->ptx->parameters;
    for (uint32_t n = 0; n < call->argument_count; n++, parameter = parameter->next) {
        uint32_t row = call->arguments[n]->row, bytes = (uint32_t)call->arguments[n]->size;
        struct followed *to = any_lanes(from, row, bytes, mask)
                                  ? undefined_find_or_make(warp->undefined, callee)
                                  : undefined_find(warp->undefined, callee);
        hand_over(to, function->parameter_row + 4 * (uint32_t)parameter->address, from, row, bytes,
                  mask);
    }
}

void undefined_return(struct warp *warp, const struct activation *caller,
                      const struct activation *callee, const struct call_details *call,
                      uint32_t mask) {
    struct undefined *undefined = warp->undefined;
    const struct followed *from = undefined_find(undefined, callee);
    const struct ptx_variable *result = callee->function->ptx->results;
    for (uint32_t n = 0; n < call->result_count; n++, result = result->next) {
        uint32_t bytes = (uint32_t)result->size;
        uint32_t row = callee->function->result_row + 4 * (uint32_t)result->address;
        struct followed *to = any_lanes(from, row, bytes, mask)
                                  ? undefined_find_or_make(undefined, caller)
                                  : undefined_find(undefined, caller);
        hand_over(to, call->results[n]->row, from, row, bytes, mask);
    }
}

void undefined_leave(struct warp *warp, const struct activation *activation, uint32_t lanes) {
    struct undefined *undefined = warp->undefined;
    uint32_t end = activation->local_base + activation->function->local_bytes;
    for (uint32_t b = activation->local_base; undefined->memory != NULL && b < end; b++) {
        undefined_keep(undefined, &undefined->memory[b], &undefined->live, lanes, 0);
    }
    for (struct followed **at = &undefined->all; *at != NULL && activation->lanes == 0;
         at = &(*at)->next) {
        if ((*at)->owner == activation) {
            struct followed *left = *at;
            *at = left->next;
            free(left);
            break;
        }
    }
}
