#include "../../array.h"
#include "race_turns.h"

void race_turns_forget(struct detector *detector) {
    detector->turns.first_tick = 0;
}

void race_turns_next(struct detector *detector) {
    if (detector->turns.first_tick == 0) {
        detector->turns.first_tick = detector->launch_tick;
    }
}

/* When somebody of the block last fenced; NULL without memory, and of blocks far up. */
static uint32_t *fenced_at(struct turns *turns, uint64_t block, bool make) {
    enum { MOST_BLOCKS = 1 << 16 };
    if (make && block < MOST_BLOCKS && !array_grow(&turns->fenced, &turns->capacity, block + 1)) {
        return NULL;
    }
    return block < turns->capacity ? &turns->fenced[block] : NULL;
}

void race_turns_fenced(struct detector *detector, enum simt_scope scope) {
    uint32_t *fenced =
        scope != SIMT_SCOPE_BLOCK ? fenced_at(&detector->turns, detector->block, true) : NULL;
    if (fenced != NULL) {
        *fenced = detector->tick;
    } else if (scope != SIMT_SCOPE_BLOCK) {
        detector->turns.unknown = true;
    }
}

/* Is the cell another block's plain write of an earlier turn, and no fence came after it? */
static bool is_unordered(struct detector *detector, shadow_cell cell) {
    struct turns *turns = &detector->turns;
    const uint32_t tick = shadow_tick(cell);
    uint32_t first_tick;
    if (tick < turns->first_tick || tick >= detector->launch_tick || (cell & SHADOW_ATOMIC) != 0) {
        return false;
    }
    const uint64_t block = detector_block_at(detector, tick, &first_tick);
    const uint32_t *fenced = fenced_at(turns, block, false);
    return block != detector->block && (fenced == NULL || *fenced <= tick);
}

void race_turns_load(const struct race_visit *visit) {
    struct detector *detector = visit->detector;
    const struct simt_access *event = visit->event;
    for (uint32_t left = event->mask; left != 0 && !detector->turns.unknown; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const uint64_t address = event->address[lane];
        struct stretch stretch = {
            .page_bytes = SHADOW_PAGE_BYTES,
            .offset = address % SHADOW_PAGE_BYTES,
            .first_lane = lane,
            .lanes = 1,
            .region = event->region == SIMT_MIXED_REGIONS ? event->regions[lane] : event->region};
        shadow_cell cell;
        if (stretch.region >= detector->region_count ||
            detector->regions[stretch.region].pages == NULL) {
            continue;
        }
        stretch.page = region_page(&detector->regions[stretch.region], address);
        if (shadow_peek(stretch.page, SHADOW_WRITES, stretch.offset, &cell) &&
            is_unordered(detector, cell)) {
            detector->order_hint = true; /* blocks wait for each other */
            race_found(visit, &stretch, lane, cell, true);
        }
    }
}
