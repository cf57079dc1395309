/* The recorder's blocks that take work from a queue (ticket_queue.h): each gets a part of what the
 * first took. */
#include "trace.h"
#include "trace_recorder.h"

#include <stdlib.h>
#include <string.h>

/* The warp of the first block that executed most. */
static struct trace_warp longest_warp(const struct trace *trace) {
    const struct trace_warp *longest = &trace->warps[0];
    for (uint32_t w = 1; w < trace->warps_a_block; w++) {
        longest = trace->warps[w].instructions > longest->instructions ? &trace->warps[w] : longest;
    }
    return *longest;
}

/* A warp as far as it goes in `each` PTX instructions. */
static struct trace_warp cut_warp(struct trace_warp warp, uint64_t each) {
    if (warp.instructions > each) {
        warp.count = (uint32_t)(warp.count * each / warp.instructions);
        warp.instructions = each;
    }
    return warp;
}

/* What the entries ask of memory in all. */
static void sum_up(struct trace *trace) {
    uint64_t depth = 0;
    for (uint32_t e = 0; e < trace->entry_count; e++) {
        depth += trace->entries[e].depth;
    }
    const uint64_t before = trace->atomic_depth > 0 ? trace->atomic_depth : 1;
    trace->atomic_lanes = trace->atomic_lanes * depth / before;
    trace->atomic_sectors = trace->atomic_sectors * depth / before;
    trace->atomic_depth = depth;
}

void recorder_deal(struct recorder *recorder, uint64_t each) {
    struct trace *trace = &recorder->trace;
    const struct trace_warp longest = cut_warp(longest_warp(trace), each);
    struct trace_entry *entries =
        calloc((size_t)trace->entry_count * trace->warps_a_block + 1, sizeof *entries);
    if (entries == NULL) {
        return;
    }
    uint32_t count = 0;
    struct trace_block *block = &trace->blocks[0];
    *block = (struct trace_block){.instructions = each * trace->warps_a_block};
    for (uint32_t w = 0; w < trace->warps_a_block; w++) {
        const struct trace_warp own = cut_warp(trace->warps[w], each);
        const struct trace_warp warp = own.instructions * 2 < longest.instructions ? longest : own;
        memcpy(&entries[count], &trace->entries[warp.first], warp.count * sizeof *entries);
        trace->warps[w] = (struct trace_warp){.first = count,
                                              .count = warp.count,
                                              .instructions = warp.instructions,
                                              .executed = each};
        count += warp.count;
        block->recorded += warp.instructions;
    }
    free(trace->entries);
    trace->entries = entries;
    trace->entry_count = count;
    trace->entry_capacity = count + 1;
    trace->warp_count = trace->warps_a_block;
    trace->block_count = 1;
    sum_up(trace);
}
