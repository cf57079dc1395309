/* Writes of kernels to memory that the host has said they only read. */
#include "detector.h"

#include <string.h>

/* A site that has its finding: the rest of the launch is the same again. */
struct told {
    uint64_t launch;
    uint32_t site;
};

static uint32_t region_of(const struct simt_access *event, uint32_t lane) {
    return event->region != SIMT_MIXED_REGIONS ? event->region : event->regions[lane];
}

static bool writes(const struct simt_access *event, uint32_t lane) {
    uint32_t written = event->kind == SIMT_STORE ? event->mask : event->wrote;
    return (written >> lane & 1) != 0;
}

static void tell(struct detector *detector, const struct simt_access *event, uint32_t lane) {
    const struct simt_launch_event *launch = event->place.launch;
    struct simt_finding finding = {.kind = FINDING_WROTE_SOURCE,
                                   .count = 1,
                                   .launch = launch->number,
                                   .place_count = 1,
                                   .address = event->address[lane]};
    describe_kernel(&finding, launch);
    describe_place(&finding.places[0], launch, event->place.site, MESSAGE_ACCESS_WRITE);
    describe_thread(&finding.places[0], launch, event->place.block, event->place.warp, lane);
    describe_global(&finding, detector, region_of(event, lane), event->address[lane],
                    event->size / event->elements);
    finding_says(&finding, MESSAGE_WROTE_SOURCE, NULL);
    finding_advises(&finding, MESSAGE_WROTE_SOURCE_ADVICE, NULL);
    finding_list_add(&detector->findings, &finding);
}

static void access(struct detector *detector, const struct simt_access *event) {
    if (event->kind == SIMT_LOAD || event->space != SIMT_GLOBAL) {
        return;
    }
    struct told *told = detector_state(detector, &detect_source);
    if (told->launch == event->place.launch->number && told->site == event->place.site) {
        return;
    }
    for (uint32_t lane = 0; lane < SIMT_WARP_SIZE; lane++) {
        if ((event->mask >> lane & 1) == 0 || !writes(event, lane)) {
            continue;
        }
        uint32_t region = region_of(event, lane);
        if (region < detector->region_count && detector->regions[region].source) {
            tell(detector, event, lane);
            *told = (struct told){event->place.launch->number, event->place.site};
            return;
        }
    }
}

const struct detection detect_source = {
    .state_bytes = sizeof(struct told), .access = access, .of_sources = true};
