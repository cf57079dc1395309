/* Which values differ between the lanes of a warp, followed along all ways through a function. */
#include "passes.h"

#include <stdlib.h>
#include <string.h>

/* Atomics of a warp on one address become one, where a warp can reduce what they add: 32-bit
 * integers whose old values nobody wants, and sums whose old values it can make up again. */
static bool can_join(const struct memory_details *memory, const char *opcode) {
    static const char *const operations[] = {".add.u32", ".add.s32", ".min.u32",
                                             ".min.s32", ".max.u32", ".max.s32",
                                             ".and.b32", ".or.b32",  ".xor.b32"};
    bool joins = false;
    for (size_t o = 0; o < sizeof operations / sizeof *operations; o++) {
        joins |= opcode != NULL && strstr(opcode, operations[o]) != NULL;
    }
    const bool sums = opcode != NULL && strstr(opcode, ".add.") != NULL;
    return joins && memory != NULL &&
           (memory->kind == SIMT_REDUCTION || (memory->kind == SIMT_ATOMIC && sums));
}

/* What differs between lanes, by values' numbers: here, and on all ways to each site jumped to. */
struct variance {
    uint32_t base, values, arrivals; /* the first value is base + 1 */
    bool *varies, *arriving;
    uint32_t *arrival; /* by instruction: where its values are among the arriving ones, + 1 */
};

static uint32_t index_of(const struct variance *variance, uint16_t value) {
    return value > variance->base ? value - variance->base : 0;
}

/* Did that add any? */
static bool add_all(bool *to, const bool *from, uint32_t count) {
    bool news = false;
    for (uint32_t v = 0; v < count; v++) {
        news |= from[v] && !to[v];
        to[v] |= from[v];
    }
    return news;
}

static void number_arrivals(const struct simt_module *module, const struct function *function,
                            struct variance *variance) {
    for (uint32_t n = 0; n < function->count; n++) {
        const struct instruction *i = &module->code[function->first + n];
        for (uint32_t e = 0; e < i->edge_count; e++) {
            uint32_t *arrival = &variance->arrival[i->edges[e].target - function->first];
            *arrival = *arrival == 0 ? ++variance->arrivals : *arrival;
        }
    }
}

static bool *arriving_at(const struct variance *variance, uint32_t n) {
    return variance->arriving + (size_t)(variance->arrival[n] - 1) * variance->values;
}

/* Does what it does to its values change what arrives anywhere? */
static bool follow(const struct simt_module *module, const struct function *function,
                   struct variance *variance, uint32_t n, struct model_step *step) {
    const struct instruction *i = &module->code[function->first + n];
    const uint8_t before = n > 0 ? i[-1].flow : FLOW_NEXT;
    bool *varies = variance->varies, any = i->memory != NULL && i->memory->kind >= SIMT_ATOMIC;
    if (variance->arrival[n] != 0) {
        if (before == FLOW_JUMP || before == FLOW_END || before == FLOW_TABLE) {
            memset(varies, 0, variance->values * sizeof *varies);
        }
        add_all(varies, arriving_at(variance, n), variance->values);
    }
    for (int s = 0; s < STEP_SOURCES; s++) {
        any |= varies[index_of(variance, step->sources[s])];
    }
    step->uniform = !varies[index_of(variance, step->address)] && function->entry;
    step->joins = step->uniform && can_join(i->memory, module->sites[function->first + n].opcode);
    for (int t = 0; t < STEP_TARGETS; t++) {
        varies[index_of(variance, step->targets[t])] = step->targets[t] != 0 && any;
    }
    bool news = false;
    for (uint32_t e = 0; e < i->edge_count; e++) {
        const uint32_t target = i->edges[e].target - function->first;
        news |= add_all(arriving_at(variance, target), varies, variance->values);
    }
    return news;
}

/* Which values %tid and the like make differ: in every pass a little more, until no more is new. */
static void follow_all(const struct simt_module *module, const struct function *function,
                       struct numbering *numbering, struct variance *variance,
                       struct model_step *steps) {
    for (bool news = true; news;) {
        memset(variance->varies, 0, variance->values * sizeof *variance->varies);
        for (uint32_t s = 0; s < function->special_count; s++) {
            const enum special special = function->specials[s].special;
            variance
                ->varies[index_of(variance, value_of_row(numbering, function->specials[s].row))] =
                special == SPECIAL_TID_X || special == SPECIAL_TID_Y || special == SPECIAL_TID_Z ||
                (special >= SPECIAL_LANEID && special <= SPECIAL_WARPID) ||
                (special >= SPECIAL_LANEMASK_EQ && special <= SPECIAL_LANEMASK_GT);
        }
        variance->varies[0] = news = false;
        for (uint32_t n = 0; n < function->count; n++) {
            news |= follow(module, function, variance, n, &steps[function->first + n]);
        }
    }
}

void mark_uniform(const struct simt_module *module, const struct function *function,
                  struct numbering *numbering, struct model_step *steps) {
    enum { MOST_CELLS = 1 << 22 }; /* of larger functions nothing is known to be uniform */
    for (uint32_t s = 0; s < function->special_count; s++) {
        value_of_row(numbering, function->specials[s].row); /* one that no step reads is new here */
    }
    struct variance variance = {.base = numbering->first - 1,
                                .values = numbering->next - numbering->first + 1};
    variance.varies = calloc(variance.values, sizeof *variance.varies);
    variance.arrival = calloc(function->count + 1, sizeof *variance.arrival);
    if (variance.varies != NULL && variance.arrival != NULL) {
        number_arrivals(module, function, &variance);
        const size_t cells = (size_t)variance.arrivals * variance.values;
        variance.arriving = cells < MOST_CELLS ? calloc(cells + 1, 1) : NULL;
    }
    if (variance.arriving != NULL) {
        follow_all(module, function, numbering, &variance, steps);
    }
    free(variance.varies);
    free(variance.arrival);
    free(variance.arriving);
}
