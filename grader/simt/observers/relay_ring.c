#include "relay_ring.h"

#include "../thread.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

enum {
    BATCH_BYTES = 1 << 16,
    BATCHES = 16,
    YIELDS = 100, /* before a thread that waits goes to sleep */
};

struct batch {
    size_t used;
    unsigned char bytes[BATCH_BYTES] __attribute__((aligned(64)));
};

struct reader {
    uint64_t done; /* batches */
    bool busy;     /* a thread reads for it */
};

struct relay_ring {
    relay_read *read;
    void *self;
    struct reader readers[RELAY_READERS];
    unsigned reader_count;
    pthread_t workers[RELAY_READERS];
    unsigned worker_count, started;
    struct batch *batches; /* the writer's thread fills number `filled` */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    atomic_ullong changes; /* of what stands below, and of the readers */
    uint64_t filled;
    bool ending;
};

/* Says that something changed; with the lock held. */
static void announce(struct relay_ring *ring) {
    atomic_fetch_add(&ring->changes, 1);
    pthread_cond_broadcast(&ring->changed);
}

/* With the lock held, which is given away meanwhile. */
static void wait_for_change(struct relay_ring *ring) {
    const unsigned long long seen = atomic_load(&ring->changes);
    pthread_mutex_unlock(&ring->lock);
    for (int i = 0; i < YIELDS && atomic_load(&ring->changes) == seen; i++) {
        sched_yield();
    }
    pthread_mutex_lock(&ring->lock);
    while (atomic_load(&ring->changes) == seen) {
        pthread_cond_wait(&ring->changed, &ring->lock);
    }
}

/* The batch that is to be read next, by readers for whom nobody reads; `filled` if there is none.
 */
static uint64_t next_batch(const struct relay_ring *ring) {
    uint64_t next = ring->filled;
    for (unsigned r = 0; r < ring->reader_count; r++) {
        const struct reader *reader = &ring->readers[r];
        next = !reader->busy && reader->done < next ? reader->done : next;
    }
    return next;
}

/* The first `most` readers who wait for batch `next`, as bits. */
static uint32_t who_waits(const struct relay_ring *ring, uint64_t next, unsigned most) {
    uint32_t readers = 0;
    for (unsigned r = 0, count = 0; r < ring->reader_count && count < most; r++) {
        const bool waits = !ring->readers[r].busy && ring->readers[r].done == next;
        readers |= (uint32_t)waits << r;
        count += waits;
    }
    return readers;
}

/* Reads one batch for at most `most` readers. False if there is nothing to read. With the lock
 * held, which is given away meanwhile. */
static bool read_batch(struct relay_ring *ring, unsigned most) {
    const uint64_t next = next_batch(ring);
    const uint32_t readers = next < ring->filled ? who_waits(ring, next, most) : 0;
    for (uint32_t left = readers; left != 0; left &= left - 1) {
        ring->readers[__builtin_ctz(left)].busy = true;
    }
    if (readers == 0) {
        return false;
    }
    const struct batch *batch = &ring->batches[next % BATCHES];
    pthread_mutex_unlock(&ring->lock);
    ring->read(ring->self, readers, batch->bytes, batch->used);
    pthread_mutex_lock(&ring->lock);
    for (uint32_t left = readers; left != 0; left &= left - 1) {
        struct reader *reader = &ring->readers[__builtin_ctz(left)];
        reader->busy = false;
        reader->done++;
    }
    announce(ring);
    return true;
}

/* Readers that share a thread share the reading; one by one where they are behind, so that the
 * writer's thread finds some to read for. */
static unsigned worker_share(const struct relay_ring *ring) {
    const bool behind = ring->filled - next_batch(ring) > BATCHES / 2;
    return behind ? 1 : (ring->reader_count + ring->worker_count - 1) / ring->worker_count;
}

static void *work(void *argument) {
    struct relay_ring *ring = argument;
    pthread_mutex_lock(&ring->lock);
    while (!ring->ending) {
        if (!read_batch(ring, worker_share(ring))) {
            wait_for_change(ring);
        }
    }
    pthread_mutex_unlock(&ring->lock);
    return NULL;
}

static bool start_worker(struct relay_ring *ring) {
    const bool good = simt_thread_start(&ring->workers[ring->started], work, ring);
    ring->started += good;
    return good;
}

bool relay_ring_start(struct relay_ring *ring) {
    pthread_mutex_lock(&ring->lock); /* workers ask how many they are */
    while (ring->started < ring->worker_count && start_worker(ring)) {
    }
    ring->worker_count = ring->started;
    pthread_mutex_unlock(&ring->lock);
    return ring->started > 0;
}

static uint64_t slowest(const struct relay_ring *ring) {
    uint64_t done = UINT64_MAX;
    for (unsigned r = 0; r < ring->reader_count; r++) {
        done = ring->readers[r].done < done ? ring->readers[r].done : done;
    }
    return done;
}

/* Gives the batch to the readers, and reads with them until not more than `behind` are to be read.
 */
static void hand_over(struct relay_ring *ring, uint64_t behind) {
    pthread_mutex_lock(&ring->lock);
    if (ring->batches[ring->filled % BATCHES].used > 0) {
        ring->filled++;
        announce(ring);
    }
    while (ring->filled - slowest(ring) > behind) {
        if (!read_batch(ring, behind > 0 ? 1 : ring->reader_count)) {
            wait_for_change(ring);
        }
    }
    pthread_mutex_unlock(&ring->lock);
    ring->batches[ring->filled % BATCHES].used = 0;
}

unsigned char *relay_ring_write(struct relay_ring *ring, size_t bytes) {
    struct batch *batch = &ring->batches[ring->filled % BATCHES];
    if (batch->used + bytes > BATCH_BYTES) {
        hand_over(ring, BATCHES - 1);
        batch = &ring->batches[ring->filled % BATCHES];
    }
    batch->used += bytes;
    return batch->bytes + batch->used - bytes;
}

void relay_ring_settle(struct relay_ring *ring) {
    hand_over(ring, 0);
}

struct relay_ring *relay_ring_create(unsigned readers, unsigned threads, relay_read *read,
                                     void *self) {
    const unsigned workers = threads > 1 ? threads - 1 : 0;
    struct relay_ring *ring = calloc(1, sizeof *ring);
    struct batch *batches = aligned_alloc(64, BATCHES * sizeof *batches);
    if (ring == NULL || batches == NULL) {
        free(ring);
        free(batches);
        return NULL;
    }
    for (int b = 0; b < BATCHES; b++) {
        batches[b].used = 0;
    }
    ring->read = read;
    ring->self = self;
    ring->reader_count = readers;
    ring->worker_count = workers < readers ? workers : readers;
    ring->batches = batches;
    pthread_mutex_init(&ring->lock, NULL);
    pthread_cond_init(&ring->changed, NULL);
    return ring;
}

void relay_ring_destroy(struct relay_ring *ring) {
    if (ring == NULL) {
        return;
    }
    pthread_mutex_lock(&ring->lock);
    ring->ending = true;
    announce(ring);
    pthread_mutex_unlock(&ring->lock);
    for (unsigned w = 0; w < ring->started; w++) {
        pthread_join(ring->workers[w], NULL);
    }
    pthread_cond_destroy(&ring->changed);
    pthread_mutex_destroy(&ring->lock);
    free(ring->batches);
    free(ring);
}
