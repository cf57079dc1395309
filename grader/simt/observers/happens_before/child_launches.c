/* Launches of kernels by kernels, in the order of their numbers. */
#include "../../array.h"
#include "child_launches.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_KIN = 1 << 20 };

static struct kin_launch *add(struct kin *kin) {
    if (kin->count == MOST_KIN || !array_grow(&kin->items, &kin->capacity, kin->count + 1)) {
        kin->lost = true;
        return NULL;
    }
    struct kin_launch *item = &kin->items[kin->count++];
    *item = (struct kin_launch){.number = 0};
    return item;
}

/* Numbers rise by one from the first child on. */
static size_t index_of(const struct kin *kin, uint64_t number) {
    const bool known = kin->count > 1 && number >= kin->items[1].number &&
                       number - kin->items[1].number < kin->count - 1;
    return known ? (size_t)(number - kin->items[1].number) + 1 : 0;
}

static void describe(struct kin_launch *item, const struct simt_launch_event *event) {
    item->kernel = event->kernel;
    memcpy(item->grid, event->launch->grid, sizeof item->grid);
    memcpy(item->block, event->launch->block, sizeof item->block);
}

uint32_t kin_begin(struct kin *kin, const struct simt_launch_event *event, uint32_t now) {
    if (event->child == 0) {
        kin->count = kin->running = 0;
        kin->lost = false;
        struct kin_launch *item = add(kin);
        if (item != NULL) {
            describe(item, event);
        }
        return now;
    }
    const size_t index = index_of(kin, event->child);
    if (index == 0 || kin->lost || event->after_all) {
        kin->running = index;
        return now;
    }
    const size_t after = event->after != 0 ? index_of(kin, event->after) : 0;
    const uint32_t ended = after != 0 ? kin->items[after].ended : 0;
    struct kin_launch *item = &kin->items[index];
    describe(item, event);
    kin->running = index;
    return ended > item->launched ? ended : item->launched;
}

void kin_child(struct kin *kin, const struct simt_child *event, uint32_t now) {
    if (event->ended) {
        const size_t index = index_of(kin, event->number);
        if (index != 0) {
            kin->items[index].ended = now;
        }
        return;
    }
    struct kin_launch *item = kin->lost || kin->count == 0 ? NULL : add(kin);
    if (item == NULL) {
        kin->lost = true;
        return;
    }
    item->number = event->number;
    item->launched = now;
    item->parent = kin->items[kin->running].number;
}

const struct kin_launch *kin_other(const struct kin *kin, size_t index) {
    const bool other = !kin->lost && index != kin->running && index < kin->count &&
                       kin->items[index].kernel != NULL;
    return other ? &kin->items[index] : NULL;
}

bool kin_is_parent(const struct kin *kin, const struct kin_launch *other) {
    return kin->running != 0 && kin->items[kin->running].parent == other->number;
}

bool kin_runs_alone(const struct kin *kin) {
    const struct kin_launch *running = &kin->items[kin->running];
    return kin->running != 0 && running->grid[0] * running->grid[1] * running->grid[2] == 1;
}

void kin_release(struct kin *kin) {
    free(kin->items);
    *kin = (struct kin){.items = NULL};
}
