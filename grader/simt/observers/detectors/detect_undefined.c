/* Values that may be any, and that the kernel uses: of variables that nobody has set, and from
 * lanes that take no part in a shuffle. */
#include "detector.h"

#include <string.h>

/* Between the variable's declaration and its use, do the threads wait for each other, but touch
 * nothing that they share? Then an array without a value may have been meant for all of them. */
static bool shares_nothing(const struct simt_undefined *event) {
    const struct simt_launch_event *launch = event->place.launch;
    bool waits = false, shares = false;
    for (uint32_t site = event->source; site < event->place.site; site++) {
        const char *opcode = launch->sites[site].opcode;
        waits = waits || strncmp(opcode, "bar.", 4) == 0 || strncmp(opcode, "barrier.", 8) == 0;
        shares = shares || strstr(opcode, ".shared") != NULL;
    }
    return waits && !shares;
}

/* A GPU goes on with some number; C says nothing of it. */
static void divided(struct detector *detector, const struct simt_undefined *event) {
    struct simt_finding finding = {.kind = FINDING_DIVISION, .place_count = 1};
    describe_kernel(&finding, event->place.launch);
    describe_at(&finding.places[0], &event->place, (uint32_t)__builtin_ctz(event->mask),
                MESSAGE_ACCESS_DIVIDES);
    finding_tell(&detector->findings, &finding,
                 event->overflows ? MESSAGE_QUOTIENT : MESSAGE_DIVIDED,
                 event->overflows ? MESSAGE_QUOTIENT_ADVICE : MESSAGE_DIVIDED_ADVICE);
}

static void undefined(struct detector *detector, const struct simt_undefined *event) {
    const struct simt_launch_event *launch = event->place.launch;
    uint32_t lane = (uint32_t)__builtin_ctz(event->mask);
    if (event->divided) {
        divided(detector, event);
        return;
    }
    const bool told = !event->loaded || detect_unwritten_is_used(detector, event->source);
    detector->unset = told ? *event : (struct simt_undefined){0};
    if (event->loaded) {
        return;
    }
    struct simt_finding finding = {.kind = FINDING_UNINITIALISED, .place_count = 2};
    describe_kernel(&finding, launch);
    describe_place(&finding.places[0], launch, event->source,
                   event->unset ? MESSAGE_ACCESS_DECLARED : MESSAGE_ACCESS_READ);
    if (event->unset && !event->stored) {
        describe_thread(&finding.places[0], launch, event->place.block, event->place.warp, lane);
    }
    if (event->stored) {
        message_write(finding.places[0].who, sizeof finding.places[0].who, launch->kernel->dialect,
                      MESSAGE_BY_SOME_THREAD, NULL);
    }
    describe_at(&finding.places[1], &event->place, lane, MESSAGE_ACCESS_USE);
    finding_tell(&detector->findings, &finding,
                 !event->unset   ? MESSAGE_ABSENT_LANE
                 : event->stored ? MESSAGE_UNSET_STORED
                                 : MESSAGE_UNSET,
                 !event->unset           ? MESSAGE_ABSENT_LANE_ADVICE
                 : shares_nothing(event) ? MESSAGE_UNSET_NOT_SHARED_ADVICE
                                         : MESSAGE_UNSET_ADVICE);
}

static void forget(struct detector *detector, const struct simt_launch_event *event) {
    (void)event;
    detector->unset.mask = 0;
}

const struct detection detect_undefined = {.launch_begin = forget, .undefined = undefined};
