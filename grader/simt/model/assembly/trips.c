/* A loop's rounds, gone through before it runs: numbers that are constants, or made of them. */
#include "trips.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 1 << 16, NO_SITE = UINT32_MAX };

/* A row of the frame. */
struct trip_held {
    uint32_t row;
    int64_t number;
    bool known;
};

struct trip_walk {
    const struct view *view;
    struct warp warp; /* whose lane 0 computes */
    struct trip_held held[TRIP_ROWS];
    uint32_t count;
    bool *visited;        /* by site of the loop */
    bool *unknown;        /* the same: what it writes was not known at least once */
    bool full;            /* more rows than there is room for */
    uint32_t head;        /* of a loop inside, or NO_SITE */
    uint32_t begun, most; /* its rounds in this round, and the most of any */
};

/* ---- rows ------------------------------------------------------------------------------------ */

/* Does a round of the loop around this one change the row, which was written before that loop? */
static bool changes_around(const struct view *view, uint32_t row, uint32_t written) {
    const int32_t around = view->function->loops[view->loop].parent;
    bool changes = false;
    for (uint32_t n = 0; around >= 0 && !loop_holds(view->function, around, written) &&
                         n < view->function->count && !changes;
         n++) {
        const uint32_t site = view->function->first + n;
        changes = view->module->code[site].d == row && loop_holds(view->function, around, site);
    }
    return changes;
}

/* A row's number where the site `end` begins: of what was moved, where it was moved. */
static bool start_before(const struct view *view, uint32_t end, uint32_t row, int64_t *value) {
    for (uint32_t site = end; site > view->function->first; site--) {
        const struct instruction *i = &view->module->code[site - 1];
        if (i->d == row) {
            return !changes_around(view, row, site - 1) &&
                   opcode_starts(opcode_at(view, site - 1), "mov.") &&
                   (constant_at(view, i->a, value) || start_before(view, site - 1, i->a, value));
        }
    }
    return false;
}

bool start_of(const struct view *view, uint32_t row, int64_t *value) {
    return start_before(view, view->first, row, value);
}

static struct trip_held *find(struct trip_walk *walk, uint32_t row) {
    for (uint32_t n = 0; n < walk->count; n++) {
        if (walk->held[n].row == row) {
            return &walk->held[n];
        }
    }
    if (walk->count == TRIP_ROWS) {
        walk->full = true;
        return &walk->held[0];
    }
    struct trip_held *held = &walk->held[walk->count++];
    *held = (struct trip_held){.row = row};
    held->known =
        constant_at(walk->view, row, &held->number) || start_of(walk->view, row, &held->number);
    return held;
}

static void write(struct trip_walk *walk, uint32_t row, bool known, int64_t number) {
    if (row != 0) {
        struct trip_held *held = find(walk, row);
        held->known = known;
        held->number = number;
    }
}

/* Nothing is known of what the instruction writes. */
static void forget(struct trip_walk *walk, const struct instruction *i) {
    write(walk, i->d, false, 0);
    write(walk, i->e, false, 0);
    for (uint32_t e = 0;
         i->memory != NULL && i->memory->kind != SIMT_STORE && e < 4 && e < i->memory->elements;
         e++) {
        write(walk, i->memory->rows[e], false, 0);
    }
    for (uint32_t r = 0; i->call != NULL && r < i->call->result_count; r++) {
        write(walk, i->call->results[r]->row, false, 0);
    }
}

/* ---- instructions ---------------------------------------------------------------------------- */

/* Is it a type of whole numbers, of 32 bits or 64? */
static bool is_type(const char *type) {
    return strspn(type, "sub") == 1 &&
           (strncmp(type + 1, "32", 2) == 0 || strncmp(type + 1, "64", 2) == 0);
}

/* The result of arithmetic on whole numbers, which lane 0 of a warp with nothing else runs; false
 * of any other instruction. */
static bool compute(struct trip_walk *walk, uint32_t site, const int64_t source[3],
                    int64_t *result) {
    static const char *const words[] = {"setp.",   "mov.",    "cvt.", "add.", "sub.",
                                        "mul.lo.", "mad.lo.", "shl.", "shr.", "and.",
                                        "or.",     "xor.",    "neg.", NULL};
    const struct instruction *i = &walk->view->module->code[site];
    const char *opcode = opcode_at(walk->view, site), *dot = strrchr(opcode, '.');
    const uint32_t rows[3] = {i->a, i->b, i->c};
    char *registers = walk->warp.registers;
    /* what reads no row reads a clock, or who it is; a conversion names its result's type first */
    if (i->a == 0 || !opcode_starts_any(opcode, words) || !is_type(dot + 1) ||
        (opcode_starts(opcode, "cvt.") && !is_type(opcode + strlen("cvt.")))) {
        return false;
    }
    for (int s = 0; s < 3; s++) {
        memcpy(registers + rows[s], &source[s], sizeof *source);
    }
    i->run(&walk->warp, i);
    memcpy(result, registers + i->d, sizeof *result);
    return true;
}

static void step(struct trip_walk *walk, uint32_t site) {
    const struct instruction *i = &walk->view->module->code[site];
    bool *unknown = &walk->unknown[site - walk->view->first];
    if (i->synthetic || i->d == 0) {
        *unknown = true;
        forget(walk, i);
        return;
    }
    int64_t source[3] = {0}, result = 0;
    const uint32_t rows[3] = {i->a, i->b, i->c};
    bool known = i->guard == 0 && i->memory == NULL && i->call == NULL && i->e == 0;
    for (int s = 0; s < 3 && known; s++) {
        if (rows[s] != 0) {
            const struct trip_held *held = find(walk, rows[s]);
            known = held->known;
            source[s] = held->number;
        }
    }
    if (known && compute(walk, site, source, &result)) {
        write(walk, i->d, true, result);
    } else {
        *unknown = true;
        forget(walk, i);
    }
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* Where a branch leads: 0 or 1, its edge; 2: nobody knows. */
static int edge_of(struct trip_walk *walk, const struct instruction *branch) {
    const struct trip_held *guard = find(walk, branch->guard);
    return !guard->known ? 2 : (guard->number & 1) != branch->guard_negated ? 0 : 1;
}

/* The site after `site`; NO_SITE: it is not known. *out: the branch there may leave the loop. */
static uint32_t follow(struct trip_walk *walk, uint32_t site, bool *out) {
    const struct instruction *i = &walk->view->module->code[site];
    *out = false;
    if (i->flow == FLOW_NEXT) {
        return site + 1;
    }
    if (i->flow == FLOW_JUMP) {
        return i->edges[0].target;
    }
    if (i->flow != FLOW_BRANCH) {
        return NO_SITE;
    }
    const int edge = edge_of(walk, i);
    *out = !inside(walk->view, i->edges[0].target) || !inside(walk->view, i->edges[1].target);
    return edge < 2 ? i->edges[edge].target : *out ? NO_SITE : i->edges[1].target;
}

/* Goes through the rounds until the loop is left, by *branch; their number, or 0. A loop that
 * begins with its way out goes there once more than it has rounds. */
static uint32_t go_through(struct trip_walk *walk, uint32_t *branch) {
    const struct view *view = walk->view;
    uint32_t site = view->function->loops[view->loop].head, passes = 0, since = 0, round = 0;
    for (uint32_t steps = 0; steps < MOST_STEPS && passes <= MOST_TRIPS && !walk->full; steps++) {
        bool out;
        walk->visited[site - view->first] = true;
        since++;
        if (site == view->function->loops[view->loop].head) {
            walk->begun = 0;
        } else if (site == walk->head) {
            walk->begun++;
        }
        walk->most = walk->begun > walk->most ? walk->begun : walk->most;
        if (view->module->code[site].flow == FLOW_NEXT) {
            step(walk, site);
        }
        const uint32_t next = follow(walk, site, &out);
        if (next == NO_SITE || (out && *branch != NO_SITE && *branch != site)) {
            return 0;
        }
        if (out) {
            *branch = site;
            passes++;
        }
        if (!inside(view, next)) {
            return out ? passes - (passes > 1 && since < round / 2) : 0;
        }
        if (next == view->function->loops[view->loop].head) {
            round = since;
            since = 0;
        }
        site = next;
    }
    return 0;
}

/* The site that makes the branch's predicate. */
static uint32_t compare_of(const struct view *view, uint32_t branch) {
    for (uint32_t site = branch; site > view->first; site--) {
        if (view->module->code[site - 1].d == view->module->code[branch].guard) {
            return site - 1;
        }
    }
    return NO_SITE;
}

/* Was the value known wherever the loop made it, in each round? */
static bool is_always_known(const struct trip_walk *walk, uint16_t value) {
    const struct view *view = walk->view;
    bool known = true;
    for (uint32_t site = view->first; site <= view->last && known; site++) {
        const uint32_t at = site - view->first;
        for (int t = 0; t < STEP_TARGETS && inside(view, site); t++) {
            const bool makes = view->steps[site].targets[t] == value;
            known &= !makes || (walk->visited[at] && !walk->unknown[at]);
        }
    }
    return known;
}

static void list_known(const struct trip_walk *walk, struct trips *trips) {
    const struct view *view = walk->view;
    for (uint32_t site = view->first; site <= view->last; site++) {
        const uint16_t value = view->steps[site].targets[0];
        const bool makes = inside(view, site) && value != 0 && walk->visited[site - view->first];
        if (makes && trips->known_count < TRIP_ROWS && is_always_known(walk, value)) {
            trips->known[trips->known_count++] = value;
        }
    }
}

bool find_trips(const struct view *view, int32_t inside, struct trips *trips) {
    const uint32_t sites = view->last - view->first + 1, frame = view->function->frame_bytes;
    struct trip_walk walk = {.view = view,
                             .warp = {.mask = 1, .lane = {-1}},
                             .visited = calloc(sites, sizeof *walk.visited),
                             .unknown = calloc(sites, sizeof *walk.unknown),
                             .head = inside >= 0 ? view->function->loops[inside].head : NO_SITE};
    walk.warp.registers = aligned_alloc(ROW_ALIGN, (frame / ROW_ALIGN + 1) * ROW_ALIGN);
    *trips = (struct trips){.branch = NO_SITE, .compare = NO_SITE};
    if (walk.visited != NULL && walk.unknown != NULL && walk.warp.registers != NULL) {
        memset(walk.warp.registers, 0, frame);
        trips->count = go_through(&walk, &trips->branch);
        trips->compare = trips->count > 0 ? compare_of(view, trips->branch) : NO_SITE;
        trips->inner = walk.most;
        list_known(&walk, trips);
    }
    free(walk.visited);
    free(walk.unknown);
    free(walk.warp.registers);
    return trips->compare != NO_SITE;
}
