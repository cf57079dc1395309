/* The record of blocks: each begins, and when it ends, its warps' entries are kept in their final
 * order. */
#include "trace.h"
#include "trace_recorder.h"

#include <stdlib.h>
#include <string.h>

struct recorder *recorder_create(void) {
    return calloc(1, sizeof(struct recorder));
}

void recorder_destroy(struct recorder *recorder) {
    if (recorder == NULL) {
        return;
    }
    for (int w = 0; w < WARPS; w++) {
        free(recorder->recordings[w].draft.drafts);
        free(recorder->recordings[w].writer);
        free(recorder->recordings[w].pending);
    }
    free(recorder->trace.entries);
    free(recorder->trace.sectors);
    free(recorder->trace.warps);
    free(recorder->trace.blocks);
    free(recorder);
}

const struct trace *recorder_trace(const struct recorder *recorder) {
    return &recorder->trace;
}

void recorder_launch(struct recorder *recorder, const struct assembly *assembly, uint32_t warps,
                     const struct simt_kernel_info *kernel) {
    /* as many as a full multiprocessor has for a thread; the least is a choice */
    enum { AT_HAND = 32, LEAST = 12 };
    uint32_t registers = kernel->registers; /* without those that loads on their way need */
    struct trace *trace = &recorder->trace;
    if (assembly->values > recorder->values) {
        for (int w = 0; w < WARPS; w++) {
            free(recorder->recordings[w].writer);
            recorder->recordings[w].writer = NULL;
        }
        recorder->values = assembly->values;
    }
    recorder->assembly = assembly;
    recorder->registers = registers + LEAST < AT_HAND ? AT_HAND - registers : LEAST;
    recorder->warps = warps;
    trace->entry_count = trace->sector_count = trace->warp_count = trace->block_count = 0;
    trace->warps_a_block = warps;
    trace->atomic_lanes = trace->atomic_sectors = trace->atomic_depth = 0;
    trace->full = warps > WARPS;
    trace->local_first = UINT64_MAX;
    trace->local_end = 0;
    trace->array_words = 0;
}

void recorder_begin(struct recorder *recorder, uint32_t limit) {
    recorder->limit = limit;
    for (uint32_t w = 0; w < recorder->warps && !recorder->trace.full; w++) {
        struct trace_recording *recording = &recorder->recordings[w];
        if (recording->writer == NULL) {
            recording->writer = malloc((recorder->values + 1) * sizeof *recording->writer);
        }
        if (recording->writer == NULL) {
            recorder->trace.full = true;
            return;
        }
        memset(recording->writer, 0, (recorder->values + 1) * sizeof *recording->writer);
        *recording = (struct trace_recording){
            .draft = {recording->draft.drafts, 0, recording->draft.capacity},
            .writer = recording->writer,
            .pending = recording->pending,
            .pending_capacity = recording->pending_capacity,
            .element_words = 1};
    }
}

/* ---- the end of a block ---------------------------------------------------------------------- */

/* Words of a thread's arrays that stand in registers. */
static uint32_t array_words(const struct trace_recording *recording) {
    uint32_t words = 0;
    for (int e = 0; e < FOLDED_WORDS; e++) {
        words += recording->in_register[e] != 0 ? recording->element_words : 0;
    }
    return words;
}

static bool keep_warp(struct recorder *recorder, struct trace_recording *recording) {
    struct trace *trace = &recorder->trace;
    struct draft_warp *draft = &recording->draft;
    const uint32_t arrays = array_words(recording);
    trace->array_words = arrays > trace->array_words ? arrays : trace->array_words;
    if (!draft_order(draft, recorder->registers) || !RESERVE(trace, warp, warps, 1)) {
        return false;
    }
    draft_link(draft);
    struct trace_warp *warp = &trace->warps[trace->warp_count++];
    *warp = (struct trace_warp){.first = trace->entry_count,
                                .count = draft->count,
                                .instructions = recording->recorded,
                                .executed = recording->executed};
    if (!RESERVE(trace, entry, entries, draft->count)) {
        return false;
    }
    for (uint32_t n = 0; n < draft->count; n++) {
        trace->entries[trace->entry_count++] = draft->drafts[n].entry;
    }
    return true;
}

void recorder_end(struct recorder *recorder, uint64_t instructions) {
    struct trace *trace = &recorder->trace;
    uint64_t recorded = 0;
    uint32_t first = trace->warp_count;
    for (uint32_t w = 0; w < recorder->warps && !trace->full; w++) {
        recorded += recorder->recordings[w].recorded;
        trace->full = !keep_warp(recorder, &recorder->recordings[w]);
    }
    if (!trace->full && RESERVE(trace, block, blocks, 1)) {
        trace->blocks[trace->block_count++] = (struct trace_block){
            .first_warp = first, .instructions = instructions, .recorded = recorded};
    }
}
