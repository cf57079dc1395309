/*
 * Divergence. A warp's lanes stand in groups, each at one place; the group furthest behind runs,
 * and groups that reach the same place in the same loop iterations become one again.
 *
 * "Behind" compares, from the outermost call inwards: the iteration counters of the loops that hold
 * both places, then the place itself in the weak topological order (flow.c).
 */
#include "../array.h"
#include "claims.h"
#include "execute.h"

#include <stdlib.h>
#include <string.h>

enum { QUANTUM = 2000, PATIENCE = 1 << 20 };

/* Innermost loop that holds both instructions of a function, or -1. */
static int32_t common_loop(const struct function *function, uint32_t x, uint32_t y) {
    int32_t a = function->loop_of[x - function->first], b = function->loop_of[y - function->first];
    while (a != b) {
        uint32_t depth_a = a < 0 ? 0 : function->loops[a].depth + 1;
        uint32_t depth_b = b < 0 ? 0 : function->loops[b].depth + 1;
        if (depth_a >= depth_b) {
            a = function->loops[a].parent;
        }
        if (depth_b >= depth_a) {
            b = function->loops[b].parent;
        }
    }
    return a;
}

/* Where a group stands at a depth of calls: a caller stands at its call. */
static uint32_t place_at(const struct group *group, uint32_t depth) {
    return depth + 1 < group->depth ? group->frames[depth].resume - 1 : group->pc;
}

/* Below 0 if x is behind y, 0 if they are at the same place. */
static int compare(const struct group *x, const struct group *y) {
    uint32_t depth = x->depth < y->depth ? x->depth : y->depth;
    for (uint32_t k = 0; k < depth; k++) {
        const struct frame *a = &x->frames[k], *b = &y->frames[k];
        const struct function *function = a->activation->function;
        if (function != b->activation->function) {
            return function->index < b->activation->function->index ? -1 : 1;
        }
        uint32_t place_a = place_at(x, k), place_b = place_at(y, k);
        int32_t loop = common_loop(function, place_a, place_b);
        uint32_t loops = loop < 0 ? 0 : function->loops[loop].depth + 1;
        for (uint32_t l = 0; l < loops && l < MAX_LOOP_DEPTH; l++) {
            if (a->counters[l] != b->counters[l]) {
                return a->counters[l] < b->counters[l] ? -1 : 1;
            }
        }
        if (place_a != place_b) {
            return place_a < place_b ? -1 : 1;
        }
    }
    return x->depth == y->depth ? 0 : x->depth < y->depth ? -1 : 1;
}

/* Two groups that compare as equal: are their registers the same too? */
static bool mergeable(const struct group *x, const struct group *y) {
    return x->pc == y->pc && x->depth == y->depth &&
           x->frames[x->depth - 1].activation == y->frames[y->depth - 1].activation;
}

bool group_push_frame(struct group *group) {
    if (!array_grow(&group->frames, &group->capacity, group->depth + 1)) {
        return false;
    }
    group->frames[group->depth++] = (struct frame){0};
    return true;
}

void group_follow(struct group *group, const struct edge *edge) {
    struct frame *frame = &group->frames[group->depth - 1];
    if (edge->increment < MAX_LOOP_DEPTH) {
        frame->counters[edge->increment]++;
    }
    for (uint32_t l = edge->reset_from; l < edge->reset_to; l++) {
        frame->counters[l] = 0;
    }
    group->pc = edge->target;
}

struct group *group_split(struct warp *warp, struct group *group, uint32_t mask) {
    struct group *other = &warp->groups[warp->group_count];
    while (other->capacity < group->depth) {
        other->depth = other->capacity;
        if (!group_push_frame(other)) {
            return NULL;
        }
    }
    warp->group_count++;
    memcpy(other->frames, group->frames, group->depth * sizeof *group->frames);
    other->depth = group->depth;
    other->mask = mask;
    other->pc = group->pc;
    other->branch = group->branch;
    other->state = GROUP_READY;
    group->mask &= ~mask;
    return other;
}

void group_remove(struct warp *warp, struct group *group) {
    struct group removed = *group;
    *group = warp->groups[--warp->group_count];
    warp->groups[warp->group_count] = removed;
    warp->rotation = 0;
}

/* All lanes of the event's mask, which wait at several places. */
static void all_meet(const struct warp *warp, struct simt_syncwarp *event) {
    for (uint32_t n = 0; n < warp->group_count; n++) {
        const struct group *group = &warp->groups[n];
        if (group->state == GROUP_MEETING && (group->mask & ~event->mask) == 0) {
            const char *registers = group->frames[group->depth - 1].activation->registers;
            const struct instruction *i = &warp->machine->code[group->pc];
            lanes_meet(warp, event, group->mask,
                       (const uint32_t *)(const void *)(registers + i->a));
        }
    }
}

/* Groups of a warp wait for each other for two reasons: shuffles and the like must run together, at
 * one place; __syncwarp lets lanes go on from wherever they wait. */
static bool try_meeting_of(struct warp *warp, struct group *leader) {
    const struct instruction *code = warp->machine->code;
    bool barrier = code[leader->pc].run == run_warp_barrier;
    uint32_t have = 0, need = 0;
    for (uint32_t n = 0; n < warp->group_count; n++) {
        const struct group *group = &warp->groups[n];
        bool same =
            barrier ? code[group->pc].run == run_warp_barrier
                    : group->pc == leader->pc && group->frames[group->depth - 1].activation ==
                                                     leader->frames[leader->depth - 1].activation;
        if (group->state == GROUP_MEETING && same && (group->mask & leader->member_mask) != 0) {
            have |= group->mask;
            need |= group->member_mask;
        }
    }
    if ((need & warp->alive & ~have) != 0) {
        return false;
    }
    if (barrier) {
        struct simt_syncwarp event = {.place = place_of(warp, &code[leader->pc]), .mask = have};
        all_meet(warp, &event);
        NOTIFY(warp->machine->device, syncwarp, &event);
    }
    for (uint32_t n = 0; n < warp->group_count; n++) {
        struct group *group = &warp->groups[n];
        if (group->state != GROUP_MEETING || (group->mask & ~have) != 0) {
            continue;
        }
        if (barrier) {
            group->state = GROUP_READY;
            group->pc++;
        } else if (group != leader) {
            leader->mask |= group->mask;
            uint32_t at = (uint32_t)(leader - warp->groups);
            bool moved = at == warp->group_count - 1;
            group_remove(warp, group);
            leader = moved ? group : leader;
            n--;
        }
    }
    leader->state = GROUP_READY;
    return true;
}

void group_try_meeting(struct warp *warp) {
    for (uint32_t n = 0; n < warp->group_count; n++) {
        if (warp->groups[n].state == GROUP_MEETING && try_meeting_of(warp, &warp->groups[n])) {
            n = UINT32_MAX; /* groups have moved: look again */
        }
    }
}

/* Makes groups that stand at the same place one. */
static void merge(struct warp *warp) {
    for (uint32_t n = 0; n < warp->group_count; n++) {
        for (uint32_t m = n + 1; m < warp->group_count; m++) {
            struct group *x = &warp->groups[n], *y = &warp->groups[m];
            if (x->state == GROUP_READY && y->state == GROUP_READY && mergeable(x, y) &&
                compare(x, y) == 0) {
                x->mask |= y->mask;
                group_remove(warp, y);
                m--;
            }
        }
    }
}

/* Every lane for itself: the lowest lane first. */
static bool before(const struct warp *warp, const struct group *x, const struct group *y) {
    if (warp->machine->launch->schedule == SIMT_LANES) {
        return first_lane(x->mask) < first_lane(y->mask);
    }
    int order = compare(x, y);
    return order < 0 || (order == 0 && first_lane(x->mask) < first_lane(y->mask));
}

/* The ready group that has `rank` others before it. */
static struct group *ranked(struct warp *warp, uint32_t rank) {
    for (uint32_t n = 0; n < warp->group_count; n++) {
        struct group *group = &warp->groups[n];
        uint32_t earlier = 0;
        for (uint32_t m = 0; m < warp->group_count; m++) {
            earlier += m != n && warp->groups[m].state == GROUP_READY &&
                       before(warp, &warp->groups[m], group);
        }
        if (group->state == GROUP_READY && earlier == rank) {
            return group;
        }
    }
    return NULL;
}

static struct group *first_ready(struct warp *warp) {
    struct group *best = NULL;
    for (uint32_t n = 0; n < warp->group_count; n++) {
        struct group *group = &warp->groups[n];
        if (group->state == GROUP_READY && (best == NULL || before(warp, group, best))) {
            best = group;
        }
    }
    return best;
}

/* Only one of the cores that run blocks at the same time has anybody to ask. */
static void give_up_if_asked(struct warp *warp) {
    struct machine *machine = warp->machine;
    if (launch_goes_on(machine)) {
        return;
    }
    machine->faulted = true;
    if (machine->claimer != NULL) {
        claims_give_up(warp);
    }
}

/* A group that only polls memory would keep those away that it waits for: let each run in turn.
 * True when this quantum was such. */
static bool rotate(struct warp *warp) {
    if (warp->executed < warp->quantum_end) {
        return false;
    }
    bool spinning = warp->waits > 0 && !warp->progressed;
    if (warp->machine->claimer != NULL) {
        claims_quantum(warp, spinning);
    }
    if (warp->machine->clock >= warp->machine->ask_at) {
        warp->machine->ask_at = warp->machine->clock + PATIENCE;
        give_up_if_asked(warp);
    }
    warp->rotation = spinning ? warp->rotation + 1 : 0;
    if (spinning) {
        warp->repeats += endless_state(warp);
    } else {
        warp->machine->moved = true;
    }
    warp->quantum_end = warp->executed + QUANTUM;
    warp->waits = 0;
    warp->progressed = warp->put_off = false;
    return spinning;
}

/* The usual cases: one group, or two that are ready in lockstep; NULL if it is neither. */
static struct group *choose_quickly(struct warp *warp) {
    struct group *x = &warp->groups[0], *y = &warp->groups[1];
    if (warp->rotation != 0 || warp->executed >= warp->quantum_end || warp->group_count > 2 ||
        warp->group_count == 0 || x->state != GROUP_READY) {
        return NULL;
    }
    if (warp->group_count == 1) {
        return x;
    }
    if (y->state != GROUP_READY || warp->machine->launch->schedule == SIMT_LANES) {
        return NULL;
    }
    int order = compare(x, y);
    if (order == 0 && mergeable(x, y)) {
        x->mask |= y->mask;
        group_remove(warp, y);
        return x;
    }
    return order < 0 || (order == 0 && first_lane(x->mask) < first_lane(y->mask)) ? x : y;
}

struct group *group_choose(struct warp *warp) {
    struct group *quick = choose_quickly(warp);
    if (quick != NULL) {
        return quick;
    }
    if (warp->group_count == 1 && warp->groups[0].state == GROUP_AT_BARRIER) {
        return NULL;
    }
    if (warp->group_count > 1 && warp->machine->launch->schedule != SIMT_LANES) {
        merge(warp);
    }
    struct group *first = first_ready(warp);
    if (first == NULL) {
        group_try_meeting(warp);
        return first_ready(warp);
    }
    const bool over = warp->executed >= warp->quantum_end;
    bool turned = rotate(warp);
    if (warp->rotation == 0) {
        warp->spinning = over && warp->machine->launch->schedule == SIMT_TURNS;
        return first;
    }
    uint32_t ready = 0;
    for (uint32_t n = 0; n < warp->group_count; n++) {
        ready += warp->groups[n].state == GROUP_READY;
    }
    if (ready == 0) {
        return NULL;
    }
    warp->spinning = turned && warp->rotation % ready == 0; /* all had their turn */
    return ranked(warp, warp->rotation % ready);
}
