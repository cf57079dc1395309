#include "speculate.h"

#include "claims.h"
#include "execute.h"
#include "memory/access.h"
#include "../observe_messages.h"
#include "../thread.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEAST_BLOCKS = 4,
    LEAST_WORK = 400 * 1000, /* warp instructions that are left: fewer are done sooner alone */
    BATCH_WORK = 128 * 1000, /* of a core, in a batch */
    MOST_BLOCKS = 1024,      /* of a batch */
    MOST_CORES = 64,
    MANY_BYTES = 20, /* of messages for each warp instruction: they are what takes the time, then */
    KEPT_TIMES = 2,  /* a byte that was stored over costs as much as so many of a message */
    FAILURES_FORGIVEN = 8, /* one in so many batches may fail */
};
_Static_assert((int)MOST_BLOCKS <= (int)CLAIMS_BLOCKS, "a claim has a number for each block");

/* What a block leaves behind until it is its turn. */
struct block_log {
    struct claims_bytes messages, reductions;
};

struct core {
    struct speculation *all;
    struct machine machine;
    struct simt_device device; /* as the core sees it: its observer is the writer */
    struct simt_result result;
    struct claimer claimer;
    struct simt_message_writer writer;
    struct block_log *log; /* of the block that runs */
    pthread_t thread;
};

struct speculation {
    struct machine *machine;
    uint64_t blocks;
    struct claims *claims;
    struct core *cores;
    unsigned core_count, started;
    bool listens;                          /* somebody wants to hear of what happens in a block */
    struct block_log logs[2][MOST_BLOCKS]; /* of this batch and of the one before */
    unsigned which;
    uint64_t first; /* block of the batch */
    uint32_t size;
    atomic_uint next; /* block of the batch that nobody has taken yet */
    _Atomic(bool) failed;
    struct simt_batches batches;
    uint64_t bytes, work; /* to be kept, for so many warp instructions */
    bool broken;          /* without memory after a failure */
    /* the cores' threads */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t round;   /* batches begun */
    unsigned working; /* threads that have not ended this one */
    bool ending;
};

static uint64_t block_number(const struct speculation *all, uint64_t n) {
    return all->machine->launch->schedule == SIMT_REVERSE ? all->blocks - 1 - n : n;
}

/* ---- one core -------------------------------------------------------------------------------- */

static unsigned char *message_room(void *context, size_t bytes) {
    struct core *core = context;
    unsigned char *room = claims_room(&core->log->messages, bytes);
    if (room == NULL) {
        atomic_store(&core->all->failed, true);
    }
    return room;
}

static void run_block(struct core *core, uint32_t n) {
    struct speculation *all = core->all;
    core->log = &all->logs[all->which][n];
    core->claimer.block = n;
    core->claimer.reductions = &core->log->reductions;
    if (!block_run(&core->machine, block_number(all, all->first + n))) {
        atomic_store(&all->failed, true);
    }
}

/* Blocks of the batch, until all are taken or one has failed. */
static void run_blocks(struct core *core) {
    struct speculation *all = core->all;
    while (!atomic_load(&all->failed)) {
        const uint32_t n = atomic_fetch_add(&all->next, 1);
        if (n >= all->size) {
            return;
        }
        run_block(core, n);
    }
}

static void *work(void *argument) {
    struct core *core = argument;
    struct speculation *all = core->all;
    uint64_t seen = 0;
    pthread_mutex_lock(&all->lock);
    while (true) {
        while (all->round == seen && !all->ending) {
            pthread_cond_wait(&all->changed, &all->lock);
        }
        if (all->ending) {
            break;
        }
        seen = all->round;
        pthread_mutex_unlock(&all->lock);
        run_blocks(core);
        pthread_mutex_lock(&all->lock);
        if (--all->working == 0) {
            pthread_cond_broadcast(&all->changed);
        }
    }
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

/* Only what somebody asks for costs the core anything. */
#define KEEP(callback)                                                                             \
    {                                                                                              \
        bool heard_ = false;                                                                       \
        for (uint32_t o_ = 0; o_ < device->observer_count; o_++) {                                 \
            heard_ |= device->observers[o_]->callback != NULL;                                     \
        }                                                                                          \
        if (!heard_) {                                                                             \
            core->writer.face.callback = NULL;                                                     \
        }                                                                                          \
        listens |= heard_;                                                                         \
    }

static bool listen(struct core *core, const struct simt_device *device) {
    bool listens = false;
    core->writer = (struct simt_message_writer){
        .room = message_room, .context = core, .launch = &core->all->machine->event};
    simt_messages_write(&core->writer);
    KEEP(block_begin)
    KEEP(block_end)
    KEEP(access)
    KEEP(branch)
    KEEP(stretch)
    KEEP(barrier)
    KEEP(barrier_release)
    KEEP(fence)
    KEEP(syncwarp)
    KEEP(exchange)
    KEEP(undefined)
    KEEP(together)
    core->device.observer_count = listens ? 1 : 0;
    core->device.observers[0] = &core->writer.face;
    return listens;
}

/* A machine as the launch's, with all that changes while a block runs of its own. */
static bool make_core(struct speculation *all, struct core *core) {
    const struct machine *launch = all->machine;
    core->all = all;
    core->device = *launch->device;
    core->device.skips = NULL;
    core->device.stop = core == all->cores ? core->device.stop : NULL;
    all->listens = listen(core, launch->device);
    core->claimer = (struct claimer){.claims = all->claims, .failed = &all->failed};
    core->machine = *launch;
    core->machine.device = &core->device;
    core->machine.result = &core->result;
    core->machine.claimer = &core->claimer;
    core->machine.children = NULL;
    return launch_copy(&core->machine);
}

static void release_core(struct core *core) {
    launch_release_copy(&core->machine);
    free(core->claimer.stored.bytes);
    free(core->device.skips);
}

/* ---- batches --------------------------------------------------------------------------------- */

static void begin_batch(struct speculation *all, uint64_t first, uint32_t size) {
    pthread_mutex_lock(&all->lock);
    all->which ^= 1;
    all->first = first;
    all->size = size;
    atomic_store(&all->next, 0);
    atomic_store(&all->failed, false);
    for (uint32_t n = 0; n < size; n++) {
        all->logs[all->which][n].messages.used = all->logs[all->which][n].reductions.used = 0;
    }
    all->batches.run++;
    all->round++;
    all->working = all->started;
    pthread_cond_broadcast(&all->changed);
    pthread_mutex_unlock(&all->lock);
}

static void await_batch(struct speculation *all) {
    run_blocks(&all->cores[0]);
    pthread_mutex_lock(&all->lock);
    while (all->working > 0) {
        pthread_cond_wait(&all->changed, &all->lock);
    }
    pthread_mutex_unlock(&all->lock);
}

/* Adds what a core counted to the launch's counts. */
static void add_counts(struct machine *launch, const struct machine *own) {
    for (uint32_t s = 0; s < launch->module->count + 1; s++) {
        launch->steps[s].warps += own->steps[s].warps;
        launch->steps[s].threads += own->steps[s].threads;
    }
    launch->clock += own->clock;
}

/* A block that was given up leaves its warps somewhere: others replace them. False: no memory. */
static bool begin_anew(struct core *core) {
    claims_take_back(&core->claimer.stored);
    core->machine.faulted = false;
    launch_release_block(&core->machine);
    return launch_prepare_block(&core->machine);
}

/* Carries out what a block has put off, as any of the launch's warps: none runs. */
static void reduce(struct machine *machine, const struct claims_bytes *reductions) {
    char registers[2 * CLAIMS_ROW] __attribute__((aligned(64)));
    struct warp *warp = &machine->state.warps[0];
    const struct warp before = *warp;
    warp->registers = registers;
    for (size_t at = 0; at < reductions->used; at += sizeof(struct reduction)) {
        struct reduction reduction;
        memcpy(&reduction, reductions->bytes + at, sizeof reduction);
        struct instruction instruction = *reduction.instruction;
        instruction.d = 0;
        instruction.b = instruction.c = CLAIMS_ROW;
        memcpy(registers + CLAIMS_ROW, reduction.operands, sizeof reduction.operands);
        warp_set_mask(warp, reduction.mask);
        access_update(warp, &instruction, reduction.host, reduction.address);
    }
    *warp = before;
}

/* All of the batch has happened, or nothing. */
static bool end_batch(struct speculation *all) {
    const bool good = !atomic_load(&all->failed);
    for (unsigned c = 0; c < all->core_count; c++) {
        struct core *core = &all->cores[c];
        if (good) {
            all->work += core->machine.clock;
            all->bytes += KEPT_TIMES * core->claimer.stored.used;
            add_counts(all->machine, &core->machine);
        } else {
            all->broken |= !begin_anew(core);
        }
        core->claimer.stored.used = 0;
        core->machine.clock = core->machine.ask_at = 0;
        memset(core->machine.steps, 0,
               (core->machine.module->count + 1) * sizeof(struct profile_step));
    }
    for (uint32_t n = 0; n < all->size && good; n++) {
        reduce(all->machine, &all->logs[all->which][n].reductions);
        all->bytes += all->logs[all->which][n].messages.used;
    }
    all->batches.again += !good;
    return good;
}

/* Tells what happened in `size` blocks of a batch. */
static void tell(const struct speculation *all, const struct block_log *logs, uint32_t size) {
    const struct simt_device *device = all->machine->device;
    const struct simt_audience audience = {device->observers, device->observer_count};
    for (uint32_t n = 0; n < size && all->listens; n++) {
        simt_messages_tell(&audience, logs[n].messages.bytes, logs[n].messages.used);
    }
}

/* Blocks one after the other; how many of them ended. */
static uint32_t run_alone(struct speculation *all, uint64_t first, uint32_t size) {
    for (uint32_t n = 0; n < size; n++) {
        if (!launch_goes_on(all->machine)) {
            all->machine->faulted = true;
            return n;
        }
        if (!block_run(all->machine, block_number(all, first + n))) {
            return n;
        }
    }
    return size;
}

/* As many blocks as keep the cores busy for a while; at first as few as tell if this will do. */
static uint32_t batch_size(const struct speculation *all, uint64_t done) {
    const uint64_t work = all->machine->clock / done + 1;
    uint64_t size = all->batches.run == 0 ? all->core_count : BATCH_WORK * all->core_count / work;
    size = size < all->core_count ? all->core_count : size > MOST_BLOCKS ? MOST_BLOCKS : size;
    return (uint32_t)(size < all->blocks - done ? size : all->blocks - done);
}

static bool is_worth_it(const struct speculation *all, uint64_t done) {
    return all->blocks - done > 1 && !all->broken && all->bytes <= MANY_BYTES * all->work &&
           all->batches.again <= all->batches.run / FAILURES_FORGIVEN;
}

/* From block `done` on; the number that has ended. */
static uint64_t run_batches(struct speculation *all, uint64_t done) {
    struct simt_batches *sum = &all->machine->device->batches;
    const struct block_log *told = NULL;
    uint32_t to_tell = 0;
    while (is_worth_it(all, done) && claims_anew(all->claims) && !all->machine->faulted &&
           !all->machine->polls) {
        if (!launch_goes_on(all->machine)) {
            all->machine->faulted = true;
            break;
        }
        begin_batch(all, done, batch_size(all, done));
        tell(all, told, to_tell);
        await_batch(all);
        const bool good = end_batch(all);
        told = all->logs[all->which];
        to_tell = good ? all->size : 0;
        done += good ? all->size : run_alone(all, done, all->size);
    }
    tell(all, told, to_tell);
    sum->run += all->batches.run;
    sum->again += all->batches.again;
    return done;
}

/* ---- a launch -------------------------------------------------------------------------------- */

static void start_threads(struct speculation *all) {
    while (all->started + 1 < all->core_count) {
        struct core *core = &all->cores[all->started + 1];
        if (!simt_thread_start(&core->thread, work, core)) {
            break;
        }
        all->started++;
    }
}

static void end_threads(struct speculation *all) {
    pthread_mutex_lock(&all->lock);
    all->ending = true;
    pthread_cond_broadcast(&all->changed);
    pthread_mutex_unlock(&all->lock);
    for (unsigned c = 1; c <= all->started; c++) {
        pthread_join(all->cores[c].thread, NULL);
    }
}

static void release(struct speculation *all) {
    for (unsigned c = 0; all->cores != NULL && c < all->core_count; c++) {
        release_core(&all->cores[c]);
    }
    for (unsigned n = 0; n < 2 * MOST_BLOCKS; n++) {
        free(all->logs[n / MOST_BLOCKS][n % MOST_BLOCKS].messages.bytes);
        free(all->logs[n / MOST_BLOCKS][n % MOST_BLOCKS].reductions.bytes);
    }
    pthread_cond_destroy(&all->changed);
    pthread_mutex_destroy(&all->lock);
    claims_destroy(all->claims);
    free(all->cores);
    free(all);
}

static struct speculation *create(struct machine *machine, uint64_t blocks, unsigned cores) {
    struct speculation *all = calloc(1, sizeof *all);
    if (all == NULL) {
        return NULL;
    }
    all->machine = machine;
    all->blocks = blocks;
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->changed, NULL);
    all->claims = claims_create(machine);
    all->cores = aligned_alloc(ROW_ALIGN, cores * ((sizeof *all->cores + 63) & ~(size_t)63));
    bool good = all->claims != NULL && all->cores != NULL;
    if (all->cores != NULL) {
        memset(all->cores, 0, cores * sizeof *all->cores);
    }
    while (good && all->core_count < cores) {
        good = make_core(all, &all->cores[all->core_count++]);
    }
    if (!good) {
        release(all);
        return NULL;
    }
    return all;
}

/* Does somebody watch who must see memory as it is when something happens? */
static bool keeps_step(const struct simt_device *device) {
    for (uint32_t o = 0; o < device->observer_count; o++) {
        if (device->observers[o]->note != NULL) {
            return true;
        }
    }
    return false;
}

/* A thread's own memory, and variables that nobody has set, hold what the block before left there:
 * on one core, that is always the same one. */
static bool depends_on_before(const struct machine *machine) {
    bool unset = machine->local_bytes > 0;
    for (uint32_t site = 0; site < machine->module->count && !unset; site++) {
        unset = machine->code[site].run == run_unset;
    }
    return unset;
}

uint64_t speculate_run(struct machine *machine, uint64_t blocks) {
    const struct simt_device *device = machine->device;
    const unsigned cores = device->cores < MOST_CORES ? device->cores : MOST_CORES;
    if (cores < 2 || blocks < LEAST_BLOCKS || keeps_step(device) || !launch_goes_on(machine)) {
        return 0;
    }
    if (!block_run(machine, machine->launch->schedule == SIMT_REVERSE ? blocks - 1 : 0)) {
        machine->faulted = !machine->polls;
        return 0;
    }
    if (machine->clock * (blocks - 1) < LEAST_WORK || depends_on_before(machine)) {
        return 1;
    }
    struct speculation *all = create(machine, blocks, cores < blocks ? cores : (unsigned)blocks);
    if (all == NULL) {
        return 1;
    }
    start_threads(all);
    const uint64_t done = run_batches(all, 1);
    end_threads(all);
    release(all);
    return done;
}
