/* Events are messages in a ring; its readers are the observers. */
#include "relay.h"
#include "../observe_messages.h"
#include "../thread.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

/*
 * The ring: bytes that one thread writes, and several readers read, each all of it in order. They
 * are written one message after the other into batches. A batch that is full may be read, by any
 * thread for any reader; each reader has its batches in order, and one thread at a time. The
 * writer's thread reads, too, where the ring is full: so all threads have work while there is any.
 */

/* Reads the messages of `bytes` for the readers whose bits of `readers` are set. */
typedef void relay_read(void *self, uint32_t readers, const unsigned char *bytes, size_t used);

enum {
    BATCH_BYTES = 1 << 16,
    BATCHES = 16,
    YIELDS = 100, /* before a thread that waits goes to sleep */
};

struct batch {
    size_t used;
    unsigned char bytes[BATCH_BYTES] __attribute__((aligned(64)));
};

struct ring_reader {
    uint64_t done; /* batches */
    bool busy;     /* a thread reads for it */
};

struct relay_ring {
    relay_read *read;
    void *self;
    struct ring_reader readers[SIMT_RELAY_OBSERVERS];
    unsigned reader_count;
    pthread_t workers[SIMT_RELAY_OBSERVERS];
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

/* The batch that is to be read next, by readers for whom nobody reads; `filled`: there is none. */
static uint64_t next_batch(const struct relay_ring *ring) {
    uint64_t next = ring->filled;
    for (unsigned r = 0; r < ring->reader_count; r++) {
        const struct ring_reader *reader = &ring->readers[r];
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
        struct ring_reader *reader = &ring->readers[__builtin_ctz(left)];
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

/* Starts the threads, unless they run. False if there are none, or none can be had. */
static bool relay_ring_start(struct relay_ring *ring) {
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

/* Gives the batch to the readers, and reads with them until at most `behind` are to be read. */
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

/* Room for a message of `bytes`, a multiple of 8 and at most 64 KiB, which the caller fills before
 * it calls anything here. */
static unsigned char *relay_ring_write(struct relay_ring *ring, size_t bytes) {
    struct batch *batch = &ring->batches[ring->filled % BATCHES];
    if (batch->used + bytes > BATCH_BYTES) {
        hand_over(ring, BATCHES - 1);
        batch = &ring->batches[ring->filled % BATCHES];
    }
    batch->used += bytes;
    return batch->bytes + batch->used - bytes;
}

/* Everybody has read everything when this returns. */
static void relay_ring_settle(struct relay_ring *ring) {
    hand_over(ring, 0);
}

/* NULL without memory; the caller owns it. `threads`: the writer's among them. */
static struct relay_ring *relay_ring_create(unsigned readers, unsigned threads, relay_read *read,
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

static void relay_ring_destroy(struct relay_ring *ring) {
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

enum { FIRST_EVENTS = 1 << 14 }; /* of a launch: too few to be worth a thread */

struct simt_relay {
    struct simt_observer face;
    struct simt_message_writer writer;
    const struct simt_observer *observers[SIMT_RELAY_OBSERVERS];
    struct simt_audience all;
    struct relay_ring *ring;
    bool relaying; /* this launch is large enough */
    uint32_t events;
};

/* ---- the readers' side ----------------------------------------------------------------------- */

static void tell_batch(void *self, uint32_t readers, const unsigned char *bytes, size_t used) {
    const struct simt_relay *relay = self;
    const struct simt_observer *some[SIMT_RELAY_OBSERVERS];
    struct simt_audience audience = {some, 0};
    for (uint32_t left = readers; left != 0; left &= left - 1) {
        some[audience.count++] = relay->observers[__builtin_ctz(left)];
    }
    simt_messages_tell(&audience, bytes, used);
}

/* ---- the machine's side ---------------------------------------------------------------------- */

static unsigned char *room(void *self, size_t bytes) {
    const struct simt_relay *relay = self;
    return relay_ring_write(relay->ring, bytes);
}

/* All that happened so far has been told. */
static void settle(struct simt_relay *relay) {
    if (relay->relaying) {
        relay_ring_settle(relay->ring);
    }
}

/* Are events to be told by other threads? From where a launch has become large. */
static bool relays(struct simt_relay *relay) {
    if (!relay->relaying && ++relay->events >= FIRST_EVENTS) {
        relay->events = 0;
        relay->relaying = relay_ring_start(relay->ring);
    }
    return relay->relaying;
}

/* Those that have a message. */
#define RELAYED(callback, type)                                                                    \
    static void relay_##callback(void *self, const type *event) {                                  \
        struct simt_relay *relay = self;                                                           \
        if (relays(relay)) {                                                                       \
            relay->writer.face.callback(&relay->writer, event);                                    \
        } else {                                                                                   \
            SIMT_TELL(&relay->all, callback, event)                                                \
        }                                                                                          \
    }
RELAYED(access, struct simt_access)
RELAYED(branch, struct simt_branch)
RELAYED(stretch, struct simt_stretch)
RELAYED(barrier, struct simt_barrier)
RELAYED(barrier_release, struct simt_barrier_release)
RELAYED(fence, struct simt_fence)
RELAYED(syncwarp, struct simt_syncwarp)
RELAYED(exchange, struct simt_exchange)
RELAYED(undefined, struct simt_undefined)
RELAYED(together, struct simt_together)

#define RELAYED_BLOCK(callback)                                                                    \
    static void relay_##callback(void *self, const struct simt_launch_event *launch,               \
                                 uint64_t block) {                                                 \
        struct simt_relay *relay = self;                                                           \
        if (relays(relay)) {                                                                       \
            relay->writer.face.callback(&relay->writer, launch, block);                            \
        } else {                                                                                   \
            SIMT_TELL(&relay->all, callback, launch, block)                                        \
        }                                                                                          \
    }
RELAYED_BLOCK(block_begin)
RELAYED_BLOCK(block_end)

/* Rare ones: the machine waits until all before them has been told. */
#define SETTLED(callback, type)                                                                    \
    static void relay_##callback(void *self, const type *event) {                                  \
        struct simt_relay *relay = self;                                                           \
        settle(relay);                                                                             \
        SIMT_TELL(&relay->all, callback, event)                                                    \
    }
SETTLED(region_new, struct simt_region)
SETTLED(region_freed, struct simt_region)
SETTLED(host_write, struct simt_host_write)
SETTLED(fault, struct simt_fault)
SETTLED(note, struct simt_note)
SETTLED(child, struct simt_child)
/* The launch counts its barriers from here on. */
SETTLED(grid_barrier, struct simt_launch_event)

static void launch_begin(void *self, const struct simt_launch_event *event) {
    struct simt_relay *relay = self;
    relay->events = 0;
    SIMT_TELL(&relay->all, launch_begin, event)
}

static void launch_end(void *self, const struct simt_launch_event *event) {
    struct simt_relay *relay = self;
    settle(relay);
    relay->relaying = false;
    SIMT_TELL(&relay->all, launch_end, event)
}

/* ---- the face -------------------------------------------------------------------------------- */

#define LISTEN(callback)                                                                           \
    for (unsigned o_ = 0; o_ < relay->all.count; o_++) {                                           \
        if (relay->all.observers[o_]->callback != NULL) {                                          \
            relay->face.callback = relay_##callback;                                               \
        }                                                                                          \
    }

/* Only what somebody asks for costs the machine anything. */
static void listen(struct simt_relay *relay) {
    relay->face = (struct simt_observer){
        .self = relay, .launch_begin = launch_begin, .launch_end = launch_end};
    LISTEN(region_new)
    LISTEN(region_freed)
    LISTEN(host_write)
    LISTEN(block_begin)
    LISTEN(block_end)
    LISTEN(grid_barrier)
    LISTEN(child)
    LISTEN(access)
    LISTEN(branch)
    LISTEN(stretch)
    LISTEN(barrier)
    LISTEN(barrier_release)
    LISTEN(fence)
    LISTEN(syncwarp)
    LISTEN(exchange)
    LISTEN(undefined)
    LISTEN(together)
    LISTEN(fault)
    LISTEN(note)
}

/* Programs with OpenMP have events of their own, which are not relayed. */
static bool speaks_of_kernels(const struct simt_observer *observer) {
    return observer->strand == NULL && observer->sync == NULL && observer->construct == NULL &&
           observer->variable == NULL && observer->heap == NULL && observer->move == NULL;
}

struct simt_relay *simt_relay_create(const struct simt_observer *const *observers, unsigned count,
                                     unsigned threads) {
    struct simt_relay *relay = calloc(1, sizeof *relay);
    bool known = relay != NULL && count <= SIMT_RELAY_OBSERVERS;
    for (unsigned o = 0; o < count && known; o++) {
        known = speaks_of_kernels(observers[o]);
    }
    if (!known) {
        free(relay);
        return NULL;
    }
    for (unsigned o = 0; o < count; o++) {
        relay->observers[o] = observers[o];
    }
    relay->all = (struct simt_audience){relay->observers, count};
    relay->ring = relay_ring_create(count, threads, tell_batch, relay);
    if (relay->ring == NULL) {
        simt_relay_destroy(relay);
        return NULL;
    }
    relay->writer = (struct simt_message_writer){.room = room, .context = relay};
    simt_messages_write(&relay->writer);
    listen(relay);
    return relay;
}

void simt_relay_destroy(struct simt_relay *relay) {
    if (relay != NULL) {
        relay_ring_destroy(relay->ring);
        free(relay);
    }
}

const struct simt_observer *simt_relay_observer(struct simt_relay *relay) {
    return &relay->face;
}
