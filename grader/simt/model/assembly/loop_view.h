/* loop_view.h - for loop_structure.c and what it stands on: a loop, and what its values do. */
#pragma once

#include "values.h"

/* A constant is made of counters. */
enum role { ROLE_FIXED, ROLE_CONSTANT, ROLE_COUNTER, ROLE_OFFSET, ROLE_VARIES };

static inline bool is_known(uint8_t role) {
    return role == ROLE_CONSTANT || role == ROLE_COUNTER;
}

struct view {
    const struct simt_module *module;
    const struct function *function;
    struct model_step *steps;
    int32_t loop;
    uint32_t first, last; /* sites of the loop */
    uint8_t *role;        /* by value */
    uint32_t *made;       /* by loop: instructions that it becomes in full; 0: it does not */
};

/* The opcode at a site of the loop's module; "" where there is none. */
static inline const char *opcode_at(const struct view *view, uint32_t site) {
    const char *opcode = view->module->sites[site].opcode;
    return opcode != NULL ? opcode : "";
}

static inline bool inside(const struct view *view, uint32_t site) {
    return loop_holds(view->function, view->loop, site);
}

static inline bool constant_at(const struct view *view, uint32_t row, int64_t *value) {
    return row_constant(view->function, row, value);
}

/* Takes off what need not be computed in each round: a sum for an address is a part of the access.
 * The roles of what is written in the loop, counters apart, are found on the way. */
void find_offsets(const struct view *view, uint32_t rounds, bool full);
