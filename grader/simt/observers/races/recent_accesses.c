/* A ring of the last reads and atomics. */
#include "recent_accesses.h"

#include "../happens_before/barrier_order.h"

#include <stdlib.h>

/* A block of 1,024 threads makes 32 accesses an instruction, so this holds its last 64. */
enum { RECENT_ACCESSES = 2048, OF_A_WARP = 512, MOST_QUESTIONS = 50000 };

struct recent_access {
    shadow_cell first; /* lane 0's mark */
    uint32_t mask;
    uint8_t size;
    bool shared;
    bool atomic;
    bool row; /* lanes side by side: address[0] is the lowest lane's */
    uint64_t address[SIMT_WARP_SIZE];
};

struct recent_accesses {
    uint64_t count; /* ever kept */
    uint32_t questions;
    struct recent_access item[RECENT_ACCESSES];
};

void recent_accesses_keep(struct detector *detector, const struct simt_access *event) {
    if (event->kind == SIMT_STORE || event->space > SIMT_SHARED) {
        return;
    }
    if (detector->recent == NULL) {
        detector->recent = calloc(1, sizeof *detector->recent);
        if (detector->recent == NULL) {
            return;
        }
    }
    struct recent_accesses *recent = detector->recent;
    struct recent_access *item = &recent->item[recent->count++ % RECENT_ACCESSES];
    item->first = detector_mark(detector, event->place.warp, event->place.site);
    item->mask = event->mask;
    item->size = event->size;
    item->shared = event->space == SIMT_SHARED;
    item->atomic = event->kind != SIMT_LOAD;
    item->row = event->pattern == SIMT_ROW;
    if (item->row) {
        item->address[0] = event->address[__builtin_ctz(event->mask)];
        return;
    }
    for (LANES_OF(lane, event->mask)) {
        item->address[lane] = event->address[lane];
    }
}

static uint64_t address_of(const struct recent_access *item, unsigned lane) {
    const unsigned below = (unsigned)__builtin_popcount(item->mask & ((1u << lane) - 1));
    return item->row ? item->address[0] + (uint64_t)below * item->size : item->address[lane];
}

static enum race_scope scope_of(const struct race_visit *visit, shadow_cell cell,
                                shadow_cell mine) {
    return cell < visit->floors.block           ? BETWEEN_BLOCKS
           : ((cell ^ mine) & SHADOW_WARP_MASK) ? BETWEEN_WARPS
                                                : BETWEEN_LANES;
}

/* The mark of a lane that met the address, in no order with `mine` and in that scope; else 0. */
static shadow_cell conflict_in(const struct recent_access *item, const struct race_visit *visit,
                               unsigned mine_lane, enum race_scope scope) {
    const uint64_t address = visit->event->address[mine_lane];
    const shadow_cell mine = visit_mark(visit, mine_lane);
    for (LANES_OF(lane, item->mask)) {
        const uint64_t theirs = address_of(item, lane);
        const shadow_cell cell = item->first + ((shadow_cell)lane << SHADOW_THREAD_SHIFT);
        if (theirs < address + visit->event->size && address < theirs + item->size &&
            !shadow_ordered(cell, mine, &visit->floors) && scope_of(visit, cell, mine) == scope &&
            (scope != BETWEEN_LANES || !meetings_order(visit, mine_lane, cell, false))) {
            return item->atomic ? cell | SHADOW_ATOMIC : cell;
        }
    }
    return 0;
}

/* The same among all, from the youngest on. */
static shadow_cell conflict(const struct race_visit *visit, unsigned lane, bool in_write_plane,
                            enum race_scope scope) {
    const struct recent_accesses *recent = visit->detector->recent;
    const bool near = scope == BETWEEN_LANES;
    const shadow_cell since = near ? visit->floors.sync : visit->floors.launch;
    const uint64_t kept = near ? OF_A_WARP : RECENT_ACCESSES;
    shadow_cell found = 0;
    for (uint64_t age = 1; found == 0 && age <= kept && age <= recent->count; age++) {
        const struct recent_access *item = &recent->item[(recent->count - age) % RECENT_ACCESSES];
        if (shadow_tick(item->first) < shadow_tick(since)) {
            break;
        }
        const bool apart = ((item->first ^ visit->base) & SHADOW_WARP_MASK) != 0;
        if (item->shared == (visit->event->space == SIMT_SHARED) &&
            item->atomic == in_write_plane && !(apart && near)) {
            found = conflict_in(item, visit, lane, scope);
        }
    }
    return found;
}

bool recent_accesses_hide(const struct race_visit *visit, unsigned lane, bool in_write_plane) {
    struct recent_accesses *recent = visit->detector->recent;
    if (recent == NULL || recent->questions == MOST_QUESTIONS) {
        return false;
    }
    recent->questions++;
    return conflict(visit, lane, in_write_plane, BETWEEN_LANES) != 0;
}

shadow_cell recent_accesses_partner(const struct race_visit *visit, unsigned lane,
                                    shadow_cell other, bool in_write_plane,
                                    enum race_scope *scope) {
    const shadow_cell flags = SHADOW_MANY_LANES | SHADOW_MANY_WARPS | SHADOW_MANY_BLOCKS;
    const shadow_cell mine = visit_mark(visit, lane), named = other & ~flags;
    const enum race_scope theirs = scope_of(visit, named, mine);
    const bool guilty = !shadow_ordered(named, mine, &visit->floors) &&
                        (theirs != BETWEEN_LANES || !meetings_order(visit, lane, named, false));
    if (visit->detector->recent == NULL || (other & flags) == 0 || (guilty && theirs == *scope)) {
        return other;
    }
    for (int within = *scope; within >= (int)BETWEEN_LANES; within--) {
        const shadow_cell found = conflict(visit, lane, in_write_plane, (enum race_scope)within);
        if (found != 0) {
            *scope = (enum race_scope)within;
            return found;
        }
    }
    return other;
}
