/* The detector as an observer: regions, launches, and the passing of time. */
#include "../../array.h"
#include "detector.h"

#include "../happens_before/barrier_order.h"
#include "../races/race_copies.h"
#include "../races/race_turns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct detection *const detections[DETECTOR_COUNT] = {
#define DETECTOR(name) &detect_##name,
#include "../reports/messages.def"
};

#define TELL(detector, callback, ...)                                                              \
    for (int n_ = 0; n_ < DETECTOR_COUNT; n_++) {                                                  \
        if (detections[n_]->callback != NULL) {                                                    \
            detections[n_]->callback(detector, __VA_ARGS__);                                       \
        }                                                                                          \
    }

static void release_region(struct watched_region *region) {
    if (region->pages != NULL) {
        for (size_t i = 0; i < region_pages(region); i++) {
            shadow_release(&region->pages[i]);
        }
    }
    free(region->pages);
    free(region->initialised);
    region->pages = NULL;
    region->initialised = NULL;
}

/* After 2^28 ticks: all cells are forgotten, so that old ticks are not taken for new ones. */
static void restart_time(struct detector *detector) {
    for (uint32_t i = 0; i < detector->region_count; i++) {
        struct watched_region *region = &detector->regions[i];
        for (size_t k = 0; region->pages != NULL && k < region_pages(region); k++) {
            shadow_release(&region->pages[k]);
            region->pages[k] = (struct shadow_page){.shift = region->pages[k].shift};
        }
    }
    shadow_release(&detector->shared);
    detector->tick = 1;
    detector->tree.lost = true;
    detector->launch_tick = 1;
    detector->block_tick_count = 0;
    meetings_restart(detector);
}

static void barrier_passed(struct detector *detector, unsigned unfenced) {
    static const unsigned memories[2] = {SIMT_MEMORY_SHARED, SIMT_MEMORY_GLOBAL};
    const uint32_t now = detector->met_tick = detector_advance(detector);
    for (int space = 0; space < 2; space++) {
        struct passed *passed = &detector->passed[space];
        if (unfenced & memories[space]) {
            continue;
        }
        passed->barrier_tick = passed->some_barrier_tick = now;
        for (int i = 0; i < MOST_WARPS; i++) {
            passed->sync_tick[i] = passed->some_sync_tick[i] = now;
        }
    }
    meetings_forget(detector);
}

static struct watched_region *region_at(struct detector *detector, uint32_t index) {
    if (index < detector->region_count) {
        return &detector->regions[index];
    }
    if (!array_grow(&detector->regions, &detector->region_capacity, index + 1)) {
        return NULL;
    }
    detector->region_count = index + 1;
    return &detector->regions[index];
}

static void region_new(void *self, const struct simt_region *region) {
    struct detector *detector = self;
    struct watched_region *watched = region_at(detector, region->index);
    if (watched == NULL) {
        detector->findings.unwatched++;
        return;
    }
    watched->address = region->address;
    watched->size = region->size;
    watched->kind = region->kind;
    watched->freed = region->freed;
    simt_display_name(region->name, watched->name, sizeof watched->name);
    if (region->kind != SIMT_REGION_HEAP) {
        return;
    }
    watched->allocation = ++detector->allocations;
    watched->initialised = calloc((size_t)(region->size / 64 + 1), sizeof(uint64_t));
    watched->uninitialised = region->size;
    if (watched->initialised == NULL) {
        detector->findings.unwatched++;
    }
}

static void region_freed(void *self, const struct simt_region *region) {
    struct detector *detector = self;
    if (region->index >= detector->region_count) {
        return;
    }
    release_region(&detector->regions[region->index]);
    detector->regions[region->index].freed = true;
}

static void host_write(void *self, const struct simt_host_write *event) {
    struct detector *detector = self;
    if (event->region >= detector->region_count) {
        return;
    }
    struct watched_region *to = &detector->regions[event->region];
    if (event->from_region < detector->region_count) {
        region_copy_state(to, event->offset, &detector->regions[event->from_region],
                          event->from_offset, event->size);
    } else {
        region_mark_written(to, event->offset, event->size);
    }
}

static void launch_begin(void *self, const struct simt_launch_event *event) {
    struct detector *detector = self;
    if (detector->tick > SHADOW_LAST_TICK / 2) {
        restart_time(detector);
    }
    detector->launch = event;
    const uint32_t now = detector_advance(detector);
    detector->launch_tick = launch_tree_begin(&detector->tree, event, now);
    race_turns_forget(detector);
    if (detector->launch_tick == now) { /* else this one may run beside others */
        detector->block_tick_count = 0;
        order_launch(detector->order);
        hash_clear(&detector->covered);
    }
    race_copies_launch(detector, event);
    detector->site_count = event->site_count;
    detector->first_site = event->first_site;
    free(detector->compare_and_swap_read);
    detector->compare_and_swap_read = calloc(event->site_count + 1, 1);
    size_t bytes = event->shared_extent;
    if (bytes > detector->shared_bytes) {
        shadow_release(&detector->shared);
        detector->shared_bytes = bytes;
    }
    detector->shared.narrow_read = detector->shared.last_write = detector->shared.last_read = 0;
    TELL(detector, launch_begin, event)
}

static void child(void *self, const struct simt_child *event) {
    struct detector *detector = self;
    launch_tree_child(&detector->tree, event, detector_advance(detector));
}

/* As behind a launch: all that was done is in order. */
static void grid_barrier(void *self, const struct simt_launch_event *event) {
    struct detector *detector = self;
    enum { MOST_STRETCHES = 1 << 20 }; /* of blocks, that are remembered */
    if (event->took_turns && detector->block_tick_count < MOST_STRETCHES) {
        race_turns_next(detector);
    } else {
        race_turns_forget(detector);
        detector->block_tick_count = 0;
    }
    detector->launch_tick = detector_advance(detector);
    order_launch(detector->order);
    hash_clear(&detector->covered);
    race_copies_forget(detector);
}

static void launch_end(void *self, const struct simt_launch_event *event) {
    struct detector *detector = self;
    TELL(detector, launch_end, event)
    detector->launch = NULL;
}

static void block_begin(void *self, const struct simt_launch_event *launch, uint64_t block) {
    struct detector *detector = self;
    (void)launch;
    detector->block = block;
    detector->order_hint = false;
    barrier_passed(detector, 0);
    detector->block_tick = detector->tick;
    order_block(detector->order);
    race_copies_forget(detector);
    if (!array_grow(&detector->block_ticks, &detector->block_tick_capacity,
                    detector->block_tick_count + 1)) {
        detector->findings.unwatched++;
        return;
    }
    detector->block_ticks[detector->block_tick_count++] = (struct block_tick){
        .block = block, .tick = detector->block_tick, .launch = (uint32_t)detector->tree.running};
}

/* What the barrier leaves out: where its threads wait at several, what all those leave out. */
static unsigned unfenced(const struct simt_barrier_release *event) {
    unsigned left_out = SIMT_MEMORY_SHARED | SIMT_MEMORY_GLOBAL;
    for (uint32_t warp = 0; warp < event->warps && left_out; warp++) {
        for (uint32_t left = event->masks[warp]; left && left_out; left &= left - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(left);
            uint32_t site = event->sites[warp * SIMT_WARP_SIZE + lane];
            left_out &= site < event->launch->site_count ? event->launch->sites[site].unfenced : 0;
        }
    }
    return left_out;
}

static void barrier_release(void *self, const struct simt_barrier_release *event) {
    TELL(self, barrier_release, event)
    if (!meeting_of_warps(self, event)) {
        barrier_passed(self, unfenced(event));
    }
}

static void syncwarp(void *self, const struct simt_syncwarp *event) {
    struct detector *detector = self;
    TELL(detector, syncwarp, event)
    meeting_of_lanes(detector, event);
}

static void fence(void *self, const struct simt_fence *event) {
    struct detector *detector = self;
    struct shadow_floors floors;
    TELL(detector, fence, event)
    detector_floors(detector, SIMT_GLOBAL, event->place.warp, &floors);
    uint32_t now = detector_advance(detector);
    race_turns_fenced(detector, event->scope);
    for (uint32_t left = event->mask; left; left &= left - 1) {
        order_fence(detector->order, detector_scope(event->scope),
                    event->place.warp * SIMT_WARP_SIZE + (uint32_t)__builtin_ctz(left), now, true,
                    &floors);
    }
}

static void access(void *self, const struct simt_access *event) {
    struct detector *detector = self;
    for (int n = 0; n < detector->on_access_count; n++) {
        detector->on_access[n]->access(detector, event);
    }
}

/* What changes nothing that detectors share. */
static void branch(void *self, const struct simt_branch *event) {
    TELL(self, branch, event)
}
static void barrier(void *self, const struct simt_barrier *event) {
    TELL(self, barrier, event)
}
static void together(void *self, const struct simt_together *event) {
    TELL(self, together, event)
}

static void undefined(void *self, const struct simt_undefined *event) {
    TELL(self, undefined, event)
}
static void fault(void *self, const struct simt_fault *event) {
    TELL(self, fault, event)
}

/* The machine is asked for just the events that some detector asks for. */
static bool subscribe(struct detector *detector) {
    detector->detections = detections;
    detector->states = calloc(DETECTOR_COUNT, sizeof *detector->states);
    // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant
    detector->on_access = calloc(DETECTOR_COUNT, sizeof *detector->on_access);
    bool enough = detector->states != NULL && detector->on_access != NULL;
    for (int n = 0; n < DETECTOR_COUNT && enough; n++) {
        const struct detection *detection = detections[n];
        struct simt_observer *observer = &detector->observer;
        detector->states[n] = calloc(1, detection->state_bytes + 1);
        enough = detector->states[n] != NULL;
        observer->access = detection->access != NULL ? access : observer->access;
        observer->branch = detection->branch != NULL ? branch : observer->branch;
        observer->barrier = detection->barrier != NULL ? barrier : observer->barrier;
        observer->undefined = detection->undefined != NULL ? undefined : observer->undefined;
        observer->together = detection->together != NULL ? together : observer->together;
        observer->fault = detection->fault != NULL ? fault : observer->fault;
    }
    if (enough) {
        detector_hear_accesses(detector);
    }
    return enough;
}

struct detector *detector_create(void) {
    struct detector *detector = calloc(1, sizeof *detector);
    if (detector == NULL) {
        return NULL;
    }
    detector->shared.shift = 2;
    detector->observer = (struct simt_observer){
        .self = detector,
        .region_new = region_new,
        .region_freed = region_freed,
        .host_write = host_write,
        .launch_begin = launch_begin,
        .launch_end = launch_end,
        .block_begin = block_begin,
        .grid_barrier = grid_barrier,
        .child = child,
        .barrier_release = barrier_release,
        .fence = fence,
        .syncwarp = syncwarp,
    };
    detector->order = order_create();
    enum { MOST_COVERED = 1 << 21 };
    detector->covered =
        (struct hash){.row_bytes = sizeof(struct covered_write), .most = MOST_COVERED};
    if (detector->order == NULL || !subscribe(detector)) {
        detector_destroy(detector);
        return NULL;
    }
    return detector;
}

void detector_destroy(struct detector *detector) {
    if (detector == NULL) {
        return;
    }
    for (uint32_t i = 0; i < detector->region_count; i++) {
        release_region(&detector->regions[i]);
    }
    shadow_release(&detector->shared);
    order_destroy(detector->order);
    launch_tree_release(&detector->tree);
    hash_clear(&detector->covered);
    for (int n = 0; n < DETECTOR_COUNT && detector->states != NULL; n++) {
        free(detector->states[n]);
    }
    free(detector->states);
    free(detector->on_access);
    finding_list_clear(&detector->findings);
    free(detector->regions);
    free(detector->block_ticks);
    free(detector->races);
    free(detector->copies.items);
    free(detector->compare_and_swap_read);
    free(detector->turns.fenced);
    free(detector->recent);
    free(detector);
}

const struct simt_observer *detector_observer(struct detector *detector) {
    return &detector->observer;
}

const struct finding_list *detector_findings(const struct detector *detector) {
    return &detector->findings;
}

void detector_left(struct detector *detector, uint32_t region, uint64_t code, const char *object) {
    if (region < detector->region_count) {
        detector->regions[region].allocated_by = code;
        detector->regions[region].left = true;
        snprintf(detector->program, sizeof detector->program, "%s", object);
    }
}

void detector_one_way(struct detector *detector, uint32_t region, bool read_only) {
    if (region < detector->region_count) {
        detector->regions[region].source = read_only;
        detector->regions[region].target = !read_only;
        detector->sources++;
        detector_hear_accesses(detector);
    }
}

const char *detector_place_of(const struct detector *detector, uint64_t address) {
    for (uint32_t i = 0; i < detector->region_count; i++) {
        if (detector->regions[i].address == address && !detector->regions[i].freed) {
            return detector->regions[i].allocated_at;
        }
    }
    return "";
}

void detector_array_at(const struct detector *detector, uint64_t address, enum simt_dialect dialect,
                       char *text, size_t size, uint64_t *offset) {
    uint32_t at = detector->region_count;
    for (uint32_t i = 0; i < detector->region_count; i++) {
        const struct watched_region *region = &detector->regions[i];
        if (address >= region->address && address - region->address < region->size) {
            at = i;
        }
    }
    *offset = at < detector->region_count ? address - detector->regions[at].address : 0;
    describe_region(text, size, dialect, detector, at);
}

void detector_allocated_at(struct detector *detector, uint32_t region, const char *place,
                           bool object) {
    if (region < detector->region_count) {
        detector->regions[region].object = object;
        snprintf(detector->regions[region].allocated_at,
                 sizeof detector->regions[region].allocated_at, "%s", place);
    }
}

void detector_leaks(struct detector *detector, const struct simt_device *device,
                    enum simt_dialect dialect) {
    TELL(detector, program_end, device, dialect)
}
