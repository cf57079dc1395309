/* Writes of kernels to memory that the host has said they only read, reads of what they only write,
 * and uses of shared virtual memory that the launch does not name. */
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
                            read_unnamed = {FINDING_NOT_NAMED, MESSAGE_ACCESS_READ,
                                            MESSAGE_NOT_NAMED, MESSAGE_NOT_NAMED_ADVICE},
                            wrote_unnamed = {FINDING_NOT_NAMED, MESSAGE_ACCESS_WRITE,
                                             MESSAGE_NOT_NAMED, MESSAGE_NOT_NAMED_ADVICE},
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
    struct simt_finding finding = {
        .kind = mistake->kind, .place_count = 1, .address = event->address[lane]};
    describe_kernel(&finding, event->place.launch);
    describe_at(&finding.places[0], &event->place, lane, mistake->access);
    describe_global(&finding, detector, region_of(event, lane), event->address[lane],
                    event->place.site, event->size / event->elements);
    finding_tell(&detector->findings, &finding, mistake->says, mistake->advises);
}

static bool is_one_way(const struct detector *detector, uint32_t region) {
    return region < detector->region_count &&
           (detector->regions[region].source || detector->regions[region].target ||
            detector->regions[region].unnamed);
}

/* NULL: none. An atomic operation reads what it changes. */
static const struct mistake *mistake_of(const struct detector *detector,
                                        const struct simt_access *event, uint32_t lane) {
    uint32_t region = region_of(event, lane);
    if (!is_one_way(detector, region)) {
        return NULL;
    }
    if (detector->regions[region].unnamed) {
        return event->kind == SIMT_LOAD ? &read_unnamed : &wrote_unnamed;
    }
    if (detector->regions[region].source) {
        return writes(event, lane) ? &wrote_source : NULL;
    }
    const bool reads =
        event->kind != SIMT_STORE && !event->place.launch->sites[event->place.site].refills;
    return reads ? &read_target : NULL;
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

/* ---- shared virtual memory ------------------------------------------------------------------- */

static bool holds(const struct watched_region *region, uint64_t address) {
    return address >= region->address && address - region->address < region->size;
}

/* By an argument, in a structure or not, or by clSetKernelExecInfo. */
static bool is_named(const struct simt_launch *launch, const struct watched_region *region) {
    bool named = false;
    uint64_t word;
    for (size_t at = 0; at + sizeof word <= launch->parameter_bytes; at += sizeof word) {
        memcpy(&word, (const char *)launch->parameters + at, sizeof word);
        named = named || holds(region, word);
    }
    for (uint32_t n = 0; n < launch->named_count; n++) {
        named = named || holds(region, launch->named[n]);
    }
    return named;
}

static void launch_begin(struct detector *detector, const struct simt_launch_event *event) {
    const struct simt_launch *launch = event->launch;
    bool any = false;
    for (uint32_t i = 0; i < detector->region_count && (launch->names || detector->naming); i++) {
        struct watched_region *region = &detector->regions[i];
        region->unnamed = launch->names && region->kind == SIMT_REGION_MANAGED && !region->freed &&
                          !is_named(launch, region);
        any = any || region->unnamed;
    }
    if (any && detector->sources == 0) {
        detector->sources++;
        detector_hear_accesses(detector);
    }
    detector->naming = any;
}

const struct detection detect_source = {.state_bytes = sizeof(struct told),
                                        .launch_begin = launch_begin,
                                        .access = access,
                                        .of_sources = true};
