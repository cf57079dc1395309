/* What somebody knows of an access: what was published at a place that he received, and what was
 * handed on there. */
#include "../../array.h"
#include "release_acquire_kept.h"

/* Was the read of `cell_block` over before that was published at the place, by the block itself or
 * by one that knew? */
static bool read_before(const struct order *order, const struct sync_place *place, shadow_cell cell,
                        uint32_t cell_block) {
    size_t reader = order_reader_at(order, cell_block);
    if (place == NULL || reader == order->reader_count ||
        shadow_tick(cell) >= order->readers[reader].reads) {
        return false;
    }
    for (size_t i = 0; i < place->count; i++) {
        size_t number = order_reader_at(order, place->items[i].block);
        if (number < order->reader_count && order->readers[number].since <= reader &&
            reader <= number) {
            return true;
        }
    }
    return false;
}

static struct published *published_by(const struct sync_place *place, uint32_t cell_block) {
    size_t low = 0, high = place != NULL ? place->count : 0;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (place->items[middle].block < cell_block) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return place != NULL && low < place->count && place->items[low].block == cell_block
               ? &place->items[low]
               : NULL;
}

static bool published_before(const struct published *item, shadow_cell cell) {
    if (item == NULL) {
        return false;
    }
    uint32_t tick = shadow_tick(cell);
    bool own = item->several || item->thread == shadow_thread(cell);
    uint32_t thread = shadow_thread(cell);
    return tick < item->barrier || (own && tick < item->fence) ||
           (thread < item->fence_count && tick < item->fences[thread]);
}

/* Is the access published at the place to somebody of `block`? */
static bool is_at(const struct order *order, uint64_t key, uint32_t block, shadow_cell cell,
                  uint32_t cell_block) {
    return published_before(published_by(order_place(order, key), cell_block), cell) ||
           (block == cell_block &&
            published_before(published_by(order_place(order, order_inside_key(key)), cell_block),
                             cell));
}

static bool push(struct order *order, size_t *count, uint64_t key, uint32_t block) {
    if (!array_grow(&order->steps, &order->step_capacity, *count + 1)) {
        return false;
    }
    order->steps[(*count)++] = (struct search_step){key, block};
    return true;
}

static bool push_handed(struct order *order, size_t *count, struct published *item) {
    bool good = true;
    for (uint32_t i = 0; i < item->handed_count && item->seen != order->search && good; i++) {
        good = push(order, count, item->handed[i], item->block);
    }
    item->seen = order->search;
    return good;
}

/* Goes on to what was handed on at the place. */
static bool push_all(struct order *order, size_t *count, struct search_step from) {
    struct sync_place *place = order_place(order, from.key);
    bool good = true;
    if (place != NULL && place->seen != order->search) {
        place->seen = order->search;
        for (size_t i = 0; i < place->count && good; i++) {
            good = push_handed(order, count, &place->items[i]);
        }
    }
    place = order_place(order, order_inside_key(from.key));
    struct published *inside = published_by(place, from.block);
    return good && (inside == NULL || push_handed(order, count, inside));
}

/* Was the access handed on to what the thread received? Without memory: it was. */
static bool was_handed_on(struct order *order, shadow_cell cell, uint32_t cell_block,
                          uint32_t thread, uint32_t block, const struct shadow_floors *floors) {
    size_t count = 0;
    order->search++;
    for (size_t i = 0; i < order->received_count; i++) {
        const struct received *received = &order->received[i];
        if (order_has_reached(order, received, thread, floors) &&
            !push(order, &count, received->key, block)) {
            return true;
        }
    }
    while (count > 0) {
        const struct search_step step = order->steps[--count];
        if (is_at(order, step.key, step.block, cell, cell_block) ||
            !push_all(order, &count, step)) {
            return true;
        }
    }
    return false;
}

bool order_known(struct order *order, shadow_cell cell, uint32_t cell_block, shadow_cell mine,
                 uint32_t block, bool read_then_written, const struct shadow_floors *floors) {
    const uint32_t thread = shadow_thread(mine);
    if (order->overflow || order->received_overflow) {
        return true;
    }
    bool hands = false;
    for (size_t i = 0; i < order->received_count; i++) {
        const struct received *received = &order->received[i];
        bool told =
            order_place(order, received->key) != NULL ||
            (cell_block == block && order_place(order, order_inside_key(received->key)) != NULL);
        if (!order_has_reached(order, received, thread, floors) || !(read_then_written || told)) {
            continue;
        }
        if (cell & (SHADOW_MANY_BLOCKS | SHADOW_MANY_WARPS | SHADOW_MANY_LANES)) {
            return true; /* the hidden marks are gone: give the benefit of the doubt */
        }
        if (is_at(order, received->key, block, cell, cell_block) ||
            (read_then_written &&
             read_before(order, order_place(order, order_reads_key(received->key)), cell,
                         cell_block))) {
            return true;
        }
        hands = true;
    }
    return hands && was_handed_on(order, cell, cell_block, thread, block, floors);
}
