/* Values that may be any, and that the kernel uses: of variables that nobody has set, and from
 * lanes that take no part in a shuffle. */
#include "detector.h"

static void undefined(struct detector *detector, const struct simt_undefined *event) {
    const struct simt_launch_event *launch = event->place.launch;
    uint32_t lane = (uint32_t)__builtin_ctz(event->mask);
    if (event->loaded) {
        detect_unwritten_is_used(detector, event->source);
        return;
    }
    struct simt_finding finding = {
        .kind = FINDING_UNINITIALISED, .count = 1, .launch = launch->number, .place_count = 2};
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
    describe_place(&finding.places[1], launch, event->place.site, MESSAGE_ACCESS_USE);
    describe_thread(&finding.places[1], launch, event->place.block, event->place.warp, lane);
    finding_says(&finding,
                 !event->unset   ? MESSAGE_ABSENT_LANE
                 : event->stored ? MESSAGE_UNSET_STORED
                                 : MESSAGE_UNSET,
                 NULL);
    finding_advises(&finding, event->unset ? MESSAGE_UNSET_ADVICE : MESSAGE_ABSENT_LANE_ADVICE,
                    NULL);
    finding_list_add(&detector->findings, &finding);
}

const struct detection detect_undefined = {.undefined = undefined};
