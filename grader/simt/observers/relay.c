/* Events are messages in a ring (relay_ring.h); its readers are the observers. */
#include "relay.h"

#include <stdlib.h>
#include <string.h>

enum {
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
    TOGETHER,
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

/* Observers that receive the same events. */
struct audience {
    const struct simt_observer *observers[SIMT_RELAY_OBSERVERS];
    unsigned count;
};

struct simt_relay {
    struct simt_observer face;
    struct audience all;
    struct relay_ring *ring;
    bool relaying; /* this launch is large enough */
    uint32_t events;
};

#define TELL(audience, callback, ...)                                                              \
    for (unsigned o_ = 0; o_ < (audience)->count; o_++) {                                          \
        const struct simt_observer *observer_ = (audience)->observers[o_];                         \
        if (observer_->callback != NULL) {                                                         \
            observer_->callback(observer_->self, __VA_ARGS__);                                     \
        }                                                                                          \
    }

/* ---- reading ----------------------------------------------------------------------------- */

/* What is sent of a warp's 32 addresses or values: those from the first active lane to the last. */
struct span {
    unsigned first, count;
};

static struct span span_of(uint32_t mask) {
    const unsigned first = (unsigned)__builtin_ctz(mask);
    return (struct span){first, LANES - (unsigned)__builtin_clz(mask) - first};
}

/* Does the first address say where all are? */
static bool is_regular(enum simt_pattern pattern) {
    return pattern == SIMT_ROW || pattern == SIMT_GAPS || pattern == SIMT_ONE_PLACE;
}

static void take(const unsigned char **at, void *to, size_t size) {
    memcpy(to, *at, size);
    *at += size;
}

static void take_addresses(const unsigned char **at, const struct simt_access *event,
                           struct span span, uint64_t *address) {
    if (!is_regular(event->pattern)) {
        take(at, address + span.first, span.count * sizeof *address);
        return;
    }
    uint64_t first;
    take(at, &first, sizeof first);
    const uint64_t step = event->pattern == SIMT_ONE_PLACE ? 0 : event->size;
    first -= span.first * step;
    for (unsigned lane = 0; lane < LANES; lane++) {
        address[lane] = first + lane * step;
    }
}

static void replay_access(const struct audience *audience, const unsigned char *at) {
    struct simt_access event;
    uint64_t address[LANES], value[LANES];
    uint32_t regions[LANES];
    take(&at, &event, sizeof event);
    const struct span span = span_of(event.mask);
    take_addresses(&at, &event, span, address);
    event.address = address;
    if (event.value != NULL || event.mixture != NULL) {
        take(&at, value + span.first, span.count * sizeof *value);
        event.value = event.value != NULL ? value : NULL;
        event.mixture = event.mixture != NULL ? value : NULL;
    }
    if (event.regions != NULL) {
        take(&at, regions + span.first, span.count * sizeof *regions);
        event.regions = regions;
    }
    TELL(audience, access, &event)
}

static void replay_release(const struct audience *audience, const unsigned char *bytes) {
    struct simt_barrier_release event;
    memcpy(&event, bytes, sizeof event);
    event.masks = (const uint32_t *)(const void *)(bytes + sizeof event);
    event.sites = event.masks + event.warps;
    TELL(audience, barrier_release, &event)
}

static void replay_together(const struct audience *audience, const unsigned char *bytes) {
    struct simt_together event;
    memcpy(&event, bytes, sizeof event);
    event.values = (const uint64_t *)(const void *)(bytes + sizeof event);
    TELL(audience, together, &event)
}

#define REPLAY(callback) TELL(audience, callback, (const void *)at)

static struct audience those_of(const struct simt_relay *relay, uint32_t readers) {
    struct audience audience = {.count = 0};
    for (uint32_t left = readers; left != 0; left &= left - 1) {
        audience.observers[audience.count++] = relay->all.observers[__builtin_ctz(left)];
    }
    return audience;
}

static void replay(void *self, uint32_t readers, const unsigned char *bytes, size_t all) {
    const struct audience some = those_of(self, readers), *audience = &some;
    for (size_t used = 0; used < all;) {
        const struct header *header = (const struct header *)(const void *)(bytes + used);
        const unsigned char *at = bytes + used + sizeof *header;
        const struct block_event *block = (const struct block_event *)(const void *)at;
        switch ((enum message)header->message) {
        case BLOCK_BEGIN:
            TELL(audience, block_begin, block->launch, block->block)
            break;
        case BLOCK_END:
            TELL(audience, block_end, block->launch, block->block)
            break;
        case ACCESS:
            replay_access(audience, at);
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
            replay_release(audience, at);
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
        case TOGETHER:
            replay_together(audience, at);
            break;
        }
        used += header->bytes;
    }
}

/* ---- the machine's side ---------------------------------------------------------------------- */

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

static unsigned char *write_message(struct simt_relay *relay, enum message message, size_t bytes) {
    const size_t all = (sizeof(struct header) + bytes + 7) & ~(size_t)7;
    const struct header header = {message, (uint32_t)all};
    unsigned char *at = relay_ring_write(relay->ring, all);
    memcpy(at, &header, sizeof header);
    return at + sizeof header;
}

static void put(unsigned char **at, const void *bytes, size_t size) {
    memcpy(*at, bytes, size);
    *at += size;
}

static void access_event(void *self, const struct simt_access *event) {
    struct simt_relay *relay = self;
    if (!relays(relay)) {
        TELL(&relay->all, access, event)
        return;
    }
    const struct span span = span_of(event->mask);
    const uint64_t *value = event->value != NULL ? event->value : event->mixture;
    const size_t addresses = (is_regular(event->pattern) ? 1 : span.count) * sizeof(uint64_t);
    const size_t values = value != NULL ? span.count * sizeof *value : 0;
    const size_t regions = event->regions != NULL ? span.count * sizeof *event->regions : 0;
    unsigned char *at = write_message(relay, ACCESS, sizeof *event + addresses + values + regions);
    put(&at, event, sizeof *event);
    put(&at, event->address + span.first, addresses);
    if (value != NULL) {
        put(&at, value + span.first, values);
    }
    if (event->regions != NULL) {
        put(&at, event->regions + span.first, regions);
    }
}

static void barrier_release(void *self, const struct simt_barrier_release *event) {
    struct simt_relay *relay = self;
    if (!relays(relay)) {
        TELL(&relay->all, barrier_release, event)
        return;
    }
    size_t masks = event->warps * sizeof *event->masks, sites = masks * LANES;
    unsigned char *at = write_message(relay, BARRIER_RELEASE, sizeof *event + masks + sites);
    put(&at, event, sizeof *event);
    put(&at, event->masks, masks);
    put(&at, event->sites, sites);
}

static void together(void *self, const struct simt_together *event) {
    struct simt_relay *relay = self;
    if (!relays(relay)) {
        TELL(&relay->all, together, event)
        return;
    }
    const size_t values = LANES * sizeof *event->values;
    unsigned char *at = write_message(relay, TOGETHER, sizeof *event + values);
    put(&at, event, sizeof *event);
    put(&at, event->values, values);
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
        TELL(&relay->all, block_begin, launch, block)
        return;
    }
    tell_block(relay, BLOCK_BEGIN, launch, block);
}

static void block_end(void *self, const struct simt_launch_event *launch, uint64_t block) {
    struct simt_relay *relay = self;
    if (!relays(relay)) {
        TELL(&relay->all, block_end, launch, block)
        return;
    }
    tell_block(relay, BLOCK_END, launch, block);
}

/* Events that hold no pointers but to the launch. */
#define FLAT(callback, type, message)                                                              \
    static void callback(void *self, const type *event) {                                          \
        struct simt_relay *relay = self;                                                           \
        if (!relays(relay)) {                                                                      \
            TELL(&relay->all, callback, event)                                                     \
            return;                                                                                \
        }                                                                                          \
        unsigned char *at = write_message(relay, message, sizeof *event);                          \
        put(&at, event, sizeof *event);                                                            \
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
        TELL(&relay->all, callback, event)                                                         \
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
    TELL(&relay->all, launch_begin, event)
}

/* What came before is dealt with first: the launch counts its barriers from here on. */
static void grid_barrier(void *self, const struct simt_launch_event *event) {
    struct simt_relay *relay = self;
    settle(relay);
    TELL(&relay->all, grid_barrier, event)
}

static void launch_end(void *self, const struct simt_launch_event *event) {
    struct simt_relay *relay = self;
    settle(relay);
    relay->relaying = false;
    TELL(&relay->all, launch_end, event)
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
    LISTEN(host_read)
    LISTEN(block_begin)
    LISTEN(block_end)
    LISTEN(grid_barrier)
    relay->face.access = NULL;
    for (unsigned o = 0; o < relay->all.count; o++) {
        if (relay->all.observers[o]->access != NULL) {
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
        relay->all.observers[relay->all.count++] = observers[o];
    }
    relay->ring = relay_ring_create(count, threads, replay, relay);
    if (relay->ring == NULL) {
        simt_relay_destroy(relay);
        return NULL;
    }
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
