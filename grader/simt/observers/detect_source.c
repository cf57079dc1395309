/* Writes of kernels to memory that the host has said they only read, and reads of what they only
 * write. */
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

/* What is wrong with an access to a region of one of the two kinds. */
struct mistake {
    enum finding_kind kind;
    enum message access, says, advises;
};
static const struct mistake wrote_source = {FINDING_WROTE_SOURCE, MESSAGE_ACCESS_WRITE,
                                            MESSAGE_WROTE_SOURCE, MESSAGE_WROTE_SOURCE_ADVICE},
                            read_target = {FINDING_READ_TARGET, MESSAGE_ACCESS_READ,
                                           MESSAGE_READ_TARGET, MESSAGE_READ_TARGET_ADVICE};

static bool writes(const struct simt_access *event, uint32_t lane) {
    uint32_t written = event->kind == SIMT_LOAD    ? 0
                       : event->kind == SIMT_STORE ? event->mask
                                                   : event->wrote;
    return (written >> lane & 1) != 0;
}

static void tell(struct detector *detector, const struct simt_access *event, uint32_t lane,
                 const struct mistake *mistake) {
    const struct simt_launch_event *launch = event->place.launch;
    struct simt_finding finding = {.kind = mistake->kind,
                                   .count = 1,
                                   .launch = launch->number,
                                   .place_count = 1,
                                   .address = event->address[lane]};
    describe_kernel(&finding, launch);
    describe_place(&finding.places[0], launch, event->place.site, mistake->access);
    describe_thread(&finding.places[0], launch, event->place.block, event->place.warp, lane);
    describe_global(&finding, detector, region_of(event, lane), event->address[lane],
                    event->size / event->elements);
    finding_says(&finding, mistake->says, NULL);
    finding_advises(&finding, mistake->advises, NULL);
    finding_list_add(&detector->findings, &finding);
}

static bool is_one_way(const struct detector *detector, uint32_t region) {
    return region < detector->region_count &&
           (detector->regions[region].source || detector->regions[region].target);
}

/* NULL: none. An atomic operation reads what it changes. */
static const struct mistake *mistake_of(const struct detector *detector,
                                        const struct simt_access *event, uint32_t lane) {
    uint32_t region = region_of(event, lane);
    if (!is_one_way(detector, region)) {
        return NULL;
    }
    if (detector->regions[region].source) {
        return writes(event, lane) ? &wrote_source : NULL;
    }
    return event->kind != SIMT_STORE ? &read_target : NULL;
}

static void access(struct detector *detector, const struct simt_access *event) {
    struct told *told = detector_state(detector, &detect_source);
    bool mixed = event->region == SIMT_MIXED_REGIONS;
    if (event->space != SIMT_GLOBAL || (!mixed && !is_one_way(detector, event->region)) ||
        (told->launch == event->place.launch->number && told->site == event->place.site)) {
        return;
    }
    for (uint32_t lane = 0; lane < SIMT_WARP_SIZE; lane++) {
        const struct mistake *mistake =
            (event->mask >> lane & 1) != 0 ? mistake_of(detector, event, lane) : NULL;
        if (mistake != NULL) {
            tell(detector, event, lane, mistake);
            *told = (struct told){event->place.launch->number, event->place.site};
            return;
        }
    }
}

const struct detection detect_source = {
    .state_bytes = sizeof(struct told), .access = access, .of_sources = true};
