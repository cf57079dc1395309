/* The order that an assembler gives the instructions between two branches: list scheduling. */
#include "trace_recorder.h"

#include <stdlib.h>
#include <string.h>

/* FAR, NEAR: rough cycles until a load, or another instruction, has its result; estimates. */
enum { MOST = 256, LEVELS = 1024, FAR = 30, NEAR = 4 };

static bool is_load(const struct trace_entry *entry) {
    return entry->kind == TRACE_LOAD || entry->kind == TRACE_SHARED_LOAD ||
           entry->kind == TRACE_LOCAL_LOAD || entry->kind == TRACE_CONSTANT;
}

/* What a load must stay behind: stores to its own memory, and atomics and the like. */
enum memory_class { CLASS_GLOBAL, CLASS_SHARED, CLASS_LOCAL, CLASS_ANY, CLASSES };

static enum memory_class class_of(const struct trace_entry *entry) {
    bool shared = entry->kind == TRACE_SHARED_LOAD || entry->kind == TRACE_SHARED_STORE ||
                  entry->kind == TRACE_SHARED_ATOMIC;
    bool global = entry->kind == TRACE_LOAD || entry->kind == TRACE_STORE;
    bool local = entry->kind == TRACE_LOCAL_LOAD || entry->kind == TRACE_LOCAL_STORE;
    return shared ? CLASS_SHARED : global ? CLASS_GLOBAL : local ? CLASS_LOCAL : CLASS_ANY;
}

/* From when on a load may start, given when stores of each class do. */
static uint32_t after_stores(const uint32_t last_store[CLASSES], enum memory_class class) {
    uint32_t after = last_store[CLASS_ANY];
    for (int c = 0; c < CLASS_ANY; c++) {
        bool counts = class == CLASS_ANY || (int)class == c;
        after = counts && last_store[c] > after ? last_store[c] : after;
    }
    return after;
}

/* Does the entry fill registers from memory? */
static bool brings(const struct trace_entry *entry) {
    return entry->kind == TRACE_LOAD || entry->kind == TRACE_SHARED_LOAD;
}

/* When each could start if there were room for all, in rough cycles; loads stay behind earlier
 * stores to the same memory, stores behind all of memory. */
static void find_levels(const struct draft *drafts, uint32_t first, uint32_t count,
                        uint32_t registers, uint16_t *level) {
    uint32_t last_store[CLASSES] = {0}, last_memory = 0, last = 0, oldest = 0, held = 0;
    for (uint32_t n = 0; n < count; n++) {
        const struct draft *draft = &drafts[first + n];
        uint32_t at = 0;
        for (int s = 0; s < TRACE_SOURCES; s++) {
            if (draft->producer[s] > first && draft->producer[s] <= first + n) {
                uint32_t from = draft->producer[s] - 1 - first;
                uint32_t ready = level[from] + (is_load(&drafts[first + from].entry) ? FAR : NEAR);
                at = ready > at ? ready : at;
            }
        }
        if (brings(&draft->entry)) { /* the oldest gives its registers to this one */
            for (held += draft->entry.back; held > registers && oldest < n; oldest++) {
                if (brings(&drafts[first + oldest].entry)) {
                    held -= drafts[first + oldest].entry.back;
                    uint32_t over = level[oldest] + (uint32_t)FAR;
                    at = over > at ? over : at;
                }
            }
        }
        if (draft->entry.kind >= TRACE_LOAD) {
            enum memory_class class = class_of(&draft->entry);
            bool load = is_load(&draft->entry);
            const uint32_t after = load ? after_stores(last_store, class) : last_memory;
            at = after > at ? after : at;
            last_memory = at > last_memory ? at : last_memory;
            last_store[class] = load ? last_store[class] : at;
        }
        if (draft->entry.kind == TRACE_BRANCH || draft->entry.kind == TRACE_BARRIER) {
            at = last > at ? last : at;
        }
        last = at > last ? at : last;
        level[n] = (uint16_t)(at < LEVELS ? at : LEVELS - 1);
    }
}

/* Moves drafts[first .. first + count) to rising levels, those of one level in the order they had;
 * place[] gets where each went. */
static void sort(struct draft *drafts, uint32_t first, uint32_t count, const uint16_t *level,
                 uint32_t *place) {
    uint16_t starts[LEVELS + 1], last = 0;
    struct draft copy[MOST];
    for (uint32_t n = 0; n < count; n++) {
        last = level[n] > last ? level[n] : last;
    }
    memset(starts, 0, (last + 2U) * sizeof *starts);
    for (uint32_t n = 0; n < count; n++) {
        starts[level[n] + 1]++;
    }
    for (int l = 0; l <= last; l++) {
        starts[l + 1] = (uint16_t)(starts[l + 1] + starts[l]);
    }
    memcpy(copy, &drafts[first], count * sizeof *copy);
    for (uint32_t n = 0; n < count; n++) {
        place[n] = first + starts[level[n]]++;
        drafts[place[n]] = copy[n];
    }
}

static void order_stretch(struct draft *drafts, uint32_t first, uint32_t count, uint32_t registers,
                          uint32_t *place) {
    uint16_t level[MOST];
    bool sorted = true;
    find_levels(drafts, first, count, registers, level);
    for (uint32_t n = 0; n < count; n++) {
        sorted &= n == 0 || level[n - 1] <= level[n];
        place[n] = first + n;
    }
    if (!sorted) {
        sort(drafts, first, count, level, place);
    }
}

bool draft_order(struct draft_warp *warp, uint32_t registers) {
    uint32_t *place = calloc(warp->count + 1, sizeof *place); /* by old place */
    if (place == NULL) {
        return false;
    }
    uint32_t first = 0;
    for (uint32_t n = 0; n < warp->count; n++) {
        bool ends = n + 1 == warp->count || warp->drafts[n + 1].entry.apart;
        if (ends || n + 1 - first == MOST) {
            order_stretch(warp->drafts, first, n + 1 - first, registers, &place[first]);
            first = n + 1;
        }
    }
    for (uint32_t n = 0; n < warp->count; n++) {
        uint32_t *producer = warp->drafts[n].producer;
        for (int s = 0; s < TRACE_SOURCES; s++) {
            producer[s] = producer[s] != 0 ? place[producer[s] - 1] + 1 : 0;
        }
    }
    free(place);
    return true;
}

void draft_link(struct draft_warp *warp) {
    for (uint32_t n = 0; n < warp->count; n++) {
        struct draft *draft = &warp->drafts[n];
        for (int s = 0; s < TRACE_SOURCES; s++) {
            uint32_t producer = draft->producer[s];
            uint32_t back = producer == 0 || producer > n ? 0 : n + 1 - producer;
            draft->entry.from[s] = (uint8_t)(back < TRACE_REACH ? back : 0);
        }
    }
}
