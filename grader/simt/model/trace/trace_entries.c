/* From the stretches of code that a warp runs to drafts of entries: which entry waits for which. */
#include "trace.h"
#include "trace_recorder.h"

#include <string.h>

/* Lanes part, or meet again: a barrier of the warp, and branches. How many is a choice (22 November
 * 2026); what one costs was measured (branch_cycles). */
enum { SPLIT_SLOTS = 1, SPLIT_BRANCHES = 2 };
enum { PAIR_BYTES = 8 }; /* constants that are read at once */

/* The drafts that a step waits for: the latest ones, each once. */
static void find_producers(const struct trace_recording *recording, const struct model_step *step,
                           uint32_t *producer) {
    memset(producer, 0, TRACE_SOURCES * sizeof *producer);
    for (int s = 0; s < STEP_SOURCES && step->sources[s] != 0; s++) {
        uint32_t writer = recording->writer[step->sources[s]];
        for (int p = 0; p < TRACE_SOURCES && writer != 0 && writer != producer[p]; p++) {
            if (writer > producer[p]) {
                uint32_t other = producer[p];
                producer[p] = writer;
                writer = other;
            }
        }
    }
}

static void set_targets(struct trace_recording *recording, const struct model_step *step,
                        uint32_t writer) {
    for (int t = 0; t < STEP_TARGETS && step->targets[t] != 0; t++) {
        recording->writer[step->targets[t]] = writer;
    }
}

/* Adds a draft; its place + 1, or 0 without memory. */
static uint32_t add_draft(struct recorder *recorder, struct trace_recording *recording,
                          const struct trace_entry *entry, const uint32_t *producer) {
    struct draft_warp *draft = &recording->draft;
    if (!array_grow(&draft->drafts, &draft->capacity, draft->count + 1)) {
        recorder->trace.full = true;
        return 0;
    }
    struct draft *added = &draft->drafts[draft->count++];
    added->entry = *entry;
    added->entry.apart = recording->apart;
    memcpy(added->producer, producer, sizeof added->producer);
    recording->apart = false;
    return draft->count;
}

/* Does a load of shared memory, or of constants, join the one before it in an unrolled loop? Then
 * its place. `most`: bytes that a lane takes at once. */
static uint32_t join(struct trace_recording *recording, const struct pending_loads *pending,
                     uint32_t most) {
    const bool constant = pending->entry.kind == TRACE_CONSTANT;
    struct merge *merge = &recording->merge[pending->site % MERGING];
    bool next = merge->place != 0 && merge->site == pending->site &&
                pending->first == merge->first + merge->bytes &&
                pending->last == merge->last + merge->bytes &&
                merge->bytes + pending->size <= most && merge->first % most + merge->bytes < most;
    if (next) {
        struct trace_entry *entry = &recording->draft.drafts[merge->place - 1].entry;
        bool broadcast = pending->first == pending->last && !constant;
        bool aligned = (pending->last - pending->first) % MERGED_BYTES == 0;
        uint32_t more = pending->entry.lines, lines = entry->lines;
        /* Lanes 16 bytes apart: what conflicts for one word does for all four. */
        lines = broadcast               ? lines
                : !aligned && !constant ? lines + more
                : more > lines          ? more
                                        : lines;
        entry->lines = (uint16_t)lines;
        entry->back = (uint8_t)(entry->back + pending->entry.back);
        merge->bytes += pending->size;
        return merge->place;
    }
    *merge = (struct merge){pending->site, recording->draft.count + 1, pending->first,
                            pending->last, pending->size};
    return 0;
}

/* No instruction adds floats in shared memory: lanes load, add, and compare and swap, until each
 * has had its turn. */
static uint32_t record_swaps(struct recorder *recorder, struct trace_recording *recording,
                             const struct trace_entry *atomic, const uint32_t *producer) {
    /* fitted on an H200, 26 November 2026: to kernels that add floats in shared memory */
    enum { SWAP_LINES = 3, SWAP_SLOTS = 5 };
    struct trace_entry load = {.kind = TRACE_SHARED_LOAD, .slots = 1, .lines = 1, .back = 1},
                       sum = {.kind = TRACE_PLAIN, .pipe = PIPE_FP32, .slots = 1},
                       swap = {.kind = TRACE_SHARED_ATOMIC, .slots = 1, .lines = SWAP_LINES},
                       again = {.kind = TRACE_BRANCH,
                                .pipe = PIPE_CONTROL,
                                .slots = SWAP_SLOTS,
                                .branches = 1};
    uint32_t before[TRACE_SOURCES] = {0}, writer = 0;
    memcpy(before, producer, sizeof before);
    for (uint32_t round = 0; round < atomic->depth; round++) {
        before[0] = add_draft(recorder, recording, &load, before);
        before[1] = before[2] = 0;
        before[0] = add_draft(recorder, recording, &sum, before);
        before[0] = writer = add_draft(recorder, recording, &swap, before);
        recording->apart = true;
        before[0] = add_draft(recorder, recording, &again, before);
        recording->apart = true;
    }
    return writer;
}

static void record_memory(struct recorder *recorder, struct trace_recording *recording,
                          const struct model_step *step, uint32_t site, uint32_t *at) {
    uint32_t producer[TRACE_SOURCES], writer = 0;
    find_producers(recording, step, producer);
    for (; *at < recording->pending_count && recording->pending[*at].site == site; ++*at) {
        struct pending_loads *pending = &recording->pending[*at];
        const bool constant = pending->entry.kind == TRACE_CONSTANT;
        if (step->mergeable && (constant || pending->entry.kind == TRACE_SHARED_LOAD)) {
            writer = join(recording, pending, constant ? PAIR_BYTES : MERGED_BYTES);
            if (writer != 0) {
                continue;
            }
        }
        if (pending->entry.kind == TRACE_SHARED_ATOMIC && step->floats) {
            writer = record_swaps(recorder, recording, &pending->entry, producer);
            continue;
        }
        pending->entry.slots = 1;
        writer = add_draft(recorder, recording, &pending->entry, producer);
    }
    if (writer == 0) { /* every lane is switched off */
        const struct memory_details *memory = recorder->assembly->module->code[site].memory;
        struct trace_entry entry = {.kind = TRACE_PLAIN, .pipe = PIPE_CONTROL, .slots = 1};
        if (memory != NULL && memory->space == SIMT_SHARED) {
            entry = (struct trace_entry){.kind = TRACE_SHARED_STORE, .slots = 1, .lines = 1};
        }
        writer = add_draft(recorder, recording, &entry, producer);
    }
    set_targets(recording, step, writer);
}

/* Slots without a result that anything waits for. */
static void record_slots(struct recorder *recorder, struct trace_recording *recording,
                         uint32_t slots, uint32_t branches) {
    static const uint32_t nobody[TRACE_SOURCES] = {0};
    struct trace_entry entry = {.kind = branches > 0 ? TRACE_BRANCH : TRACE_PLAIN,
                                .pipe = PIPE_CONTROL,
                                .slots = (uint16_t)slots,
                                .branches = (uint8_t)branches};
    recording->apart |= branches > 0;
    add_draft(recorder, recording, &entry, nobody);
}

/* Does one side of the last predicate begin here? */
static bool take_side(struct trace_recording *recording, uint32_t site) {
    bool begins = false;
    for (int e = 0; e < 2; e++) {
        struct step_side *side = &recording->side[e];
        const bool here = side->slots > 0 && side->first == site;
        if (here || recording->target == site) {
            side->slots = 0;
        }
        begins |= here;
    }
    return begins;
}

/* An access that is none: a constant's, and that of an element of a thread's array whose place is
 * known, and which stands in a register. */
static void record_folded(struct trace_recording *recording, const struct model_step *step,
                          uint32_t site, uint32_t *at) {
    enum { WORD = 4 };
    uint32_t writer = 0;
    for (; *at < recording->pending_count && recording->pending[*at].site == site; ++*at) {
        const struct pending_loads *pending = &recording->pending[*at];
        uint32_t *element = &recording->in_register[pending->first / WORD % FOLDED_WORDS];
        if (pending->entry.kind == TRACE_LOCAL_STORE) {
            *element = recording->writer[step->sources[0]];
            recording->element_words = pending->size > WORD ? pending->size / WORD : 1;
        } else if (pending->entry.kind == TRACE_LOCAL_LOAD) {
            writer = *element;
        }
    }
    set_targets(recording, step, writer);
}

/* Has the warp divided by this number before? Then its reciprocal is there. */
static bool has_reciprocal(struct trace_recording *recording, const struct model_step *step) {
    struct divisor divisor = {step->sources[1], recording->writer[step->sources[1]]};
    for (int d = 0; divisor.value != 0 && d < DIVISORS; d++) {
        if (recording->divisors[d].value == divisor.value) {
            bool same = recording->divisors[d].writer == divisor.writer;
            recording->divisors[d] = divisor;
            return same;
        }
    }
    memmove(&recording->divisors[1], recording->divisors, (DIVISORS - 1) * sizeof divisor);
    recording->divisors[0] = divisor;
    return false;
}

static void record_control(struct recorder *recorder, struct trace_recording *recording,
                           const struct model_step *step, uint32_t site) {
    /* To find the rounds left over; estimates. */
    enum { PREAMBLE_SLOTS = 8, PREAMBLE_BRANCHES = 3 };
    if (step->seamless) {
        return;
    }
    if (step->unroll == 0) {
        const struct model_step *loop = &recorder->assembly->steps[recording->control];
        if (site < loop->first || site > loop->last) {
            leave_loop(recorder, recording);
        }
        recording->apart = true;
        return;
    }
    if (recording->control != site) {
        leave_loop(recorder, recording);
        recording->control = site;
        recording->partly = step->preamble;
        recording->turns = 0;
        recording->turning = recording->mask;
        recording->rest = (struct rest){0};
        recording->round[0] = UINT32_MAX; /* it has begun before this is known */
        if (step->preamble) {
            record_slots(recorder, recording, PREAMBLE_SLOTS, PREAMBLE_BRANCHES);
        }
    }
    if ((recording->turning & ~recording->mask) != 0) {
        lanes_leave(recording, recording->turns);
    }
    recording->turning = recording->mask;
    recording->turns++;
    if (++recording->rounds >= step->unroll) {
        recording->rounds = 0;
        recording->apart |= !step->seamless;
        memset(recording->merge, 0, sizeof recording->merge);
    }
    recording->round[recording->rounds % UNROLL_TINY] = recording->draft.count;
}

static void record_step(struct recorder *recorder, struct trace_recording *recording,
                        const struct model_step *step, uint32_t site) {
    uint32_t producer[TRACE_SOURCES];
    if (step->kind == STEP_HIDDEN) {
        return;
    }
    find_producers(recording, step, producer);
    bool again = step->divides && has_reciprocal(recording, step);
    recording->credit += again ? step->slots * 3 / 5 : step->slots;
    uint32_t slots = recording->credit / SLOT;
    if (step->kind == STEP_FREE || step->kind == STEP_PREDICATE || slots == 0) {
        set_targets(recording, step, producer[0]);
    } else {
        recording->credit %= SLOT;
        struct trace_entry entry = {.kind = step->kind == STEP_CONTROL       ? TRACE_BRANCH
                                            : step->kind == STEP_SYNCHRONISE ? TRACE_BARRIER
                                                                             : TRACE_PLAIN,
                                    .pipe = step->pipe,
                                    .specials = again ? 0 : step->specials,
                                    .waits = step->kind == STEP_ORDER || step->parts,
                                    .fence = step->fence,
                                    .either = step->either && step->pipe == PIPE_INTEGER,
                                    .slots = (uint16_t)slots,
                                    .others = again ? step->others / 2 : step->others,
                                    .latency = again ? step->latency / 2 : step->latency,
                                    .branches = step->kind == STEP_CONTROL};
        recording->apart |= step->kind == STEP_SYNCHRONISE || step->kind == STEP_ORDER;
        set_targets(recording, step, add_draft(recorder, recording, &entry, producer));
        recording->apart |=
            step->kind == STEP_SYNCHRONISE || step->kind == STEP_ORDER || step->parts;
    }
    if (step->kind == STEP_CONTROL) {
        record_control(recorder, recording, step, site);
    } else if (step->kind == STEP_PREDICATE) {
        recording->predicated = true;
        memcpy(recording->side, step->side, sizeof recording->side);
        recording->target = step->target;
        recording->before = recording->mask;
    }
}

void recorder_stretch(struct recorder *recorder, const struct simt_stretch *stretch) {
    struct trace_recording *recording = &recorder->recordings[stretch->place.warp];
    uint32_t at = 0;
    recording->executed += stretch->end - stretch->place.site;
    if (recorder->trace.full) {
        return;
    }
    if (recording->draft.count >= recorder->limit) {
        recording->pending_count = 0;
        return;
    }
    const bool side = take_side(recording, stretch->place.site);
    const bool meets =
        recording->before == stretch->mask && recording->target == stretch->place.site;
    bool hidden = recorder->assembly->steps[stretch->place.site].kind == STEP_HIDDEN;
    const struct model_step *control = &recorder->assembly->steps[recording->control];
    bool round = recording->control != 0 && stretch->place.site >= control->first &&
                 stretch->place.site <= control->last;
    if (recording->control != 0 && !round && !hidden) {
        leave_loop(recorder, recording);
    }
    /* lanes that leave a loop wait behind it: those that stay run the same body */
    round &= (stretch->mask & ~recording->mask) == 0;
    if (!round && recording->mask != 0 && recording->mask != stretch->mask &&
        !recording->predicated && !side && !meets && !hidden) {
        record_slots(recorder, recording, SPLIT_SLOTS, SPLIT_BRANCHES);
    }
    recording->mask = hidden ? recording->mask : stretch->mask;
    recording->predicated = false;
    for (uint32_t site = stretch->place.site; site < stretch->end && !recorder->trace.full;
         site++) {
        const struct model_step *step = &recorder->assembly->steps[site];
        if (step->kind == STEP_MEMORY) {
            record_memory(recorder, recording, step, site, &at);
        } else if (step->kind == STEP_FOLDED) {
            record_folded(recording, step, site, &at);
        } else {
            record_step(recorder, recording, step, site);
        }
    }
    recording->recorded += stretch->end - stretch->place.site;
    recording->pending_count = 0;
}
