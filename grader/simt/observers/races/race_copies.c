#include "../../array.h"
#include "race_copies.h"

#include <string.h>

void race_copies_launch(struct detector *detector, const struct simt_launch_event *launch) {
    struct race_copies *copies = &detector->copies;
    copies->count = 0;
    if (copies->sites == launch->sites && copies->site_count == launch->site_count) {
        return; /* the same kernel once more */
    }
    copies->sites = launch->sites;
    copies->site_count = launch->site_count;
    copies->any = false;
    for (uint32_t site = 0; site < launch->site_count && !copies->any; site++) {
        copies->any = race_copies_at(detector, site);
    }
}

void race_copies_forget(struct detector *detector) {
    detector->copies.count = 0;
}

bool race_copies_at(const struct detector *detector, uint32_t site) {
    const struct race_copies *copies = &detector->copies;
    const char *opcode = site < copies->site_count ? copies->sites[site].opcode : NULL;
    return opcode != NULL && strncmp(opcode, "cp.async", 8) == 0;
}

void race_copies_begin(struct detector *detector, const struct simt_access *load) {
    struct race_copies *copies = &detector->copies;
    if (!array_grow(&copies->items, &copies->capacity, copies->count + 1)) {
        return; /* then it counts as one that runs when it is reported */
    }
    struct race_copy *copy = &copies->items[copies->count++];
    *copy =
        (struct race_copy){.warp = load->place.warp, .site = load->place.site, .mask = load->mask};
    for (int space = 0; space < 2; space++) {
        const struct passed *passed = &detector->passed[space];
        const uint32_t warp = load->place.warp % MOST_WARPS;
        copy->barrier[space] = passed->barrier_tick;
        copy->sync[space] = passed->sync_tick[warp];
        copy->some_barrier[space] = passed->some_barrier_tick;
        copy->some_sync[space] = passed->some_sync_tick[warp];
    }
}

/* The oldest of the thread's that was asked for there: its store stands right behind its load. */
static struct race_copy *oldest(struct race_copies *copies, const struct simt_access *store) {
    for (size_t i = 0; i < copies->count; i++) {
        struct race_copy *copy = &copies->items[i];
        if (copy->warp == store->place.warp && copy->site + 1 == store->place.site &&
            (copy->mask & store->mask) == store->mask) {
            return copy;
        }
    }
    return NULL;
}

void race_copies_arrive(struct detector *detector, const struct simt_access *store,
                        struct shadow_floors *floors) {
    struct race_copies *copies = &detector->copies;
    struct race_copy *copy = oldest(copies, store);
    if (copy == NULL) {
        return;
    }
    const int space = store->space != SIMT_SHARED;
    floors->barrier = (shadow_cell)copy->barrier[space] << SHADOW_TICK_SHIFT;
    floors->sync = (shadow_cell)copy->sync[space] << SHADOW_TICK_SHIFT;
    floors->some_barrier = (shadow_cell)copy->some_barrier[space] << SHADOW_TICK_SHIFT;
    floors->some_sync = (shadow_cell)copy->some_sync[space] << SHADOW_TICK_SHIFT;
    copy->mask &= ~store->mask;
    if (copy->mask == 0) {
        copies->count--;
        memmove(copy, copy + 1, (size_t)(copies->items + copies->count - copy) * sizeof *copy);
    }
}
