/* What a loop in a loop makes of constants, of its own counter, and of what the outer one leaves
 * alone. */
#include "steady.h"
#include "loop_view.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_KEPT = 64 }; /* registers that may hold such values from round to round */

enum steadiness { UNTOUCHED, STEADY, CHANGES }; /* by value, in a loop */

static bool is_arithmetic(const struct instruction *i, const struct model_step *step) {
    return i->memory == NULL && i->call == NULL && i->guard == 0 &&
           (step->kind == STEP_PLAIN || step->kind == STEP_FREE);
}

/* What is written in the loop and outside of it goes from round to round. */
static void begin(const struct view *view, uint32_t values) {
    memset(view->role, UNTOUCHED, values);
    for (int outside = 0; outside < 2; outside++) {
        for (uint32_t n = 0; n < view->function->count; n++) {
            const uint32_t site = view->function->first + n;
            for (int t = 0; t < STEP_TARGETS && inside(view, site) != outside; t++) {
                uint8_t *role = &view->role[view->steps[site].targets[t]];
                *role = !outside ? STEADY : *role == STEADY ? CHANGES : *role;
            }
        }
    }
    view->role[0] = UNTOUCHED;
}

/* Does one more value turn out to change? */
static bool follow(const struct view *view) {
    bool news = false;
    for (uint32_t site = view->first; site <= view->last; site++) {
        const struct model_step *step = &view->steps[site];
        bool changes = !is_arithmetic(&view->module->code[site], step);
        for (int s = 0; s < STEP_SOURCES; s++) {
            changes |= view->role[step->sources[s]] == CHANGES;
        }
        for (int t = 0; t < STEP_TARGETS && changes && inside(view, site); t++) {
            uint8_t *role = &view->role[step->targets[t]];
            news |= *role == STEADY;
            *role = *role == STEADY ? CHANGES : *role;
        }
    }
    return news;
}

/* Rounds of all loops between the site and the view's loop; 0: not all are unrolled in full. */
static uint32_t copies_of(const struct view *view, const uint32_t *full, uint32_t site) {
    int32_t loop = view->function->loop_of[site - view->function->first];
    uint32_t copies = loop == view->loop ? 0 : 1;
    while (loop >= 0 && loop != view->loop) {
        copies *= full[loop];
        loop = view->function->loops[loop].parent;
    }
    return copies;
}

static bool is_kept(const struct view *view, const uint32_t *full, uint32_t site) {
    const struct model_step *step = &view->steps[site];
    return inside(view, site) && step->kind == STEP_PLAIN && step->slots > 0 &&
           step->again.last == 0 && step->targets[0] != 0 &&
           view->role[step->targets[0]] == STEADY && copies_of(view, full, site) > 0;
}

static void mark(const struct view *view, const uint32_t *full) {
    uint32_t kept = 0;
    for (uint32_t site = view->first; site <= view->last; site++) {
        kept += is_kept(view, full, site) ? copies_of(view, full, site) : 0;
    }
    for (uint32_t site = view->first; site <= view->last && kept <= MOST_KEPT; site++) {
        if (is_kept(view, full, site)) {
            view->steps[site].again = (struct step_again){view->function->loops[view->loop].head,
                                                          view->first, view->last};
        }
    }
}

/* By loop: its rounds, if it is unrolled in full. */
static void find_full(const struct function *function, const struct model_step *steps,
                      uint32_t *full) {
    for (uint32_t n = 0; n < function->count; n++) {
        const struct model_step *step = &steps[function->first + n];
        if (step->unroll > 0 && step->seamless && function->loop_of[n] >= 0) {
            full[function->loop_of[n]] = step->unroll;
        }
    }
}

void find_steady(const struct simt_module *module, const struct function *function,
                 struct model_step *steps, uint32_t values) {
    uint32_t *full = calloc(function->loop_count + 1, sizeof *full);
    uint8_t *role = calloc(values + 1, sizeof *role);
    if (full != NULL && role != NULL) {
        find_full(function, steps, full);
    }
    for (uint32_t l = 0; full != NULL && role != NULL && l < function->loop_count; l++) {
        struct view view = {.module = module,
                            .function = function,
                            .steps = steps,
                            .loop = (int32_t)l,
                            .role = role};
        if (find_sites(&view)) {
            begin(&view, values);
            while (follow(&view)) {
            }
            mark(&view, full);
        }
    }
    free(full);
    free(role);
}
