/* The loop over events of one multiprocessor. */
#include "multiprocessor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRIES_RUN = 200000 }; /* beyond these, blocks are not run again */
enum { FIRST_BLOCKS = 8 }; /* of a multiprocessor: they find their places empty, and start soon */

/* Fitted on an H200, 26 November 2026: to scans whose blocks wait for each other, and to barriers
 * of 1 to 32 warps. */
#define FENCE_MORE    105 /* cycles of a fence that has accesses before it */
#define BARRIER_SHARE 0.5 /* cycles of the memory pipe that a warp's arrival at a barrier takes */

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
static double ready_at(const struct warp_runner *runner, const struct trace_entry *entry) {
    double ready = 0;
    uint32_t place = runner->next - runner->first;
    for (int s = 0; s < TRACE_SOURCES; s++) {
        if (entry->from[s] != 0) {
            ready = later(ready, runner->done[(place - entry->from[s]) % RING]);
        }
    }
    return ready;
}

/* The pipe that takes the entry: of a sum, the one that is free first. */
static enum pipe pipe_of(const struct processor *processor, uint32_t scheduler,
                         const struct trace_entry *entry) {
    const double *pipes = processor->pipe[scheduler];
    const bool moves = entry->either && pipes[PIPE_MULTIPLY] < pipes[PIPE_INTEGER];
    return moves ? PIPE_MULTIPLY : (enum pipe)entry->pipe;
}

/* From when on there is room for the entry. */
static double room_at(const struct processor *processor, uint32_t scheduler,
                      const struct trace_entry *entry) {
    return entry->kind <= TRACE_BARRIER
               ? processor->pipe[scheduler][pipe_of(processor, scheduler, entry)]
               : processor->memory - processor->profile->memory_queue;
}

static double issue_plain(struct processor *processor, uint32_t scheduler,
                          const struct trace_entry *entry, double start) {
    const struct profile *profile = processor->profile;
    double *busy = processor->result->busy, *pipes = processor->pipe[scheduler];
    const enum pipe pipe = pipe_of(processor, scheduler, entry);
    double cycles = entry->slots * profile->interval[pipe];
    double done = start + entry->slots - 1 + entry->latency + profile->latency[pipe];
    pipes[pipe] = start + cycles;
    if (pipe != PIPE_CONTROL) {
        busy[resource_of(pipe)] += cycles / SCHEDULERS;
    }
    if (entry->specials > 0) {
        double special = entry->specials * profile->interval[PIPE_SPECIAL];
        pipes[PIPE_SPECIAL] = later(pipes[PIPE_SPECIAL], start) + special;
        busy[RESOURCE_SPECIAL] += special / SCHEDULERS;
        done = later(done, pipes[PIPE_SPECIAL] + profile->latency[PIPE_SPECIAL]);
    }
    if (entry->kind == TRACE_BARRIER) {
        use(&processor->memory, start, BARRIER_SHARE, &busy[RESOURCE_L1]);
    }
    if (entry->pipe == PIPE_SHUFFLE) {
        use(&processor->memory, start, profile->shuffle_cycles, &busy[RESOURCE_L1]);
        done = later(done, processor->memory + profile->latency[PIPE_SHUFFLE]);
    }
    return done;
}

/* Issues the entry at `start`; when the scheduler is free again. */
static double issue(struct processor *processor, uint32_t scheduler, struct warp_runner *runner,
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

/* Cycles until another block can start after one that found its place empty. */
static double first_cycles(const struct processor *processor) {
    const struct profile *profile = processor->profile;
    return processor->around->active * profile->first_spread_cycles +
           processor->trace->warps_a_block * profile->warp_start_cycles;
}

static void start_block(struct processor *processor, uint32_t slot, double at) {
    const struct trace *trace = processor->trace;
    if (processor->started == processor->planned) {
        return;
    }
    uint32_t number = processor->started++;
    const struct trace_block *block = &trace->blocks[number % trace->block_count];
    struct warp_slot *place = &processor->slots[slot];
    const bool first = number < FIRST_BLOCKS && number < processor->around->resident;
    at = later(at, processor->dispatch);
    processor->dispatch =
        at + (first ? first_cycles(processor)
                    : processor->around->active * processor->profile->block_spread_cycles);
    *place = (struct warp_slot){.alive = trace->warps_a_block,
                                .started = at,
                                .shift = number / trace->block_count * REPLAY_SHIFT};
    processor->stale = ALL_SCHEDULERS;
    for (uint32_t w = 0; w < trace->warps_a_block; w++) {
        const struct trace_warp *warp = &trace->warps[block->first_warp + w];
        struct warp_runner *runner = &processor->runners[slot * trace->warps_a_block + w];
        runner->next = runner->first = warp->first;
        runner->end = warp->first + warp->count;
        runner->slot = slot;
        runner->age = number;
        runner->instructions = warp->instructions;
        runner->executed = warp->executed;
        runner->at =
            at + processor->profile->prologue_cycles + w * processor->profile->warp_start_cycles;
        runner->last = runner->half = runner->at;
        runner->alive = true;
        runner->touched = false;
        runner->waiting = false;
        processor->live++;
    }
}

static void open_barrier(struct processor *processor, uint32_t slot, double at) {
    uint32_t warps = processor->trace->warps_a_block;
    for (uint32_t w = 0; w < warps; w++) {
        struct warp_runner *runner = &processor->runners[slot * warps + w];
        if (runner->alive && runner->waiting) {
            runner->waiting = false;
            runner->at = at + processor->profile->barrier_cycles +
                         warps * processor->profile->barrier_release_cycles;
        }
    }
    processor->slots[slot].waiting = 0;
    processor->stale = ALL_SCHEDULERS;
}

/* A warp's last entry is issued. */
static void end_warp(struct processor *processor, struct warp_runner *runner, double at) {
    struct warp_slot *slot = &processor->slots[runner->slot];
    const struct profile *profile = processor->profile;
    runner->alive = false;
    processor->live--;
    slot->alive--;
    const double took = later(at, runner->last) - slot->started;
    const double instructions = (double)runner->instructions, executed = (double)runner->executed;
    if (executed > processor->result->longest_instructions && instructions > 0) {
        processor->result->longest = took * executed / instructions;
        processor->result->longest_instructions = executed;
        processor->result->late = (at - runner->half) / (instructions / 2);
    }
    processor->finish = later(processor->finish, later(at, runner->last));
    if (slot->alive == 0) { /* nobody waits until all stores are there */
        const double end = later(at, fmin(runner->last, at + profile->drain_cycles));
        processor->ends[processor->ended++] = end;
        processor->warp_cycles += (end - slot->started) * processor->trace->warps_a_block;
        processor->now = later(processor->now, end);
        if (processor->around->meet) {
            cache_empty(&processor->cache);
            start_block(processor, runner->slot, later(at, runner->last));
        } else {
            start_block(processor, runner->slot, end + profile->block_start_cycles);
        }
    } else if (slot->waiting == slot->alive) {
        open_barrier(processor, runner->slot, at);
    }
}

/* All accesses are over at `at`; those since the last fence have to be known everywhere. */
static void pass_fence(struct processor *processor, struct warp_runner *runner, double at) {
    runner->at = at + (runner->touched ? FENCE_MORE : 0);
    runner->last = later(runner->last, runner->at);
    cache_empty(&processor->cache);
}

static void step(struct processor *processor, uint32_t scheduler, struct warp_runner *runner) {
    const struct trace_entry *entry = &processor->trace->entries[runner->next];
    double start = later(runner->at, processor->scheduler[scheduler]);
    const double room = room_at(processor, scheduler, entry);
    if (room > start) { /* others may go first */
        runner->at = room;
        return;
    }
    const double before = runner->last;
    double at = issue(processor, scheduler, runner, entry, start);
    runner->next++;
    runner->half =
        runner->next - runner->first == (runner->end - runner->first + 1) / 2 ? at : runner->half;
    runner->at = at + entry->branches * processor->profile->branch_cycles;
    if (entry->waits) {
        runner->at = at + entry->latency;
    }
    if (entry->fence) {
        pass_fence(processor, runner, later(before, at) + entry->latency);
    }
    runner->touched = entry->kind > TRACE_BARRIER || (runner->touched && !entry->fence);
    if (entry->kind == TRACE_BARRIER) {
        struct warp_slot *slot = &processor->slots[runner->slot];
        runner->waiting = true;
        processor->barrier =
            later(processor->barrier, at) + processor->profile->barrier_warp_cycles;
        if (++slot->waiting == slot->alive) {
            open_barrier(processor, runner->slot, processor->barrier);
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

/* The warp of a scheduler that can issue first; of several, the oldest. */
static struct warp_runner *first_of(struct processor *processor, uint32_t scheduler) {
    struct warp_runner *first = NULL;
    double free = processor->scheduler[scheduler], earliest = INFINITY;
    for (uint32_t r = scheduler; r < processor->runner_count; r += SCHEDULERS) {
        struct warp_runner *runner = &processor->runners[r];
        double at = later(runner->at, free);
        bool ready = runner->alive && !runner->waiting && at <= earliest;
        if (ready && (first == NULL || at < earliest || runner->age < first->age)) {
            first = runner;
            earliest = at;
        }
    }
    return first;
}

/* The warp that can issue first; of several, that of the scheduler whose turn it is. */
static struct warp_runner *choose(struct processor *processor, uint32_t *scheduler) {
    struct warp_runner *best = NULL;
    double earliest = INFINITY;
    for (uint32_t n = 1; n <= SCHEDULERS; n++) {
        const uint32_t s = (processor->turn + n) % SCHEDULERS;
        if (processor->stale >> s & 1) {
            processor->first[s] = first_of(processor, s);
        }
        struct warp_runner *runner = processor->first[s];
        double at = runner != NULL ? later(runner->at, processor->scheduler[s]) : INFINITY;
        if (at < earliest) {
            earliest = at;
            best = runner;
            *scheduler = s;
        }
    }
    processor->stale = 0;
    processor->turn = *scheduler;
    return best;
}

static void run(struct processor *processor) {
    while (processor->live > 0) {
        uint32_t scheduler = 0;
        struct warp_runner *runner = choose(processor, &scheduler);
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

/* Cycles from one block's end to the next one's, once the first have ended and while all have
 * company. Blocks that started together end together: only whole rounds of them tell. */
static double cycles_a_block(const double *ends, uint32_t count, uint32_t resident) {
    if (count <= resident) {
        return ends[count - 1] / count;
    }
    const uint32_t late = count > 2 * resident ? count - resident : resident;
    const uint32_t rounds = late < 2 * resident ? 1 : late / 2 / resident;
    return (ends[late] - ends[late - rounds * resident]) / (rounds * resident);
}

/* The blocks beyond those that were run take as long as the later half of these took. */
static void extrapolate(struct processor *processor) {
    struct processor_result *result = processor->result;
    const uint32_t count = processor->ended;
    double blocks = later(processor->around->blocks, count), more = blocks - count;
    qsort(processor->ends, count, sizeof *processor->ends, rising);
    result->cycles = later(count > 0 ? processor->ends[count - 1] : 0, processor->finish);
    double scale = count > 0 ? blocks / count : 1;
    result->warps = result->cycles > 0 ? processor->warp_cycles / result->cycles : 0;
    if (more > 0 && count > 0) {
        result->cycles +=
            more * cycles_a_block(processor->ends, count, processor->around->resident);
    }
    result->cycles += processor->around->active * (processor->profile->processor_start_cycles);
    result->busy[RESOURCE_L2] = later(result->busy[RESOURCE_L2], result->handed_out);
    for (int r = 0; r < RESOURCE_COUNT; r++) {
        result->busy[r] *= scale;
    }
}

/* How many blocks to run: those of the trace, and while that is cheap, some of them again; in whole
 * rounds, for a block without company tells nothing about the others. */
static uint32_t plan(const struct trace *trace, const struct surroundings *surroundings) {
    double each = later((double)trace->entry_count / trace->block_count, 1);
    double wanted = later(trace->block_count, surroundings->resident);
    wanted = later(wanted, fmin(4.0 * surroundings->resident, ENTRIES_RUN / each));
    wanted = surroundings->resident * ceil(wanted / surroundings->resident);
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
    const double sectors = trace_sectors(trace) * processor->planned / trace->block_count;
    bool good = sector_set_open(&processor->seen, sectors, 22);
    good = cache_open(&processor->cache, surroundings->l1_bytes) && processor->runners != NULL &&
           processor->ends != NULL && good;
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
    sector_set_close(&processor->seen);
    free(processor);
    return good;
}
