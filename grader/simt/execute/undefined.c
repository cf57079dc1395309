/*
 * Values that are undefined: what a shuffle reads from a lane that takes no part in it. They are
 * followed from register to register, a mask of lanes for each row, and told where a store, an
 * address or a branch uses one. Registers only: what goes through memory or a call is forgotten.
 * Costs nothing until the first such value.
 */
#include "execute.h"

#include <stdlib.h>
#include <string.h>

struct undefined {
    const struct activation *owner; /* whose registers */
    uint32_t rows;                  /* of 4 bytes */
    uint32_t live;                  /* rows that have undefined lanes */
    uint32_t source;                /* site of the shuffle */
    uint32_t lanes[];               /* by row / 4 */
};

static struct activation *current(const struct warp *warp) {
    return warp->group->frames[warp->group->depth - 1].activation;
}

static uint32_t lanes_of(const struct undefined *undefined, uint32_t row) {
    return row / 4 < undefined->rows ? undefined->lanes[row / 4] : 0;
}

/* Row 0 is no register's: an operand that is not there. */
static void set_lanes(struct undefined *undefined, uint32_t row, uint32_t mask, uint32_t lanes) {
    if (row == 0 || row / 4 >= undefined->rows) {
        return;
    }
    uint32_t *held = &undefined->lanes[row / 4], now = (*held & ~mask) | (lanes & mask);
    undefined->live += (now != 0) - (*held != 0);
    *held = now;
}

void undefined_forget(struct warp *warp) {
    free(warp->undefined);
    warp->undefined = NULL;
}

static bool start(struct warp *warp, const struct instruction *i) {
    struct activation *owner = current(warp);
    uint32_t rows = owner->function->frame_bytes / 4;
    undefined_forget(warp);
    warp->undefined = calloc(1, sizeof *warp->undefined + rows * sizeof(uint32_t));
    if (warp->undefined == NULL) {
        return false;
    }
    warp->undefined->owner = owner;
    warp->undefined->rows = rows;
    warp->undefined->source = i->site;
    return true;
}

bool undefined_shuffled(struct warp *warp, const struct instruction *i, const int *from) {
    struct undefined *undefined = warp->undefined;
    bool following = undefined != NULL && undefined->owner == current(warp);
    uint32_t given = following ? lanes_of(undefined, i->a) : 0, lanes = 0, absent = 0;
    for (uint32_t left = warp->mask; left != 0; left &= left - 1) {
        int lane = first_lane(left), source = from[lane] < 0 ? lane : from[lane];
        absent |= (warp->mask >> source & 1) == 0 ? 1u << lane : 0;
        lanes |= (given >> source & 1) << lane;
    }
    if (absent != 0 && !following) {
        following = start(warp, i);
    }
    if (following) {
        warp->undefined->source = absent != 0 ? i->site : warp->undefined->source;
        set_lanes(warp->undefined, i->d, warp->mask, lanes | absent);
    }
    return absent != 0 && following;
}

static void tell(struct warp *warp, const struct instruction *i, uint32_t lanes) {
    struct simt_undefined event = {
        .place = place_of(warp, i), .source = warp->undefined->source, .mask = lanes};
    NOTIFY(warp->machine->device, undefined, &event);
    undefined_forget(warp); /* once: the rest follows from it */
}

/* Stores to global memory count, and to shared memory those of one lane, which leads. */
static uint32_t used_by_access(const struct warp *warp, const struct instruction *i) {
    const struct undefined *undefined = warp->undefined;
    const struct memory_details *memory = i->memory;
    uint32_t lanes = lanes_of(undefined, i->a);
    bool leads = (warp->mask & (warp->mask - 1)) == 0;
    bool kept = memory->generic || memory->space == SIMT_GLOBAL || leads;
    if (memory->kind == SIMT_STORE && kept && memory->space != SIMT_LOCAL) {
        for (uint32_t e = 0; e < memory->elements; e++) {
            lanes |= lanes_of(undefined, memory->rows[e]);
        }
    } else if (memory->kind >= SIMT_ATOMIC) {
        lanes |= lanes_of(undefined, i->b) | lanes_of(undefined, i->c);
    }
    return lanes & warp->mask;
}

static bool is_called(const struct warp *warp, const struct instruction *i, const char *start) {
    const char *opcode = warp->machine->module->sites[i->site].opcode;
    return opcode != NULL && strncmp(opcode, start, strlen(start)) == 0;
}

/* Lanes whose operand is defined, and all ones (or all zeros). */
static uint32_t surely(const struct warp *warp, const struct instruction *i, uint32_t row,
                       bool ones) {
    const uint32_t *words = (const uint32_t *)(const void *)(warp->registers + row);
    bool predicate = is_called(warp, i, ones ? "or.pred" : "and.pred");
    uint32_t lanes = predicate ? (ones ? *words : ~*words) : 0;
    for (int l = 0; l < LANES && is_called(warp, i, ones ? "or.b32" : "and.b32"); l++) {
        lanes |= words[l] == (ones ? UINT32_MAX : 0) ? 1u << l : 0;
    }
    return lanes & ~lanes_of(warp->undefined, row);
}

static uint32_t computed(const struct warp *warp, const struct instruction *i) {
    const struct undefined *undefined = warp->undefined;
    uint32_t a = lanes_of(undefined, i->a), b = lanes_of(undefined, i->b),
             c = lanes_of(undefined, i->c);
    if (is_called(warp, i, "selp.")) {
        uint32_t chosen = *(const uint32_t *)(const void *)(warp->registers + i->c);
        return (chosen & a) | (~chosen & b) | c;
    }
    if (is_called(warp, i, "and.") || is_called(warp, i, "or.")) {
        bool ones = is_called(warp, i, "or.");
        return (a | b) & ~surely(warp, i, i->a, ones) & ~surely(warp, i, i->b, ones);
    }
    return a | b | c;
}

static void follow(struct warp *warp, const struct instruction *i) {
    struct undefined *undefined = warp->undefined;
    bool guarded = i->run == run_guarded;
    run_function run = guarded ? i->guarded : i->run;
    uint32_t guard = guarded ? lanes_of(undefined, i->guard) : 0, mask = warp->mask, used = 0;
    if (guarded) {
        mask &= *(const uint32_t *)(const void *)(warp->registers + i->guard) ^
                (i->guard_negated ? ALL_LANES : 0);
    }
    if (i->memory != NULL) {
        used = used_by_access(warp, i) & mask;
        for (uint32_t e = 0; i->memory->kind == SIMT_LOAD && e < i->memory->elements; e++) {
            set_lanes(undefined, i->memory->rows[e], mask, 0);
        }
        set_lanes(undefined, i->d, mask, 0);
    } else if (run == run_branch) {
        used = lanes_of(undefined, i->guard) & warp->mask;
    } else if (run == run_vote || run == run_match || run == run_reduce || run == run_active_mask) {
        set_lanes(undefined, i->d, mask, 0);
    } else if (run == run_call || run == run_return) {
        undefined->live = 0;
    } else if (run != run_shuffle) {
        set_lanes(undefined, i->d, mask, computed(warp, i) | guard);
        set_lanes(undefined, i->e, mask, computed(warp, i) | guard);
    }
    if (used != 0) {
        tell(warp, i, used);
    }
}

int undefined_run(struct warp *warp, const struct instruction **at) {
    const struct instruction *i = *at;
    int step;
    do {
        if (warp->undefined != NULL && warp->undefined->owner == current(warp)) {
            follow(warp, i);
        }
        step = i->run(warp, i);
        i++;
    } while (step == STEP_NEXT);
    if (warp->undefined != NULL && warp->undefined->live == 0) {
        undefined_forget(warp);
    }
    *at = i;
    return step;
}
