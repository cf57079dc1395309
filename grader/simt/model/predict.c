/* From the record of a launch to its time. */
#include "predict.h"
#include "scheduling/occupancy.h"
#include "scheduling/processor.h"
#include "memory/sector_set.h"

#include <math.h>

/* Distinct sectors that the trace loads before anybody else, for all of its blocks. */
static double distinct_sectors(const struct trace *trace) {
    struct sector_set seen;
    double count = 0;
    const bool good = sector_set_open(&seen, trace_sectors(trace), 24);
    for (uint32_t e = 0; good && e < trace->entry_count; e++) {
        const struct trace_entry *entry = &trace->entries[e];
        for (uint32_t n = 0; entry->fresh != 0 && n < entry->sectors; n++) {
            if ((entry->fresh >> n % 32 & 1) != 0) {
                count += sector_set_add(&seen, trace_sector(trace, entry, n));
            }
        }
    }
    sector_set_close(&seen);
    return count;
}

static double stored_sectors(const struct trace *trace) {
    double count = 0;
    for (uint32_t e = 0; e < trace->entry_count; e++) {
        count += trace->entries[e].kind == TRACE_STORE ? trace->entries[e].sectors : 0;
    }
    return count;
}

#define IDLE 0.5 /* of the time that a scheduler could issue; an estimate */

/* Cycles for which atomics keep L2 busy: those of one address, of one slice, and all of them. */
static double atomic_cycles(const struct profile *profile, const struct launch_facts *facts,
                            const struct trace *trace) {
    const struct meetings_sums *sums = &facts->meetings;
    double floats = (double)facts->float_atomics / fmax((double)facts->atomics, 1);
    double address = profile->l2_atomic_address +
                     floats * (profile->l2_atomic_double - profile->l2_atomic_address);
    double sectors_a_lane =
        trace->atomic_lanes > 0 ? (double)trace->atomic_sectors / (double)trace->atomic_lanes : 1;
    /* One address waits for each of its sums; a slice has several addresses on their way. */
    double cycles = (double)sums->most_at_address * address;
    double slice = fmax((double)sums->chunk_address, (double)sums->most_in_chunk * sectors_a_lane);
    cycles = fmax(cycles, slice * profile->l2_atomic_address);
    double depth_a_lane = (double)trace->atomic_depth / fmax((double)trace->atomic_lanes, 1);
    return fmax(cycles, (double)sums->operations * depth_a_lane * profile->l2_atomic);
}

/* What of the bytes written goes to DRAM while the launch lasts: L2 keeps the rest. */
static double written_bytes(const struct profile *profile, const struct footprint_sums *sums) {
    double all = (double)sums->read_bytes + (double)sums->written_bytes;
    double kept = all > profile->kept_bytes ? profile->kept_bytes / all : 1;
    return (double)sums->written_bytes * (1 - kept);
}

/* Bytes of the own memory of all threads that a multiprocessor holds. */
static double local_bytes(const struct launch_facts *facts, const struct trace *trace,
                          const struct surroundings *around) {
    enum { WORD = 4 };
    double words =
        trace->local_end > trace->local_first ? (double)(trace->local_end - trace->local_first) : 0;
    return words * WORD * facts->threads * around->resident;
}

/* Registers of a thread, those of its arrays among them. */
static uint32_t registers_of(const struct launch_facts *facts, const struct trace *trace) {
    uint32_t registers = facts->registers + trace->array_words;
    return registers < facts->most_registers ? registers : facts->most_registers;
}

/* The share of so many bytes for which there is no room. */
static double beyond_room(double bytes, double room) {
    return bytes > room ? 1 - room / bytes : 0;
}

/* PTX instructions of the trace's blocks: those they executed over those that were recorded. */
static double cut_of(const struct trace *trace, double *recorded) {
    double all = 0;
    *recorded = 0;
    for (uint32_t b = 0; b < trace->block_count; b++) {
        *recorded += (double)trace->blocks[b].recorded;
        all += (double)trace->blocks[b].instructions;
    }
    return *recorded > 0 ? all / *recorded : 1;
}

/* Each barrier of the grid begins its blocks once more, so more begin than there are. */
static double grid_blocks(const struct launch_facts *facts) {
    return (double)facts->blocks / (facts->barriers + 1);
}

static struct surroundings surround(const struct profile *profile, const struct launch_facts *facts,
                                    const struct trace *trace, const struct footprint_sums *sums,
                                    uint32_t most) {
    const double blocks = grid_blocks(facts);
    struct surroundings around = {.active = fmin(profile->processors, blocks),
                                  .meet = facts->barriers > 0};
    around.blocks = (facts->barriers + 1) * ceil(blocks / around.active);
    uint32_t resident = most > 0 ? most : 1;
    resident = resident < PROCESSOR_BLOCKS ? resident : PROCESSOR_BLOCKS;
    around.resident = (uint32_t)fmin(ceil(blocks / around.active), resident);
    around.l1_bytes = fmax(profile->l1_bytes - (double)around.resident * facts->shared_bytes,
                           profile->l1_bytes / 8);
    around.local_miss = beyond_room(local_bytes(facts, trace, &around), around.l1_bytes);
    double recorded, cut = cut_of(trace, &recorded);
    double scale = cut * around.active * around.blocks / trace->block_count;
    double distinct = distinct_sectors(trace) * scale, stored = stored_sectors(trace) * scale;
    double read = (double)sums->read_bytes;
    const double written = written_bytes(profile, sums);
    double share = distinct > 0 ? read / (SECTOR_BYTES * distinct) : 0;
    around.read_share = share < 1 ? share : 1;
    around.read_bytes = share > 1 ? SECTOR_BYTES * share : SECTOR_BYTES;
    around.write_bytes = stored > 0 ? written / stored : 0;
    double atomics = (double)trace->atomic_depth * around.blocks / trace->block_count;
    around.crowding = 1 + profile->l2_crowding * (sums->crowding - 1);
    around.atomic_cycles = atomics > 0 ? atomic_cycles(profile, facts, trace) / atomics : 0;
    return around;
}

/* What the launch takes beyond the record: blocks that were cut short, and those of other
 * multiprocessors, which may have more to do, or less. While blocks wait for room, a multiprocessor
 * with less to do gets more of them: the mean counts. Else the multiprocessor with the most to do
 * counts, as far as schedulers are busy. In any case the launch lasts as long as its longest warp:
 * what it executes beyond the longest recorded one takes as long as the later half of that, and a
 * warp seldom starts an instruction in each cycle. */
static double beyond(const struct profile *profile, const struct launch_facts *facts,
                     const struct surroundings *around, const struct trace *trace,
                     const struct processor_result *result) {
    double recorded, cut = cut_of(trace, &recorded);
    double mean = (double)facts->instructions / (double)facts->blocks;
    double own = (double)facts->own / around->blocks;
    if (recorded <= 0 || facts->instructions == 0 || own <= 0) {
        return 1;
    }
    double more = mean / (recorded / trace->block_count);
    if (around->blocks <= around->resident) {
        double most = (double)facts->busiest / (double)facts->own;
        double busy = fmin(result->busy[RESOURCE_ISSUE] / result->cycles, 1);
        more = cut * (1 + (most - 1) * (busy < IDLE ? 0 : busy));
    }
    double further = (double)facts->longest - result->longest_instructions;
    double each = fmax(result->late, profile->latency[PIPE_FP32] / 2);
    double longest = result->longest + fmax(further, 0) * each;
    return fmax(more, longest / result->cycles);
}

static double grid_barrier_cycles(const struct profile *profile, const struct launch_facts *facts) {
    return facts->barriers *
           (profile->grid_barrier_cycles + profile->grid_barrier_block_cycles * grid_blocks(facts));
}

void predict(const struct profile *profile, const struct launch_facts *facts,
             const struct trace *trace, const struct footprint_sums *sums,
             struct model_launch *launch) {
    struct occupancy occupancy =
        occupancy_of(profile, facts->threads, registers_of(facts, trace), facts->shared_bytes);
    struct processor_result result;
    struct surroundings around = surround(profile, facts, trace, sums, occupancy.blocks);
    launch->occupancy = occupancy.share;
    launch->limiter = occupancy.limiter;
    if (!processor_run(profile, trace, &around, &result)) {
        return;
    }
    double more = beyond(profile, facts, &around, trace, &result), cycles = result.cycles * more;
    cycles += grid_barrier_cycles(profile, facts);
    cycles = fmax(cycles, (double)facts->meetings.most_swaps * profile->l2_swap);
    const double start_us = profile->start_us + (facts->ran_before ? 0 : profile->code_us);
    launch->microseconds = start_us + profile->end_us + cycles / profile->clock_ghz / 1000;
    for (int r = 0; r < RESOURCE_COUNT; r++) {
        launch->share[r] = cycles > 0 ? fmin(result.busy[r] * more / cycles, 1) : 0;
    }
    launch->achieved = result.warps / (profile->threads / SIMT_WARP_SIZE);
    launch->read_bytes = (double)sums->read_bytes;
    launch->written_bytes = written_bytes(profile, sums);
    launch->l1_hit = result.l1_sectors > 0 ? result.l1_hits / result.l1_sectors : 0;
}
