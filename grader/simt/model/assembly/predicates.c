/* Branches around a few instructions: an assembler drops the branch and runs them under a
 * predicate. */
#include "passes.h"

#include <string.h>

enum { MOST_SLOTS = 8 * SLOT, MOST_SITES = 24 }; /* longer ones keep their branch; estimates */

/* The sites that lanes go through from one side of a branch on, as far as these can run under a
 * predicate. The last one is where that ends. */
struct predicate_way {
    uint32_t site[MOST_SITES + 1];
    uint32_t count;
};

static struct predicate_way way_from(const struct simt_module *module,
                                     const struct model_step *steps, uint32_t from) {
    struct predicate_way way = {.count = 1};
    way.site[0] = from;
    while (way.count <= MOST_SITES) {
        uint32_t at = way.site[way.count - 1];
        const struct instruction *i = &module->code[at];
        if (steps[at].kind == STEP_PREDICATE) { /* both of its sides run */
            way.site[way.count++] = steps[at].target;
            continue;
        }
        if (steps[at].kind >= STEP_CONTROL || (i->flow != FLOW_NEXT && i->flow != FLOW_JUMP)) {
            break;
        }
        way.site[way.count++] = i->flow == FLOW_JUMP ? i->edges[0].target : at + 1;
    }
    return way;
}

/* Where two ways meet; false if they do not. */
static bool meet(const struct predicate_way *one, const struct predicate_way *other, uint32_t *at) {
    for (uint32_t n = 0; n < one->count; n++) {
        for (uint32_t m = 0; m < other->count; m++) {
            if (one->site[n] == other->site[m]) {
                *at = one->site[n];
                return true;
            }
        }
    }
    return false;
}

/* *own: slots beside those of branches inside, which have a predicate of their own. */
static struct step_side side_of(const struct model_step *steps, const struct predicate_way *way,
                                uint32_t target, uint32_t *own) {
    uint32_t slots = 0;
    for (uint32_t n = 0; way->site[n] != target; n++) {
        const struct model_step *step = &steps[way->site[n]];
        *own += step->slots;
        slots += step->slots;
        if (step->kind == STEP_PREDICATE) {
            slots += step->side[0].slots + step->side[1].slots;
        }
    }
    return (struct step_side){way->site[0], (uint16_t)(slots < UINT16_MAX ? slots : UINT16_MAX)};
}

static void try_branch(const struct simt_module *module, struct model_step *steps, uint32_t site) {
    const struct edge *edges = module->code[site].edges;
    struct predicate_way way[2];
    struct step_side side[2];
    uint32_t target = 0, slots = 0;
    for (int e = 0; e < 2; e++) {
        way[e] = way_from(module, steps, edges[e].target);
    }
    if (!meet(&way[0], &way[1], &target)) {
        return;
    }
    for (int e = 0; e < 2; e++) {
        side[e] = side_of(steps, &way[e], target, &slots);
    }
    if (slots > 0 && slots <= MOST_SLOTS) {
        steps[site].kind = STEP_PREDICATE;
        steps[site].slots = 0;
        steps[site].target = target;
        memcpy(steps[site].side, side, sizeof side);
    }
}

void find_predicates(const struct simt_module *module, const struct function *function,
                     struct model_step *steps) {
    for (uint32_t n = function->count; n-- > 0;) { /* those inside first */
        uint32_t site = function->first + n;
        if (module->code[site].flow == FLOW_BRANCH && steps[site].kind == STEP_CONTROL) {
            try_branch(module, steps, site);
        }
    }
}
