/* Barriers that not all threads of a block reach, or reach at different places. */
#include "detector.h"

struct waiter {
    uint32_t site;
    uint32_t warp;
    uint32_t lane;
};

/* The first lane that waited, and the first that waited at another site; how many sites: 0 to 2. */
static int different_sites(const struct simt_barrier_release *event, struct waiter seen[2]) {
    int found = 0;
    for (uint32_t warp = 0; warp < event->warps && found < 2; warp++) {
        for (uint32_t left = event->masks[warp]; left && found < 2; left &= left - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(left);
            uint32_t site = event->sites[warp * SIMT_WARP_SIZE + lane];
            if (found == 0 || seen[0].site != site) {
                seen[found++] = (struct waiter){site, warp, lane};
            }
        }
    }
    return found;
}

static void waits_at(struct finding_place *place, const struct simt_barrier_release *event,
                     const struct waiter *seen) {
    describe_place(place, event->launch, seen->site, MESSAGE_ACCESS_WAITS);
    describe_thread(place, event->launch, event->block, seen->warp, seen->lane);
}

/* The first lane of a warp that did not meet at this barrier the last time and knows nothing of
 * those who did: it might as well have been there in place of one of them. False if there is none.
 */
static bool comes_unordered(const struct detector *detector,
                            const struct simt_barrier_release *event, struct waiter *seen) {
    const struct met_part last =
        event->id < MOST_NAMED ? detector->at_barrier[event->id] : (struct met_part){0};
    for (uint32_t warp = 0; last.members != 0 && warp < event->warps && warp < MOST_WARPS; warp++) {
        const bool stranger = event->masks[warp] != 0 && (last.members >> warp & 1) == 0;
        const unsigned one = (unsigned)__builtin_ctz(last.members);
        if (stranger && !parts_order(&detector->warps_met, last.tick - 1, UINT32_MAX, one, warp)) {
            const uint32_t lane = (uint32_t)__builtin_ctz(event->masks[warp]);
            *seen = (struct waiter){event->sites[warp * SIMT_WARP_SIZE + lane], warp, lane};
            return true;
        }
    }
    return false;
}

static void find_unordered(struct detector *detector, const struct simt_barrier_release *event) {
    struct waiter seen;
    if (!comes_unordered(detector, event, &seen)) {
        return;
    }
    struct simt_finding finding = {.kind = FINDING_BARRIER, .place_count = 1};
    describe_kernel(&finding, event->launch);
    waits_at(&finding.places[0], event, &seen);
    finding_tell(&detector->findings, &finding, MESSAGE_BARRIER_OF_TWO,
                 MESSAGE_BARRIER_OF_TWO_ADVICE);
}

/* What the barrier does not order, by its flags. */
static uint8_t unfenced_at(const struct simt_barrier_release *event, const struct waiter *seen) {
    return event->launch->sites[seen->site].unfenced;
}

static void barrier_release(struct detector *detector, const struct simt_barrier_release *event) {
    struct waiter seen[2];
    if (event->counted) {
        find_unordered(detector, event);
    }
    if (event->counted || (event->exited == 0 && event->at_one_site)) {
        return;
    }
    int sites = different_sites(event, seen);
    if (sites == 0 || (sites == 1 && event->exited == 0)) {
        return;
    }
    struct simt_finding finding = {.kind = FINDING_BARRIER, .place_count = sites};
    finding.memories = (uint8_t)~event->launch->sites[seen[0].site].decided_by;
    describe_kernel(&finding, event->launch);
    for (int i = 0; i < sites; i++) {
        waits_at(&finding.places[i], event, &seen[i]);
    }
    const bool one_line = sites == 2 && finding.places[0].line == finding.places[1].line;
    const bool flags = one_line && unfenced_at(event, &seen[0]) != unfenced_at(event, &seen[1]);
    if (one_line && !flags) {
        finding.place_count = 1; /* compiled twice */
    }
    if (one_line && !flags && event->exited == 0) {
        return;
    }
    if (flags) {
        finding_says(&finding, MESSAGE_ARGUMENTS_DIFFER, NULL);
        finding_advises(&finding, MESSAGE_FLAGS_DIFFER_ADVICE, NULL);
    } else if (finding.place_count == 2) {
        finding_says(&finding, MESSAGE_BARRIERS_DIFFER, NULL);
        finding_advises(&finding, MESSAGE_BARRIERS_DIFFER_ADVICE, NULL);
    } else {
        const bool early = event->ended_early;
        finding.kind = early ? FINDING_ENDED_EARLY : FINDING_BARRIER;
        finding_says(&finding, early ? MESSAGE_ENDED_EARLY : MESSAGE_BARRIER_MISSED,
                     MESSAGE_VALUES(message_number("ended", event->exited),
                                    message_number("all", event->launch->threads)));
        finding_advises(&finding,
                        early ? MESSAGE_ENDED_EARLY_ADVICE : MESSAGE_BARRIER_MISSED_ADVICE, NULL);
    }
    finding_list_add(&detector->findings, &finding);
}

const struct detection detect_barrier = {.barrier_release = barrier_release};
