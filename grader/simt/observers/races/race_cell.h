/* race_cell.h - one access laid against one cell of the shadow: what all faster ways must equal. */
#pragma once

#include "race_finding.h"
#include "synchronise.h"

/* Is the cell a plain write by this very thread, since its last barrier? */
static inline bool covers_plain(shadow_cell cell, shadow_cell mine,
                                const struct shadow_floors *floors) {
    shadow_cell hidden = SHADOW_ATOMIC | SHADOW_MANY_LANES | SHADOW_MANY_WARPS | SHADOW_MANY_BLOCKS;
    return (cell & hidden) == 0 && cell >= floors->sync && cell >= floors->block &&
           ((cell ^ mine) & SHADOW_THREAD_MASK) == 0;
}

/* Does an atomic of the block's scope meet one of another block? It orders its own block only. */
static inline bool meets_other_block(const struct race_visit *visit, const struct stretch *stretch,
                                     shadow_cell write, shadow_cell mine) {
    return (mine & SHADOW_ATOMIC) != 0 && visit->event->scope == SIMT_SCOPE_BLOCK &&
           stretch->region != SIMT_MIXED_REGIONS && (write & SHADOW_ATOMIC) != 0 &&
           write >= visit->floors.launch && write < visit->floors.block;
}

/* Is the cell, which the block has not written, a part of a number of which it has written another?
 * That is a structure's member and the padding behind it, copied whole. */
static inline bool is_padding(const struct race_visit *visit, const struct stretch *stretch,
                              size_t cell) {
    size_t cells = (visit->event->size / visit->event->elements) >> stretch->page->shift;
    size_t first = cells > 1 ? cell & ~(cells - 1) : cell;
    for (size_t other = first; !visit->writes && other < first + cells; other++) {
        if (stretch->page->write[other] >= visit->floors.block) {
            return true;
        }
    }
    return false;
}

static inline void visit_cell(const struct race_visit *visit, const struct stretch *stretch,
                              size_t cell, unsigned lane) {
    shadow_cell *write = stretch->page->write, *read = stretch->page->read;
    shadow_cell mine = visit_mark(visit, lane);
    if (write != NULL) {
        if (__builtin_expect(shadow_conflict(write[cell], mine, &visit->floors, visit->rule) ||
                                 meets_other_block(visit, stretch, write[cell], mine),
                             0)) {
            race_found(visit, stretch, lane, write[cell], true);
        }
        if (visit->reads && stretch->region == SIMT_MIXED_REGIONS &&
            __builtin_expect(write[cell] < visit->floors.block, 0) &&
            !is_padding(visit, stretch, cell)) {
            race_unwritten(visit, stretch, lane, false);
        }
    }
    if (!visit->writes) {
        if (read != NULL) {
            read[cell] = shadow_join(read[cell], mine, &visit->floors);
        }
        return;
    }
    enum shadow_rule against_reads = visit->rule == SHADOW_STORE ? SHADOW_LOAD : visit->rule;
    if (read != NULL &&
        __builtin_expect(shadow_conflict(read[cell], mine, &visit->floors, against_reads), 0)) {
        race_found(visit, stretch, lane, read[cell], false);
    }
    if (write == NULL) {
        return; /* prepare_page has seen to it */
    }
    if ((mine & SHADOW_ATOMIC) && covers_plain(write[cell], mine, &visit->floors)) {
        return; /* others' atomics race with the plain write, which is still to be seen */
    }
    if (mine & SHADOW_ATOMIC) {
        write[cell] = !(write[cell] & SHADOW_ATOMIC) ? synchronise_cover(visit, lane, write[cell])
                      : shadow_covers(write[cell])
                          ? synchronise_covered(visit, stretch, lane, write[cell])
                          : shadow_join(write[cell], mine, &visit->floors);
    } else {
        write[cell] = mine;
    }
}
