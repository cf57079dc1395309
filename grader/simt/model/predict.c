/* From the record of a launch to its time. */
#include "predict.h"
#include "occupancy.h"
#include "processor.h"
#include "sector_set.h"

#include <math.h>
#include <stdlib.h>

static double later(double a, double b) {
    return a > b ? a : b;
}

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

#define AGAIN 40.0 /* cycles from an answer to the next question */
#define IDLE  0.5  /* of the time that a scheduler could issue */

/* Cycles for which atomics keep L2 busy: those of one address, of one slice, and all of them. */
static double atomic_cycles(const struct profile *profile, const struct launch_facts *facts,
                            const struct trace *trace) {
    const struct meetings_sums *sums = &facts->meetings;
    double floats = (double)facts->float_atomics / later((double)facts->atomics, 1);
    double address = profile->l2_atomic_address +
                     floats * (profile->l2_atomic_double - profile->l2_atomic_address);
    double sectors_a_lane =
        trace->atomic_lanes > 0 ? (double)trace->atomic_sectors / (double)trace->atomic_lanes : 1;
    /* One address waits for each of its sums; a slice has several addresses on their way. */
    double cycles = (double)sums->most_at_address * address;
    double slice = later((double)sums->chunk_address, (double)sums->most_in_chunk * sectors_a_lane);
    cycles = later(cycles, slice * profile->l2_atomic_address);
    double depth_a_lane = (double)trace->atomic_depth / later((double)trace->atomic_lanes, 1);
    return later(cycles, (double)sums->operations * depth_a_lane * profile->l2_atomic);
}

/* What of the bytes written goes to DRAM while the launch lasts: L2 keeps the rest. */
static double written_bytes(const struct profile *profile, const struct footprint_sums *sums) {
    double all = (double)sums->read_bytes + sums->again_bytes + (double)sums->written_bytes;
    double kept = all > profile->kept_bytes ? profile->kept_bytes / all : 1;
    return (double)sums->written_bytes * (1 - kept);
}

#define PLACES 2.5 /* that spilled values take for each word of them: ptxas shares few */
#define ROUND  0.1 /* of L2: who goes round more than it holds by that much finds nothing there */

/* Bytes of the own memory of all threads that a multiprocessor holds, `places` for each word that
 * is away. */
static double local_bytes(const struct launch_facts *facts, const struct trace *trace,
                          const struct surroundings *around, double places) {
    enum { WORD = 4 };
    double words =
        trace->local_end > trace->local_first ? (double)(trace->local_end - trace->local_first) : 0;
    words += places * trace->spilled;
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

/* PTX instructions of the trace's blocks: those that they executed over those that were recorded.
 */
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
    around.l1_bytes = later(profile->l1_bytes - (double)around.resident * facts->shared_bytes,
                            profile->l1_bytes / 8);
    /* A value is loaded while little else was stored since; its place is stored anew when all
     * others were: from there on L2 has let go of each, and writes it to DRAM. */
    double local = local_bytes(facts, trace, &around, PLACES);
    around.local_miss = beyond_room(local, around.l1_bytes);
    around.local_far =
        beyond_room(local_bytes(facts, trace, &around, 1) * around.active, profile->kept_bytes);
    double over = local * around.active / profile->kept_bytes - 1;
    around.local_stored = fmax(fmin(over / ROUND, 1), 0);
    double recorded, cut = cut_of(trace, &recorded);
    double scale = cut * around.active * around.blocks / trace->block_count;
    double distinct = distinct_sectors(trace) * scale, stored = stored_sectors(trace) * scale;
    double read = (double)sums->read_bytes + sums->again_bytes;
    double written = written_bytes(profile, sums) + sums->earlier_bytes;
    if (stored == 0) { /* loads alone drive out what was stored before */
        read += sums->earlier_bytes * profile->dram_read_gbs / profile->dram_write_gbs;
    }
    double share = distinct > 0 ? read / (SECTOR_BYTES * distinct) : 0;
    around.read_share = share < 1 ? share : 1;
    around.read_bytes = share > 1 ? SECTOR_BYTES * share : SECTOR_BYTES;
    around.turn_cycles =
        read > 0 ? profile->dram_turn_cycles * 2 * fmin(written, read) / (read + written) : 0;
    around.write_bytes = stored > 0 ? written / stored : 0;
    around.filled = stored > 0 ? fmin((double)sums->filled_sectors / stored, 1) : 0;
    around.crowding = 1 + profile->l2_crowding * (sums->crowding - 1);
    around.warm = facts->warm;
    double atomics = (double)trace->atomic_depth * around.blocks / trace->block_count;
    around.atomic_cycles = atomics > 0 ? atomic_cycles(profile, facts, trace) / atomics : 0;
    return around;
}

/* What the launch takes beyond the record: blocks that were cut short, and those of other
 * multiprocessors, which may have more to do, or less. While blocks wait for room, who has less
 * gets more of them: the mean counts. Else the multiprocessor with the most to do counts, as far as
 * schedulers are busy. In any case the launch lasts as long as its longest warp: what it executes
 * beyond the longest recorded one takes as long as the later half of that, and a warp seldom starts
 * an instruction in each cycle. */
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
    double each = later(result->late, profile->latency[PIPE_FP32] / 2);
    double longest = result->longest + later(further, 0) * each;
    return later(more, longest / result->cycles);
}

/* A block alone on the device, as far as it was recorded; its rest takes as long. */
static double alone_cycles(const struct profile *profile, const struct surroundings *around,
                           const struct trace *trace) {
    struct surroundings alone = *around;
    alone.active = alone.blocks = alone.resident = 1;
    struct processor_result result;
    const struct trace_block *block = &trace->blocks[0];
    bool good = processor_run(profile, trace, &alone, &result) && block->recorded > 0;
    return good ? result.cycles * (double)block->instructions / (double)block->recorded : 0;
}

/* The block that runs last may finish what all have begun: what it takes longer than another one
 * comes at the end, when the others are done. */
static double finishing_cycles(const struct profile *profile, const struct launch_facts *facts,
                               const struct surroundings *around, const struct trace *trace) {
    if (facts->last == NULL || facts->last->block_count == 0 ||
        facts->last_longest <= facts->longest) {
        return 0;
    }
    return later(alone_cycles(profile, around, facts->last) - alone_cycles(profile, around, trace),
                 0);
}

/* A block that was recorded alone: when it asks others, and hands on. */
static bool chain_block(const struct profile *profile, const struct launch_facts *facts,
                        const struct surroundings *around, struct chain_block *block) {
    struct surroundings alone = *around;
    alone.active = alone.blocks = alone.resident = 1;
    alone.warm = true; /* others have been there before */
    alone.atomic_cycles = 0;
    struct processor_result result;
    uint8_t own, all;
    if (facts->last == NULL || facts->last->block_count == 0 ||
        !processor_run(profile, facts->last, &alone, &result) || result.last_at[HANDLE_POLL] == 0) {
        return false;
    }
    chains_handles(facts->chains, &own, &all);
    const double asks = result.first_at[HANDLE_POLL];
    *block = (struct chain_block){.own = result.first_at[own],
                                  .asks = asks,
                                  .answer = result.done[HANDLE_POLL] - asks -
                                            profile->written_cycles + AGAIN,
                                  .step = result.first_at[HANDLE_LEFT] - asks + AGAIN,
                                  .all = result.last_at[all] - asks,
                                  .rest = result.cycles - result.last_at[all]};
    return true;
}

/* Cycles that the launch lasts at least because blocks wait for each other, beside `apart` for each
 * block of a multiprocessor. */
static double chain_cycles(const struct profile *profile, const struct launch_facts *facts,
                           const struct surroundings *around, double cycles) {
    struct chain_block block;
    if (facts->chains == NULL || !chain_block(profile, facts, around, &block)) {
        return 0;
    }
    const struct chain_grid grid = {.blocks = (double)facts->blocks,
                                    .places = around->active * around->resident,
                                    .processors = around->active,
                                    .apart = later(cycles - block.asks - block.rest, 0) /
                                             later(around->blocks - 1, 1)};
    return chains_cycles(facts->chains, profile, &block, &grid);
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
    cycles += finishing_cycles(profile, facts, &around, trace);
    cycles = later(cycles, chain_cycles(profile, facts, &around, result.cycles));
    cycles += grid_barrier_cycles(profile, facts);
    if (facts->contention > cycles) {
        result.busy[RESOURCE_ATOMIC] = facts->contention / more;
        cycles = facts->contention;
    }
    const double start_us = profile->start_us + (facts->ran_before ? 0 : profile->code_us);
    launch->microseconds = start_us + profile->end_us + cycles / profile->clock_ghz / 1000;
    for (int r = 0; r < RESOURCE_COUNT; r++) {
        launch->share[r] = cycles > 0 ? fmin(result.busy[r] * more / cycles, 1) : 0;
    }
    launch->achieved = result.warps / (profile->threads / SIMT_WARP_SIZE);
    double filled = SECTOR_BYTES * (double)sums->filled_sectors;
    launch->read_bytes = (double)sums->read_bytes + sums->again_bytes + filled;
    launch->written_bytes = later(written_bytes(profile, sums), filled);
    launch->l1_hit = result.l1_sectors > 0 ? result.l1_hits / result.l1_sectors : 0;
}
