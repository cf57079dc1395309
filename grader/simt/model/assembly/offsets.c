/*
 * Sums for addresses. In a loop that is unrolled in full, from a constant to a constant, what is
 * added to an address becomes a part of the access; in one unrolled by four, of three accesses out
 * of four.
 */
#include "loop_view.h"

static bool is_linear(const char *opcode) {
    static const char *const words[] = {"add.s",  "add.u",   "sub.s",  "shl.b",  "mul.wide",
                                        "cvt.s",  "cvt.u",   "mul.lo", "mad.lo", "or.b32",
                                        "or.b64", "and.b32", "cvta",   "mov.",   NULL};
    return opcode_starts_any(opcode, words);
}

/* Products count as sums only with a constant. */
static bool has_variable_factor(const struct view *view, uint32_t site) {
    const struct instruction *i = &view->module->code[site];
    const char *opcode = opcode_at(view, site);
    int64_t value;
    return (opcode_starts(opcode, "mul") || opcode_starts(opcode, "mad")) &&
           !constant_at(view, i->a, &value) && !constant_at(view, i->b, &value);
}

/* Is all that it reads a constant, or a counter, which is one when the loop is unrolled in full? */
static bool folds(const struct view *view, uint32_t site) {
    const struct instruction *i = &view->module->code[site];
    const struct model_step *step = &view->steps[site];
    int sources = 0, known = 0;
    int64_t value;
    for (int s = 0; s < STEP_SOURCES && step->sources[s] != 0; s++) {
        sources++;
        known += is_known(view->role[step->sources[s]]);
    }
    known += constant_at(view, i->a, &value) + constant_at(view, i->b, &value) +
             constant_at(view, i->c, &value);
    return i->memory == NULL && i->call == NULL && i->guard == 0 && known >= sources && known > 0;
}

/* A sum that is compared, or more, has to be there in each round: it is no part of an address. */
static void make_again(const struct view *view, uint32_t site) {
    const struct model_step *step = &view->steps[site];
    for (int s = 0; s < STEP_SOURCES && step->sources[s] != 0; s++) {
        uint32_t from = site;
        while (view->role[step->sources[s]] == ROLE_OFFSET && from > view->first &&
               view->steps[--from].targets[0] != step->sources[s]) {
        }
        struct model_step *made = &view->steps[from];
        if (from < site && made->targets[0] == step->sources[s] && made->kind == STEP_PLAIN &&
            opcode_starts(opcode_at(view, from), "add.s32")) {
            made->slots = SLOT;
        }
    }
}

void find_offsets(const struct view *view, uint32_t rounds, bool full) {
    for (uint32_t site = view->first; site <= view->last; site++) {
        struct model_step *step = &view->steps[site];
        if (!inside(view, site) || step->targets[0] == 0) {
            continue;
        }
        uint8_t most = ROLE_FIXED;
        for (int s = 0; s < STEP_SOURCES; s++) {
            uint8_t role = step->sources[s] != 0 ? view->role[step->sources[s]] : ROLE_FIXED;
            most = role > most ? role : most;
        }
        bool constant = full && is_known(most) && folds(view, site);
        if (constant && step->kind == STEP_PLAIN) {
            step_is_free(step);
        }
        bool offset = (is_known(most) || most == ROLE_OFFSET) &&
                      view->module->code[site].memory == NULL && is_linear(opcode_at(view, site)) &&
                      !has_variable_factor(view, site) &&
                      (full || !opcode_starts(opcode_at(view, site), "and.b32"));
        if (offset && step->kind == STEP_PLAIN) {
            step->slots = full ? 0 : (uint16_t)(step->slots / rounds);
        } else if (most == ROLE_OFFSET && opcode_starts(opcode_at(view, site), "setp.")) {
            make_again(view, site);
        }
        for (int t = 0; t < STEP_TARGETS && step->targets[t] != 0; t++) {
            uint8_t *role = &view->role[step->targets[t]];
            const bool counts = *role == ROLE_COUNTER && (constant || offset);
            *role = counts     ? ROLE_COUNTER
                    : constant ? ROLE_CONSTANT
                    : offset   ? ROLE_OFFSET
                               : ROLE_VARIES;
        }
    }
}
