/* Copies by a whole work-group, and waits for them: all work-items must give the same arguments. */
#include "detector.h"

#include <string.h>

enum { MAX_SITES = 24, MAX_CALLS = 16, MAX_THREADS = 1024 };

/* What the threads of the block that runs have given at one place, call after call. */
struct together_site {
    uint32_t site;
    uint32_t calls; /* that any thread has made */
    struct {
        uint64_t value;
        uint32_t warp, lane; /* who was first */
    } call[MAX_CALLS];
    uint8_t made[MAX_THREADS]; /* calls of each thread; MAX_CALLS: no longer followed */
};

struct together {
    const struct simt_launch_event *event; /* while there are sites */
    uint64_t block;
    bool told; /* different copies: so are their events */
    uint32_t count;
    struct together_site sites[MAX_SITES];
};

/* A thread of the block that has not made a call that others have made at the place. */
static bool find_missing(const struct together_site *site, uint32_t threads, uint32_t *missing) {
    for (uint32_t thread = 0; thread < threads && thread < MAX_THREADS; thread++) {
        if (site->made[thread] < site->calls) {
            *missing = thread;
            return true;
        }
    }
    return false;
}

/* The block has ended, or another one begins: all threads must have made all calls. */
static void settle(struct detector *detector, struct together *together) {
    const struct simt_launch_event *launch = together->event;
    for (uint32_t n = 0; n < together->count; n++) {
        const struct together_site *site = &together->sites[n];
        uint32_t missing;
        if (!find_missing(site, launch->threads, &missing)) {
            continue;
        }
        struct simt_finding finding = {.kind = FINDING_BARRIER, .place_count = 1};
        describe_kernel(&finding, launch);
        describe_place(&finding.places[0], launch, site->site, MESSAGE_ACCESS_CALL);
        describe_thread(&finding.places[0], launch, together->block, site->call[0].warp,
                        site->call[0].lane);
        finding_says(&finding, MESSAGE_CALL_MISSED,
                     MESSAGE_VALUES(message_number("number", missing)));
        finding_advises(&finding, MESSAGE_CALL_MISSED_ADVICE, NULL);
        finding_list_add(&detector->findings, &finding);
        break; /* the other arguments of this call say the same */
    }
    together->count = 0;
    together->told = false;
}

/* NULL where there are too many. */
static struct together_site *site_of(struct detector *detector, struct together *together,
                                     const struct simt_place *place) {
    if (together->count == 0 || together->block != place->block) {
        settle(detector, together);
        together->event = place->launch;
        together->block = place->block;
    }
    for (uint32_t n = 0; n < together->count; n++) {
        if (together->sites[n].site == place->site) {
            return &together->sites[n];
        }
    }
    if (together->count == MAX_SITES) {
        return NULL;
    }
    struct together_site *fresh = &together->sites[together->count++];
    memset(fresh, 0, sizeof *fresh);
    fresh->site = place->site;
    return fresh;
}

static void report(struct detector *detector, const struct simt_together *event,
                   const struct together_site *site, uint32_t call, uint32_t lane) {
    const bool none = site == NULL; /* of an event that belongs to no copy */
    struct simt_finding finding = {.kind = FINDING_BARRIER, .place_count = none ? 1 : 2};
    describe_kernel(&finding, event->place.launch);
    if (!none) {
        struct simt_place first = event->place;
        first.warp = site->call[call].warp;
        describe_at(&finding.places[0], &first, site->call[call].lane, MESSAGE_ACCESS_CALL);
    }
    describe_at(&finding.places[finding.place_count - 1], &event->place, lane, MESSAGE_ACCESS_CALL);
    finding_tell(&detector->findings, &finding,
                 none ? MESSAGE_EVENT_OF_NO_COPY : MESSAGE_ARGUMENTS_DIFFER,
                 event->waits ? MESSAGE_EVENT_ADVICE : MESSAGE_ARGUMENTS_DIFFER_ADVICE);
}

static void together(struct detector *detector, const struct simt_together *event) {
    struct together *state = detector_state(detector, &detect_together);
    struct together_site *site = site_of(detector, state, &event->place);
    bool told = false;
    for (uint32_t left = event->mask; site != NULL && left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint32_t thread = event->place.warp * SIMT_WARP_SIZE + lane;
        uint32_t call = thread < MAX_THREADS ? site->made[thread] : MAX_CALLS;
        if (call == MAX_CALLS) {
            continue;
        }
        if (event->waits && event->values[lane] == 0 && !told) {
            report(detector, event, NULL, call, lane);
            told = true;
        }
        site->made[thread]++;
        if (call == site->calls) {
            site->calls++;
            site->call[call].value = event->values[lane];
            site->call[call].warp = event->place.warp;
            site->call[call].lane = lane;
        } else if (site->call[call].value != event->values[lane] && !told) {
            if (!state->told || !event->waits) {
                report(detector, event, site, call, lane);
            }
            told = state->told = true;
        }
    }
}

static void launch_end(struct detector *detector, const struct simt_launch_event *event) {
    struct together *state = detector_state(detector, &detect_together);
    state->event = event;
    settle(detector, state);
}

static void fault(struct detector *detector, const struct simt_fault *event) {
    (void)event;
    struct together *state = detector_state(detector, &detect_together);
    state->count = 0; /* a thread that stops makes no call */
}

const struct detection detect_together = {.state_bytes = sizeof(struct together),
                                          .launch_end = launch_end,
                                          .together = together,
                                          .fault = fault};
