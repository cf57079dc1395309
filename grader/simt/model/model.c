/* The observer: records, and when a launch ends, makes a time of it. */
#include "model.h"
#include "assemble.h"
#include "chains.h"
#include "contention.h"
#include "footprint.h"
#include "occupancy.h"
#include "parts.h"
#include "polls.h"
#include "predict.h"
#include "queue.h"
#include "residency.h"
#include "../observers/row.h"

#include <stdlib.h>
#include <string.h>

enum { PARTS_EVERY = 16 /* a line of so many is followed */ };
enum { BLOCK_WARPS = 32, PROCESSORS = 256, KERNELS = 32 };
enum { LAUNCHES_KEPT = 1000, ENTRIES_KEPT = 100000, ENTRIES_OF_BLOCK = 60000 };

/* What is kept of a region. */
struct range {
    bool mapped;
    uint16_t strays; /* bytes from a KiB to its first one */
};

struct model {
    struct simt_observer observer;
    struct profile profile;
    struct assembly *assemblies;
    const struct assembly *assembly; /* of the running launch, or NULL */
    struct recorder *recorder;
    struct recorder *ending; /* the block that runs last: it may finish what all began */
    struct footprint *footprint;
    struct residency *residency;
    struct contention *contention;
    struct chains *chains;
    struct parts *parts;
    struct queue queue;
    struct range *ranges; /* by region's index */
    uint32_t range_capacity;
    struct launch_facts facts;
    uint64_t every;    /* that many blocks on, the first multiprocessor gets its next one */
    bool recording;    /* this block */
    bool is_last;      /* of the launch's blocks */
    bool swaps;        /* threads of the launch have compared and swapped */
    bool polls;        /* blocks of the launch may wait for others */
    bool unusual;      /* either */
    uint32_t barriers; /* of the grid */
    uint64_t begun;    /* blocks */
    uint64_t dealt[PROCESSORS];                      /* instructions, by multiprocessor */
    uint64_t wave;                                   /* of blocks: which one runs */
    uint64_t wave_blocks;                            /* so many are one */
    double resident;                                 /* threads that run at once */
    uint64_t warp_instructions[BLOCK_WARPS];         /* of this block */
    const struct simt_kernel_info *kernels[KERNELS]; /* that ran lately, or NULL */
    uint32_t kernel_count;
    struct model_launch *launches;
    size_t launch_count;
    double last;
};

/* ---- events ---------------------------------------------------------------------------------- */

static void region_new(void *self, const struct simt_region *region) {
    enum { KIB = 1024 };
    struct model *model = self;
    if (region->index >= model->range_capacity) {
        uint32_t capacity = region->index * 2 + 64;
        struct range *ranges = realloc(model->ranges, capacity * sizeof *ranges);
        if (ranges == NULL) {
            return;
        }
        memset(ranges + model->range_capacity, 0,
               (capacity - model->range_capacity) * sizeof *ranges);
        model->ranges = ranges;
        model->range_capacity = capacity;
    }
    model->ranges[region->index] =
        (struct range){region->kind == SIMT_REGION_MAPPED, (uint16_t)(region->address % KIB)};
}

static const struct assembly *find_assembly(struct model *model, const struct simt_module *module) {
    struct assembly *assembly = model->assemblies;
    while (assembly != NULL && assembly->module != module) {
        assembly = assembly->next;
    }
    if (assembly == NULL) {
        assembly = assemble(module);
        if (assembly != NULL) {
            assembly->next = model->assemblies;
            model->assemblies = assembly;
        }
    }
    return assembly;
}

static void launch_begin(void *self, const struct simt_launch_event *event) {
    struct model *model = self;
    const struct simt_launch *launch = event->launch;
    model->assembly = find_assembly(model, event->module);
    model->facts = (struct launch_facts){.blocks = simt_launch_blocks(launch),
                                         .threads = event->threads,
                                         .registers = event->kernel->registers,
                                         .most_registers = event->kernel->most_registers,
                                         .shared_bytes = event->shared_bytes};
    model->every = (uint64_t)model->profile.processors;
    uint32_t resident =
        occupancy_of(&model->profile, event->threads, event->kernel->registers, event->shared_bytes)
            .blocks;
    model->wave_blocks = model->every * (resident > 0 ? resident : 1);
    model->resident = (double)model->wave_blocks * event->threads;
    contention_clear(model->contention);
    chains_clear(model->chains);
    model->barriers = 0;
    model->swaps = false;
    model->polls = model->unusual =
        model->assembly != NULL && assembly_polls(model->assembly, event->kernel);
    parts_clear(model->parts);
    queue_clear(&model->queue);
    model->recording = false;
    memset(model->dealt, 0, sizeof model->dealt);
    footprint_clear(model->footprint);
    model->begun = 0;
    if (model->assembly != NULL) {
        recorder_launch(model->recorder, model->assembly, event->warps, event->kernel);
        recorder_launch(model->ending, model->assembly, event->warps, event->kernel);
        model->facts.last = recorder_trace(model->ending);
    }
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
    model->is_last = ++model->begun == model->facts.blocks && model->begun > 1;
    if (model->is_last && model->assembly != NULL) {
        recorder_begin(model->ending, ENTRIES_OF_BLOCK / event->warps + 64);
    }
}

static void block_end(void *self, const struct simt_launch_event *event, uint64_t block) {
    struct model *model = self;
    uint64_t longest = 0, instructions = 0;
    for (uint32_t w = 0; w < event->warps && w < BLOCK_WARPS; w++) {
        longest = model->warp_instructions[w] > longest ? model->warp_instructions[w] : longest;
        instructions += model->warp_instructions[w];
    }
    struct launch_facts *facts = &model->facts;
    if (model->is_last) {
        facts->last_longest = longest;
    } else {
        facts->longest = longest > facts->longest ? longest : facts->longest;
    }
    uint64_t *dealt = &model->dealt[block % model->every % PROCESSORS];
    *dealt += instructions;
    facts->busiest = *dealt > facts->busiest ? *dealt : facts->busiest;
    facts->own = model->dealt[0];
    facts->instructions += instructions;
    queue_block(&model->queue, model->begun, instructions);
    if (model->recording) {
        recorder_end(model->recorder, instructions);
    }
    if (model->is_last && model->assembly != NULL) {
        recorder_end(model->ending, instructions);
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

/* Of a store: do lanes reach something else than one row of neighbours? */
static __attribute__((noinline)) void note_scattered(struct model *model,
                                                     const struct simt_access *event) {
    const unsigned first = (unsigned)__builtin_ctz(event->mask),
                   last = 31 - (unsigned)__builtin_clz(event->mask);
    const uint64_t row = (uint64_t)__builtin_popcount(event->mask) * event->size;
    if (event->address[last] - event->address[first] + event->size == row) {
        return;
    }
    footprint_scatter(model->footprint, event->address, event->mask);
    /* L2 has whole sectors of what was read. */
    uint32_t followed = parts_followed(model->parts, event->address, event->mask);
    parts_store(model->parts, event->address,
                footprint_unread(model->footprint, event->address, followed), event->size);
}

/* Of words that are compared and swapped: who does so, who has read them, who gives them back. */
static void note_contention(struct model *model, const struct simt_access *event) {
    struct contention *contention = model->contention;
    if (event->atomic == SIMT_ATOMIC_CAS && event->kind >= SIMT_ATOMIC) {
        uint64_t warp = model->begun * BLOCK_WARPS + event->place.warp;
        contention_swap(contention, event->address, event->mask, event->wrote, event->size, warp);
        model->swaps = model->unusual = true;
    } else if (event->kind == SIMT_LOAD) {
        contention_load(contention, event->address, event->mask);
    } else {
        contention_write(contention, event->address, event->mask);
    }
}

/* Of a kernel that polls: what other blocks may wait for, and who waits. */
static void note_chain(struct model *model, const struct simt_access *event) {
    const uint8_t handle = model->assembly->steps[event->place.site].handle;
    if (handle == HANDLE_POLL) {
        chains_poll(model->chains, event, (uint32_t)model->begun);
    } else if (event->kind != SIMT_LOAD) {
        chains_store(model->chains, event, (uint32_t)model->begun, handle);
    }
}

/* Who meets where. The machine lays allocations closer than a GPU, where a large one begins with a
 * KiB: which slice of L2 has a word depends on that. */
static void note_meeting(struct model *model, const struct simt_access *event, bool together) {
    uint64_t address[SIMT_WARP_SIZE] = {0};
    const uint64_t strays =
        event->region < model->range_capacity ? model->ranges[event->region].strays : 0;
    for (uint32_t left = event->mask; left != 0; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        address[lane] = event->address[lane] - strays;
    }
    footprint_atomic(model->footprint, address, event->mask, together);
}

/* An atomic operation on the device's memory. */
static void note_atomic(struct model *model, const struct simt_access *event) {
    const struct model_step *step = &model->assembly->steps[event->place.site];
    bool together = step->joins || (step->uniform && event->increment);
    model->facts.atomics++;
    queue_atomic(&model->queue, event, model->begun * BLOCK_WARPS + event->place.warp);
    model->facts.float_atomics += step->floats;
    note_meeting(model, event, together);
}

/* What an access touches of the device's memory. Of a row, and of steps that leave out no granule,
 * the ends say all; of one place, any lane. */
static void note_footprint(struct model *model, const struct simt_access *event, uint16_t moment) {
    struct footprint *footprint = model->footprint;
    const bool write = event->kind != SIMT_LOAD;
    struct reach reach = {0};
    if (event->pattern == SIMT_ROW || event->pattern == SIMT_ONE_PLACE) {
        reach.first = event->address[__builtin_ctz(event->mask)];
        reach.last = event->address[31 - __builtin_clz(event->mask)];
    } else if (event->pattern == SIMT_STEPS) {
        reach = reach_of_steps(event->address);
    } else {
        footprint_touch(footprint, event->address, event->mask, write, moment);
        return;
    }
    if (reach.step <= GRANULE_BYTES) {
        const unsigned bytes = (unsigned)(reach.last - reach.first) + event->size;
        footprint_touch_row(footprint, reach.first, bytes, write, moment);
    } else {
        footprint_touch_steps(footprint, reach.first, (uint32_t)reach.step, write, moment);
    }
}

static inline uint16_t moment_of(const struct model *model, const struct simt_access *event) {
    return footprint_moment(model->wave, model->warp_instructions[event->place.warp % BLOCK_WARPS]);
}

static inline void note_global(struct model *model, const struct simt_access *event) {
    const uint16_t moment = event->kind == SIMT_LOAD ? moment_of(model, event) : 0; /* of reads */
    note_footprint(model, event, moment);
}

/* Atomics, what is loaded and stored beside them, and stores that may be scattered. */
static __attribute__((noinline)) void note_unusual(struct model *model,
                                                   const struct simt_access *event) {
    if (event->kind >= SIMT_ATOMIC) {
        note_atomic(model, event);
    }
    if (model->swaps || event->atomic == SIMT_ATOMIC_CAS) {
        note_contention(model, event);
    }
    if (model->polls) {
        note_chain(model, event);
    }
    if (event->kind == SIMT_STORE && event->pattern != SIMT_ROW) {
        note_scattered(model, event);
    }
    note_global(model, event);
}

/* For the trace of a block that is recorded. */
static __attribute__((noinline)) void record_access(struct model *model,
                                                    const struct simt_access *event) {
    const bool global = event->space == SIMT_GLOBAL, mapped = global && is_mapped(model, event);
    uint16_t moment = global ? moment_of(model, event) : 0;
    if (global && model->polls && chains_handed(model->chains, event, (uint32_t)model->begun)) {
        moment = FOOTPRINT_WRITTEN;
    }
    if (model->recording) {
        recorder_access(model->recorder, event, mapped, moment);
    }
    if (model->is_last) {
        recorder_access(model->ending, event, mapped, moment);
    }
}

/* Most accesses are of blocks that nobody records: of these only the footprint counts. */
static void access_event(void *self, const struct simt_access *event) {
    struct model *model = self;
    if (model->assembly == NULL) {
        return;
    }
    if (model->recording || model->is_last) {
        record_access(model, event);
    }
    if (event->space != SIMT_GLOBAL || is_mapped(model, event)) {
        return;
    }
    if (event->kind >= SIMT_ATOMIC || model->unusual ||
        (event->kind == SIMT_STORE && event->pattern != SIMT_ROW)) {
        note_unusual(model, event);
    } else {
        note_global(model, event);
    }
}

static __attribute__((noinline)) void record_stretch(struct model *model,
                                                     const struct simt_stretch *event) {
    if (model->recording) {
        recorder_stretch(model->recorder, event);
    }
    if (model->is_last && model->assembly != NULL) {
        recorder_stretch(model->ending, event);
    }
}

static void stretch_event(void *self, const struct simt_stretch *event) {
    struct model *model = self;
    model->warp_instructions[event->place.warp % BLOCK_WARPS] += event->end - event->place.site;
    if (model->recording || model->is_last) {
        record_stretch(model, event);
    }
}

/* ---- what earlier launches have left --------------------------------------------------------- */

struct left {
    const struct model *model;
    double kept;    /* bytes that may have been touched since */
    uint64_t bytes; /* that this launch reads of them */
};

static bool is_left(const void *self, uint64_t address) {
    const struct left *left = self;
    return residency_holds(left->model->residency, address, left->kept);
}

static void add_left(void *self, uint64_t address, uint64_t read_bytes, uint64_t written_bytes) {
    struct left *left = self;
    (void)written_bytes;
    left->bytes += is_left(left, address) ? read_bytes : 0;
}

static void leave(void *self, uint64_t address, uint64_t read_bytes, uint64_t written_bytes) {
    struct model *model = self;
    residency_touch(model->residency, address, read_bytes + written_bytes);
}

/* Has this kernel run before? From now on it has. */
static bool runs_again(struct model *model, const struct simt_kernel_info *kernel) {
    for (uint32_t n = 0; n < KERNELS; n++) {
        if (model->kernels[n] == kernel) {
            return true;
        }
    }
    model->kernels[model->kernel_count++ % KERNELS] = kernel;
    return false;
}

/* The launch's time with what L2 holds when it begins, where that is much; else its cold one, but
 * for its code. */
static double warm_time(struct model *model, const struct model_launch *cold,
                        struct footprint_sums sums, bool ran_before) {
    struct model_launch launch = *cold;
    double own = (double)sums.read_bytes + (double)sums.written_bytes;
    struct left left = {.model = model, .kept = model->profile.kept_bytes - own};
    footprint_visit(model->footprint, add_left, &left);
    const double known = cold->microseconds - (ran_before ? model->profile.code_us : 0);
    if (left.bytes == 0 || left.bytes * 10 < sums.read_bytes) {
        return known;
    }
    recorder_mark_held(model->recorder, is_left, &left);
    recorder_mark_held(model->ending, is_left, &left);
    model->facts.warm = left.bytes * 2 > sums.read_bytes;
    model->facts.ran_before = ran_before;
    sums.filled_sectors = model->facts.warm ? 0 : sums.filled_sectors;
    sums.read_bytes -= left.bytes;
    predict(&model->profile, &model->facts, recorder_trace(model->recorder), &sums, &launch);
    return launch.microseconds < known ? launch.microseconds : known;
}

/* Deals what the first block took out to as many blocks as run at once. */
static void deal(struct model *model, uint32_t warps) {
    struct launch_facts *facts = &model->facts;
    uint64_t blocks = facts->blocks < model->wave_blocks ? facts->blocks : model->wave_blocks;
    uint64_t each = facts->instructions / (blocks * warps);
    uint64_t processors = blocks < model->every ? blocks : model->every;
    recorder_deal(model->recorder, each > 0 ? each : 1);
    facts->blocks = blocks;
    facts->own = facts->busiest = facts->instructions / processors;
    facts->longest = facts->last_longest = each;
}

static void launch_end(void *self, const struct simt_launch_event *event) {
    struct model *model = self;
    struct model_launch launch = {.number = event->number};
    const struct trace *trace = recorder_trace(model->recorder);
    bool good =
        model->assembly != NULL && trace->block_count > 0 && event->result->status == SIMT_OK;
    if (model->barriers > 0) { /* behind each, the blocks have begun once more */
        model->facts.blocks = model->begun;
    }
    if (good && queue_was_taken(&model->queue)) {
        deal(model, event->warps);
    }
    if (good) {
        struct footprint_sums sums = footprint_sum(model->footprint);
        sums.filled_sectors = parts_filled(model->parts);
        model->facts.contention =
            contention_cycles(model->contention, &model->profile, model->resident,
                              (double)model->facts.blocks * model->facts.threads);
        model->facts.chains = chains_any(model->chains) ? model->chains : NULL;
        model->facts.barriers = model->barriers;
        recorder_mark_fresh(model->recorder, model->footprint);
        recorder_mark_fresh(model->ending, model->footprint);
        predict(&model->profile, &model->facts, trace, &sums, &launch);
        launch.warm = warm_time(model, &launch, sums, runs_again(model, event->kernel));
        footprint_visit(model->footprint, leave, model);
    }
    model->last = launch.warm;
    if (model->launches != NULL && model->launch_count < LAUNCHES_KEPT) {
        model->launches[model->launch_count++] = launch;
    }
}

/* ---- the face -------------------------------------------------------------------------------- */

struct model *model_create(const struct profile *profile) {
    struct model *model = calloc(1, sizeof *model);
    if (model == NULL) {
        return NULL;
    }
    model->profile = *profile;
    model->recorder = recorder_create();
    model->ending = recorder_create();
    model->footprint = footprint_create((unsigned)profile->l2_slices);
    model->residency = residency_create();
    model->contention = contention_create();
    model->chains = chains_create();
    model->parts = parts_create(profile->l2_parts_bytes / LINE_BYTES, PARTS_EVERY);
    model->launches = calloc(LAUNCHES_KEPT, sizeof *model->launches);
    model->observer = (struct simt_observer){.self = model,
                                             .region_new = region_new,
                                             .launch_begin = launch_begin,
                                             .launch_end = launch_end,
                                             .block_begin = block_begin,
                                             .block_end = block_end,
                                             .grid_barrier = grid_barrier,
                                             .access = access_event,
                                             .stretch = stretch_event};
    if (model->recorder == NULL || model->ending == NULL || model->footprint == NULL ||
        model->launches == NULL || model->residency == NULL || model->contention == NULL ||
        model->parts == NULL || model->chains == NULL) {
        model_destroy(model);
        return NULL;
    }
    return model;
}

void model_destroy(struct model *model) {
    if (model == NULL) {
        return;
    }
    while (model->assemblies != NULL) {
        struct assembly *next = model->assemblies->next;
        assembly_destroy(model->assemblies);
        model->assemblies = next;
    }
    recorder_destroy(model->recorder);
    recorder_destroy(model->ending);
    footprint_destroy(model->footprint);
    residency_destroy(model->residency);
    contention_destroy(model->contention);
    chains_destroy(model->chains);
    parts_destroy(model->parts);
    free(model->ranges);
    free(model->launches);
    free(model);
}

const struct simt_observer *model_observer(struct model *model) {
    return &model->observer;
}

const struct profile *model_profile(const struct model *model) {
    return &model->profile;
}

const struct model_launch *model_launches(const struct model *model, size_t *count) {
    *count = model->launch_count;
    return model->launches;
}

void model_touch(struct model *model, uint64_t address, uint64_t bytes) {
    const uint64_t piece = (uint64_t)1 << RESIDENCY_SHIFT;
    while (model != NULL && bytes > 0) {
        const uint64_t room = piece - address % piece, part = bytes < room ? bytes : room;
        residency_touch(model->residency, address, part);
        address += part;
        bytes -= part;
    }
}

double model_last(const struct model *model) {
    return model->last;
}
