/* Publications are kept per place and block; receptions for the running block only. */
#include "order.h"

#include <stdlib.h>
#include <string.h>

enum { THREADS = 1024, MOST_RECEIVED = 4096, FIRST_PLACES = 64, MOST_PUBLISHED = 1 << 22 };

/* One block's publication at one place. Accesses of the block before `barrier` are published
 * whoever made them; those of `thread` (or, once several threads published, of any) before
 * `fence`. */
struct published {
    uint32_t block;
    uint32_t barrier;
    uint32_t fence;
    uint16_t thread;
    bool several;
};

struct place {
    uint64_t key;
    struct published *items; /* rising blocks */
    size_t count;
    size_t capacity;
    bool used;
};

struct received {
    uint64_t key;
    uint32_t thread;
    uint32_t tick;
};

struct order {
    uint32_t fence[THREADS]; /* tick of the thread's last fence in this block, 0: none */
    uint32_t barrier[THREADS];
    bool any_fence;
    struct place *places; /* open addressing, a power of two */
    size_t place_capacity;
    size_t place_count;
    size_t published;
    bool overflow;             /* too much to keep: everything counts as known, so no false alarm */
    struct received *received; /* by the running block */
    size_t received_count;
    bool received_overflow;
};

struct order *order_create(void) {
    return calloc(1, sizeof(struct order));
}

void order_launch(struct order *order) {
    for (size_t i = 0; i < order->place_capacity; i++)
        free(order->places[i].items);
    free(order->places);
    order->places = NULL;
    order->place_capacity = order->place_count = order->published = 0;
    order->overflow = false;
    order_block(order);
}

void order_destroy(struct order *order) {
    if (!order)
        return;
    order_launch(order);
    free(order->received);
    free(order);
}

void order_block(struct order *order) {
    if (order->any_fence)
        memset(order->fence, 0, sizeof order->fence);
    order->any_fence = false;
    order->received_count = 0;
    order->received_overflow = false;
}

void order_fence(struct order *order, uint32_t thread, uint32_t now,
                 const struct shadow_floors *floors) {
    order->fence[thread] = now;
    order->barrier[thread] = shadow_tick(floors->barrier);
    order->any_fence = true;
}

bool order_idle(const struct order *order) {
    return !order->any_fence && order->place_count == 0;
}

bool order_fenced(const struct order *order, uint32_t thread) {
    return order->any_fence && order->fence[thread] != 0;
}

static struct place *find(const struct order *order, uint64_t key) {
    if (!order->place_capacity)
        return NULL;
    size_t at = (size_t)(key * 0x9e3779b97f4a7c15ULL >> 20) & (order->place_capacity - 1);
    while (order->places[at].used && order->places[at].key != key)
        at = (at + 1) & (order->place_capacity - 1);
    return &order->places[at];
}

static bool grow(struct order *order) {
    struct order bigger = {.place_capacity =
                               order->place_capacity ? order->place_capacity * 2 : FIRST_PLACES};
    bigger.places = calloc(bigger.place_capacity, sizeof *bigger.places);
    if (!bigger.places)
        return false;
    for (size_t i = 0; i < order->place_capacity; i++)
        if (order->places[i].used)
            *find(&bigger, order->places[i].key) = order->places[i];
    free(order->places);
    order->places = bigger.places;
    order->place_capacity = bigger.place_capacity;
    return true;
}

static struct place *find_or_add(struct order *order, uint64_t key) {
    if (order->place_count * 2 >= order->place_capacity && !grow(order))
        return NULL;
    struct place *place = find(order, key);
    if (!place->used) {
        place->used = true;
        place->key = key;
        order->place_count++;
    }
    return place;
}

static struct published *append(struct order *order, struct place *place) {
    if (order->published >= MOST_PUBLISHED)
        return NULL;
    if (place->count == place->capacity) {
        size_t capacity = place->capacity ? place->capacity * 2 : 4;
        struct published *items = realloc(place->items, capacity * sizeof *items);
        if (!items)
            return NULL;
        place->items = items;
        place->capacity = capacity;
    }
    order->published++;
    return &place->items[place->count++];
}

void order_publish(struct order *order, uint64_t key, uint32_t thread, uint32_t block) {
    if (order->overflow || !order_fenced(order, thread))
        return;
    struct place *place = find_or_add(order, key);
    struct published *item = place && place->count && place->items[place->count - 1].block == block
                                 ? &place->items[place->count - 1]
                                 : NULL;
    if (item) {
        item->several |= item->thread != thread;
        if (item->fence < order->fence[thread])
            item->fence = order->fence[thread];
        if (item->barrier < order->barrier[thread])
            item->barrier = order->barrier[thread];
        return;
    }
    item = place ? append(order, place) : NULL;
    if (!item) {
        order->overflow = true;
        return;
    }
    *item = (struct published){.block = block,
                               .barrier = order->barrier[thread],
                               .fence = order->fence[thread],
                               .thread = (uint16_t)thread};
}

void order_receive(struct order *order, uint64_t key, uint32_t thread, uint32_t now) {
    struct place *place = find(order, key);
    if (!place || !place->used)
        return;
    for (size_t i = 0; i < order->received_count; i++)
        if (order->received[i].key == key && order->received[i].thread == thread)
            return;
    if (!order->received)
        order->received = calloc(MOST_RECEIVED, sizeof *order->received);
    if (order->received && order->received_count < MOST_RECEIVED)
        order->received[order->received_count++] = (struct received){key, thread, now};
    else
        order->received_overflow = true;
}

static bool published_before(const struct place *place, shadow_cell cell, uint32_t cell_block) {
    size_t low = 0, high = place->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (place->items[middle].block < cell_block)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == place->count || place->items[low].block != cell_block)
        return false;
    const struct published *item = &place->items[low];
    uint32_t tick = shadow_tick(cell);
    bool own = item->several || item->thread == shadow_thread(cell);
    return tick < item->barrier || (own && tick < item->fence);
}

bool order_known(const struct order *order, shadow_cell cell, uint32_t cell_block, shadow_cell mine,
                 const struct shadow_floors *floors) {
    if (order->overflow || order->received_overflow)
        return true;
    for (size_t i = 0; i < order->received_count; i++) {
        const struct received *received = &order->received[i];
        uint32_t thread = shadow_thread(mine);
        bool reached =
            received->thread == thread || received->tick < shadow_tick(floors->barrier) ||
            (received->thread / 32 == thread / 32 && received->tick < shadow_tick(floors->sync));
        if (reached && (cell & (SHADOW_MANY_BLOCKS | SHADOW_MANY_WARPS | SHADOW_MANY_LANES)))
            return true; /* the hidden marks are gone: give the benefit of the doubt */
        if (reached && published_before(find(order, received->key), cell, cell_block))
            return true;
    }
    return false;
}
