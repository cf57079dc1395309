/* Single words, words of all lanes, and neighbouring cells. Each usual case first; race_cell.h has
 * the whole rule. */
#include "race_visits.h"
#include "race_cell.h"

#include <string.h>

/* Does the cell tell of atomics that cover no plain write? Their hash is the unknown value's. */
static inline bool only_atomics(shadow_cell cell) {
    return (~cell & (SHADOW_HASH_MASK | SHADOW_ATOMIC)) == 0;
}

/* All lanes load one place: the last of them stands for all, since each joins the one before.
 * Writers must lie in [low, high). False if they do not. */
bool visit_loaded_place(const struct race_visit *visit, const struct shadow_page *page, size_t cell,
                        shadow_cell low, shadow_cell high) {
    const struct simt_access *event = visit->event;
    const unsigned count = event->size >> page->shift > 1 ? event->size >> page->shift : 1;
    for (unsigned i = 0; page->write != NULL && i < count; i++) {
        if (page->write[cell + i] < low || page->write[cell + i] >= high) {
            return false;
        }
    }
    shadow_cell mine = visit_mark(visit, (unsigned)__builtin_ctz(event->mask));
    shadow_cell last = visit_mark(visit, 31 - (unsigned)__builtin_clz(event->mask));
    for (unsigned i = 0; i < count; i++) {
        shadow_cell *read = &page->read[cell + i];
        shadow_cell joined = *read < high ? mine : shadow_join(*read, mine, &visit->floors);
        *read = last | (joined & (SHADOW_MANY_BLOCKS | SHADOW_MANY_WARPS | SHADOW_LANES_MASK)) |
                SHADOW_MANY_LANES | shadow_lanes_of(event->mask);
    }
    return true;
}

/* Single words of shared memory, here and there. */
static void load_words(const struct race_visit *visit, const struct stretch *stretch) {
    const struct simt_access *event = visit->event;
    const struct shadow_floors floors = visit->floors;
    const shadow_cell *write = stretch->page->write;
    shadow_cell *read = stretch->page->read;
    const unsigned shift = stretch->page->shift;
    for (LANES_OF(lane, event->mask)) {
        size_t cell = event->address[lane] >> shift;
        shadow_cell mine = visit->base + ((shadow_cell)lane << SHADOW_THREAD_SHIFT);
        if (write == NULL ||
            (write[cell] >= floors.block && calm(write[cell], mine, floors.barrier))) {
            read[cell] =
                read[cell] < floors.barrier ? mine : shadow_join(read[cell], mine, &floors);
        } else {
            visit_cell(visit, stretch, cell, lane);
        }
    }
}

static void store_words(const struct race_visit *visit, const struct stretch *stretch) {
    const struct simt_access *event = visit->event;
    const shadow_cell barrier = visit->floors.barrier;
    shadow_cell *write = stretch->page->write;
    const shadow_cell *read = stretch->page->read;
    const unsigned shift = stretch->page->shift;
    for (LANES_OF(lane, event->mask)) {
        size_t cell = event->address[lane] >> shift;
        shadow_cell mine = visit_mark(visit, lane);
        if (calm(write[cell], mine, barrier) && (read == NULL || calm(read[cell], mine, barrier))) {
            write[cell] = mine;
        } else {
            visit_cell(visit, stretch, cell, lane);
        }
    }
}

/* What is not the most usual: of cells that nobody has read but this thread, since the last
 * barrier.
 */
static __attribute__((noinline)) void update_word(const struct race_visit *visit,
                                                  const struct stretch *stretch, size_t cell,
                                                  unsigned lane) {
    const struct shadow_floors *floors = &visit->floors;
    shadow_cell *write = &stretch->page->write[cell];
    const shadow_cell *read = stretch->page->read;
    const shadow_cell mine = visit_mark(visit, lane);
    const bool unread = read == NULL || calm(read[cell], mine, floors->barrier);
    if (unread && *write >= floors->barrier && only_atomics(*write)) {
        *write = shadow_join_recent(*write, mine, floors->sync);
    } else if (unread && *write >= floors->block && *write < floors->barrier &&
               !shadow_covers(*write)) {
        *write = mine;
    } else {
        visit_cell(visit, stretch, cell, lane);
    }
}

/* Updates one lane's word, which nobody has read since the last barrier, if the warp's own atomics
 * were there last, as they most often were. The marks of a warp's atomics are alike but for the
 * lane, the site, the time and the flags. */
static inline bool update_own(shadow_cell *write, shadow_cell mine, shadow_cell sync) {
    const shadow_cell alike = SHADOW_HASH_MASK | SHADOW_ATOMIC | SHADOW_WARP_MASK;
    const shadow_cell writer = *write, other = writer ^ mine;
    if (writer < sync || (other & alike) != 0) {
        return false;
    }
    *write = mine | (writer & (SHADOW_MANY_WARPS | SHADOW_MANY_LANES)) |
             (other & SHADOW_THREAD_MASK ? SHADOW_MANY_LANES : 0);
    return true;
}

static void update_words(const struct race_visit *visit, const struct stretch *stretch) {
    const uint64_t *address = visit->event->address;
    const struct shadow_page *page = stretch->page;
    const shadow_cell sync = visit->floors.sync;
    const bool unread = page->last_read < shadow_tick(visit->floors.barrier);
    shadow_cell *const write = page->write, mine = visit->base;
    if (visit->event->mask == UINT32_MAX && page->shift == 2 && unread) {
#pragma GCC unroll 4
        for (unsigned lane = 0; lane < 32; lane++, mine += 1ULL << SHADOW_THREAD_SHIFT) {
            const size_t cell = address[lane] >> 2;
            if (!update_own(write + cell, mine, sync)) {
                update_word(visit, stretch, cell, lane);
            }
        }
        return;
    }
    for (LANES_OF(lane, visit->event->mask)) {
        const size_t cell = address[lane] >> page->shift;
        if (!unread || !update_own(write + cell, visit_mark(visit, lane), sync)) {
            update_word(visit, stretch, cell, lane);
        }
    }
}

void visit_words(const struct race_visit *visit, const struct stretch *stretch) {
    const struct simt_access *event = visit->event;
    const bool plain = visit->detector->plain;
    if (!plain && visit->rule == SHADOW_LOAD) {
        load_words(visit, stretch);
    } else if (!plain && visit->rule == SHADOW_STORE) {
        store_words(visit, stretch);
    } else if (!plain && visit->writes) {
        update_words(visit, stretch);
    } else {
        for (LANES_OF(lane, event->mask)) {
            visit_cell(visit, stretch, event->address[lane] >> stretch->page->shift, lane);
        }
    }
}

/* ---- global memory --------------------------------------------------------------------------- */

void visit_word(const struct race_visit *visit, const struct stretch *stretch, size_t cell,
                unsigned lane) {
    const shadow_cell launch = visit->floors.launch;
    shadow_cell *write = stretch->page->write, *read = stretch->page->read;
    shadow_cell mine = visit_mark(visit, lane);
    if (visit->detector->plain) {
        visit_cell(visit, stretch, cell, lane);
        return;
    }
    if (visit->rule == SHADOW_LOAD && (write == NULL || write[cell] < launch)) {
        read[cell] = read[cell] < launch ? mine : shadow_join(read[cell], mine, &visit->floors);
    } else if (visit->rule == SHADOW_STORE && write[cell] < launch &&
               (read == NULL || read[cell] < launch)) {
        write[cell] = mine;
    } else if (visit->rule == SHADOW_ATOMICALLY && visit->writes &&
               (read == NULL || read[cell] < launch) && (write[cell] & SHADOW_ATOMIC) &&
               !shadow_covers(write[cell])) {
        write[cell] = shadow_join(write[cell], mine, &visit->floors);
    } else {
        visit_cell(visit, stretch, cell, lane);
    }
}

/* All lanes update one word. */
static bool update_one_place(const struct race_visit *visit, const struct shadow_page *page,
                             size_t cell) {
    const struct simt_access *event = visit->event;
    shadow_cell *write = &page->write[cell];
    if (!visit->writes || page->shift != 2 || event->size != 4 || !(*write & SHADOW_ATOMIC) ||
        shadow_covers(*write) || (page->read != NULL && page->read[cell] >= visit->floors.launch)) {
        return false;
    }
    shadow_cell mine = visit_mark(visit, (unsigned)__builtin_ctz(event->mask));
    shadow_cell joined = shadow_join(*write, mine, &visit->floors);
    *write = visit_mark(visit, 31 - (unsigned)__builtin_clz(event->mask)) |
             (joined & (SHADOW_MANY_BLOCKS | SHADOW_MANY_WARPS)) | SHADOW_MANY_LANES;
    return true;
}

bool visit_one_place(const struct race_visit *visit, const struct shadow_page *page,
                     uint64_t offset) {
    size_t cell = offset >> page->shift;
    if (visit->detector->plain || visit->event->pattern != SIMT_ONE_PLACE ||
        offset + visit->event->size > SHADOW_PAGE_BYTES) {
        return false;
    }
    return visit->rule == SHADOW_LOAD
               ? visit_loaded_place(visit, page, cell, 0, visit->floors.launch)
               : visit->rule == SHADOW_ATOMICALLY && update_one_place(visit, page, cell);
}

static bool quiet(const struct race_visit *visit, const struct stretch *stretch, size_t cell,
                  const shadow_cell *marks, unsigned count) {
    const struct shadow_page *page = stretch->page;
    if (page->write != NULL) {
        const shadow_cell *write = page->write + cell;
        if (shadow_conflicts(write, marks, count, &visit->floors, visit->rule)) {
            return false;
        }
        if (visit->reads && stretch->region == SIMT_MIXED_REGIONS &&
            shadow_older(write, count, visit->floors.block)) {
            return false;
        }
    }
    enum shadow_rule against_reads = visit->rule == SHADOW_STORE ? SHADOW_LOAD : visit->rule;
    return !visit->writes || page->read == NULL ||
           !shadow_conflicts(page->read + cell, marks, count, &visit->floors, against_reads);
}

/* A load or store of which nothing is to be said: nobody else has been there since the launch
 * began, in shared memory since the last barrier. */
static inline bool visit_calm_run(const struct race_visit *visit, const struct stretch *stretch,
                                  size_t cell, const shadow_cell *marks, unsigned count) {
    shadow_cell *write = stretch->page->write, *read = stretch->page->read;
    bool shared = stretch->region == SIMT_MIXED_REGIONS;
    shadow_cell low = shared ? visit->floors.block : 0;
    shadow_cell high = shared ? visit->floors.barrier : visit->floors.launch;
    if (visit->rule == SHADOW_LOAD) {
        return shadow_load_row(write != NULL ? write + cell : NULL, read + cell, marks, count, low,
                               high, &visit->floors);
    }
    return shadow_store_row(write + cell, read != NULL ? read + cell : NULL, marks, count, high);
}

void visit_run(const struct race_visit *visit, const struct stretch *stretch, size_t cell,
               unsigned cells_a_lane) {
    unsigned first = stretch->first_lane, count = stretch->lanes * cells_a_lane;
    if (visit->detector->plain || (visit->writes && (visit->base & SHADOW_ATOMIC))) {
        for (unsigned i = 0; i < count; i++) {
            visit_cell(visit, stretch, cell + i, first + i / cells_a_lane);
        }
        return;
    }
    shadow_cell marks[SIMT_WARP_SIZE], spread[MOST_CELLS];
    const shadow_cell *used = marks;
    shadow_marks(marks, stretch->lanes, visit->base + ((shadow_cell)first << SHADOW_THREAD_SHIFT),
                 visit->value != NULL ? visit->value + first : NULL);
    if (cells_a_lane > 1) {
        for (unsigned i = 0; i < count; i++) {
            spread[i] = marks[i / cells_a_lane];
        }
        used = spread;
    }
    if (visit->rule != SHADOW_ATOMICALLY && visit_calm_run(visit, stretch, cell, used, count)) {
        return;
    }
    if (!quiet(visit, stretch, cell, used, count)) {
        for (unsigned i = 0; i < count; i++) {
            visit_cell(visit, stretch, cell + i, first + i / cells_a_lane);
        }
    } else if (visit->writes) {
        memcpy(stretch->page->write + cell, used, count * sizeof *used);
    } else {
        shadow_join_all(stretch->page->read + cell, used, count, &visit->floors);
    }
}
