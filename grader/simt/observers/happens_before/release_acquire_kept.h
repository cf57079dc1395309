/* release_acquire_kept.h - what release_acquire.c keeps, for it and for release_acquire_known.c,
 * which searches it. */
#pragma once

#include "../../hash.h"
#include "release_acquire.h"

#include <stddef.h>

enum { THREADS = 1024, WARP = 32 };

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
    uint32_t handed_count;
    uint32_t seen;    /* by which search */
    uint32_t *fences; /* NULL: of no other thread */
    uint64_t *handed; /* places that the publishers had received: they hand on what is there */
};

struct sync_place {
    uint64_t key;
    struct published *items; /* rising blocks */
    size_t count;
    size_t capacity;
    uint32_t seen; /* by which search */
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
    bool releasing; /* only by atomics that release */
    size_t learned; /* the reader's `since` when it last looked there, and 1; 0: it has not */
};

/* Fences of one scope in the running block. */
struct fences {
    uint32_t tick[THREADS];  /* of the thread's last one, 0: none */
    uint32_t alone[THREADS]; /* of the last that is no part of an atomic */
    uint32_t barrier[THREADS];
    bool any;
    uint32_t first;   /* tick of the block's first one */
    uint32_t threads; /* threads above have not fenced */
};

struct order {
    struct fences fences[ORDER_SCOPES];
    size_t kept;        /* numbers in all `fences` and `handed` */
    struct hash places; /* of struct sync_place */
    size_t published;
    struct reader *readers; /* rising blocks */
    size_t reader_count;
    size_t reader_capacity;
    bool overflow;             /* too much to keep: everything counts as known, so no false alarm */
    struct received *received; /* by the running block */
    size_t received_count;
    bool received_overflow;
    uint32_t search;           /* number of the last one */
    struct search_step *steps; /* of a search: still to be looked at */
    size_t step_capacity;
};

/* A place that somebody of that block received. */
struct search_step {
    uint64_t key;
    uint32_t block;
};

/* Where a place's publications are kept: of the block's scope, and of reads, which fences skip. */
static inline uint64_t order_inside_key(uint64_t key) {
    return key | 1ULL << 61;
}
static inline uint64_t order_reads_key(uint64_t key) {
    return key | 1ULL << 62;
}

/* NULL if nothing was published there. */
static inline struct sync_place *order_place(const struct order *order, uint64_t key) {
    return hash_find(&order->places, key);
}

/* The number of the last block that published its reads and is not above `block`; `reader_count` if
 * there is none. */
size_t order_reader_at(const struct order *order, uint32_t block);

/* Has what was received come to the thread that has passed the floors? A shuffle orders no memory;
 * but a thread that fences, not by an atomic alone, where another of its warp received before, may
 * have been told by one. */
static inline bool order_has_reached(const struct order *order, const struct received *received,
                                     uint32_t thread, const struct shadow_floors *floors) {
    const uint32_t tick = received->tick;
    return (received->thread == thread && !received->releasing) ||
           tick < shadow_tick(floors->some_barrier) ||
           (received->thread / WARP == thread / WARP &&
            (tick < shadow_tick(floors->some_sync) ||
             tick < order->fences[ORDER_DEVICE].alone[thread] ||
             (received->thread == thread && tick < order->fences[ORDER_BLOCK].alone[thread])));
}
