/*
 * Loops. A counter changes by a constant a round, or is doubled or halved. A loop is unrolled when
 * it holds no other loop, or only such as are unrolled in full, has one way out, and leaves by a
 * comparison of a counter with something that does not change.
 */
#include "loops.h"
#include "loop_view.h"
#include "trips.h"

#include <stdlib.h>
#include <string.h>

/* ---- counters -------------------------------------------------------------------------------- */

struct loop_counter {
    uint16_t value, next; /* the same, or the next round's, which a mov takes over */
    uint32_t row, next_row;
    int64_t step;
    bool shifts; /* left by `step` bits, right by -step */
};

/* Is `value` written by this copy from `from`? */
static bool copies(const struct view *view, uint16_t value, uint16_t from) {
    for (uint32_t site = view->first; site <= view->last; site++) {
        const struct model_step *step = &view->steps[site];
        if (inside(view, site) && opcode_starts(opcode_at(view, site), "mov.") &&
            step->targets[0] == value && step->sources[0] == from) {
            return true;
        }
    }
    return false;
}

/* Is what `site` reads as `value` made of `from` by conversions alone, to 64 bits and back? */
static bool converts(const struct view *view, uint32_t site, uint16_t value, uint16_t from) {
    for (uint32_t before = site; before > view->first && value != from; before--) {
        const struct model_step *step = &view->steps[before - 1];
        if (step->targets[0] == value) {
            bool only = opcode_starts(opcode_at(view, before - 1), "cvt.u") ||
                        opcode_starts(opcode_at(view, before - 1), "cvt.s");
            value = only ? step->sources[0] : 0;
        }
        if (value == 0) {
            return false;
        }
    }
    return value == from;
}

/* Does the loop shift what `site` makes, `next`, in the next round? Nothing else may make the value
 * before it is taken over, or read. */
static bool lives_on(const struct view *view, uint32_t site, uint16_t value, uint16_t next) {
    uint32_t at = site;
    do {
        at = at == view->last ? view->first : at + 1;
        const struct model_step *step = &view->steps[at];
        if (inside(view, at) && value != next && opcode_starts(opcode_at(view, at), "mov.") &&
            step->targets[0] == value && step->sources[0] == next) {
            return true;
        }
        for (int t = 0; t < STEP_TARGETS && at != site && inside(view, at); t++) {
            if (step->targets[t] == next) {
                return false;
            }
        }
    } while (at != site);
    return value == next;
}

/* add or shift d, a, constant, where d is a, or becomes a by a copy. */
static bool find_counter(const struct view *view, uint32_t site, struct loop_counter *counter) {
    const struct instruction *i = &view->module->code[site];
    const struct model_step *step = &view->steps[site];
    const char *opcode = opcode_at(view, site);
    bool down = opcode_starts(opcode, "sub.s") || opcode_starts(opcode, "sub.u") ||
                opcode_starts(opcode, "shr.");
    counter->shifts = opcode_starts(opcode, "shl.b32") || opcode_starts(opcode, "shr.");
    if (!down && !counter->shifts && !opcode_starts(opcode, "add.s") &&
        !opcode_starts(opcode, "add.u")) {
        return false;
    }
    if (!constant_at(view, i->b, &counter->step)) {
        return false;
    }
    counter->step = down ? -counter->step : counter->step;
    counter->next = step->targets[0];
    counter->value = step->sources[0];
    counter->row = i->a;
    counter->next_row = i->d;
    if (counter->value != counter->next && converts(view, site, counter->value, counter->next)) {
        counter->value = counter->next;
        counter->row = counter->next_row;
    }
    if (counter->shifts && !lives_on(view, site, counter->value, counter->next)) {
        return false;
    }
    return counter->value != 0 &&
           (counter->value == counter->next || copies(view, counter->value, counter->next));
}

static void mark_written(const struct view *view) {
    for (uint32_t site = view->first; site <= view->last; site++) {
        for (int t = 0; t < STEP_TARGETS; t++) {
            view->role[view->steps[site].targets[t]] = ROLE_VARIES;
        }
    }
    view->role[0] = ROLE_FIXED;
}

/* Sets the first and the last site of the view's loop; false: it has none. */
static bool find_sites(struct view *view) {
    view->first = UINT32_MAX;
    view->last = 0;
    for (uint32_t n = 0; n < view->function->count; n++) {
        const uint32_t site = view->function->first + n;
        if (inside(view, site)) {
            view->first = view->first == UINT32_MAX ? site : view->first;
            view->last = site;
        }
    }
    return view->first <= view->last;
}

/* ---- the number of rounds -------------------------------------------------------------------- */

struct control {
    uint32_t branch, compare;
    struct loop_counter counter;
    bool found;
};

/* Rounds of a counter that goes from one constant to another; 0: it does not. */
static uint64_t rounds_of(const struct view *view, const struct control *control) {
    const struct instruction *compare = &view->module->code[control->compare];
    int64_t bound = 0, start = 0, step = control->counter.step;
    bool known = (constant_at(view, compare->b, &bound) || constant_at(view, compare->a, &bound)) &&
                 (start_of(view, control->counter.row, &start) ||
                  start_of(view, control->counter.next_row, &start)) &&
                 step != 0 && !control->counter.shifts;
    double rounds = known ? ((double)bound - (double)start) / (double)step : 0;
    return rounds >= 1 && rounds < (double)UINT32_MAX ? (uint64_t)rounds : 0;
}

/* Is what `site` reads as `value` the counter, or made of it just before by sums and conversions?
 * Of several that make it, the last one counts. */
static bool comes_from(const struct view *view, uint32_t site, uint16_t value,
                       const struct loop_counter *counter, int depth) {
    enum { DEEPEST = 4 };
    if (value == counter->value || value == counter->next) {
        return value != 0;
    }
    while (value != 0 && site > view->first && view->steps[--site].targets[0] != value) {
    }
    const struct model_step *made = &view->steps[site];
    bool found = false;
    for (int s = 0; depth < DEEPEST && made->targets[0] == value && s < STEP_SOURCES; s++) {
        found |= view->role[value] == ROLE_OFFSET &&
                 comes_from(view, site, made->sources[s], counter, depth + 1);
    }
    return found;
}

static bool compares(const struct view *view, uint32_t site, const struct loop_counter *counter) {
    const struct model_step *step = &view->steps[site];
    bool counts = false, changes = false;
    for (int s = 0; s < STEP_SOURCES; s++) {
        uint16_t value = step->sources[s];
        bool counted = comes_from(view, site, value, counter, 0);
        counts |= counted;
        changes |= value != 0 && !counted && view->role[value] != ROLE_FIXED;
    }
    return counts && !changes;
}

/* The only branch out of the loop, if it hangs on a counter. */
static struct control find_control(const struct view *view, const struct loop_counter *counters,
                                   uint32_t count) {
    struct control control = {.found = false};
    uint32_t ways_out = 0;
    for (uint32_t site = view->first; site <= view->last; site++) {
        const struct instruction *i = &view->module->code[site];
        if (!inside(view, site) || i->edge_count < 2) {
            continue;
        }
        bool leaves = false;
        for (uint32_t e = 0; e < i->edge_count; e++) {
            leaves |= !inside(view, i->edges[e].target);
        }
        if (!leaves) {
            continue;
        }
        ways_out++;
        for (uint32_t before = site; before > view->first && !control.found; before--) {
            const struct model_step *compare = &view->steps[before - 1];
            if (compare->targets[0] != view->steps[site].sources[0]) {
                continue;
            }
            bool plain = opcode_starts(opcode_at(view, before - 1), "setp");
            for (uint32_t c = 0; plain && c < count && !control.found; c++) {
                control = (struct control){.branch = site,
                                           .compare = before - 1,
                                           .counter = counters[c],
                                           .found = compares(view, before - 1, &counters[c])};
            }
            break;
        }
    }
    control.found = control.found && ways_out == 1;
    return control;
}

/* ---- loops ----------------------------------------------------------------------------------- */

enum { COUNTERS = 16 };

/* The loop's counters, those of loops in it too, which have been unrolled in full. */
static uint32_t find_counters(struct view *view, struct loop_counter *counters) {
    uint32_t count = 0;
    for (uint32_t site = view->first; site <= view->last; site++) {
        if (count < COUNTERS && inside(view, site) && find_counter(view, site, &counters[count])) {
            view->role[counters[count].value] = ROLE_COUNTER;
            view->role[counters[count].next] = ROLE_COUNTER;
            count++;
        }
    }
    return count;
}

/* Instructions of a round. `full`: that are left when the loop is unrolled in full: places of a
 * thread's arrays are known then, so these stand in registers. */
static uint32_t body_of(const struct view *view, bool full) {
    uint32_t body = 0;
    for (uint32_t site = view->first; site <= view->last; site++) {
        const struct model_step *step = &view->steps[site];
        const struct memory_details *memory = view->module->code[site].memory;
        bool own = view->function->loop_of[site - view->function->first] == view->loop;
        bool place = memory != NULL && memory->space == SIMT_LOCAL;
        body += own && !(full && place) && step->slots >= SLOT ? step->slots / SLOT : 0;
    }
    for (uint32_t l = 0; l < view->function->loop_count; l++) {
        body += view->function->loops[l].parent == view->loop ? view->made[l] : 0;
    }
    return body;
}

/* Are there fences or calls in it? */
static bool waits(const struct view *view) {
    bool any = false;
    for (uint32_t site = view->first; site <= view->last; site++) {
        any |= inside(view, site) && view->steps[site].kind == STEP_ORDER;
    }
    return any;
}

/* In a loop that is unrolled in full: a constant of an address that is known becomes a part of an
 * instruction, and a branch that hangs on counters alone is decided. */
static void fold(const struct view *view, uint32_t site) {
    const struct memory_details *memory = view->module->code[site].memory;
    struct model_step *step = &view->steps[site];
    bool known = step->sources[0] != 0;
    for (int s = 0; s < STEP_SOURCES && step->sources[s] != 0; s++) {
        known &= is_known(view->role[step->sources[s]]);
    }
    bool branch = step->kind == STEP_CONTROL || step->kind == STEP_PREDICATE;
    if (known && branch && step->unroll == 0) {
        step_is_free(step);
    } else if (known && memory != NULL && memory->space == SIMT_CONSTANT) {
        step->kind = STEP_FOLDED;
    }
}

/* Loads and arithmetic, and no other branch? */
static bool is_plain(const struct view *view, uint32_t control) {
    bool plain = true;
    for (uint32_t site = view->first; site <= view->last; site++) {
        const struct model_step *step = &view->steps[site];
        const struct memory_details *memory = view->module->code[site].memory;
        bool branch = step->kind == STEP_CONTROL || step->kind == STEP_PREDICATE;
        plain &= !(branch && site != control) && !step->parts &&
                 (memory == NULL || memory->kind == SIMT_LOAD);
    }
    return plain;
}

static bool holds_array(const struct view *view) {
    bool found = false;
    for (uint32_t site = view->first; site <= view->last; site++) {
        const struct memory_details *memory = view->module->code[site].memory;
        found |= memory != NULL && memory->space == SIMT_LOCAL && memory->frame == 0 &&
                 inside(view, site);
    }
    return found;
}

/* A loop that is looked at, before it is unrolled. */
struct loop_plan {
    struct control control;
    uint64_t trips;     /* 0: not known */
    uint32_t body;      /* instructions of a round */
    struct trips known; /* if `counted` */
    bool counted;       /* trips.c has gone through the rounds */
    bool full;          /* all rounds become one body */
    bool bounded;       /* the body holds as many as there can be, and may be left after each */
    bool innermost;
    uint32_t rounds; /* of a body */
};

static bool takes_full(const struct view *view, const struct loop_plan *plan) {
    const bool array = holds_array(view);
    return plan->trips > 0 && plan->trips <= (array ? UNROLL_ARRAY : UNROLL_FULL) &&
           plan->trips * plan->body <= (array ? UNROLL_ARRAY_BODY : UNROLL_FULL_BODY);
}

static uint32_t rounds_of_body(const struct view *view, const struct loop_plan *plan) {
    const uint64_t trips = plan->trips;
    if (plan->full) {
        return (uint32_t)trips;
    }
    if (!plan->innermost) {
        return plan->body > UNROLL_OUTER ? UNROLL_TWICE : UNROLL_ROUNDS;
    }
    if (plan->body <= TINY_BODY && is_plain(view, plan->control.branch)) {
        return UNROLL_TINY;
    }
    return trips > 0 && trips % UNROLL_EVEN == 0 && plan->body * UNROLL_EVEN <= UNROLL_EVEN_BODY
               ? UNROLL_EVEN
               : UNROLL_ROUNDS;
}

/* The rounds may depend on constants and on the loop around this one, whose rounds are known: then
 * there is a most of them. If both loops are short, all rounds of both become one body. */
static void find_bound(const struct view *view, struct loop_plan *plan) {
    struct view around = *view;
    struct trips trips;
    around.loop = view->function->loops[view->loop].parent;
    if (plan->trips > 0 || !plan->innermost || around.loop < 0 || !find_sites(&around) ||
        !find_trips(&around, view->loop, &trips)) {
        return;
    }
    plan->full = (uint64_t)trips.count * trips.inner * plan->body <= UNROLL_FULL_BODY;
    plan->bounded = !plan->full;
    plan->rounds = plan->full ? trips.inner : 1;
}

/* How often the loop is unrolled; false if it is left alone. */
static bool make_plan(struct view *view, bool innermost, struct loop_plan *plan) {
    struct loop_counter counters[COUNTERS];
    mark_written(view);
    *plan = (struct loop_plan){.innermost = innermost, .body = body_of(view, false)};
    uint32_t count = find_counters(view, counters);
    /* What a counter becomes by a conversion may be compared, too. */
    find_offsets(view, 1, false);
    plan->control = find_control(view, counters, count);
    plan->counted = find_trips(view, -1, &plan->known);
    if (!plan->control.found && !plan->counted) {
        return false;
    }
    if (plan->counted) {
        plan->control.branch = plan->known.branch;
        plan->control.compare = plan->known.compare;
    }
    plan->trips = plan->counted ? plan->known.count : rounds_of(view, &plan->control);
    plan->full = takes_full(view, plan);
    plan->rounds = rounds_of_body(view, plan);
    find_bound(view, plan);
    return plan->full || (plan->control.found && !waits(view) && !plan->control.counter.shifts &&
                          plan->body <= UNROLL_BODY);
}

static void mark_control(const struct view *view, const struct loop_plan *plan, bool even) {
    struct model_step *branch = &view->steps[plan->control.branch];
    const uint16_t slots = plan->full ? 0 : (uint16_t)(SLOT / plan->rounds);
    branch->unroll = (uint8_t)plan->rounds;
    branch->preamble = !even;
    branch->seamless = plan->full;
    branch->first = view->first;
    branch->last = view->last;
    branch->slots = slots;
    view->steps[plan->control.compare].slots = slots;
}

static void unroll(struct view *view, bool innermost) {
    struct loop_counter counters[COUNTERS];
    struct loop_plan plan;
    if (!make_plan(view, innermost, &plan)) {
        return;
    }
    mark_written(view);
    find_counters(view, counters); /* their roles once more */
    for (uint32_t n = 0; plan.full && plan.counted && n < plan.known.known_count; n++) {
        view->role[plan.known.known[n]] = ROLE_COUNTER;
    }
    find_offsets(view, plan.bounded ? UNROLL_FULL : plan.rounds, plan.full);
    /* Rounds that are known, and that the body divides, leave no rest; neighbours are one load. */
    const bool even =
        plan.full || plan.bounded || (plan.trips > 0 && plan.trips % plan.rounds == 0);
    mark_control(view, &plan, even);
    for (uint32_t site = view->first; site <= view->last; site++) {
        const struct memory_details *memory = view->module->code[site].memory;
        struct model_step *step = &view->steps[site];
        step->mergeable |= even && memory != NULL && memory->kind == SIMT_LOAD;
        step->seamless |= site != plan.control.branch && step->unroll > 0;
        if (plan.full && inside(view, site)) {
            fold(view, site);
        }
    }
    uint32_t left = plan.full ? body_of(view, true) : 0;
    view->made[view->loop] = plan.full ? plan.rounds * (left > 0 ? left : 1) : 0;
}

/* Inner loops first: whether they are unrolled in full decides on those around. */
static void unroll_depth(const struct simt_module *module, const struct function *function,
                         struct model_step *steps, uint32_t depth, uint8_t *role, uint32_t *made) {
    for (uint32_t l = 0; l < function->loop_count; l++) {
        bool innermost = true, ready = function->loops[l].depth == depth;
        for (uint32_t other = 0; other < function->loop_count; other++) {
            bool held = function->loops[other].parent == (int32_t)l;
            innermost &= !held;
            ready &= !held || made[other] > 0;
        }
        struct view view = {module, function, steps, (int32_t)l, UINT32_MAX, 0, role, made};
        if (ready && find_sites(&view)) {
            memset(role, 0, UINT16_MAX + 1);
            unroll(&view, innermost);
        }
    }
}

void unroll_loops(const struct simt_module *module, const struct function *function,
                  struct model_step *steps) {
    uint8_t *role = calloc(UINT16_MAX + 1, sizeof *role);
    uint32_t *made = calloc(function->loop_count + 1, sizeof *made), deepest = 0;
    for (uint32_t l = 0; l < function->loop_count; l++) {
        deepest = function->loops[l].depth > deepest ? function->loops[l].depth : deepest;
    }
    for (uint32_t depth = deepest + 1; role != NULL && made != NULL && depth-- > 0;) {
        unroll_depth(module, function, steps, depth, role, made);
    }
    free(role);
    free(made);
}
