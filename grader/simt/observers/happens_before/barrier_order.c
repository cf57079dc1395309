#include "barrier_order.h"
#include "partial_barriers.h"

#include <string.h>

static void parts_add(struct met_parts *parts, uint32_t tick, uint32_t members) {
    parts->kept[parts->count++ % MOST_PARTS] = (struct met_part){tick, members};
}

/* The number of the oldest that is kept. */
static uint32_t oldest(const struct met_parts *parts) {
    return parts->count > MOST_PARTS ? parts->count - MOST_PARTS : 0;
}

/* Has this member met anybody after `tick`, and since all met? */
static bool parts_have_met(const struct met_parts *parts, uint32_t tick, unsigned member) {
    uint32_t met = 0, next = parts->count;
    while (next > oldest(parts) && parts->kept[(next - 1) % MOST_PARTS].tick > tick) {
        met |= parts->kept[--next % MOST_PARTS].members;
    }
    return (next > 0 && next == oldest(parts)) || (met >> member & 1) != 0;
}

bool parts_order(const struct met_parts *parts, uint32_t tick, uint32_t until, unsigned from,
                 unsigned to) {
    const uint32_t first = oldest(parts);
    uint32_t next = parts->count, known = UINT32_C(1) << from;
    while (next > first && parts->kept[(next - 1) % MOST_PARTS].tick > tick) {
        next--;
    }
    if (next == first && first > 0) {
        return true; /* there were others, which are forgotten */
    }
    for (; next < parts->count; next++) {
        const struct met_part *part = &parts->kept[next % MOST_PARTS];
        if (part->tick <= until && (part->members & known) != 0) {
            known |= part->members;
        }
    }
    return (known >> to & 1) != 0;
}

void meetings_forget(struct detector *detector) {
    if (detector->warps_met.count > 0) {
        memset(detector->at_barrier, 0, sizeof detector->at_barrier);
    }
    parts_forget(&detector->warps_met);
    for (int warp = 0; warp < MOST_WARPS; warp++) {
        parts_forget(&detector->lanes_met[warp]);
    }
}

bool meeting_of_warps(struct detector *detector, const struct simt_barrier_release *event) {
    uint32_t warps = 0, absent = 0;
    for (uint32_t warp = 0; warp < event->warps && warp < MOST_WARPS; warp++) {
        *(event->masks[warp] != 0 ? &warps : &absent) |= 1u << warp;
    }
    if (!event->counted || absent == 0) {
        return false;
    }
    const uint32_t now = detector_advance(detector);
    for (int space = 0; space < 2; space++) {
        struct passed *passed = &detector->passed[space];
        passed->some_barrier_tick = now;
        for (LANES_OF(warp, warps)) {
            passed->sync_tick[warp] = passed->some_sync_tick[warp] = now;
            parts_forget(&detector->lanes_met[warp]);
        }
    }
    parts_add(&detector->warps_met, now, warps);
    if (event->id < MOST_NAMED) {
        detector->at_barrier[event->id] = (struct met_part){now, warps};
    }
    return true;
}

static void add_parts(struct detector *detector, uint32_t warp, uint32_t now,
                      const struct simt_syncwarp *event) {
    struct last_met *last = &detector->last_met[warp];
    for (uint32_t lane = 0; lane < SIMT_WARP_SIZE; lane++) {
        const bool came = (event->mask >> lane & 1) != 0;
        last->tick[lane] = came ? now : last->tick[lane];
        last->members[lane] = came ? event->members[lane] : last->members[lane];
    }
    for (uint32_t left = event->mask; left != 0;) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left), members = event->members[lane];
        parts_add(&detector->lanes_met[warp], now, members);
        left &= ~(members | 1u << lane);
    }
}

void meeting_of_lanes(struct detector *detector, const struct simt_syncwarp *event) {
    const uint32_t now = detector_advance(detector), warp = event->place.warp % MOST_WARPS;
    for (int space = 0; space < 2; space++) {
        struct passed *passed = &detector->passed[space];
        passed->some_sync_tick[warp] = now;
        passed->sync_tick[warp] = event->parted ? passed->sync_tick[warp] : now;
    }
    if (event->parted) {
        add_parts(detector, warp, now, event);
    } else {
        parts_forget(&detector->lanes_met[warp]);
    }
}

void meetings_restart(struct detector *detector) {
    memset(detector->last_met, 0, sizeof detector->last_met);
}

/* What is asked of the meetings. */
struct question {
    const struct met_parts *parts;
    uint32_t until; /* the last one that counts: an asynchronous copy begins before it is told */
    unsigned from, to;
    bool many; /* the cell hides others than `from` */
};

static struct question question_of(const struct race_visit *visit, unsigned lane, shadow_cell other,
                                   bool other_warp) {
    const struct detector *detector = visit->detector;
    const uint32_t warp = visit->event->place.warp % MOST_WARPS, thread = shadow_thread(other);
    return other_warp ? (struct question){.parts = &detector->warps_met,
                                          .until = shadow_tick(visit->floors.some_barrier),
                                          .from = thread / SIMT_WARP_SIZE,
                                          .to = warp,
                                          .many = (other & SHADOW_MANY_WARPS) != 0}
                      : (struct question){.parts = &detector->lanes_met[warp],
                                          .until = shadow_tick(visit->floors.some_sync),
                                          .from = thread % SIMT_WARP_SIZE,
                                          .to = lane,
                                          .many = (other & SHADOW_MANY_LANES) != 0};
}

bool meetings_order(const struct race_visit *visit, unsigned lane, shadow_cell other,
                    bool other_warp) {
    const struct question ask = question_of(visit, lane, other, other_warp);
    if (ask.parts->count == 0) {
        return false;
    }
    if (ask.many) {
        return parts_have_met(ask.parts, 0, ask.to);
    }
    return (!other_warp && meetings_order_lanes(visit, lane, other)) ||
           parts_order(ask.parts, shadow_tick(other), ask.until, ask.from, ask.to);
}

bool meetings_order_lanes(const struct race_visit *visit, unsigned lane, shadow_cell other) {
    const struct last_met *last = &visit->detector->last_met[visit->event->place.warp % MOST_WARPS];
    return last->tick[lane] <= shadow_tick(visit->floors.some_sync) &&
           last_met_orders(last, shadow_tick(other), shadow_lanes(other), lane);
}

bool meetings_lie_between(const struct race_visit *visit, unsigned lane, shadow_cell other,
                          bool other_warp) {
    const struct question ask = question_of(visit, lane, other, other_warp);
    return parts_have_met(ask.parts, shadow_tick(other), ask.from) ||
           parts_have_met(ask.parts, shadow_tick(other), ask.to);
}
