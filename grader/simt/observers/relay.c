/* Events are written one after the other into batches; a batch that is full goes to all workers. */
#include "relay.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCH_BYTES = 1 << 17,
    BATCHES = 8,
    FIRST_EVENTS = 1 << 14, /* of a launch: too few to be worth a thread */
    LANES = SIMT_WARP_SIZE,
};

enum message {
    BLOCK_BEGIN,
    BLOCK_END,
    ACCESS,
    BRANCH,
    STRETCH,
    BARRIER,
    BARRIER_RELEASE,
    FENCE,
    SYNCWARP,
    EXCHANGE,
    UNDEFINED,
};

/* Before each event; what its pointers point to stands behind it. */
struct header {
    uint32_t message;
    uint32_t bytes; /* all of it: a multiple of 8 */
};

struct block_event {
    const struct simt_launch_event *launch;
    uint64_t block;
};

struct batch {
    size_t used;
    unsigned char bytes[BATCH_BYTES] __attribute__((aligned(64)));
};

struct worker {
    struct simt_relay *relay;
    const struct simt_observer *observers[SIMT_RELAY_OBSERVERS];
    unsigned observer_count;
    uint64_t done; /* batches */
    pthread_t thread;
};

struct simt_relay {
    struct simt_observer face;
    const struct simt_observer *observers[SIMT_RELAY_OBSERVERS]; /* all */
    unsigned observer_count;
    const struct simt_observer *own[SIMT_RELAY_OBSERVERS]; /* told by the machine's thread */
    unsigned own_count;
    struct worker workers[SIMT_RELAY_OBSERVERS];
    unsigned worker_count, started;
    bool relaying; /* this launch is large enough */
    uint32_t events;
    struct batch *batches; /* a ring; the machine's thread writes number `filled` */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t filled;
    bool ending;
};

#define TELL(observers, count, callback, ...)                                                      \
    for (unsigned o_ = 0; o_ < (count); o_++) {                                                    \
        if ((observers)[o_]->callback != NULL) {                                                   \
            (observers)[o_]->callback((observers)[o_]->self, __VA_ARGS__);                         \
        }                                                                                          \
    }

/* ---- the workers ----------------------------------------------------------------------------- */

static void replay_access(const struct worker *worker, const unsigned char *bytes) {
    struct simt_access event;
    memcpy(&event, bytes, sizeof event);
    bytes += sizeof event;
    event.address = (const uint64_t *)(const void *)bytes;
    bytes += LANES * sizeof *event.address;
    if (event.value != NULL || event.mixture != NULL) {
        const uint64_t *value = (const uint64_t *)(const void *)bytes;
        event.value = event.value != NULL ? value : NULL;
        event.mixture = event.mixture != NULL ? value : NULL;
        bytes += LANES * sizeof *value;
    }
    event.regions = event.regions != NULL ? (const uint32_t *)(const void *)bytes : NULL;
    TELL(worker->observers, worker->observer_count, access, &event)
}

static void replay_release(const struct worker *worker, const unsigned char *bytes) {
    struct simt_barrier_release event;
    memcpy(&event, bytes, sizeof event);
    event.masks = (const uint32_t *)(const void *)(bytes + sizeof event);
    event.sites = event.masks + event.warps;
    TELL(worker->observers, worker->observer_count, barrier_release, &event)
}

#define REPLAY(callback) TELL(worker->observers, worker->observer_count, callback, (const void *)at)

static void replay(const struct worker *worker, const struct batch *batch) {
    for (size_t used = 0; used < batch->used;) {
        const struct header *header = (const struct header *)(const void *)(batch->bytes + used);
        const unsigned char *at = batch->bytes + used + sizeof *header;
        const struct block_event *block = (const struct block_event *)(const void *)at;
        switch ((enum message)header->message) {
        case BLOCK_BEGIN:
            TELL(worker->observers, worker->observer_count, block_begin, block->launch,
                 block->block)
            break;
        case BLOCK_END:
            TELL(worker->observers, worker->observer_count, block_end, block->launch, block->block)
            break;
        case ACCESS:
            replay_access(worker, at);
            break;
        case BRANCH:
            REPLAY(branch)
            break;
        case STRETCH:
            REPLAY(stretch)
            break;
        case BARRIER:
            REPLAY(barrier)
            break;
        case BARRIER_RELEASE:
            replay_release(worker, at);
            break;
        case FENCE:
            REPLAY(fence)
            break;
        case SYNCWARP:
            REPLAY(syncwarp)
            break;
        case EXCHANGE:
            REPLAY(exchange)
            break;
        case UNDEFINED:
            REPLAY(undefined)
            break;
        }
        used += header->bytes;
    }
}

static void *work(void *argument) {
    struct worker *worker = argument;
    struct simt_relay *relay = worker->relay;
    pthread_mutex_lock(&relay->lock);
    while (true) {
        while (worker->done == relay->filled && !relay->ending) {
            pthread_cond_wait(&relay->changed, &relay->lock);
        }
        if (worker->done == relay->filled) {
            break;
        }
        const struct batch *batch = &relay->batches[worker->done % BATCHES];
        pthread_mutex_unlock(&relay->lock);
        replay(worker, batch);
        pthread_mutex_lock(&relay->lock);
        worker->done++;
        pthread_cond_broadcast(&relay->changed);
    }
    pthread_mutex_unlock(&relay->lock);
    return NULL;
}

/* Signals are for the threads that were there before. */
static bool start_worker(struct simt_relay *relay) {
    sigset_t all, before;
    struct worker *worker = &relay->workers[relay->started];
    worker->relay = relay;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool good = pthread_create(&worker->thread, NULL, work, worker) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    relay->started += good;
    return good;
}

/* ---- the machine's side ---------------------------------------------------------------------- */

static uint64_t slowest(const struct simt_relay *relay) {
    uint64_t done = UINT64_MAX;
    for (unsigned w = 0; w < relay->started; w++) {
        done = relay->workers[w].done < done ? relay->workers[w].done : done;
    }
    return done;
}

/* Gives the batch to the workers, and waits until not more than `behind` are still to be read. */
static void hand_over(struct simt_relay *relay, uint64_t behind) {
    pthread_mutex_lock(&relay->lock);
    if (relay->batches[relay->filled % BATCHES].used > 0) {
        relay->filled++;
        pthread_cond_broadcast(&relay->changed);
    }
    while (relay->filled - slowest(relay) > behind) {
        pthread_cond_wait(&relay->changed, &relay->lock);
    }
    pthread_mutex_unlock(&relay->lock);
    relay->batches[relay->filled % BATCHES].used = 0;
}

/* All that happened so far has been told. */
static void settle(struct simt_relay *relay) {
    if (relay->relaying) {
        hand_over(relay, 0);
    }
}

/* Are events to be told by the workers? From where a launch has become large. */
static bool relays(struct simt_relay *relay) {
    if (relay->relaying || relay->worker_count == 0 || ++relay->events < FIRST_EVENTS) {
        return relay->relaying;
    }
    while (relay->started < relay->worker_count && start_worker(relay)) {
    }
    if (relay->started < relay->worker_count) { /* none to be had: as if there were one core */
        relay->worker_count = relay->events = 0;
        return false;
    }
    relay->batches[relay->filled % BATCHES].used = 0;
    relay->relaying = true;
    return true;
}

static unsigned char *write_message(struct simt_relay *relay, enum message message, size_t bytes) {
    size_t all = (sizeof(struct header) + bytes + 7) & ~(size_t)7;
    struct batch *batch = &relay->batches[relay->filled % BATCHES];
    if (batch->used + all > BATCH_BYTES) {
        hand_over(relay, BATCHES - 1);
        batch = &relay->batches[relay->filled % BATCHES];
    }
    struct header header = {message, (uint32_t)all};
    unsigned char *at = batch->bytes + batch->used;
    memcpy(at, &header, sizeof header);
    batch->used += all;
    return at + sizeof header;
}

static void put(unsigned char **at, const void *bytes, size_t size) {
    memcpy(*at, bytes, size);
    *at += size;
}

static void access_event(void *self, const struct simt_access *event) {
    struct simt_relay *relay = self;
    if (!relays(relay)) {
        TELL(relay->observers, relay->observer_count, access, event)
        return;
    }
    const uint64_t *value = event->value != NULL ? event->value : event->mixture;
    unsigned char *at = write_message(
        relay, ACCESS,
        sizeof *event + LANES * (sizeof *event->address + (value != NULL ? sizeof *value : 0) +
                                 (event->regions != NULL ? sizeof *event->regions : 0)));
    put(&at, event, sizeof *event);
    put(&at, event->address, LANES * sizeof *event->address);
    if (value != NULL) {
        put(&at, value, LANES * sizeof *value);
    }
    if (event->regions != NULL) {
        put(&at, event->regions, LANES * sizeof *event->regions);
    }
    TELL(relay->own, relay->own_count, access, event)
}

static void barrier_release(void *self, const struct simt_barrier_release *event) {
    struct simt_relay *relay = self;
    if (!relays(relay)) {
        TELL(relay->observers, relay->observer_count, barrier_release, event)
        return;
    }
    size_t masks = event->warps * sizeof *event->masks, sites = masks * LANES;
    unsigned char *at = write_message(relay, BARRIER_RELEASE, sizeof *event + masks + sites);
    put(&at, event, sizeof *event);
    put(&at, event->masks, masks);
    put(&at, event->sites, sites);
    TELL(relay->own, relay->own_count, barrier_release, event)
}

static void tell_block(struct simt_relay *relay, enum message message,
                       const struct simt_launch_event *launch, uint64_t block) {
    struct block_event event = {launch, block};
    unsigned char *at = write_message(relay, message, sizeof event);
    put(&at, &event, sizeof event);
}

static void block_begin(void *self, const struct simt_launch_event *launch, uint64_t block) {
    struct simt_relay *relay = self;
    if (!relays(relay)) {
        TELL(relay->observers, relay->observer_count, block_begin, launch, block)
        return;
    }
    tell_block(relay, BLOCK_BEGIN, launch, block);
    TELL(relay->own, relay->own_count, block_begin, launch, block)
}

static void block_end(void *self, const struct simt_launch_event *launch, uint64_t block) {
    struct simt_relay *relay = self;
    if (!relays(relay)) {
        TELL(relay->observers, relay->observer_count, block_end, launch, block)
        return;
    }
    tell_block(relay, BLOCK_END, launch, block);
    TELL(relay->own, relay->own_count, block_end, launch, block)
}

/* Events that hold no pointers but to the launch. */
#define FLAT(callback, type, message)                                                              \
    static void callback(void *self, const type *event) {                                          \
        struct simt_relay *relay = self;                                                           \
        if (!relays(relay)) {                                                                      \
            TELL(relay->observers, relay->observer_count, callback, event)                         \
            return;                                                                                \
        }                                                                                          \
        unsigned char *at = write_message(relay, message, sizeof *event);                          \
        put(&at, event, sizeof *event);                                                            \
        TELL(relay->own, relay->own_count, callback, event)                                        \
    }
FLAT(branch, struct simt_branch, BRANCH)
FLAT(stretch, struct simt_stretch, STRETCH)
FLAT(barrier, struct simt_barrier, BARRIER)
FLAT(fence, struct simt_fence, FENCE)
FLAT(syncwarp, struct simt_syncwarp, SYNCWARP)
FLAT(exchange, struct simt_exchange, EXCHANGE)
FLAT(undefined, struct simt_undefined, UNDEFINED)

/* Rare ones: the machine waits until all before them has been told. */
#define SETTLED(callback, type)                                                                    \
    static void callback(void *self, const type *event) {                                          \
        struct simt_relay *relay = self;                                                           \
        settle(relay);                                                                             \
        TELL(relay->observers, relay->observer_count, callback, event)                             \
    }
SETTLED(region_new, struct simt_region)
SETTLED(region_freed, struct simt_region)
SETTLED(host_write, struct simt_host_write)
SETTLED(host_read, struct simt_host_read)
SETTLED(fault, struct simt_fault)
SETTLED(note, struct simt_note)

static void launch_begin(void *self, const struct simt_launch_event *event) {
    struct simt_relay *relay = self;
    relay->events = 0;
    TELL(relay->observers, relay->observer_count, launch_begin, event)
}

/* What came before is dealt with first: the launch counts its barriers from here on. */
static void grid_barrier(void *self, const struct simt_launch_event *event) {
    struct simt_relay *relay = self;
    settle(relay);
    TELL(relay->observers, relay->observer_count, grid_barrier, event)
}

static void launch_end(void *self, const struct simt_launch_event *event) {
    struct simt_relay *relay = self;
    settle(relay);
    relay->relaying = false;
    TELL(relay->observers, relay->observer_count, launch_end, event)
}

/* ---- the face -------------------------------------------------------------------------------- */

#define LISTEN(callback)                                                                           \
    for (unsigned o_ = 0; o_ < relay->observer_count; o_++) {                                      \
        if (relay->observers[o_]->callback != NULL) {                                              \
            relay->face.callback = callback;                                                       \
        }                                                                                          \
    }

/* Only what somebody asks for costs the machine anything. */
static void listen(struct simt_relay *relay) {
    relay->face = (struct simt_observer){
        .self = relay, .launch_begin = launch_begin, .launch_end = launch_end};
    LISTEN(region_new)
    LISTEN(region_freed)
    LISTEN(host_write)
    LISTEN(host_read)
    LISTEN(block_begin)
    LISTEN(block_end)
    LISTEN(grid_barrier)
    relay->face.access = NULL;
    for (unsigned o = 0; o < relay->observer_count; o++) {
        if (relay->observers[o]->access != NULL) {
            relay->face.access = access_event;
        }
    }
    LISTEN(branch)
    LISTEN(stretch)
    LISTEN(barrier)
    LISTEN(barrier_release)
    LISTEN(fence)
    LISTEN(syncwarp)
    LISTEN(exchange)
    LISTEN(undefined)
    LISTEN(fault)
    LISTEN(note)
}

/* With one worker the last of several observers stays with the machine. */
static void seat(struct simt_relay *relay, unsigned threads) {
    unsigned workers = threads > 1 ? threads - 1 : 0;
    workers = workers < relay->observer_count ? workers : relay->observer_count;
    for (unsigned o = 0; o < relay->observer_count; o++) {
        if (workers == 0 || (workers == 1 && o > 0 && o + 1 == relay->observer_count)) {
            relay->own[relay->own_count++] = relay->observers[o];
        } else {
            struct worker *worker = &relay->workers[o < workers ? o : workers - 1];
            worker->observers[worker->observer_count++] = relay->observers[o];
        }
    }
    relay->worker_count = workers;
}

struct simt_relay *simt_relay_create(const struct simt_observer *const *observers, unsigned count,
                                     unsigned threads) {
    struct simt_relay *relay = calloc(1, sizeof *relay);
    if (relay == NULL || count > SIMT_RELAY_OBSERVERS) {
        free(relay);
        return NULL;
    }
    for (unsigned o = 0; o < count; o++) {
        relay->observers[relay->observer_count++] = observers[o];
    }
    seat(relay, threads);
    pthread_mutex_init(&relay->lock, NULL);
    pthread_cond_init(&relay->changed, NULL);
    if (relay->worker_count > 0) {
        relay->batches = aligned_alloc(64, BATCHES * sizeof *relay->batches);
        if (relay->batches == NULL) {
            simt_relay_destroy(relay);
            return NULL;
        }
    }
    listen(relay);
    return relay;
}

void simt_relay_destroy(struct simt_relay *relay) {
    if (relay == NULL) {
        return;
    }
    pthread_mutex_lock(&relay->lock);
    relay->ending = true;
    pthread_cond_broadcast(&relay->changed);
    pthread_mutex_unlock(&relay->lock);
    for (unsigned w = 0; w < relay->started; w++) {
        pthread_join(relay->workers[w].thread, NULL);
    }
    pthread_cond_destroy(&relay->changed);
    pthread_mutex_destroy(&relay->lock);
    free(relay->batches);
    free(relay);
}

const struct simt_observer *simt_relay_observer(struct simt_relay *relay) {
    return &relay->face;
}
