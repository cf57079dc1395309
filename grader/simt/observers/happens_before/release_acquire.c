/* Publications are kept per place and block; receptions for the running block only. */
#include "../../array.h"
#include "release_acquire_kept.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_RECEIVED = 4096, MOST_PUBLISHED = 1 << 22, MOST_KEPT = 1 << 24 };

struct order *order_create(void) {
    struct order *order = calloc(1, sizeof *order);
    if (order != NULL) {
        order->places.row_bytes = sizeof(struct sync_place);
    }
    return order;
}

void order_launch(struct order *order) {
    for (struct sync_place *place = NULL; (place = hash_next(&order->places, place)) != NULL;) {
        for (size_t k = 0; k < place->count; k++) {
            free(place->items[k].fences);
            free(place->items[k].handed);
        }
        free(place->items);
    }
    hash_clear(&order->places);
    order->published = order->kept = 0;
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
    free(order->steps);
    free(order);
}

void order_block(struct order *order) {
    for (int scope = 0; scope < ORDER_SCOPES; scope++) {
        struct fences *fences = &order->fences[scope];
        if (fences->any) {
            memset(fences->tick, 0, sizeof fences->tick);
            memset(fences->alone, 0, sizeof fences->alone);
        }
        fences->any = false;
        fences->threads = 0;
    }
    order->received_count = 0;
    order->received_overflow = false;
}

void order_fence(struct order *order, enum order_scope scope, uint32_t thread, uint32_t now,
                 bool alone, const struct shadow_floors *floors) {
    struct fences *fences = &order->fences[scope];
    if (!fences->any) {
        fences->first = now;
    }
    if (fences->threads <= thread) {
        fences->threads = thread + 1;
    }
    fences->tick[thread] = now;
    fences->alone[thread] = alone ? now : fences->alone[thread];
    fences->barrier[thread] = shadow_tick(floors->some_barrier);
    fences->any = true;
}

bool order_idle(const struct order *order) {
    return !order->fences[ORDER_DEVICE].any && !order->fences[ORDER_BLOCK].any &&
           order->places.count == 0;
}

static bool has_fenced(const struct fences *fences, uint32_t thread) {
    return fences->any && fences->tick[thread] != 0;
}

bool order_fenced(const struct order *order, uint32_t thread) {
    return has_fenced(&order->fences[ORDER_DEVICE], thread) ||
           has_fenced(&order->fences[ORDER_BLOCK], thread);
}

static struct published *append(struct order *order, struct sync_place *place) {
    if (order->published >= MOST_PUBLISHED) {
        return NULL;
    }
    if (!array_grow(&place->items, &place->capacity, place->count + 1)) {
        return NULL;
    }
    order->published++;
    return &place->items[place->count++];
}

/* The publication of the block at the place, made where there is none yet. NULL without memory. */
static struct published *item_of(struct order *order, uint64_t key, uint32_t thread,
                                 uint32_t block) {
    struct sync_place *place = hash_add(&order->places, key);
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

static bool keep_fence(struct order *order, const struct fences *fences, struct published *item,
                       uint32_t thread) {
    if (thread >= item->fence_count) {
        uint32_t *larger = realloc(item->fences, fences->threads * sizeof *larger);
        order->kept += fences->threads - item->fence_count;
        if (larger == NULL) {
            return false;
        }
        memset(larger + item->fence_count, 0,
               (fences->threads - item->fence_count) * sizeof *larger);
        item->fences = larger;
        item->fence_count = (uint16_t)fences->threads;
    }
    item->fences[thread] = fences->tick[thread];
    if (item->barrier < fences->barrier[thread]) {
        item->barrier = fences->barrier[thread];
    }
    return order->kept <= MOST_KEPT;
}

/* Fences of threads from `first` to `end` before `floor`, which the publisher passed with them. */
static bool keep_fences(struct order *order, const struct fences *fences, struct published *item,
                        uint32_t first, uint32_t end, uint32_t floor) {
    bool good = true;
    for (uint32_t i = first; i < end && i < fences->threads && good; i++) {
        if (fences->tick[i] != 0 && fences->tick[i] < floor) {
            good = keep_fence(order, fences, item, i);
        }
    }
    return good;
}

static bool is_handed(const struct published *item, uint64_t key) {
    for (uint32_t i = 0; i < item->handed_count; i++) {
        if (item->handed[i] == key) {
            return true;
        }
    }
    return false;
}

/* What the publisher knows of others it hands on. */
static bool keep_handed(struct order *order, struct published *item, uint64_t key, uint32_t thread,
                        const struct shadow_floors *floors) {
    for (size_t i = 0; i < order->received_count; i++) {
        const struct received *received = &order->received[i];
        if (received->key == key || !order_has_reached(order, received, thread, floors) ||
            is_handed(item, received->key)) {
            continue;
        }
        const uint32_t count = item->handed_count;
        if ((count & (count - 1)) == 0) { /* room for the next power of two */
            uint64_t *larger =
                realloc(item->handed, (count == 0 ? 1 : 2 * (size_t)count) * sizeof *larger);
            if (larger == NULL) {
                return false;
            }
            item->handed = larger;
        }
        item->handed[item->handed_count++] = received->key;
        order->kept++;
    }
    return order->kept <= MOST_KEPT;
}

static bool publish(struct order *order, const struct fences *fences, uint64_t at, uint64_t key,
                    uint32_t thread, uint32_t block, const struct shadow_floors *floors) {
    uint32_t barrier = shadow_tick(floors->some_barrier), sync = shadow_tick(floors->some_sync);
    bool own = has_fenced(fences, thread), others = fences->any && fences->first < sync;
    if (!(own || others)) {
        return true;
    }
    struct published *item = item_of(order, at, thread, block);
    if (item != NULL && own && item->fence < fences->tick[thread]) {
        item->fence = fences->tick[thread];
    }
    if (item != NULL && own && item->barrier < fences->barrier[thread]) {
        item->barrier = fences->barrier[thread];
    }
    /* What came before a barrier is published already when the publisher fenced after it. */
    bool good = item != NULL && (!others || item->barrier >= barrier ||
                                 keep_fences(order, fences, item, 0, THREADS, barrier));
    uint32_t warp = thread - thread % WARP;
    good = good && (!others || sync == barrier ||
                    keep_fences(order, fences, item, warp, warp + WARP, sync));
    return good && keep_handed(order, item, key, thread, floors);
}

void order_publish(struct order *order, uint64_t key, uint32_t thread, uint32_t block,
                   const struct shadow_floors *floors) {
    order->overflow =
        order->overflow ||
        !publish(order, &order->fences[ORDER_DEVICE], key, key, thread, block, floors) ||
        !publish(order, &order->fences[ORDER_BLOCK], order_inside_key(key), key, thread, block,
                 floors);
}

size_t order_reader_at(const struct order *order, uint32_t block) {
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
    if (!array_grow(&order->readers, &order->reader_capacity, number + 1)) {
        return NULL;
    }
    order->readers[number] = (struct reader){.block = block, .reads = reads, .since = number};
    return &order->readers[order->reader_count++];
}

/* Learns what the last readers of a place have handed on. Its items stand in the blocks' order:
 * from the last one on, the first that is too early to go on from ends it. */
static void learn_of_place(const struct order *order, struct reader *reader,
                           const struct sync_place *place) {
    enum { LAST = 64 };
    const size_t end = place->count > LAST ? place->count - LAST : 0;
    for (size_t k = place->count; k > end && reader->since > 0; k--) {
        const uint32_t block = place->items[k - 1].block;
        if (block < order->readers[reader->since - 1].block) {
            return;
        }
        size_t number = order_reader_at(order, block);
        if (number < order->reader_count && order->readers[number].since < reader->since) {
            reader->since = order->readers[number].since;
        }
    }
}

/* What blocks one after the other have handed on counts as known, up to where the chain breaks.
 * Other blocks hand on nothing new while this one runs: a place is looked at once, and again where
 * more has become known elsewhere. */
static void learn_readers(const struct order *order, struct reader *reader, uint32_t thread,
                          const struct shadow_floors *floors) {
    for (size_t i = 0; i < order->received_count && reader->since > 0; i++) {
        struct received *received = &order->received[i];
        if (received->learned == reader->since + 1 ||
            !order_has_reached(order, received, thread, floors)) {
            continue;
        }
        const struct sync_place *place = order_place(order, order_reads_key(received->key));
        if (place != NULL) {
            learn_of_place(order, reader, place);
        }
        received->learned = reader->since + 1;
    }
}

void order_publish_reads(struct order *order, uint64_t key, uint32_t thread, uint32_t block,
                         const struct shadow_floors *floors) {
    uint32_t barrier = shadow_tick(floors->some_barrier);
    if (barrier <= block || order->published >= MOST_PUBLISHED / 4) {
        return; /* most is left for what fences publish */
    }
    struct reader *reader = reader_of(order, block, barrier);
    if (reader != NULL && item_of(order, order_reads_key(key), thread, block) != NULL) {
        learn_readers(order, reader, thread, floors);
    }
}

void order_receive(struct order *order, uint64_t key, uint32_t thread, uint32_t now,
                   bool releasing) {
    if (order_place(order, key) == NULL && order_place(order, order_inside_key(key)) == NULL &&
        order_place(order, order_reads_key(key)) == NULL) {
        return;
    }
    for (size_t i = 0; i < order->received_count; i++) {
        if (order->received[i].key == key && order->received[i].thread == thread) {
            order->received[i].releasing &= releasing;
            return;
        }
    }
    if (order->received == NULL) {
        order->received = calloc(MOST_RECEIVED, sizeof *order->received);
    }
    if (order->received != NULL && order->received_count < MOST_RECEIVED) {
        order->received[order->received_count++] =
            (struct received){.key = key, .thread = thread, .tick = now, .releasing = releasing};
    } else {
        order->received_overflow = true;
    }
}
