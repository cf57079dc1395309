#include "observe_messages.h"

#include <string.h>

enum { LANES = SIMT_WARP_SIZE, MOST_HEARERS = 16 };

enum event_kind {
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

/* Before each event, which starts with its launch; what the event points to stands behind it. */
struct header {
    uint32_t message;
    uint32_t bytes; /* all of it: a multiple of 8 */
};

struct block_event {
    const struct simt_launch_event *launch;
    uint64_t block;
};

/* ---- reading --------------------------------------------------------------------------------- */

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
    for (unsigned lane = 0; lane < LANES; lane++, first += step) { /* no product: vectors of sums */
        address[lane] = first;
    }
}

/* The observers of an audience that listen to the most frequent events. */
struct hearers {
    struct simt_audience all, access, branch, stretch;
    const struct simt_observer *of_access[MOST_HEARERS], *of_branch[MOST_HEARERS],
        *of_stretch[MOST_HEARERS];
};

#define HEAR(hearers, callback, observer)                                                          \
    if ((observer)->callback != NULL) {                                                            \
        (hearers)->of_##callback[(hearers)->callback.count++] = (observer);                        \
    }

/* A larger audience is asked each time, event by event. */
static void find_hearers(const struct simt_audience *audience, struct hearers *hearers) {
    hearers->all = hearers->access = hearers->branch = hearers->stretch = *audience;
    if (audience->count > MOST_HEARERS) {
        return;
    }
    hearers->access = (struct simt_audience){hearers->of_access, 0};
    hearers->branch = (struct simt_audience){hearers->of_branch, 0};
    hearers->stretch = (struct simt_audience){hearers->of_stretch, 0};
    for (unsigned o = 0; o < audience->count; o++) {
        HEAR(hearers, access, audience->observers[o])
        HEAR(hearers, branch, audience->observers[o])
        HEAR(hearers, stretch, audience->observers[o])
    }
}

static void tell_access(const struct simt_audience *audience, const unsigned char *at) {
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
    SIMT_TELL(audience, access, &event)
}

static void tell_release(const struct simt_audience *audience, const unsigned char *bytes) {
    struct simt_barrier_release event;
    memcpy(&event, bytes, sizeof event);
    event.masks = (const uint32_t *)(const void *)(bytes + sizeof event);
    event.sites = event.masks + event.warps;
    SIMT_TELL(audience, barrier_release, &event)
}

static void tell_together(const struct simt_audience *audience, const unsigned char *bytes) {
    struct simt_together event;
    memcpy(&event, bytes, sizeof event);
    event.values = (const uint64_t *)(const void *)(bytes + sizeof event);
    SIMT_TELL(audience, together, &event)
}

#define TELL_FLAT(audience, callback) SIMT_TELL(audience, callback, (const void *)at)

static void tell(const struct hearers *hearers, enum event_kind message, const unsigned char *at) {
    const struct simt_audience *audience = &hearers->all;
    const struct block_event *block = (const struct block_event *)(const void *)at;
    switch (message) {
    case BLOCK_BEGIN:
        SIMT_TELL(audience, block_begin, block->launch, block->block)
        break;
    case BLOCK_END:
        SIMT_TELL(audience, block_end, block->launch, block->block)
        break;
    case ACCESS:
        tell_access(&hearers->access, at);
        break;
    case BRANCH:
        TELL_FLAT(&hearers->branch, branch)
        break;
    case STRETCH:
        TELL_FLAT(&hearers->stretch, stretch)
        break;
    case BARRIER:
        TELL_FLAT(audience, barrier)
        break;
    case BARRIER_RELEASE:
        tell_release(audience, at);
        break;
    case FENCE:
        TELL_FLAT(audience, fence)
        break;
    case SYNCWARP:
        TELL_FLAT(audience, syncwarp)
        break;
    case EXCHANGE:
        TELL_FLAT(audience, exchange)
        break;
    case UNDEFINED:
        TELL_FLAT(audience, undefined)
        break;
    case TOGETHER:
        tell_together(audience, at);
        break;
    }
}

void simt_messages_tell(const struct simt_audience *audience, const unsigned char *bytes,
                        size_t used) {
    struct hearers hearers;
    find_hearers(audience, &hearers);
    for (size_t at = 0; at < used;) {
        const struct header *header = (const struct header *)(const void *)(bytes + at);
        tell(&hearers, (enum event_kind)header->message, bytes + at + sizeof *header);
        at += header->bytes;
    }
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Room behind the header and the event, which are written; NULL without room. */
static unsigned char *write(struct simt_message_writer *writer, enum event_kind message,
                            const void *event, size_t size, size_t more) {
    const size_t all = (sizeof(struct header) + size + more + 7) & ~(size_t)7;
    const struct header header = {message, (uint32_t)all};
    unsigned char *at = writer->room(writer->context, all);
    if (at == NULL) {
        return NULL;
    }
    memcpy(at, &header, sizeof header);
    memcpy(at + sizeof header, event, size);
    if (writer->launch != NULL) {
        // NOLINTNEXTLINE(bugprone-sizeof-expression): the pointer itself is meant
        memcpy(at + sizeof header, &writer->launch, sizeof writer->launch);
    }
    return at + sizeof header + size;
}

static void put(unsigned char **at, const void *bytes, size_t size) {
    memcpy(*at, bytes, size);
    *at += size;
}

static void access_event(void *self, const struct simt_access *event) {
    const struct span span = span_of(event->mask);
    const uint64_t *value = event->value != NULL ? event->value : event->mixture;
    const size_t addresses = (is_regular(event->pattern) ? 1 : span.count) * sizeof(uint64_t);
    const size_t values = value != NULL ? span.count * sizeof *value : 0;
    const size_t regions = event->regions != NULL ? span.count * sizeof *event->regions : 0;
    unsigned char *at = write(self, ACCESS, event, sizeof *event, addresses + values + regions);
    if (at == NULL) {
        return;
    }
    put(&at, event->address + span.first, addresses);
    if (value != NULL) {
        put(&at, value + span.first, values);
    }
    if (event->regions != NULL) {
        put(&at, event->regions + span.first, regions);
    }
}

static void barrier_release(void *self, const struct simt_barrier_release *event) {
    const size_t masks = event->warps * sizeof *event->masks, sites = masks * LANES;
    unsigned char *at = write(self, BARRIER_RELEASE, event, sizeof *event, masks + sites);
    if (at != NULL) {
        put(&at, event->masks, masks);
        put(&at, event->sites, sites);
    }
}

static void together(void *self, const struct simt_together *event) {
    const size_t values = LANES * sizeof *event->values;
    unsigned char *at = write(self, TOGETHER, event, sizeof *event, values);
    if (at != NULL) {
        put(&at, event->values, values);
    }
}

static void block_begin(void *self, const struct simt_launch_event *launch, uint64_t block) {
    const struct block_event event = {launch, block};
    write(self, BLOCK_BEGIN, &event, sizeof event, 0);
}

static void block_end(void *self, const struct simt_launch_event *launch, uint64_t block) {
    const struct block_event event = {launch, block};
    write(self, BLOCK_END, &event, sizeof event, 0);
}

/* Events that hold no pointers but to the launch. */
#define FLAT(callback, type, message)                                                              \
    static void callback(void *self, const type *event) {                                          \
        write(self, message, event, sizeof *event, 0);                                             \
    }
FLAT(branch, struct simt_branch, BRANCH)
FLAT(stretch, struct simt_stretch, STRETCH)
FLAT(barrier, struct simt_barrier, BARRIER)
FLAT(fence, struct simt_fence, FENCE)
FLAT(syncwarp, struct simt_syncwarp, SYNCWARP)
FLAT(exchange, struct simt_exchange, EXCHANGE)
FLAT(undefined, struct simt_undefined, UNDEFINED)

void simt_messages_write(struct simt_message_writer *writer) {
    writer->face = (struct simt_observer){.self = writer,
                                          .block_begin = block_begin,
                                          .block_end = block_end,
                                          .access = access_event,
                                          .branch = branch,
                                          .stretch = stretch,
                                          .barrier = barrier,
                                          .barrier_release = barrier_release,
                                          .fence = fence,
                                          .syncwarp = syncwarp,
                                          .exchange = exchange,
                                          .undefined = undefined,
                                          .together = together};
}
