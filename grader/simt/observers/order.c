/* Publications are kept per place and block; receptions for the running block only. */
#include "order.h"

#include <stdlib.h>
#include <string.h>

enum {
    THREADS = 1024,
    WARP = 32,
    MOST_RECEIVED = 4096,
    FIRST_PLACES = 64,
    MOST_PUBLISHED = 1 << 22,
    MOST_KEPT = 1 << 24
};

/* One block's publication at one place. Accesses of the block before `barrier` are published
 * whoever made them; those of `thread` (or, once several threads published, of any) before
 * `fence`; those of thread i before `fences[i]`, where the publisher has passed a barrier since
 * thread i fenced. */
struct published {
    uint32_t block;
    uint32_t barrier;
    uint32_t fence;
    uint16_t thread;
    bool several;
    uint16_t fence_count;
    uint32_t *fences; /* NULL: of no other thread */
};

struct place {
    uint64_t key;
    struct published *items; /* rising blocks */
    size_t count;
    size_t capacity;
    bool used;
};

/* A block that published its reads: those before the barrier `reads` are over. It knew of the
 * blocks from number `since` on when it last did so. */
struct reader {
    uint32_t block;
    uint32_t reads;
    size_t since;
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
    uint32_t first_fence;   /* tick of the block's first fence */
    uint32_t fence_threads; /* threads above have not fenced */
    size_t kept;            /* numbers in all `fences` */
    struct place *places;   /* open addressing, a power of two */
    size_t place_capacity;
    size_t place_count;
    size_t published;
    struct reader *readers; /* rising blocks */
    size_t reader_count;
    size_t reader_capacity;
    bool overflow;             /* too much to keep: everything counts as known, so no false alarm */
    struct received *received; /* by the running block */
    size_t received_count;
    bool received_overflow;
};

struct order *order_create(void) {
    return calloc(1, sizeof(struct order));
}

void order_launch(struct order *order) {
    for (size_t i = 0; i < order->place_capacity; i++) {
        for (size_t k = 0; k < order->places[i].count; k++) {
            free(order->places[i].items[k].fences);
        }
        free(order->places[i].items);
    }
    free(order->places);
    order->places = NULL;
    order->place_capacity = order->place_count = order->published = order->kept = 0;
    order->reader_count = 0;
    order->overflow = false;
    order_block(order);
}

void order_destroy(struct order *order) {
    if (order == NULL) {
        return;
    }
    order_launch(order);
    free(order->received);
    free(order->readers);
    free(order);
}

void order_block(struct order *order) {
    if (order->any_fence) {
        memset(order->fence, 0, sizeof order->fence);
    }
    order->any_fence = false;
    order->fence_threads = 0;
    order->received_count = 0;
    order->received_overflow = false;
}

void order_fence(struct order *order, uint32_t thread, uint32_t now,
                 const struct shadow_floors *floors) {
    if (!order->any_fence) {
        order->first_fence = now;
    }
    if (order->fence_threads <= thread) {
        order->fence_threads = thread + 1;
    }
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
    if (!order->place_capacity) {
        return NULL;
    }
    size_t at = (size_t)(key * 0x9e3779b97f4a7c15ULL >> 20) & (order->place_capacity - 1);
    while (order->places[at].used && order->places[at].key != key) {
        at = (at + 1) & (order->place_capacity - 1);
    }
    return &order->places[at];
}

static bool grow(struct order *order) {
    struct order bigger = {.place_capacity =
                               order->place_capacity ? order->place_capacity * 2 : FIRST_PLACES};
    bigger.places = calloc(bigger.place_capacity, sizeof *bigger.places);
    if (bigger.places == NULL) {
        return false;
    }
    for (size_t i = 0; i < order->place_capacity; i++) {
        if (order->places[i].used) {
            *find(&bigger, order->places[i].key) = order->places[i];
        }
    }
    free(order->places);
    order->places = bigger.places;
    order->place_capacity = bigger.place_capacity;
    return true;
}

static struct place *find_or_add(struct order *order, uint64_t key) {
    if (order->place_count * 2 >= order->place_capacity && !grow(order)) {
        return NULL;
    }
    struct place *place = find(order, key);
    if (!place->used) {
        place->used = true;
        place->key = key;
        order->place_count++;
    }
    return place;
}

static struct published *append(struct order *order, struct place *place) {
    if (order->published >= MOST_PUBLISHED) {
        return NULL;
    }
    if (place->count == place->capacity) {
        size_t capacity = place->capacity ? place->capacity * 2 : 4;
        struct published *items = realloc(place->items, capacity * sizeof *items);
        if (items == NULL) {
            return NULL;
        }
        place->items = items;
        place->capacity = capacity;
    }
    order->published++;
    return &place->items[place->count++];
}

/* The publication of the block at the place, made where there is none yet. NULL without memory. */
static struct published *item_of(struct order *order, uint64_t key, uint32_t thread,
                                 uint32_t block) {
    struct place *place = find_or_add(order, key);
    if (place != NULL && place->count && place->items[place->count - 1].block == block) {
        struct published *item = &place->items[place->count - 1];
        item->several |= item->thread != thread;
        return item;
    }
    struct published *item = place != NULL ? append(order, place) : NULL;
    if (item != NULL) {
        *item = (struct published){.block = block, .thread = (uint16_t)thread};
    }
    return item;
}

static bool keep_fence(struct order *order, struct published *item, uint32_t thread) {
    if (thread >= item->fence_count) {
        uint32_t *fences = realloc(item->fences, order->fence_threads * sizeof *fences);
        order->kept += order->fence_threads - item->fence_count;
        if (fences == NULL) {
            return false;
        }
        memset(fences + item->fence_count, 0,
               (order->fence_threads - item->fence_count) * sizeof *fences);
        item->fences = fences;
        item->fence_count = (uint16_t)order->fence_threads;
    }
    item->fences[thread] = order->fence[thread];
    if (item->barrier < order->barrier[thread]) {
        item->barrier = order->barrier[thread];
    }
    return order->kept <= MOST_KEPT;
}

/* Fences of threads from `first` to `end` that came before `floor`, which the publisher has passed
 * with them. */
static bool keep_fences(struct order *order, struct published *item, uint32_t first, uint32_t end,
                        uint32_t floor) {
    bool good = true;
    for (uint32_t i = first; i < end && i < order->fence_threads && good; i++) {
        if (order->fence[i] != 0 && order->fence[i] < floor) {
            good = keep_fence(order, item, i);
        }
    }
    return good;
}

void order_publish(struct order *order, uint64_t key, uint32_t thread, uint32_t block,
                   const struct shadow_floors *floors) {
    uint32_t barrier = shadow_tick(floors->barrier), sync = shadow_tick(floors->sync);
    bool own = order_fenced(order, thread), others = order->any_fence && order->first_fence < sync;
    if (order->overflow || !(own || others)) {
        return;
    }
    struct published *item = item_of(order, key, thread, block);
    if (item != NULL && own && item->fence < order->fence[thread]) {
        item->fence = order->fence[thread];
    }
    if (item != NULL && own && item->barrier < order->barrier[thread]) {
        item->barrier = order->barrier[thread];
    }
    /* What came before a barrier is published already when the publisher fenced after it. */
    bool good = item != NULL && (!others || item->barrier >= barrier ||
                                 keep_fences(order, item, 0, THREADS, barrier));
    uint32_t warp = thread - thread % WARP;
    good =
        good && (!others || sync == barrier || keep_fences(order, item, warp, warp + WARP, sync));
    order->overflow = !good;
}

/* Where a place's publications of reads are kept: fences say nothing about them. */
static uint64_t reads_key(uint64_t key) {
    return key | 1ULL << 62;
}

/* The number of the last block that published its reads and is not above `block`; `reader_count` if
 * there is none. */
static size_t reader_at(const struct order *order, uint32_t block) {
    size_t low = 0, high = order->reader_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (order->readers[middle].block <= block) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low > 0 && order->readers[low - 1].block == block ? low - 1 : order->reader_count;
}

static struct reader *reader_of(struct order *order, uint32_t block, uint32_t reads) {
    size_t number = order->reader_count;
    if (number > 0 && order->readers[number - 1].block == block) {
        return &order->readers[number - 1];
    }
    if (number == order->reader_capacity) {
        size_t capacity = number > 0 ? number * 2 : FIRST_PLACES;
        struct reader *readers = realloc(order->readers, capacity * sizeof *readers);
        if (readers == NULL) {
            return NULL;
        }
        order->readers = readers;
        order->reader_capacity = capacity;
    }
    order->readers[number] = (struct reader){.block = block, .reads = reads, .since = number};
    return &order->readers[order->reader_count++];
}

static bool has_reached(const struct received *received, uint32_t thread,
                        const struct shadow_floors *floors) {
    return received->thread == thread || received->tick < shadow_tick(floors->barrier) ||
           (received->thread / WARP == thread / WARP && received->tick < shadow_tick(floors->sync));
}

/* What blocks one after the other have handed on counts as known, up to where the chain breaks. */
static void learn_readers(const struct order *order, struct reader *reader, uint32_t thread,
                          const struct shadow_floors *floors) {
    for (size_t i = 0; i < order->received_count; i++) {
        const struct received *received = &order->received[i];
        const struct place *place = find(order, reads_key(received->key));
        bool reached = place != NULL && has_reached(received, thread, floors);
        for (size_t k = 0; reached && k < place->count; k++) {
            size_t number = reader_at(order, place->items[k].block);
            if (number < order->reader_count && number + 1 >= reader->since &&
                order->readers[number].since < reader->since) {
                reader->since = order->readers[number].since;
            }
        }
    }
}

void order_publish_reads(struct order *order, uint64_t key, uint32_t thread, uint32_t block,
                         const struct shadow_floors *floors) {
    uint32_t barrier = shadow_tick(floors->barrier);
    if (barrier <= block || order->published >= MOST_PUBLISHED / 4) {
        return; /* most is left for what fences publish */
    }
    struct reader *reader = reader_of(order, block, barrier);
    if (reader != NULL && item_of(order, reads_key(key), thread, block) != NULL) {
        learn_readers(order, reader, thread, floors);
    }
}

/* Was the read of `cell_block` over before that was published at the place, by the block itself or
 * by one that knew? */
static bool read_before(const struct order *order, const struct place *place, shadow_cell cell,
                        uint32_t cell_block) {
    size_t reader = reader_at(order, cell_block);
    if (place == NULL || reader == order->reader_count ||
        shadow_tick(cell) >= order->readers[reader].reads) {
        return false;
    }
    for (size_t i = 0; i < place->count; i++) {
        size_t number = reader_at(order, place->items[i].block);
        if (number < order->reader_count && order->readers[number].since <= reader &&
            reader <= number) {
            return true;
        }
    }
    return false;
}

static bool is_published(const struct order *order, uint64_t key) {
    const struct place *place = find(order, key);
    return place != NULL && place->used;
}

void order_receive(struct order *order, uint64_t key, uint32_t thread, uint32_t now) {
    if (!is_published(order, key) && !is_published(order, reads_key(key))) {
        return;
    }
    for (size_t i = 0; i < order->received_count; i++) {
        if (order->received[i].key == key && order->received[i].thread == thread) {
            return;
        }
    }
    if (order->received == NULL) {
        order->received = calloc(MOST_RECEIVED, sizeof *order->received);
    }
    if (order->received != NULL && order->received_count < MOST_RECEIVED) {
        order->received[order->received_count++] = (struct received){key, thread, now};
    } else {
        order->received_overflow = true;
    }
}

static const struct published *published_by(const struct place *place, uint32_t cell_block) {
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

bool order_known(const struct order *order, shadow_cell cell, uint32_t cell_block, shadow_cell mine,
                 bool read_then_written, const struct shadow_floors *floors) {
    if (order->overflow || order->received_overflow) {
        return true;
    }
    for (size_t i = 0; i < order->received_count; i++) {
        const struct received *received = &order->received[i];
        uint32_t thread = shadow_thread(mine);
        if (!has_reached(received, thread, floors) ||
            !(read_then_written || is_published(order, received->key))) {
            continue;
        }
        if (cell & (SHADOW_MANY_BLOCKS | SHADOW_MANY_WARPS | SHADOW_MANY_LANES)) {
            return true; /* the hidden marks are gone: give the benefit of the doubt */
        }
        if (published_before(published_by(find(order, received->key), cell_block), cell) ||
            (read_then_written &&
             read_before(order, find(order, reads_key(received->key)), cell, cell_block))) {
            return true;
        }
    }
    return false;
}
