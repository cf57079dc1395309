/* Loops that poll: whose way out hangs on what an access in them reads, which nothing may keep in a
 * register. */
#include "polls.h"

#include <stdlib.h>
#include <string.h>

struct loop_view {
    const struct simt_module *module;
    const struct function *function;
    const struct model_step *steps;
    int32_t loop;
};

static bool holds(const struct loop_view *view, uint32_t site) {
    return loop_holds(view->function, view->loop, site);
}

static bool is_zero(const struct function *function, uint32_t row) {
    for (uint32_t s = 0; s < function->special_count; s++) {
        const struct special_row *special = &function->specials[s];
        if (special->row == row) {
            return special->special == SPECIAL_ZERO ||
                   (special->special == SPECIAL_CONSTANT && special->addend == 0);
        }
    }
    return false;
}

static bool reaches_global(const struct memory_details *memory) {
    return memory != NULL && (memory->space == SIMT_GLOBAL || memory->generic);
}

/* A load that is made each time, or an atomic that changes nothing. */
static bool asks_again(const struct function *function, const struct instruction *i) {
    const struct memory_details *memory = i->memory;
    if (!reaches_global(memory)) {
        return false;
    }
    const bool reads = memory->kind == SIMT_LOAD && memory->order != SIMT_WEAK;
    const bool adds = memory->kind == SIMT_ATOMIC &&
                      (memory->atomic == SIMT_ATOMIC_ADD || memory->atomic == SIMT_ATOMIC_OR) &&
                      is_zero(function, i->b);
    return reads || adds;
}

static bool copies_predicate(const struct loop_view *view, uint32_t site) {
    const char *opcode = view->module->sites[site].opcode;
    return opcode_starts(opcode, "mov.pred");
}

/* Follows what `site` reads through the loop once, and marks what is made of it; a predicate may
 * also be chosen by the way that a branch takes. */
static bool follow(const struct loop_view *view, uint32_t site, bool *made, bool *parts) {
    const struct function *function = view->function;
    bool leaves = false;
    for (uint32_t at = function->first; at < function->first + function->count; at++) {
        const struct model_step *step = &view->steps[at];
        const struct instruction *i = &view->module->code[at];
        if (!holds(view, at)) {
            continue;
        }
        bool any = at == site || (*parts && copies_predicate(view, at));
        for (int s = 0; s < STEP_SOURCES; s++) {
            any |= made[step->sources[s]];
        }
        for (uint32_t e = 0; e < i->edge_count && i->edge_count > 1; e++) {
            leaves |= any && !holds(view, i->edges[e].target);
            *parts |= any;
        }
        for (int t = 0; t < STEP_TARGETS && step->targets[t] != 0; t++) {
            made[step->targets[t]] = any;
        }
    }
    return leaves;
}

/* Does the way out of the loop hang on what `site` reads? */
static bool decides(const struct loop_view *view, uint32_t site) {
    enum { PASSES = 3 };
    bool *made = calloc(UINT16_MAX + 1, sizeof *made);
    bool leaves = false, parts = false;
    for (int pass = 0; made != NULL && pass < PASSES; pass++) {
        leaves |= follow(view, site, made, &parts);
    }
    free(made);
    return leaves;
}

/* The outermost loop around `site` that goes on until it reads the right value; -1: none. */
static int32_t waiting_loop(const struct loop_view *function, uint32_t site) {
    struct loop_view view = *function;
    int32_t found = -1;
    view.loop = view.function->loop_of[site - view.function->first];
    for (; view.loop >= 0; view.loop = view.function->loops[view.loop].parent) {
        found = decides(&view, site) ? view.loop : found;
    }
    return found;
}

static void bound(const struct loop_view *view, struct model_step *step) {
    const struct function *function = view->function;
    step->first = UINT32_MAX;
    for (uint32_t at = function->first; at < function->first + function->count; at++) {
        if (holds(view, at)) {
            step->first = at < step->first ? at : step->first;
            step->last = at;
        }
    }
}

bool find_polls(const struct simt_module *module, const struct function *function,
                struct model_step *steps) {
    bool found = false;
    for (uint32_t n = 0; n < function->count; n++) {
        const uint32_t site = function->first + n;
        struct loop_view view = {module, function, steps, -1};
        if (!asks_again(function, &module->code[site])) {
            continue;
        }
        view.loop = waiting_loop(&view, site);
        if (view.loop >= 0) {
            steps[site].handle = HANDLE_POLL;
            bound(&view, &steps[site]);
            found = true;
        }
    }
    uint8_t next = HANDLE_STORES;
    for (uint32_t n = 0; found && n < function->count; n++) {
        const struct memory_details *memory = module->code[function->first + n].memory;
        struct model_step *step = &steps[function->first + n];
        if (reaches_global(memory) && memory->kind != SIMT_LOAD && step->handle == HANDLE_NONE) {
            step->handle = next;
            next += next < HANDLES - 1;
        }
    }
    return found;
}
