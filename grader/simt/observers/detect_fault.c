/* Words for the faults that end a kernel. */
#include "detector.h"

#include <stdio.h>
#include <string.h>

struct fault_words {
    enum finding_kind kind;
    const char *message;
    const char *advice;
};

static const struct fault_words table[] = {
    [SIMT_FAULT_OUT_OF_BOUNDS] = {FINDING_OUT_OF_BOUNDS, "No array is there.",
                                  "Test the index against the array's length first."},
    [SIMT_FAULT_OVERRUN] = {FINDING_OUT_OF_BOUNDS, "It lies in another array.",
                            "Test the index against the array's length first."},
    [SIMT_FAULT_USE_AFTER_FREE] = {FINDING_USE_AFTER_FREE, "The array has been freed.",
                                   "Call cudaFree() only when no kernel needs the array."},
    [SIMT_FAULT_HOST_POINTER] =
        {FINDING_WRONG_POINTER, "The pointer is one of the host's.",
         "Pass the device's pointer: to a copy (cudaMemcpy) or to mapped memory."},
    [SIMT_FAULT_NULL_POINTER] = {FINDING_WRONG_POINTER, "The pointer is null.",
                                 "Pass a pointer that cudaMalloc has set, and check its result."},
    [SIMT_FAULT_MISALIGNED] = {FINDING_MISALIGNED, "The address is no multiple of the size.",
                               "Wide accesses need an address that their size divides."},
    [SIMT_FAULT_READ_ONLY] = {FINDING_OUT_OF_BOUNDS, "That memory can only be read.",
                              "Write to an array of global or shared memory."},
    [SIMT_FAULT_STACK] = {FINDING_TRAP, "The thread's stack is full.",
                          "Call fewer functions inside each other, or use smaller local arrays."},
    [SIMT_FAULT_DEADLOCK] = {FINDING_DEADLOCK, "The threads wait for each other for ever.",
                             "Bring all threads of the block to the same barriers."},
    [SIMT_FAULT_SYNCWARP] = {FINDING_BARRIER,
                             "A lane that the mask names does not come to this operation.",
                             "Name in the mask just the lanes that execute it."},
    [SIMT_FAULT_BUDGET] =
        {FINDING_ENDLESS, "The kernel used up its budget of instructions.",
         "Look for a loop that never ends, or for blocks that wait for other blocks."},
    [SIMT_FAULT_ASSERT] = {FINDING_TRAP, "An assert() failed.", "The condition was false here."},
    [SIMT_FAULT_TRAP] = {FINDING_TRAP, "The kernel trapped.", "It stopped itself here."},
    [SIMT_FAULT_BAD_CALL] = {FINDING_TRAP, "A call through a pointer hit no function.",
                             "Set the function pointer on the device before the call."},
    [SIMT_FAULT_BAD_FREE] = {FINDING_TRAP, "free() got what malloc() did not give.",
                             "Free each allocation once, by the pointer that malloc() gave."},
    [SIMT_FAULT_MISUSE] = {FINDING_TRAP, "A construct of OpenMP was used wrongly.",
                           "Make each lock before its use, and end what was begun."},
};

static const char *verb(enum simt_access_kind kind) {
    return kind == SIMT_LOAD ? "read" : kind == SIMT_STORE ? "write" : "atomic";
}

/* The live region nearest to the address, by the gap between them; the count if there is none. */
static uint32_t nearest(const struct detector *detector, uint64_t address) {
    uint32_t best = detector->region_count;
    uint64_t best_gap = 1 << 16;
    for (uint32_t i = 0; i < detector->region_count; i++) {
        const struct watched_region *region = &detector->regions[i];
        if (region->freed || region->size == 0) {
            continue;
        }
        uint64_t end = region->address + region->size;
        uint64_t gap = address < region->address ? region->address - address
                       : address >= end          ? address - end
                                                 : 0;
        if (gap < best_gap) {
            best_gap = gap;
            best = i;
        }
    }
    return best;
}

static void outside_global(struct simt_finding *finding, const struct detector *detector,
                           const struct simt_fault *event, uint32_t region) {
    unsigned width = event->size ? event->size : 1;
    describe_global(finding->subject, sizeof finding->subject, detector, region, event->address,
                    width);
    if (region >= detector->region_count) {
        return;
    }
    const struct watched_region *meant = &detector->regions[region];
    if (event->address < meant->address) {
        snprintf(finding->message, sizeof finding->message,
                 "That is before the array's beginning.");
    } else {
        snprintf(finding->message, sizeof finding->message,
                 "That is past the array's end: it has %llu element%s of %u byte%s.",
                 (unsigned long long)(meant->size / width), meant->size / width == 1 ? "" : "s",
                 width, width == 1 ? "" : "s");
    }
}

static void into_another(struct simt_finding *finding, const struct detector *detector,
                         const struct simt_fault *event) {
    char hit[96];
    outside_global(finding, detector, event, event->region);
    describe_region(hit, sizeof hit, detector, event->hit_region);
    snprintf(finding->message, sizeof finding->message, "That runs over into the %s.", hit);
}

static const struct simt_shared_variable *variable(const struct simt_launch_event *launch,
                                                   int32_t index) {
    return index >= 0 && (uint32_t)index < launch->shared_variable_count
               ? &launch->shared_variables[index]
               : NULL;
}

static void outside_shared(struct simt_finding *finding, const struct simt_fault *event) {
    const struct simt_launch_event *launch = event->place.launch;
    const struct simt_shared_variable *meant = variable(launch, event->variable);
    const struct simt_shared_variable *hit = variable(launch, event->hit_variable);
    unsigned width = event->size ? event->size : 1;
    if (meant == NULL) {
        snprintf(finding->subject, sizeof finding->subject, "shared memory, byte %lld",
                 (long long)event->address);
        snprintf(finding->message, sizeof finding->message,
                 "The block has %u bytes of shared memory.", launch->shared_bytes);
        return;
    }
    long long offset = (long long)event->address - meant->offset;
    long long element = offset >= 0 ? offset / width : -((-offset + width - 1) / width);
    snprintf(finding->subject, sizeof finding->subject, "shared array %s, element %lld",
             meant->display_name, element);
    if (hit != NULL && hit != meant) {
        snprintf(finding->message, sizeof finding->message,
                 "It has %u elements: that runs over into the shared array %s.",
                 meant->size / width, hit->display_name);
    } else {
        snprintf(finding->message, sizeof finding->message, "It has %u elements of %u byte%s.",
                 meant->size / width, width, width == 1 ? "" : "s");
    }
    if (meant->dynamic && meant->size == 0) {
        snprintf(finding->advice, sizeof finding->advice,
                 "Give its size at the launch: <<<grid, block, bytes>>>.");
    } else if (meant->dynamic) {
        snprintf(finding->advice, sizeof finding->advice,
                 "The launch gives it %u bytes: is that enough for the block?", meant->size);
    }
}

static void outside(struct simt_finding *finding, const struct detector *detector,
                    const struct simt_fault *event) {
    if (event->space == SIMT_SHARED) {
        outside_shared(finding, event);
        return;
    }
    if (event->space == SIMT_LOCAL) {
        snprintf(finding->subject, sizeof finding->subject, "the thread's own memory, byte %lld",
                 (long long)event->address);
        snprintf(finding->message, sizeof finding->message,
                 "It lies outside of the thread's local arrays.");
        return;
    }
    if (event->kind == SIMT_FAULT_OVERRUN && event->hit_region < detector->region_count) {
        into_another(finding, detector, event);
        return;
    }
    uint32_t region = nearest(detector, event->address);
    if (region >= detector->region_count) {
        region = event->region; /* far from everything: the array below, if there is one */
    }
    outside_global(finding, detector, event, region);
}

/* A deadlock: the first two different barriers that threads wait at. */
static void waiting_places(struct simt_finding *finding, const struct simt_fault *event) {
    const struct simt_launch_event *launch = event->place.launch;
    uint32_t seen = SIMT_NOT_WAITING;
    finding->place_count = 0;
    for (uint32_t i = 0; event->waiting_sites != NULL && i < launch->warps * SIMT_WARP_SIZE; i++) {
        uint32_t site = event->waiting_sites[i];
        if (site == SIMT_NOT_WAITING || site == seen || finding->place_count == 2) {
            continue;
        }
        seen = site;
        struct finding_place *place = &finding->places[finding->place_count++];
        describe_place(place, launch, site, "waits");
        describe_thread(place, launch, event->place.block, i / SIMT_WARP_SIZE, i % SIMT_WARP_SIZE);
    }
    snprintf(finding->message, sizeof finding->message,
             "%u of the block's %u threads wait at a barrier that cannot open; %u have ended.",
             event->waiting, launch->threads, event->returned);
}

static bool is_access(enum simt_fault_kind kind) {
    return kind <= SIMT_FAULT_READ_ONLY;
}

void detect_fault(void *self, const struct simt_fault *event) {
    struct detector *detector = self;
    detector->lost = true;
    if ((size_t)event->kind >= sizeof table / sizeof *table) {
        return;
    }
    const struct fault_words *words = &table[event->kind];
    struct simt_finding finding = {.kind = words->kind, .place_count = 1};
    describe_kernel(&finding, event->place.launch);
    snprintf(finding.message, sizeof finding.message, "%s", words->message);
    snprintf(finding.advice, sizeof finding.advice, "%s", words->advice);
    describe_place(&finding.places[0], event->place.launch, event->place.site,
                   is_access(event->kind) ? verb(event->access) : "stops");
    describe_thread(&finding.places[0], event->place.launch, event->place.block, event->place.warp,
                    event->lane);
    finding.address = is_access(event->kind) ? event->address : 0;
    if (event->kind == SIMT_FAULT_OUT_OF_BOUNDS || event->kind == SIMT_FAULT_OVERRUN) {
        outside(&finding, detector, event);
    } else if (event->kind == SIMT_FAULT_USE_AFTER_FREE) {
        describe_global(finding.subject, sizeof finding.subject, detector, event->region,
                        event->address, event->size ? event->size : 1);
    } else if (is_access(event->kind)) {
        snprintf(finding.subject, sizeof finding.subject, "%u bytes at address 0x%llx", event->size,
                 (unsigned long long)event->address);
    }
    if (event->kind == SIMT_FAULT_HOST_POINTER || event->kind == SIMT_FAULT_NULL_POINTER) {
        /* The host's addresses differ from run to run; reports must not. */
        finding.address = 0;
        finding.subject[0] = '\0';
    }
    if (event->kind == SIMT_FAULT_MISALIGNED && event->space != SIMT_LOCAL) {
        snprintf(finding.subject, sizeof finding.subject,
                 "%u bytes at an address that is %u past a multiple of %u", event->size,
                 (unsigned)(event->address % (event->size ? event->size : 1)), event->size);
    }
    if (event->kind == SIMT_FAULT_DEADLOCK) {
        waiting_places(&finding, event);
    }
    finding_list_add(&detector->findings, &finding);
}
