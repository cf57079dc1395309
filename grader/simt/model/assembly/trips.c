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

/* As an opcode's type has it, the last one that it names: 32 bits with or without a sign, or 64. */
static int64_t as_type(const char *type, int64_t number) {
    return strcmp(type, "s32") == 0                               ? (int32_t)number
           : strcmp(type, "u32") == 0 || strcmp(type, "b32") == 0 ? (int64_t)(uint32_t)number
                                                                  : number;
}

static bool is_type(const char *type) {
    static const char *const types[] = {"s32", "u32", "b32", "s64", "u64", "b64"};
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        if (strcmp(type, types[t]) == 0) {
            return true;
        }
    }
    return false;
}

static bool compare(const char *how, int64_t a, int64_t b) {
    return strncmp(how, "eq", 2) == 0   ? a == b
           : strncmp(how, "ne", 2) == 0 ? a != b
           : strncmp(how, "lt", 2) == 0 ? a < b
           : strncmp(how, "le", 2) == 0 ? a <= b
           : strncmp(how, "gt", 2) == 0 ? a > b
                                        : a >= b;
}

/* The result of arithmetic on whole numbers; false if this knows no such opcode. */
static bool compute(const char *opcode, int64_t a, int64_t b, int64_t c, int64_t *result) {
    const char *dot = strrchr(opcode, '.'), *type = dot != NULL ? dot + 1 : "";
    const uint64_t x = (uint64_t)as_type(type, a), y = (uint64_t)as_type(type, b);
    const bool narrow = strstr(type, "32") != NULL;
    const uint64_t by = (uint64_t)b & (narrow ? 31 : 63);
    if (!is_type(type)) {
        return false;
    }
    if (opcode_starts(opcode, "setp.")) {
        *result = compare(opcode + strlen("setp."), (int64_t)x, (int64_t)y);
        return type[0] == 's' || ((int64_t)x >= 0 && (int64_t)y >= 0);
    }
    bool good = true;
    uint64_t made = 0;
    if (opcode_starts(opcode, "mov.") || opcode_starts(opcode, "cvt.")) {
        made = x; /* a conversion names its result's type first */
    } else if (opcode_starts(opcode, "add.")) {
        made = x + y;
    } else if (opcode_starts(opcode, "sub.")) {
        made = x - y;
    } else if (opcode_starts(opcode, "mul.lo.")) {
        made = x * y;
    } else if (opcode_starts(opcode, "mad.lo.")) {
        made = x * y + (uint64_t)c;
    } else if (opcode_starts(opcode, "shl.")) {
        made = x << by;
    } else if (opcode_starts(opcode, "shr.")) {
        made = type[0] == 's' ? (uint64_t)((int64_t)x >> by) : x >> by;
    } else if (opcode_starts(opcode, "and.")) {
        made = x & y;
    } else if (opcode_starts(opcode, "or.")) {
        made = x | y;
    } else if (opcode_starts(opcode, "xor.")) {
        made = x ^ y;
    } else if (opcode_starts(opcode, "neg.")) {
        made = -x;
    } else {
        good = false;
    }
    if (!opcode_starts(opcode, "cvt.")) {
        *result = as_type(type, (int64_t)made);
        return good;
    }
    const char to[4] = {opcode[4], opcode[5], opcode[6], 0};
    *result = as_type(to, (int64_t)made);
    return is_type(to);
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
    known = known && compute(opcode_at(walk->view, site), source[0], source[1], source[2], &result);
    if (known) {
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
    return !guard->known ? 2 : (guard->number != 0) != branch->guard_negated ? 0 : 1;
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
    struct trip_walk *walk = calloc(1, sizeof *walk);
    bool *visited = calloc(view->last - view->first + 1, sizeof *visited);
    bool *unknown = calloc(view->last - view->first + 1, sizeof *unknown);
    *trips = (struct trips){.branch = NO_SITE, .compare = NO_SITE};
    bool found = walk != NULL && visited != NULL && unknown != NULL;
    if (found) {
        walk->view = view;
        walk->head = inside >= 0 ? view->function->loops[inside].head : NO_SITE;
        walk->visited = visited;
        walk->unknown = unknown;
        trips->count = go_through(walk, &trips->branch);
        trips->compare = trips->count > 0 ? compare_of(view, trips->branch) : NO_SITE;
        found = trips->compare != NO_SITE;
    }
    if (found) {
        trips->inner = walk->most;
        list_known(walk, trips);
    }
    free(visited);
    free(unknown);
    free(walk);
    return found;
}
