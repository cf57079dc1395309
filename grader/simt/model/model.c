/* Launches: each begins with nothing, and when it ends, a time is made of what was recorded. */
#include "model_state.h"
#include "scheduling/occupancy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LAUNCHES_KEPT = 1000 };

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
    model->barriers = 0;
    queue_clear(&model->queue);
    model->recording = false;
    memset(model->dealt, 0, sizeof model->dealt);
    footprint_clear(model->footprint);
    meetings_clear(&model->meetings);
    model->begun = 0;
    if (model->assembly != NULL) {
        recorder_launch(model->recorder, model->assembly, event->warps, event->kernel);
    }
}

/* ---- what earlier launches have left --------------------------------------------------------- */

struct cache_left {
    const struct model *model;
    double kept;    /* bytes that may have been touched since */
    uint64_t bytes; /* that this launch reads of them */
};

static bool is_left(const void *self, uint64_t address) {
    const struct cache_left *left = self;
    return residency_holds(&left->model->residency, address, left->kept);
}

static void add_left(void *self, uint64_t address, uint64_t read_bytes, uint64_t written_bytes) {
    struct cache_left *left = self;
    (void)written_bytes;
    left->bytes += is_left(left, address) ? read_bytes : 0;
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
    const double own = (double)sums.read_bytes + (double)sums.written_bytes;
    struct cache_left left = {.model = model, .kept = model->profile.kept_bytes - own};
    footprint_visit(model->footprint, add_left, &left);
    const double known = cold->microseconds - (ran_before ? model->profile.code_us : 0);
    if (left.bytes == 0 || left.bytes * 10 < sums.read_bytes) {
        return known;
    }
    model->facts.ran_before = ran_before;
    recorder_mark_held(model->recorder, is_left, &left);
    sums.read_bytes -= left.bytes;
    predict(&model->profile, &model->facts, recorder_trace(model->recorder), &sums, &launch);
    return fmin(launch.microseconds, known);
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
    facts->longest = each;
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
        model->facts.meetings = meetings_sum(&model->meetings);
        model->facts.barriers = model->barriers;
        recorder_mark_fresh(model->recorder, model->footprint);
        predict(&model->profile, &model->facts, trace, &sums, &launch);
        launch.warm = warm_time(model, &launch, sums, runs_again(model, event->kernel));
        footprint_visit(model->footprint, residency_leave, &model->residency);
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
    model->footprint = footprint_create((unsigned)profile->l2_slices);
    residency_clear(&model->residency);
    model->launches = calloc(LAUNCHES_KEPT, sizeof *model->launches);
    model->observer = (struct simt_observer){
        .self = model, .launch_begin = launch_begin, .launch_end = launch_end};
    model_listen(model);
    if (model->recorder == NULL || model->footprint == NULL || model->launches == NULL) {
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
    footprint_destroy(model->footprint);
    meetings_clear(&model->meetings);
    residency_clear(&model->residency);
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

void model_touch(struct model *model, uint64_t address, uint64_t bytes, bool stored) {
    const uint64_t piece = (uint64_t)1 << RESIDENCY_SHIFT;
    while (model != NULL && bytes > 0) {
        const uint64_t room = piece - address % piece, part = bytes < room ? bytes : room;
        residency_touch(&model->residency, address, stored ? 0 : part, stored ? part : 0);
        address += part;
        bytes -= part;
    }
}

double model_last(const struct model *model) {
    return model->last;
}
