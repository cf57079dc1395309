/*
 * Asynchronous copies. The copy's load runs where it stands; its store runs as late as is allowed:
 * when its thread waits for it, or leaves. So whoever does not wait reads what was there before, as
 * it may be on a GPU, and the detectors see it.
 */
#include "../execute.h"

#include <stdlib.h>
#include <string.h>

enum { ROW_BYTES = LANES * sizeof(uint64_t), PART_BYTES = LANES * sizeof(uint32_t) };

/* A store with what its registers held. */
struct late_store {
    struct late_store *next;
    struct instruction store;
    struct memory_details memory;
    uint32_t mask;         /* lanes whose element is still to be stored */
    uint32_t group[LANES]; /* of copies, by lane: how many each had committed before */
    uint32_t event[LANES]; /* OpenCL: that the copy belongs to; else 0 */
    char registers[ROW_BYTES + 4 * PART_BYTES] __attribute__((aligned(ROW_ALIGN)));
};

struct late_stores {
    struct late_store *first, **end;
    struct late_store *spare;
    uint32_t committed[LANES];
    uint32_t event[LANES]; /* of the copies to come */
};

static struct late_stores *stores_of(struct warp *warp) {
    if (warp->late == NULL) {
        warp->late = calloc(1, sizeof *warp->late);
        if (warp->late != NULL) {
            warp->late->end = &warp->late->first;
        }
    }
    return warp->late;
}

static struct late_store *take(struct late_stores *late) {
    struct late_store *store = late->spare;
    if (store != NULL) {
        late->spare = store->next;
        return store;
    }
    return aligned_alloc(ROW_ALIGN, sizeof *store);
}

int run_late_store(struct warp *warp, const struct instruction *i) {
    undefined_shared_forget(warp->machine); /* what it overwrites later is not followed */
    struct late_stores *late = stores_of(warp);
    struct late_store *store = late != NULL ? take(late) : NULL;
    if (store == NULL) {
        return run_store(warp, i); /* out of memory: at once is allowed, too */
    }
    store->next = NULL;
    store->store = *i;
    store->memory = *i->memory;
    store->mask = warp->mask;
    memcpy(store->group, late->committed, sizeof store->group);
    memcpy(store->event, late->event, sizeof store->event);
    memcpy(store->registers, warp->registers + i->a,
           i->memory->narrow_address ? PART_BYTES : ROW_BYTES);
    for (uint32_t e = 0; e < i->memory->elements; e++) {
        uint32_t row = ROW_BYTES + e * PART_BYTES;
        memcpy(store->registers + row, warp->registers + i->memory->rows[e], PART_BYTES);
        store->memory.rows[e] = row;
    }
    store->store.a = 0;
    store->store.memory = &store->memory;
    *late->end = store;
    late->end = &store->next;
    return STEP_NEXT;
}

/* Lanes of the store whose copies are in older groups than the `left` last, or of their events. */
static uint32_t due(const struct late_stores *late, const struct late_store *store, uint32_t mask,
                    int64_t left, const uint64_t *events) {
    uint32_t lanes = 0;
    for (LANES_OF(lane, store->mask & mask)) {
        const bool now = events != NULL
                             ? store->event[lane] == (uint32_t)events[lane]
                             : (int64_t)store->group[lane] < (int64_t)late->committed[lane] - left;
        lanes |= now ? 1u << lane : 0;
    }
    return lanes;
}

/* Left: groups, or -1 for what is not yet committed, too. Events: NULL, or of each lane the one
 * that alone is waited for. */
static int finish_stores(struct warp *warp, int64_t left, const uint64_t *events) {
    struct late_stores *late = warp->late;
    uint32_t all = warp->mask;
    char *registers = warp->registers;
    int step = STEP_NEXT;
    struct late_store **at = &late->first;
    while (*at != NULL && step == STEP_NEXT) {
        struct late_store *store = *at;
        uint32_t lanes = due(late, store, all, left, events);
        if (lanes != 0) {
            undefined_shared_forget(warp->machine);
            warp_set_mask(warp, lanes);
            warp->registers = store->registers;
            step = run_store(warp, &store->store);
        }
        store->mask &= ~lanes;
        if (store->mask != 0) {
            at = &store->next;
            continue;
        }
        *at = store->next;
        late->end = late->end == &store->next ? at : late->end;
        store->next = late->spare;
        late->spare = store;
    }
    warp->registers = registers;
    warp_set_mask(warp, all);
    return step;
}

int run_commit_group(struct warp *warp, const struct instruction *i) {
    (void)i;
    struct late_stores *late = stores_of(warp);
    for (uint32_t rest = warp->mask; rest != 0 && late != NULL; rest &= rest - 1) {
        late->committed[first_lane(rest)]++;
    }
    return STEP_NEXT;
}

int run_wait_group(struct warp *warp, const struct instruction *i) {
    return warp->late != NULL ? finish_stores(warp, i->immediate, NULL) : STEP_NEXT;
}

int run_copy_event(struct warp *warp, const struct instruction *i) {
    const uint64_t *events = (const uint64_t *)(const void *)(warp->registers + i->a);
    struct late_stores *late = stores_of(warp);
    for (uint32_t rest = warp->mask; rest != 0 && late != NULL; rest &= rest - 1) {
        late->event[first_lane(rest)] = (uint32_t)events[first_lane(rest)];
    }
    return STEP_NEXT;
}

int run_wait_event(struct warp *warp, const struct instruction *i) {
    const uint64_t *events = (const uint64_t *)(const void *)(warp->registers + i->a);
    struct simt_together event = {
        .place = place_of(warp, i), .mask = warp->mask, .waits = true, .values = events};
    NOTIFY(warp->machine->device, together, &event);
    return warp->late != NULL ? finish_stores(warp, 0, events) : STEP_NEXT;
}

bool late_stores_leave(struct warp *warp) {
    return warp->late == NULL || finish_stores(warp, -1, NULL) == STEP_NEXT;
}

void late_stores_forget(struct warp *warp) {
    struct late_stores *late = warp->late;
    if (late == NULL) {
        return;
    }
    *late->end = late->spare;
    for (struct late_store *store = late->first; store != NULL;) {
        struct late_store *next = store->next;
        free(store);
        store = next;
    }
    free(late);
    warp->late = NULL;
}
