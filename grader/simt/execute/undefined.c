/*
 * Values that are undefined: those of variables that nobody has set, and what a shuffle reads from
 * a lane that takes no part in it. They are followed from register to register, a mask of lanes for
 * each row, and through a thread's own memory, a mask for each byte; and told where a store, an
 * address or a branch uses one. A structure's member may be copied: it is used where something is
 * computed from it. What goes through other memory or a call is forgotten. Costs
 * nothing until the first such value.
 */
#include "execute.h"

#include <stdlib.h>
#include <string.h>

struct undefined {
    const struct activation *owner; /* whose registers */
    uint32_t rows;                  /* of 4 bytes */
    uint32_t live;                  /* rows and bytes that have undefined lanes */
    uint32_t source;                /* site where the last one that was used or moved came from */
    bool member;                    /* so is that one: a structure's, as it was */
    uint32_t bytes;                 /* of a thread's own memory */
    struct origin_of {
        uint32_t lanes, source;
        uint32_t members; /* those of the lanes that hold a structure's member as it was */
    } * memory, row[];    /* by byte; by row / 4 */
};

static struct activation *current(const struct warp *warp) {
    return warp->group->frames[warp->group->depth - 1].activation;
}

static uint32_t lanes_of(const struct undefined *undefined, uint32_t row) {
    return row / 4 < undefined->rows ? undefined->row[row / 4].lanes : 0;
}

/* The same, and remembers where the value came from if one of these lanes has none. */
static uint32_t traced(struct undefined *undefined, uint32_t row, uint32_t mask) {
    uint32_t lanes = lanes_of(undefined, row) & mask;
    if (lanes != 0) {
        undefined->source = undefined->row[row / 4].source;
        undefined->member |= (undefined->row[row / 4].members & lanes) == lanes;
    }
    return lanes;
}

static void keep(struct undefined *undefined, struct origin_of *held, uint32_t mask,
                 uint32_t lanes) {
    uint32_t now = (held->lanes & ~mask) | (lanes & mask);
    undefined->live += (now != 0) - (held->lanes != 0);
    held->lanes = now;
    held->members = (held->members & ~mask) | (undefined->member ? lanes & mask : 0);
    held->source = (lanes & mask) != 0 ? undefined->source : held->source;
}

/* Row 0 is no register's: an operand that is not there. */
static void set_lanes(struct undefined *undefined, uint32_t row, uint32_t mask, uint32_t lanes) {
    if (row == 0 || row / 4 >= undefined->rows) {
        return;
    }
    keep(undefined, &undefined->row[row / 4], mask, lanes);
}

void undefined_forget(struct warp *warp) {
    if (warp->undefined != NULL) {
        free(warp->undefined->memory);
    }
    free(warp->undefined);
    warp->undefined = NULL;
}

static bool start(struct warp *warp, const struct instruction *i) {
    struct activation *owner = current(warp);
    uint32_t rows = owner->function->frame_bytes / 4;
    undefined_forget(warp);
    warp->undefined = calloc(1, sizeof *warp->undefined + rows * sizeof(struct origin_of));
    if (warp->undefined == NULL) {
        return false;
    }
    warp->undefined->owner = owner;
    warp->undefined->rows = rows;
    warp->undefined->source = i->site;
    warp->undefined->member = false;
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
        warp->undefined->member = false;
        traced(warp->undefined, i->a, ALL_LANES);
        warp->undefined->source = absent != 0 ? i->site : warp->undefined->source;
        set_lanes(warp->undefined, i->d, warp->mask, lanes | absent);
    }
    return absent != 0 && following;
}

static uint64_t address_of(const struct warp *warp, const struct instruction *i, int lane) {
    const char *row = warp->registers + i->a;
    uint64_t address = i->memory->narrow_address ? ((const uint32_t *)(const void *)row)[lane]
                                                 : ((const uint64_t *)(const void *)row)[lane];
    return address + (uint64_t)i->immediate;
}

static bool is_own(const struct warp *warp, const struct instruction *i, int lane) {
    return i->memory->generic ? address_of(warp, i, lane) - LOCAL_WINDOW < WINDOW_SIZE
                              : i->memory->space == SIMT_LOCAL;
}

/* The bytes of its own memory that a lane reaches with element 0; NULL if it is other memory. */
static struct origin_of *own_bytes(const struct warp *warp, const struct instruction *i, int lane) {
    const struct undefined *undefined = warp->undefined;
    const struct memory_details *memory = i->memory;
    uint64_t size = (uint64_t)memory->size * memory->elements;
    if (!is_own(warp, i, lane)) {
        return NULL;
    }
    uint64_t address = address_of(warp, i, lane) - (memory->generic ? LOCAL_WINDOW : 0);
    bool inside = address < undefined->bytes && size <= undefined->bytes - address;
    return inside ? undefined->memory + address : NULL;
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

/* A load from a thread's own memory, or a store to it. */
static void follow_own(struct warp *warp, const struct instruction *i, uint32_t mask) {
    struct undefined *undefined = warp->undefined;
    const struct memory_details *memory = i->memory;
    bool load = memory->kind == SIMT_LOAD, any = undefined->memory != NULL;
    for (uint32_t e = 0; !any && !load && e < memory->elements; e++) {
        any = (lanes_of(undefined, memory->rows[e]) & mask) != 0;
    }
    if (!any || !has_memory(warp)) {
        return;
    }
    for (uint32_t e = 0; e < memory->elements; e++) {
        uint32_t given = lanes_of(undefined, memory->rows[e]), lanes = 0;
        traced(undefined, memory->rows[e], load ? 0 : mask);
        for (uint32_t left = mask; left != 0; left &= left - 1) {
            int lane = first_lane(left);
            struct origin_of *bytes = own_bytes(warp, i, lane);
            for (uint32_t b = 0; bytes != NULL && b < memory->size; b++) {
                struct origin_of *held = &bytes[e * memory->size + b];
                if (load && (held->lanes >> lane & 1) != 0) {
                    lanes |= 1u << lane;
                    undefined->source = held->source;
                    undefined->member = (held->members >> lane & 1) != 0;
                } else if (!load) {
                    keep(undefined, held, 1u << lane, given);
                }
            }
        }
        if (load) {
            set_lanes(undefined, memory->rows[e], mask, lanes);
        }
    }
}

int run_unset(struct warp *warp, const struct instruction *i) {
    for (uint32_t left = warp->mask; left != 0; left &= left - 1) {
        memcpy(warp->registers + i->d + (size_t)first_lane(left) * i->width, &i->immediate,
               i->width);
    }
    if (!warp->machine->watch_undefined) {
        return STEP_NEXT;
    }
    bool following = warp->undefined != NULL && warp->undefined->owner == current(warp);
    if (!following && !start(warp, i)) {
        return STEP_NEXT;
    }
    warp->undefined->source = i->site;
    warp->undefined->member = i->op != 0;
    set_lanes(warp->undefined, i->d, warp->mask, warp->mask);
    return following ? STEP_NEXT : STEP_CUT;
}

int run_unset_store(struct warp *warp, const struct instruction *i) {
    const struct memory_details *memory = i->memory;
    uint64_t moved[LANES] __attribute__((aligned(64))) = {0};
    uint64_t bytes = (uint64_t)memory->size * memory->elements;
    for (uint32_t left = warp->mask; left != 0; left &= left - 1) {
        int lane = first_lane(left);
        moved[lane] = address_of(warp, i, lane);
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
    uint32_t source = warp->undefined->source;
    struct simt_undefined event = {.place = place_of(warp, i),
                                   .source = source,
                                   .mask = lanes,
                                   .unset = warp->machine->code[source].run == run_unset};
    NOTIFY(warp->machine->device, undefined, &event);
    undefined_forget(warp); /* once: the rest follows from it */
}

/* Stores to global memory count, and to shared memory those of one lane, which leads; of vectors
 * those without any value: some of their elements may be there to fill them. */
static uint32_t used_by_access(struct warp *warp, const struct instruction *i, uint32_t mask) {
    struct undefined *undefined = warp->undefined;
    const struct memory_details *memory = i->memory;
    uint32_t lanes = traced(undefined, i->a, mask), stored = mask;
    bool leads = (warp->mask & (warp->mask - 1)) == 0;
    bool kept = memory->generic || memory->space == SIMT_GLOBAL || leads;
    if (memory->kind == SIMT_STORE && kept && memory->space != SIMT_LOCAL) {
        for (uint32_t e = 0; e < memory->elements; e++) {
            stored = traced(undefined, memory->rows[e], stored);
            stored &= stored != 0 ? ~undefined->row[memory->rows[e] / 4].members : 0;
        }
        for (uint32_t left = stored; memory->generic && left != 0; left &= left - 1) {
            stored &= ~(is_own(warp, i, first_lane(left)) ? left & -left : 0);
        }
        lanes |= stored;
    } else if (memory->kind >= SIMT_ATOMIC) {
        lanes |= traced(undefined, i->b, mask) | traced(undefined, i->c, mask);
    }
    return lanes;
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

/* Does it copy, or take bits out and put them together, and nothing more? */
static bool copies(const struct warp *warp, const struct instruction *i) {
    static const char *const words[] = {"mov.", "selp.", "or.", "and.", "shl.", "shr.", "prmt."};
    for (size_t n = 0; n < sizeof words / sizeof *words; n++) {
        if (is_called(warp, i, words[n])) {
            return true;
        }
    }
    return false;
}

static uint32_t computed(const struct warp *warp, const struct instruction *i, uint32_t mask) {
    struct undefined *undefined = warp->undefined;
    uint32_t a = traced(undefined, i->a, mask), b = traced(undefined, i->b, mask),
             c = traced(undefined, i->c, mask);
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
    undefined->member = false;
    uint32_t guard = guarded ? traced(undefined, i->guard, warp->mask) : 0;
    uint32_t mask = warp->mask, used = 0;
    if (guarded) {
        mask &= *(const uint32_t *)(const void *)(warp->registers + i->guard) ^
                (i->guard_negated ? ALL_LANES : 0);
    }
    if (i->memory != NULL) {
        used = used_by_access(warp, i, mask);
        for (uint32_t e = 0; i->memory->kind == SIMT_LOAD && e < i->memory->elements; e++) {
            set_lanes(undefined, i->memory->rows[e], mask, 0);
        }
        set_lanes(undefined, i->d, mask, 0);
        if (i->memory->kind <= SIMT_STORE) {
            follow_own(warp, i, mask);
        }
    } else if (run == run_branch) {
        used = traced(undefined, i->guard, warp->mask);
    } else if (run == run_vote || run == run_match || run == run_reduce || run == run_active_mask) {
        set_lanes(undefined, i->d, mask, 0);
    } else if (run == run_call || run == run_return || i->call != NULL) {
        undefined->live = 0;
    } else if (run != run_shuffle && run != run_unset) {
        uint32_t lanes = computed(warp, i, mask) | guard;
        undefined->member = undefined->member && copies(warp, i);
        set_lanes(undefined, i->d, mask, lanes);
        set_lanes(undefined, i->e, mask, lanes);
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
