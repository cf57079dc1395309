/* The loop over events of one multiprocessor. */
#include "processor.h"
#include "cache.h"
#include "footprint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SCHEDULERS = 4,
    ALL_SCHEDULERS = 15,

    RING = TRACE_REACH,
    REPLAY_SHIFT = 0x01234564
};
enum { PAGES = 256, PAGE_SECTORS_SHIFT = 16 };
enum { ENTRIES_RUN = 200000 }; /* beyond these, blocks are not run again */

struct runner {
    uint32_t next, end; /* entries */
    uint32_t first;
    uint32_t slot;     /* of its block */
    double at;         /* when it can issue next */
    double done[RING]; /* when the last entries' results are there */
    double last;       /* when all of its work is over */
    bool alive, waiting;
};

struct slot {
    uint32_t alive, waiting; /* warps */
    uint32_t shift;          /* of its sectors: a block that runs again touches others */
    double started;
};

/* A page of 2 MiB: from when on its place is known. */
struct page {
    uint32_t number; /* + 1 */
    double known;
};

struct processor {
    const struct profile *profile;
    const struct trace *trace;
    const struct surroundings *around;
    struct cache cache;
    uint8_t *seen; /* bits of a hash of sectors that were asked for */
    struct runner *runners;
    uint32_t runner_count, live;
    struct runner *first[SCHEDULERS]; /* of each, ready first */
    uint32_t stale;                   /* bits of schedulers whose first may be another now */
    struct slot slots[PROCESSOR_BLOCKS];
    uint32_t started, planned, ended;       /* blocks */
    double dispatch;                        /* the next block can come from */
    double scheduler[SCHEDULERS];           /* free from */
    double pipe[SCHEDULERS][PIPE_COUNT];    /* free from */
    double memory, l2, dram, host, meeting; /* free from; the last: atomics in L2 */
    double read_credit;
    struct page pages[PAGES]; /* that were touched lately */
    double *ends;             /* of blocks */
    double warp_cycles, now;
    struct processor_result *result;
};

static double later(double a, double b) {
    return a > b ? a : b;
}

/* ---- memory ---------------------------------------------------------------------------------- */

enum { SEEN_BITS = 1 << 22, FAR_SECTORS = 4 };
#define ALL_FAR 0.95 /* what nobody else asks for */
#define SHARED  0.5  /* others have asked for it, and it is on its way */

/* Is this the first time that this multiprocessor asks for the sector? */
static bool is_first(struct processor *processor, uint32_t sector) {
    uint32_t bit = (uint32_t)(((uint64_t)(sector * UINT32_C(0x9E3779B1)) * SEEN_BITS) >> 32);
    bool first = !(processor->seen[bit / 8] >> bit % 8 & 1);
    processor->seen[bit / 8] |= (uint8_t)(1u << bit % 8);
    return first;
}

static void use(double *server, double from, double cycles, double *busy) {
    *server = later(*server, from) + cycles;
    *busy += cycles;
}

/* Cycles that the device's servers spend on one sector of this multiprocessor, when all that are
 * active ask for as much. */
static double l2_cycles(const struct processor *processor) {
    return later(processor->around->active / processor->profile->l2_sectors,
                 1 / processor->profile->l2_processor_sectors);
}

static double dram_cycles(const struct processor *processor, double bytes, double gbs) {
    return bytes * processor->around->active * processor->profile->clock_ghz / gbs;
}

/* When an access to a sector that starts at `from` knows where to go. */
static double translate(struct processor *processor, uint32_t sector, double from) {
    uint32_t number = (sector >> PAGE_SECTORS_SHIFT) + 1;
    struct page *page = &processor->pages[number % PAGES];
    if (page->number != number) {
        *page = (struct page){number, from + processor->profile->page_cycles};
    }
    return later(from, page->known);
}

/* A sector of host memory: the lines of a request are asked for one by one, however much of each.
 */
static double host_sector(struct processor *processor, const struct trace_entry *entry,
                          double from) {
    const struct profile *profile = processor->profile;
    double active = processor->around->active;
    double requests = (double)entry->lines / entry->sectors;
    double cycles = later(SECTOR_BYTES * active * profile->clock_ghz / profile->mapped_gbs,
                          requests * active / profile->mapped_requests);
    use(&processor->host, from, cycles, &processor->result->busy[RESOURCE_HOST]);
    return processor->host + profile->mapped_latency_us * 1000 * profile->clock_ghz;
}

/* A sector that the first level lacks: when it is there. Of what nobody has read before, a share
 * comes from DRAM for this multiprocessor, request by request: neighbours have the same way. The
 * rest is on its way for another, half of the time. */
static double fetch(struct processor *processor, uint32_t sector, double from, bool fresh,
                    bool *far) {
    const struct profile *profile = processor->profile;
    struct processor_result *result = processor->result;
    use(&processor->l2, from, l2_cycles(processor), &result->busy[RESOURCE_L2]);
    double ready = processor->l2 + profile->l2_latency;
    if (!is_first(processor, sector) || !fresh) {
        return ready;
    }
    processor->read_credit += processor->around->read_share;
    *far =
        *far || processor->read_credit >= FAR_SECTORS || processor->around->read_share >= ALL_FAR;
    if (!*far) {
        return ready;
    }
    processor->read_credit -= 1;
    use(&processor->dram, translate(processor, sector, processor->l2),
        dram_cycles(processor, processor->around->read_bytes, profile->dram_read_gbs),
        &result->busy[RESOURCE_DRAM]);
    double latency = profile->dram_latency;
    if (processor->around->read_share < SHARED) {
        latency = (latency + profile->l2_latency) / 2;
    }
    return processor->dram + latency;
}

static uint32_t sector_at(const struct trace *trace, const struct trace_entry *entry, uint32_t n) {
    return entry->straight ? entry->first + n : trace->sectors[entry->first + n];
}

static double load(struct processor *processor, const struct trace_entry *entry, uint32_t shift) {
    bool far = false;
    double start = processor->memory, ready = start + processor->profile->l1_latency;
    for (uint32_t n = 0; n < entry->sectors; n++) {
        uint32_t sector = sector_at(processor->trace, entry, n) + shift;
        double *there = cache_sector(&processor->cache, sector);
        processor->result->l1_sectors++;
        processor->result->l1_hits += *there >= 0;
        if (*there < 0) {
            *there = entry->mapped ? host_sector(processor, entry, start)
                                   : fetch(processor, sector, start, entry->fresh, &far);
        }
        ready = later(ready, *there);
    }
    return ready;
}

static double store(struct processor *processor, const struct trace_entry *entry, uint32_t shift) {
    const struct profile *profile = processor->profile;
    double cycles = l2_cycles(processor), there = 0;
    if (entry->partial) { /* the parts of a line travel together */
        double parts = entry->lines * profile->l2_partial * processor->around->crowding;
        cycles *= later(parts / entry->sectors, 1);
    }
    for (uint32_t n = 0; n < entry->sectors; n++) {
        if (entry->mapped) {
            host_sector(processor, entry, processor->memory);
            continue;
        }
        use(&processor->l2, processor->memory, cycles, &processor->result->busy[RESOURCE_L2]);
        there = later(there, translate(processor, sector_at(processor->trace, entry, n) + shift,
                                       processor->l2));
        use(&processor->dram, processor->l2,
            dram_cycles(processor, processor->around->write_bytes, profile->dram_write_gbs),
            &processor->result->busy[RESOURCE_DRAM]);
    }
    return later(there, processor->l2) + profile->l2_latency;
}

static double atomic(struct processor *processor, const struct trace_entry *entry) {
    for (uint32_t n = 0; n < entry->sectors; n++) {
        use(&processor->l2, processor->memory, l2_cycles(processor),
            &processor->result->busy[RESOURCE_L2]);
        use(&processor->meeting, processor->l2, processor->around->atomic_cycles,
            &processor->result->busy[RESOURCE_ATOMIC]);
    }
    return later(processor->l2, processor->meeting) + processor->profile->l2_latency;
}

/* How long an entry holds the memory pipe. */
static double memory_cycles(const struct profile *profile, const struct trace_entry *entry) {
    double cycles;
    switch (entry->kind) {
    case TRACE_LOAD:
        cycles = later(entry->lines * profile->l1_line_cycles, entry->sectors / 4.0);
        cycles = later(cycles, entry->back);
        break;
    case TRACE_SHARED_LOAD:
        cycles = later(entry->lines, entry->back);
        break;
    case TRACE_STORE:
    case TRACE_REDUCTION:
    case TRACE_ATOMIC:
        cycles = later(entry->lines * profile->store_line_cycles, entry->sectors / 2.0);
        break;
    case TRACE_SHARED_ATOMIC:
        cycles = entry->lines * profile->shared_atomic_cycles;
        break;
    default:
        cycles = entry->lines;
    }
    return later(cycles, profile->request_cycles);
}

/* Starts an access at `from`; when its result is there. */
static double access_memory(struct processor *processor, const struct trace_entry *entry,
                            uint32_t shift, double from) {
    const struct profile *profile = processor->profile;
    use(&processor->memory, from, memory_cycles(profile, entry),
        &processor->result->busy[RESOURCE_L1]);
    switch (entry->kind) {
    case TRACE_LOAD:
        return load(processor, entry, shift);
    case TRACE_STORE:
        return store(processor, entry, shift);
    case TRACE_REDUCTION:
    case TRACE_ATOMIC:
        return atomic(processor, entry);
    case TRACE_SHARED_ATOMIC:
        return processor->memory + profile->shared_atomic_latency;
    case TRACE_LOCAL_LOAD:
    case TRACE_LOCAL_STORE:
        return processor->memory + profile->l1_latency;
    default:
        return processor->memory + profile->shared_latency;
    }
}

/* ---- issue ----------------------------------------------------------------------------------- */

static enum resource resource_of(enum pipe pipe) {
    static const uint8_t resources[PIPE_COUNT] = {
        [PIPE_FP32] = RESOURCE_FP32,       [PIPE_INTEGER] = RESOURCE_INTEGER,
        [PIPE_MULTIPLY] = RESOURCE_FP32,   [PIPE_FP64] = RESOURCE_FP64,
        [PIPE_HALF] = RESOURCE_FP32,       [PIPE_SPECIAL] = RESOURCE_SPECIAL,
        [PIPE_CONVERT] = RESOURCE_SPECIAL, [PIPE_CONTROL] = RESOURCE_ISSUE,
        [PIPE_SHUFFLE] = RESOURCE_L1};
    return (enum resource)resources[pipe];
}

/* When the entry's sources are there. */
static double ready_at(const struct runner *runner, const struct trace_entry *entry) {
    double ready = 0;
    uint32_t place = runner->next - runner->first;
    for (int s = 0; s < TRACE_SOURCES; s++) {
        if (entry->from[s] != 0) {
            ready = later(ready, runner->done[(place - entry->from[s]) % RING]);
        }
    }
    return ready;
}

/* From when on there is room for the entry. */
static double room_at(const struct processor *processor, uint32_t scheduler,
                      const struct trace_entry *entry) {
    return entry->kind <= TRACE_BARRIER ? processor->pipe[scheduler][entry->pipe]
                                        : processor->memory - processor->profile->memory_queue;
}

static double issue_plain(struct processor *processor, uint32_t scheduler,
                          const struct trace_entry *entry, double start) {
    const struct profile *profile = processor->profile;
    double *busy = processor->result->busy, *pipes = processor->pipe[scheduler];
    double cycles = entry->slots * profile->interval[entry->pipe];
    double done = start + entry->slots - 1 + entry->latency + profile->latency[entry->pipe];
    pipes[entry->pipe] = start + cycles;
    if (entry->pipe != PIPE_CONTROL) {
        busy[resource_of((enum pipe)entry->pipe)] += cycles / SCHEDULERS;
    }
    if (entry->specials > 0) {
        double special = entry->specials * profile->interval[PIPE_SPECIAL];
        pipes[PIPE_SPECIAL] = later(pipes[PIPE_SPECIAL], start) + special;
        busy[RESOURCE_SPECIAL] += special / SCHEDULERS;
        done = later(done, pipes[PIPE_SPECIAL] + profile->latency[PIPE_SPECIAL]);
    }
    if (entry->pipe == PIPE_SHUFFLE) {
        use(&processor->memory, start, profile->shuffle_cycles, &busy[RESOURCE_L1]);
        done = later(done, processor->memory + profile->latency[PIPE_SHUFFLE]);
    }
    return done;
}

/* Issues the entry at `start`; when the scheduler is free again. */
static double issue(struct processor *processor, uint32_t scheduler, struct runner *runner,
                    const struct trace_entry *entry, double start) {
    const struct profile *profile = processor->profile;
    double slots = entry->slots + entry->others +
                   (runner->next == runner->first ? profile->prologue_slots : 0);
    double done =
        entry->kind <= TRACE_BARRIER
            ? issue_plain(processor, scheduler, entry, start)
            : access_memory(processor, entry, processor->slots[runner->slot].shift, start);
    processor->scheduler[scheduler] = start + slots;
    processor->result->busy[RESOURCE_ISSUE] += slots / SCHEDULERS;
    runner->done[(runner->next - runner->first) % RING] = done;
    runner->last = later(runner->last, done);
    return start + slots;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static void start_block(struct processor *processor, uint32_t slot, double at) {
    const struct trace *trace = processor->trace;
    if (processor->started == processor->planned) {
        return;
    }
    uint32_t number = processor->started++;
    const struct trace_block *block = &trace->blocks[number % trace->block_count];
    struct slot *place = &processor->slots[slot];
    at = later(at, processor->dispatch);
    processor->dispatch = at + processor->around->active * processor->profile->block_spread_cycles;
    *place = (struct slot){.alive = trace->warps_a_block,
                           .started = at,
                           .shift = number / trace->block_count * REPLAY_SHIFT};
    processor->stale = ALL_SCHEDULERS;
    for (uint32_t w = 0; w < trace->warps_a_block; w++) {
        const struct trace_warp *warp = &trace->warps[block->first_warp + w];
        struct runner *runner = &processor->runners[slot * trace->warps_a_block + w];
        runner->next = runner->first = warp->first;
        runner->end = warp->first + warp->count;
        runner->slot = slot;
        runner->at = at + processor->profile->prologue_cycles;
        runner->last = runner->at;
        runner->alive = true;
        runner->waiting = false;
        processor->live++;
    }
}

static void open_barrier(struct processor *processor, uint32_t slot, double at) {
    uint32_t warps = processor->trace->warps_a_block;
    for (uint32_t w = 0; w < warps; w++) {
        struct runner *runner = &processor->runners[slot * warps + w];
        if (runner->alive && runner->waiting) {
            runner->waiting = false;
            runner->at = at + processor->profile->barrier_cycles;
        }
    }
    processor->slots[slot].waiting = 0;
    processor->stale = ALL_SCHEDULERS;
}

/* A warp's last entry is issued. */
static void end_warp(struct processor *processor, struct runner *runner, double at) {
    struct slot *slot = &processor->slots[runner->slot];
    const struct profile *profile = processor->profile;
    runner->alive = false;
    processor->live--;
    slot->alive--;
    double end = at;
    for (uint32_t w = 0; slot->alive == 0 && w < processor->trace->warps_a_block; w++) {
        end =
            later(end, processor->runners[runner->slot * processor->trace->warps_a_block + w].last);
    }
    if (slot->alive == 0) {
        processor->ends[processor->ended++] = end;
        processor->warp_cycles += (end - slot->started) * processor->trace->warps_a_block;
        processor->now = later(processor->now, end);
        start_block(processor, runner->slot, end + profile->block_start_cycles);
    } else if (slot->waiting == slot->alive) {
        open_barrier(processor, runner->slot, at);
    }
}

static void step(struct processor *processor, uint32_t scheduler, struct runner *runner) {
    const struct trace_entry *entry = &processor->trace->entries[runner->next];
    double start = later(runner->at, processor->scheduler[scheduler]);
    double room = room_at(processor, scheduler, entry);
    if (room > start) { /* others may go first */
        runner->at = room;
        return;
    }
    double at = issue(processor, scheduler, runner, entry, start);
    runner->next++;
    runner->at = at + entry->branches * processor->profile->branch_cycles;
    if (entry->waits) {
        runner->at = at + entry->latency;
    }
    if (entry->kind == TRACE_BARRIER) {
        struct slot *slot = &processor->slots[runner->slot];
        runner->waiting = true;
        if (++slot->waiting == slot->alive) {
            open_barrier(processor, runner->slot, at);
        }
    }
    if (runner->next == runner->end) {
        if (runner->waiting) {
            runner->waiting = false;
            processor->slots[runner->slot].waiting -= processor->slots[runner->slot].waiting > 0;
        }
        end_warp(processor, runner, at);
        return;
    }
    runner->at = later(runner->at, ready_at(runner, &processor->trace->entries[runner->next]));
}

/* The warp of a scheduler that is ready first. */
static struct runner *first_of(struct processor *processor, uint32_t scheduler) {
    struct runner *first = NULL;
    for (uint32_t r = scheduler; r < processor->runner_count; r += SCHEDULERS) {
        struct runner *runner = &processor->runners[r];
        bool ready = runner->alive && !runner->waiting;
        first = ready && (first == NULL || runner->at < first->at) ? runner : first;
    }
    return first;
}

/* The warp that can issue first. */
static struct runner *choose(struct processor *processor, uint32_t *scheduler) {
    struct runner *best = NULL;
    double earliest = INFINITY;
    for (uint32_t s = 0; s < SCHEDULERS; s++) {
        if (processor->stale >> s & 1) {
            processor->first[s] = first_of(processor, s);
        }
        struct runner *runner = processor->first[s];
        double at = runner != NULL ? later(runner->at, processor->scheduler[s]) : INFINITY;
        if (at < earliest) {
            earliest = at;
            best = runner;
            *scheduler = s;
        }
    }
    processor->stale = 0;
    return best;
}

static void run(struct processor *processor) {
    while (processor->live > 0) {
        uint32_t scheduler = 0;
        struct runner *runner = choose(processor, &scheduler);
        if (runner == NULL) { /* warps whose traces were cut wait for each other */
            for (uint32_t s = 0; s < processor->around->resident; s++) {
                open_barrier(processor, s, processor->now);
            }
            continue;
        }
        processor->stale |= 1u << scheduler;
        if (runner->next == runner->end) {
            end_warp(processor, runner, runner->at);
        } else {
            step(processor, scheduler, runner);
        }
    }
}

/* ---- all blocks ------------------------------------------------------------------------------ */

static int rising(const void *a, const void *b) {
    double x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

/* The blocks beyond the trace take as long as those in its second half took. */
static void extrapolate(struct processor *processor) {
    struct processor_result *result = processor->result;
    uint32_t count = processor->ended, resident = processor->around->resident;
    double blocks = later(processor->around->blocks, count), more = blocks - count;
    qsort(processor->ends, count, sizeof *processor->ends, rising);
    result->cycles = count > 0 ? processor->ends[count - 1] : 0;
    double scale = count > 0 ? blocks / count : 1;
    result->warps = result->cycles > 0 ? processor->warp_cycles / result->cycles : 0;
    if (more > 0 && count > 0) {
        uint32_t late = count > resident ? count - resident : count - 1, early = late / 2;
        double each = late > early
                          ? (processor->ends[late] - processor->ends[early]) / (late - early)
                          : result->cycles / count;
        result->cycles += more * each;
    }
    result->cycles += processor->around->active * (processor->profile->processor_start_cycles);
    for (int r = 0; r < RESOURCE_COUNT; r++) {
        result->busy[r] *= scale;
    }
}

/* How many blocks to run: those of the trace, and while that is cheap, some of them again. */
static uint32_t plan(const struct trace *trace, const struct surroundings *surroundings) {
    double each = later((double)trace->entry_count / trace->block_count, 1);
    double wanted = later(trace->block_count, surroundings->resident);
    wanted = later(wanted, fmin(4.0 * surroundings->resident, ENTRIES_RUN / each));
    return (uint32_t)fmin(wanted, surroundings->blocks);
}

bool processor_run(const struct profile *profile, const struct trace *trace,
                   const struct surroundings *surroundings, struct processor_result *result) {
    struct processor *processor = calloc(1, sizeof *processor);
    memset(result, 0, sizeof *result);
    if (processor == NULL) {
        return false;
    }
    processor->profile = profile;
    processor->trace = trace;
    processor->around = surroundings;
    processor->result = result;
    processor->runner_count = surroundings->resident * trace->warps_a_block;
    processor->runners = calloc(processor->runner_count + 1, sizeof *processor->runners);
    processor->planned = plan(trace, surroundings);
    processor->ends = calloc(processor->planned + 1, sizeof *processor->ends);
    processor->seen = calloc(SEEN_BITS / 8, 1);
    bool good = cache_open(&processor->cache, surroundings->l1_bytes) &&
                processor->runners != NULL && processor->ends != NULL && processor->seen != NULL;
    if (good) {
        for (uint32_t s = 0; s < surroundings->resident; s++) {
            start_block(processor, s, 0);
        }
        run(processor);
        extrapolate(processor);
    }
    cache_close(&processor->cache);
    free(processor->runners);
    free(processor->ends);
    free(processor->seen);
    free(processor);
    return good;
}
