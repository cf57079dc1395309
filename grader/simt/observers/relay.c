/* Events are messages in a ring (relay_ring.h); its readers are the observers. */
#include "relay.h"

#include "../observe_messages.h"

#include <stdlib.h>

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

static void read_batch(void *self, uint32_t readers, const unsigned char *bytes, size_t used) {
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
    static void callback(void *self, const type *event) {                                          \
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
    static void callback(void *self, const struct simt_launch_event *launch, uint64_t block) {     \
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
    static void callback(void *self, const type *event) {                                          \
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
    relay->ring = relay_ring_create(count, threads, read_batch, relay);
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
