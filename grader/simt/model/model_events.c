/* The observer: what a running launch does, block by block and access by access, is recorded. */
#include "../array.h"
#include "model_state.h"

#include <stdlib.h>
#include <string.h>

enum { ENTRIES_KEPT = 100000, ENTRIES_OF_BLOCK = 60000 };

static void region_new(void *self, const struct simt_region *region) {
    enum { KIB = 1024 };
    struct model *model = self;
    if (!array_grow(&model->ranges, &model->range_capacity, region->index + 1)) {
        return;
    }
    model->ranges[region->index] =
        (struct range){region->kind == SIMT_REGION_MAPPED, (uint16_t)(region->address % KIB)};
}

/* The blocks that the first multiprocessor gets, one after the other, as far as there is room. */
static void block_begin(void *self, const struct simt_launch_event *event, uint64_t block) {
    struct model *model = self;
    (void)event;
    const struct trace *trace = recorder_trace(model->recorder);
    model->recording = model->assembly != NULL && block % model->every == 0 &&
                       trace->entry_count < ENTRIES_KEPT && !trace->full;
    model->wave = block / model->wave_blocks;
    memset(model->warp_instructions, 0, sizeof model->warp_instructions);
    if (model->recording) {
        recorder_begin(model->recorder, ENTRIES_OF_BLOCK / event->warps + 64);
    }
    model->begun++;
}

static void block_end(void *self, const struct simt_launch_event *event, uint64_t block) {
    struct model *model = self;
    uint64_t longest = 0, instructions = 0;
    for (uint32_t w = 0; w < event->warps && w < BLOCK_WARPS; w++) {
        longest = model->warp_instructions[w] > longest ? model->warp_instructions[w] : longest;
        instructions += model->warp_instructions[w];
    }
    struct launch_facts *facts = &model->facts;
    facts->longest = longest > facts->longest ? longest : facts->longest;
    uint64_t *dealt = &model->dealt[block % model->every % PROCESSORS];
    *dealt += instructions;
    facts->busiest = *dealt > facts->busiest ? *dealt : facts->busiest;
    facts->own = model->dealt[0];
    facts->instructions += instructions;
    queue_block(&model->queue, model->begun, instructions);
    if (model->recording) {
        recorder_end(model->recorder, instructions);
    }
    model->recording = false;
}

static void grid_barrier(void *self, const struct simt_launch_event *event) {
    struct model *model = self;
    (void)event;
    model->barriers++;
}

static bool is_mapped(const struct model *model, const struct simt_access *event) {
    return event->region < model->range_capacity && model->ranges[event->region].mapped;
}

/* Notes a store whose lanes reach something else than one row of neighbours. */
static __attribute__((noinline)) void note_scattered(struct model *model,
                                                     const struct simt_access *event) {
    const unsigned first = (unsigned)__builtin_ctz(event->mask),
                   last = 31 - (unsigned)__builtin_clz(event->mask);
    const uint64_t row = (uint64_t)__builtin_popcount(event->mask) * event->size;
    if (event->address[last] - event->address[first] + event->size == row) {
        return;
    }
    footprint_scatter(model->footprint, event->address, event->mask);
}

/* Who meets where. The machine lays allocations closer than a GPU, where a large one begins with a
 * KiB: which slice of L2 has a word depends on that. */
static void note_meeting(struct model *model, const struct simt_access *event, bool together) {
    uint64_t address[SIMT_WARP_SIZE] = {0};
    const uint64_t strays =
        event->region < model->range_capacity ? model->ranges[event->region].strays : 0;
    for (LANES_OF(lane, event->mask)) {
        address[lane] = event->address[lane] - strays;
    }
    meetings_add(&model->meetings, address, event->mask, together);
}

/* An atomic operation on the device's memory. */
static void note_atomic(struct model *model, const struct simt_access *event) {
    const struct model_step *step = &model->assembly->steps[event->place.site];
    bool together = step->joins || (step->uniform && event->increment);
    model->facts.atomics++;
    queue_atomic(&model->queue, event, model->begun * BLOCK_WARPS + event->place.warp);
    model->facts.float_atomics += step->floats;
    if (event->atomic == SIMT_ATOMIC_CAS) {
        meetings_swap(&model->meetings, event->address, event->mask & event->wrote);
    }
    note_meeting(model, event, together);
}

static inline uint16_t moment_of(const struct model *model, const struct simt_access *event) {
    return footprint_moment(model->wave, model->warp_instructions[event->place.warp % BLOCK_WARPS]);
}

/* What an access touches of the device's memory: of a row its ends, of one place any lane. */
static inline void note_footprint(struct model *model, const struct simt_access *event) {
    const bool write = event->kind != SIMT_LOAD;
    const uint16_t moment = write ? 0 : moment_of(model, event); /* of reads alone */
    if (event->pattern != SIMT_ROW && event->pattern != SIMT_ONE_PLACE) {
        footprint_touch(model->footprint, event->address, event->mask, write, moment);
        return;
    }
    const uint64_t first = event->address[__builtin_ctz(event->mask)],
                   last = event->address[31 - __builtin_clz(event->mask)];
    const unsigned bytes = (unsigned)(last - first) + event->size;
    footprint_touch_row(model->footprint, first, bytes, write, moment);
}

/* For the trace of a block that is recorded. */
static __attribute__((noinline)) void record_access(struct model *model,
                                                    const struct simt_access *event) {
    const bool global = event->space == SIMT_GLOBAL, mapped = global && is_mapped(model, event);
    const uint16_t moment = global ? moment_of(model, event) : 0;
    recorder_access(model->recorder, event, mapped, moment);
}

/* Most accesses are of blocks that nobody records: of these only the footprint counts. */
static void access_event(void *self, const struct simt_access *event) {
    struct model *model = self;
    if (model->assembly == NULL) {
        return;
    }
    if (model->recording) {
        record_access(model, event);
    }
    if (event->space != SIMT_GLOBAL || is_mapped(model, event)) {
        return;
    }
    if (event->kind >= SIMT_ATOMIC) {
        note_atomic(model, event);
    } else if (event->kind == SIMT_STORE && event->pattern != SIMT_ROW) {
        note_scattered(model, event);
    }
    note_footprint(model, event);
}

static void stretch_event(void *self, const struct simt_stretch *event) {
    struct model *model = self;
    model->warp_instructions[event->place.warp % BLOCK_WARPS] += event->end - event->place.site;
    if (model->recording) {
        recorder_stretch(model->recorder, event);
    }
}

void model_listen(struct model *model) {
    model->observer.region_new = region_new;
    model->observer.block_begin = block_begin;
    model->observer.block_end = block_end;
    model->observer.grid_barrier = grid_barrier;
    model->observer.access = access_event;
    model->observer.stretch = stretch_event;
}
