/* The recorder's accesses: what a request asks of memory. */
#include "../memory/footprint.h"
#include "trace_lanes.h"
#include "trace_recorder.h"
#include "../memory/wavefronts.h"
#include "../../observers/counters/sectors_and_banks.h"

#include <stdlib.h>
#include <string.h>

static uint32_t sector_of(uint64_t address) {
    return (uint32_t)(address / SECTOR_BYTES);
}

/* The sectors of a request, once each, into the trace; the number of lines. */
static void list_sectors(struct trace *trace, const struct simt_access *access,
                         struct trace_entry *entry) {
    enum { MANY_LINES = 8 }; /* an estimate */
    uint32_t list[SIMT_WARP_SIZE] = {0}, count = 0, lines = 0, highest = 0;
    for (uint32_t left = access->mask; left != 0; left &= left - 1) {
        uint32_t sector = sector_of(access->address[__builtin_ctz(left)]);
        bool rises = count == 0 || sector > highest; /* only the highest may be of its line */
        bool known = count > 0 && list[count - 1] == sector;
        bool line = count > 0 && highest / 4 == sector / 4;
        for (uint32_t n = 0; n < count && !known && !rises; n++) {
            known = list[n] == sector;
            line |= list[n] / 4 == sector / 4;
        }
        highest = rises ? sector : highest;
        if (!known) {
            list[count++] = sector;
            lines += !line;
        }
    }
    int32_t least = INT32_MAX, most = INT32_MIN; /* from one sector to the next */
    for (uint32_t n = 1; n < count; n++) {
        const int32_t gap = (int32_t)(list[n] - list[n - 1]);
        least = gap < least ? gap : least;
        most = gap > most ? gap : most;
    }
    entry->straight = count < 2 || (least == 1 && most == 1);
    entry->scattered = lines >= MANY_LINES && most - least > 1;
    entry->sectors = (uint16_t)count;
    entry->partial =
        (uint32_t)__builtin_popcount(access->mask) * access->size < count * SECTOR_BYTES / 2;
    entry->lines = (uint16_t)lines;
    entry->first = list[0];
    if (!entry->straight && RESERVE(trace, sector, sectors, count)) {
        entry->first = trace->sector_count;
        memcpy(&trace->sectors[trace->sector_count], list, count * sizeof *list);
        trace->sector_count += count;
    }
}

/* Lanes that meet on a word go one after the other, those on other words of a sector beside them.
 * Where all meet in one line, the neighbours of the warp do so, too, and the slice of L2 is busy.
 */
static uint16_t depth_of(const struct simt_access *access) {
    enum { CROWDED = 2 }; /* fitted on an H200, 23 November 2026: to the probes of l2_atomic */
    uint32_t sectors[SIMT_WARP_SIZE], deepest[SIMT_WARP_SIZE], count = 0, depth = 0;
    uint64_t line = access->address[__builtin_ctz(access->mask)] / LINE_BYTES;
    bool one_line = true;
    for (uint32_t left = access->mask, here; left != 0; left &= ~here) {
        here = lanes_with_first(access->address, left, 1);
        const uint64_t address = access->address[__builtin_ctz(here)];
        const uint32_t lanes = (uint32_t)__builtin_popcount(here);
        uint32_t s = 0;
        while (s < count && sectors[s] != sector_of(address)) {
            s++;
        }
        if (s == count) {
            sectors[count] = sector_of(address);
            deepest[count++] = 0;
        }
        deepest[s] = lanes > deepest[s] ? lanes : deepest[s];
        one_line &= address / LINE_BYTES == line;
    }
    for (uint32_t s = 0; s < count; s++) {
        depth += deepest[s];
    }
    return (uint16_t)(one_line ? CROWDED * depth : depth);
}

static void note_global(struct recorder *recorder, const struct simt_access *access,
                        struct trace_entry *entry) {
    static const uint8_t kinds[] = {[SIMT_LOAD] = TRACE_LOAD,
                                    [SIMT_STORE] = TRACE_STORE,
                                    [SIMT_ATOMIC] = TRACE_ATOMIC,
                                    [SIMT_REDUCTION] = TRACE_REDUCTION};
    struct traffic traffic = traffic_of(access);
    entry->kind = kinds[access->kind];
    list_sectors(&recorder->trace, access, entry);
    entry->wavefronts = (uint8_t)(access->kind == SIMT_LOAD ? wavefronts_of(access) : 0);
    if (access->kind >= SIMT_ATOMIC) {
        const struct model_step *step = &recorder->assembly->steps[access->place.site];
        bool together = step->joins || (step->uniform && access->increment);
        unsigned serialised;
        entry->sectors = (uint16_t)(together ? 1 : traffic_atomic_sectors(&traffic, &serialised));
        entry->straight = true;
        recorder->trace.atomic_lanes += together ? 1 : (uint64_t)__builtin_popcount(access->mask);
        entry->depth = together ? 1 : depth_of(access);
        recorder->trace.atomic_sectors += entry->sectors;
        recorder->trace.atomic_depth += entry->depth;
    }
}

/* Lanes of a request that meet on one word. */
static uint16_t most_on_a_word(const struct simt_access *access) {
    int most = 0;
    for (uint32_t left = access->mask, here; left != 0; left &= ~here) {
        here = lanes_with_first(access->address, left, 1);
        most = __builtin_popcount(here) > most ? __builtin_popcount(here) : most;
    }
    return (uint16_t)most;
}

static void note_shared(const struct simt_access *access, struct trace_entry *entry) {
    struct traffic traffic = traffic_of(access);
    unsigned ideal, serialised;
    entry->increment = access->increment;
    if (access->kind <= SIMT_STORE) {
        entry->kind = access->kind == SIMT_LOAD ? TRACE_SHARED_LOAD : TRACE_SHARED_STORE;
        entry->lines = (uint16_t)traffic_wavefronts(&traffic, &ideal);
    } else {
        entry->kind = TRACE_SHARED_ATOMIC;
        entry->depth = most_on_a_word(access);
        entry->lines =
            (uint16_t)traffic_atomic_wavefronts(&traffic, access->increment, &serialised);
        if (access->kind == SIMT_REDUCTION &&
            !access->increment) { /* two lanes of a word at once */
            entry->lines += (uint16_t)traffic_atomic_wavefronts(&traffic, true, &serialised);
            entry->lines = (uint16_t)((entry->lines + 1) / 2);
        }
    }
}

/* A thread's own memory is interleaved by words: a line for each word's place, in which each lane
 * has its own, eight to a sector. */
static void note_local(struct trace *trace, const struct simt_access *access, bool in_register,
                       struct trace_entry *entry) {
    enum { WORD = 4, LANES_A_SECTOR = SECTOR_BYTES / WORD };
    uint32_t words = access->size > WORD ? access->size / WORD : 1, lines = 0, sectors = 0;
    for (uint32_t left = access->mask, here; left != 0; left &= ~here) {
        const uint64_t place = access->address[__builtin_ctz(left)] / WORD;
        uint32_t groups = 0;
        here = lanes_with_first(access->address, left, WORD);
        for (LANES_OF(lane, here)) {
            groups |= UINT32_C(1) << lane / LANES_A_SECTOR;
        }
        lines++;
        sectors += (uint32_t)__builtin_popcount(groups);
        if (!in_register) {
            uint64_t end = place + words;
            trace->local_first = place < trace->local_first ? place : trace->local_first;
            trace->local_end = end > trace->local_end ? end : trace->local_end;
        }
    }
    entry->kind = access->kind == SIMT_LOAD ? TRACE_LOCAL_LOAD : TRACE_LOCAL_STORE;
    entry->lines = (uint16_t)(lines * words);
    entry->sectors = (uint16_t)(sectors * words);
    entry->partial =
        (uint32_t)__builtin_popcount(access->mask) * words < entry->sectors * LANES_A_SECTOR / 2;
}

void recorder_mark_fresh(struct recorder *recorder, const struct footprint *footprint) {
    for (uint32_t e = 0; e < recorder->trace.entry_count; e++) {
        struct trace_entry *entry = &recorder->trace.entries[e];
        entry->fresh = 0;
        for (uint32_t n = 0; entry->kind == TRACE_LOAD && n < entry->sectors; n++) {
            uint64_t address = trace_address(&recorder->trace, entry, n);
            if (footprint_is_fresh(footprint, address, entry->moment)) {
                entry->fresh |= UINT32_C(1) << n % 32;
            }
        }
    }
}

void recorder_mark_held(struct recorder *recorder, trace_held *held, const void *self) {
    for (uint32_t e = 0; e < recorder->trace.entry_count; e++) {
        struct trace_entry *entry = &recorder->trace.entries[e];
        for (uint32_t n = 0; entry->fresh != 0 && n < entry->sectors; n++) {
            if (held(self, trace_address(&recorder->trace, entry, n))) {
                entry->fresh &= ~(UINT32_C(1) << n % 32);
            }
        }
    }
}

void recorder_access(struct recorder *recorder, const struct simt_access *access, bool mapped,
                     uint16_t moment) {
    if (recorder->trace.full) {
        return;
    }
    struct trace_recording *recording = &recorder->recordings[access->place.warp];
    if (recording->draft.count >= recorder->limit) {
        return;
    }
    if (!array_grow(&recording->pending, &recording->pending_capacity,
                    recording->pending_count + 1)) {
        recorder->trace.full = true;
        return;
    }
    struct pending_loads *pending = &recording->pending[recording->pending_count++];
    *pending = (struct pending_loads){.site = access->place.site, .size = access->size};
    pending->first = access->address[__builtin_ctz(access->mask)];
    pending->last = access->address[31 - __builtin_clz(access->mask)];
    pending->entry.back = (uint8_t)((access->size + 3) / 4);
    switch (access->space) {
    case SIMT_GLOBAL:
        note_global(recorder, access, &pending->entry);
        pending->entry.mapped = mapped;
        pending->entry.strong = access->kind == SIMT_LOAD && access->order != SIMT_WEAK;
        pending->entry.moment = moment;
        pending->entry.address = pending->first;
        break;
    case SIMT_SHARED:
        note_shared(access, &pending->entry);
        break;
    case SIMT_LOCAL:
        note_local(&recorder->trace, access,
                   recorder->assembly->steps[access->place.site].kind == STEP_FOLDED,
                   &pending->entry);
        break;
    default:
        pending->entry.kind = TRACE_CONSTANT;
        pending->entry.lines =
            recorder->assembly->steps[access->place.site].uniform
                ? 0
                : (uint16_t)lanes_places(access->address, access->mask, sizeof(uint32_t));
    }
}
