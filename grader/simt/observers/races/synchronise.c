#include "synchronise.h"

#include "race_turns.h"

static uint64_t order_key(const struct race_visit *visit, unsigned lane) {
    uint64_t address = visit->event->address[lane];
    return visit->event->space == SIMT_SHARED
               ? 1ULL << 63 | (uint64_t)visit->detector->block_tick << 32 | address
               : address;
}

void synchronise(const struct race_visit *visit) {
    struct detector *detector = visit->detector;
    struct order *order = detector->order;
    const struct simt_access *event = visit->event;
    uint32_t writers = event->kind == SIMT_LOAD    ? 0
                       : event->kind == SIMT_STORE ? event->mask
                                                   : event->wrote;
    bool releases = event->order == SIMT_RELEASE || event->order == SIMT_ACQUIRE_RELEASE;
    /* Atomics of all lanes of a warp, such as a histogram's, are no flag. */
    const bool by_one = (event->mask & (event->mask - 1)) == 0;
    bool stored = event->space == SIMT_GLOBAL &&
                  (event->kind == SIMT_STORE ? event->order == SIMT_RELAXED
                                             : event->kind != SIMT_LOAD && by_one);
    if (!releases && !stored && order_idle(order)) {
        return;
    }
    uint32_t now = releases ? detector_advance(detector) : detector->tick;
    for (LANES_OF(lane, event->mask)) {
        uint32_t thread = event->place.warp * SIMT_WARP_SIZE + lane;
        if (releases) {
            race_turns_fenced(detector, event->scope);
            order_fence(order, detector_scope(event->scope), thread, now, false, &visit->floors);
        }
        if (event->kind != SIMT_STORE) {
            order_receive(order, order_key(visit, lane), thread, now, event->order == SIMT_RELEASE);
        }
        if (writers & 1u << lane) {
            order_publish(order, order_key(visit, lane), thread, detector->block_tick,
                          &visit->floors);
        }
        if (stored) {
            order_publish_reads(order, order_key(visit, lane), thread, detector->block_tick,
                                &visit->floors);
        }
    }
}

void synchronise_loop_start(const struct race_visit *visit) {
    struct detector *detector = visit->detector;
    const struct simt_access *event = visit->event;
    unsigned lane = (unsigned)__builtin_ctz(event->mask);
    uint64_t address = event->address[lane];
    const struct shadow_page *page = &detector->shared;
    uint64_t offset = address;
    if (event->space == SIMT_GLOBAL) {
        uint32_t index = event->region == SIMT_MIXED_REGIONS ? event->regions[lane] : event->region;
        if (index >= detector->region_count || detector->regions[index].pages == NULL) {
            return;
        }
        page = region_page(&detector->regions[index], address);
        offset = address % SHADOW_PAGE_BYTES;
    }
    shadow_cell cell;
    if (detector->compare_and_swap_read == NULL ||
        !shadow_peek(page, SHADOW_READS, offset, &cell)) {
        return;
    }
    uint32_t site = detector_site(detector, cell);
    if (cell >= visit->floors.block && !((cell ^ visit->base) & SHADOW_WARP_MASK) &&
        site < detector->site_count) {
        detector->compare_and_swap_read[site] = 1;
    }
}

/* ---- plain writes under atomics -------------------------------------------------------------- */

static uint64_t covered_key(const struct race_visit *visit, unsigned lane) {
    return visit->event->address[lane] | (uint64_t)(visit->event->space == SIMT_SHARED) << 63;
}

/* An atomic read-modify-write comes to a cell of atomics under which a plain write lies. */
static void visit_covered(const struct race_visit *visit, const struct stretch *stretch,
                          unsigned lane) {
    shadow_cell mine = visit_mark(visit, lane);
    const struct covered_write *write =
        hash_find(&visit->detector->covered, covered_key(visit, lane));
    if (write != NULL && shadow_conflict(write->cell, mine, &visit->floors, SHADOW_ATOMICALLY)) {
        race_found(visit, stretch, lane, write->cell, true);
    }
}

shadow_cell synchronise_cover(const struct race_visit *visit, unsigned lane, shadow_cell plain) {
    shadow_cell mine = visit_mark(visit, lane);
    if (plain < visit->floors.launch || visit->event->kind < SIMT_ATOMIC ||
        (visit->event->space == SIMT_SHARED && plain < visit->floors.barrier)) {
        return mine;
    }
    struct covered_write *write = hash_add(&visit->detector->covered, covered_key(visit, lane));
    if (write == NULL) {
        visit->detector->findings.unwatched++;
        return mine;
    }
    write->cell = plain;
    return shadow_covering(mine);
}

shadow_cell synchronise_covered(const struct race_visit *visit, const struct stretch *stretch,
                                unsigned lane, shadow_cell cell) {
    shadow_cell joined = shadow_join(cell, visit_mark(visit, lane), &visit->floors);
    if (cell < visit->floors.launch) {
        return joined;
    }
    if (visit->event->kind >= SIMT_ATOMIC) {
        visit_covered(visit, stretch, lane);
    }
    return shadow_covering(joined);
}
