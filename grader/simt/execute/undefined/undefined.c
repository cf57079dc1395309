/*
 * Values that are undefined: those of variables that nobody has set, and what a shuffle reads from
 * a lane that takes no part in it. They are followed from register to register, a mask of lanes for
 * each row, through a thread's own memory and what calls pass, a mask for each byte, through shared
 * memory, too; and told where a store to global memory, an address or a branch uses one. A
 * structure's member may be copied, and so may a vector's element beside others that are set: they
 * are used where something is computed from them. What goes through global memory is forgotten.
 * Costs nothing until the first such value.
 */
#include "../claims.h"
#include "undefined.h"

#include <stdlib.h>
#include <string.h>

static bool is_own(const struct warp *warp, const struct instruction *i, int lane) {
    return i->memory->generic ? undefined_address(warp, i, lane) - LOCAL_WINDOW < WINDOW_SIZE
                              : i->memory->space == SIMT_LOCAL;
}

static bool is_passed(const struct instruction *i) {
    run_function run = i->run == run_guarded ? i->guarded : i->run;
    return run == run_load_frame || run == run_store_frame;
}

/* What a call passes, from the byte of a lane that element 0 lies at; NULL if nothing undefined
 * came to this function. */
static struct origin_of *passed_bytes(const struct warp *warp, const struct instruction *i,
                                      int lane) {
    struct followed *here = warp->undefined->here;
    const struct memory_details *memory = i->memory;
    const uint64_t *index = (const uint64_t *)(const void *)(warp->registers + i->a);
    uint64_t at = (uint64_t)i->immediate + (i->op != 0 ? index[lane] : 0);
    uint64_t size = (uint64_t)memory->size * memory->elements;
    bool inside = size <= memory->stride && at <= memory->stride - size;
    return here != NULL && inside ? here->row + memory->frame / 4 + at : NULL;
}

/* The bytes of its own memory that a lane reaches with element 0; NULL if it is other memory. */
static struct origin_of *own_bytes(const struct warp *warp, const struct instruction *i, int lane) {
    const struct undefined *undefined = warp->undefined;
    const struct memory_details *memory = i->memory;
    uint64_t size = (uint64_t)memory->size * memory->elements;
    if (is_passed(i)) {
        return passed_bytes(warp, i, lane);
    }
    if (!is_own(warp, i, lane)) {
        return NULL;
    }
    uint64_t address = undefined_address(warp, i, lane) - (memory->generic ? LOCAL_WINDOW : 0);
    bool inside = address < undefined->bytes && size <= undefined->bytes - address;
    return inside && undefined->memory != NULL ? undefined->memory + address : NULL;
}

/* Masks for a thread's own memory, once something undefined goes there. */
static bool has_memory(struct warp *warp) {
    struct undefined *undefined = warp->undefined;
    if (undefined->memory == NULL) {
        undefined->bytes = warp->machine->local_bytes;
        undefined->memory = calloc(undefined->bytes, sizeof *undefined->memory);
    }
    return undefined->memory != NULL;
}

/* A load from a thread's own memory or of what a call passes, or a store to it. */
static void follow_own(struct warp *warp, const struct instruction *i, uint32_t mask) {
    struct undefined *undefined = warp->undefined;
    const struct memory_details *memory = i->memory;
    bool load = memory->kind == SIMT_LOAD, any = undefined->memory != NULL || is_passed(i);
    uint32_t *live =
        is_passed(i) && undefined->here != NULL ? &undefined->here->live : &undefined->live;
    for (uint32_t e = 0; !any && !load && e < memory->elements; e++) {
        any = (undefined_lanes_of(undefined, memory->rows[e]) & mask) != 0;
    }
    if (!any || (!is_passed(i) && !load && !has_memory(warp))) {
        return;
    }
    for (uint32_t e = 0; e < memory->elements; e++) {
        uint32_t given = undefined_lanes_of(undefined, memory->rows[e]), lanes = 0;
        undefined->member = undefined->computed = false;
        undefined->moved = 0;
        undefined_traced(undefined, memory->rows[e], load ? 0 : mask);
        uint64_t stored = undefined->moved, loaded = 0;
        for (LANES_OF(lane, mask)) {
            struct origin_of *bytes = own_bytes(warp, i, lane);
            for (uint32_t b = 0; bytes != NULL && b < memory->size; b++) {
                struct origin_of *held = &bytes[e * memory->size + b];
                if (load && (held->lanes >> lane & 1) != 0) {
                    lanes |= 1u << lane;
                    loaded |= (held->bits & 0xFF) << 8 * b;
                    undefined->source = held->source;
                    undefined->member = (held->members >> lane & 1) != 0;
                } else if (!load) {
                    undefined->moved = stored >> 8 * b & 0xFF;
                    undefined_keep(undefined, held, live, 1u << lane,
                                   undefined->moved != 0 ? given : 0);
                }
            }
        }
        bool spreads = memory->is_signed && memory->size < sizeof loaded &&
                       (loaded & (UINT64_C(1) << 8 * memory->size) >> 1) != 0;
        undefined->moved = loaded | (spreads ? UINT64_MAX << 8 * memory->size : 0);
        if (load && (lanes == 0 || undefined->here != NULL || undefined_follow_here(warp))) {
            undefined_set_lanes(undefined, memory->rows[e], mask, lanes);
        }
    }
}

int run_unset_store(struct warp *warp, const struct instruction *i) {
    const struct memory_details *memory = i->memory;
    uint64_t moved[LANES] __attribute__((aligned(64))) = {0};
    uint64_t bytes = (uint64_t)memory->size * memory->elements;
    for (LANES_OF(lane, warp->mask)) {
        moved[lane] = undefined_address(warp, i, lane);
        if (moved[lane] + bytes > warp->machine->local_bytes) {
            return run_store(warp, i); /* which names the mistake */
        }
        moved[lane] += (uint64_t)lane * warp->machine->local_bytes;
    }
    for (uint32_t e = 0; e < memory->elements; e++) {
        memory->move(warp, warp->registers + memory->rows[e],
                     (uintptr_t)warp->local + e * memory->size, moved, SIMT_SCATTERED);
    }
    return STEP_NEXT;
}

static void tell(struct warp *warp, const struct instruction *i, uint32_t lanes) {
    if (warp->machine->claimer != NULL) {
        claims_give_up(warp); /* what such a value is may depend on the blocks before */
    }
    uint32_t source = warp->undefined->source & ~THROUGH_SHARED;
    struct simt_undefined event = {.place = place_of(warp, i),
                                   .source = source,
                                   .user = i->site,
                                   .mask = lanes,
                                   .stored = source != warp->undefined->source,
                                   .unset = warp->machine->code[source].run == run_unset,
                                   .loaded = warp->machine->code[source].memory != NULL};
    const uint32_t read = warp->undefined->read; /* first; a store comes later */
    if (warp->undefined->computed && warp->machine->module->sites[read].source.line != 0) {
        event.place.site = read;
    }
    NOTIFY(warp->machine->device, undefined, &event);
    undefined_forget(warp); /* once: the rest follows from it */
    undefined_shared_forget(warp->machine);
}

/* Lanes that store a vector of which an element was computed from one without a value. */
static uint32_t computed_elements(struct undefined *undefined, const struct memory_details *memory,
                                  uint32_t mask) {
    uint32_t found = 0;
    for (uint32_t e = 0; undefined->here != NULL && e < memory->elements; e++) {
        const uint32_t lanes = undefined_traced(undefined, memory->rows[e], mask);
        found |= lanes != 0 ? lanes & undefined->here->row[memory->rows[e] / 4].computed : 0;
    }
    return found;
}

/* Stores to global memory count, and to shared memory those of one lane, which leads; of vectors
 * those without any value: some of their elements may be there to fill them. */
static uint32_t used_by_access(struct warp *warp, const struct instruction *i, uint32_t mask) {
    struct undefined *undefined = warp->undefined;
    const struct memory_details *memory = i->memory;
    if (is_passed(i)) {
        return 0;
    }
    uint32_t lanes = undefined_traced(undefined, i->a, mask), stored = mask;
    bool apart = warp->machine->launch->schedule == SIMT_LANES; /* there no lane leads */
    bool leads = (warp->mask & (warp->mask - 1)) == 0 && !apart;
    bool kept = memory->generic || memory->space == SIMT_GLOBAL || leads;
    if (memory->kind == SIMT_STORE && kept && memory->space != SIMT_LOCAL) {
        for (uint32_t e = 0; e < memory->elements; e++) {
            stored = undefined_traced(undefined, memory->rows[e], stored);
            stored &= stored != 0 ? ~undefined->here->row[memory->rows[e] / 4].members : 0;
        }
        stored |= computed_elements(undefined, memory, mask);
        for (uint32_t left = stored; memory->generic && left != 0; left &= left - 1) {
            int lane = first_lane(left);
            bool followed = is_own(warp, i, lane) || (!leads && undefined_is_shared(warp, i, lane));
            stored &= ~(followed ? left & -left : 0);
        }
        lanes |= stored;
    } else if (memory->kind >= SIMT_ATOMIC) {
        lanes |= undefined_traced(undefined, i->b, mask) | undefined_traced(undefined, i->c, mask);
    }
    return lanes;
}

/* A reduction over the lanes of each lane's mask, which lies in row `e`. */
static uint32_t reduced(const struct warp *warp, const struct instruction *i, uint32_t mask) {
    const uint32_t *masks = (const uint32_t *)(const void *)(warp->registers + i->e);
    uint32_t given = undefined_traced(warp->undefined, i->a, mask), lanes = 0;
    for (uint32_t left = given != 0 ? mask : 0; left != 0; left &= left - 1) {
        lanes |= (masks[first_lane(left)] & given) != 0 ? left & -left : 0;
    }
    return lanes;
}

static uint32_t computed(const struct warp *warp, const struct instruction *i, uint32_t mask) {
    struct undefined *undefined = warp->undefined;
    struct undefined_operand operand[4] = {{.row = i->a}, {.row = i->b}, {.row = i->c}};
    operand[3].row = undefined_reads_fourth(warp, i) ? i->e : 0;
    for (int n = 0; n < 4; n++) {
        undefined->moved = 0;
        operand[n].lanes = undefined_traced(undefined, operand[n].row, mask);
        operand[n].bits = undefined->moved;
    }
    return undefined_result(warp, i, operand, &undefined->moved);
}

/* What a call gives back is defined, unless undefined_return says more. */
static void forget_results(const struct undefined *undefined, const struct call_details *call,
                           uint32_t mask) {
    struct followed *here = undefined->here;
    for (uint32_t n = 0; here != NULL && n < call->result_count; n++) {
        for (uint32_t b = 0; b < call->results[n]->size; b++) {
            undefined_keep(undefined, &here->row[call->results[n]->row / 4 + b], &here->live, mask,
                           0);
        }
    }
}

static void follow(struct warp *warp, const struct instruction *i) {
    struct undefined *undefined = warp->undefined;
    bool guarded = i->run == run_guarded;
    run_function run = guarded ? i->guarded : i->run;
    undefined->member = undefined->computed = false;
    uint32_t guard = guarded ? undefined_traced(undefined, i->guard, warp->mask) : 0;
    uint32_t mask = warp->mask, used = 0;
    if (guarded) {
        mask &= *(const uint32_t *)(const void *)(warp->registers + i->guard) ^
                (i->guard_negated ? ALL_LANES : 0);
    }
    if (i->memory != NULL) {
        used = used_by_access(warp, i, mask);
        for (uint32_t e = 0; i->memory->kind == SIMT_LOAD && e < i->memory->elements; e++) {
            undefined_set_lanes(undefined, i->memory->rows[e], mask, 0);
        }
        undefined_set_lanes(undefined, i->d, mask, 0);
        if (i->memory->kind <= SIMT_STORE) {
            follow_own(warp, i, mask);
        }
        if (!is_passed(i) && warp->undefined != NULL) {
            undefined_follow_shared(warp, i, mask);
        }
    } else if (run == run_branch) {
        used = undefined_traced(undefined, i->guard, warp->mask);
    } else if (run == run_vote || run == run_match || run == run_active_mask) {
        undefined_set_lanes(undefined, i->d, mask, 0);
    } else if (run == run_reduce) {
        undefined->moved = UINT64_MAX;
        undefined_set_lanes(undefined, i->d, mask, reduced(warp, i, mask));
    } else if (i->call != NULL) {
        forget_results(undefined, i->call, mask);
    } else if (run != run_shuffle && run != run_unset) {
        uint32_t lanes = computed(warp, i, mask) | guard;
        undefined->moved |= guard != 0 ? UINT64_MAX : 0;
        undefined->member = undefined_is_member(warp, i);
        if (lanes != 0 && !undefined->computed && !undefined_is_copy(warp, i)) {
            undefined->computed = true;
            undefined->read = i->site;
        }
        undefined_set_lanes(undefined, i->d, mask, lanes);
        if (!undefined_reads_fourth(warp, i)) {
            undefined_set_lanes(undefined, i->e, mask, lanes);
        }
    }
    if (used != 0) {
        tell(warp, i, used);
    }
}

static bool any_left(const struct machine *machine, const struct undefined *undefined) {
    bool left = undefined->live > 0 || machine->state.undefined != NULL;
    for (const struct followed *at = undefined->all; at != NULL && !left; at = at->next) {
        left = at->live > 0;
    }
    return left;
}

int undefined_run(struct warp *warp, const struct instruction **at) {
    const struct instruction *i = *at;
    int step;
    warp->undefined->here = undefined_find(warp->undefined, undefined_current(warp));
    do {
        if (warp->undefined != NULL) {
            follow(warp, i);
        }
        step = i->run(warp, i);
        i++;
    } while (step == STEP_NEXT);
    if (warp->undefined != NULL && !any_left(warp->machine, warp->undefined)) {
        undefined_forget(warp);
    }
    *at = i;
    return step;
}
