/* Neighbouring cells, all at once. */
#include "race_run.h"

#include "race_cell.h"

#include <string.h>

static bool quiet(const struct visit *visit, const struct stretch *stretch, size_t cell,
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
static inline bool visit_calm_run(const struct visit *visit, const struct stretch *stretch,
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

void visit_run(const struct visit *visit, const struct stretch *stretch, size_t cell,
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
