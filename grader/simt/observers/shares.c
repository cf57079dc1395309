#include "shares.h"

#include <string.h>

#include "row.h"

void shares_begin(struct shares *shares) {
    shares->begun = false;
    shares->queueing = 0;
    memset(&shares->whole, 0, sizeof shares->whole);
    memset(&shares->pieces, 0, sizeof shares->pieces);
}

static void begin_loads(struct loads *loads) {
    loads->of_block = 0;
    memset(loads->of_warp, 0, sizeof loads->of_warp);
}

static void enter_block(struct shares *shares, const struct simt_access *event) {
    if (shares->begun && shares->block == event->place.block) {
        return;
    }
    shares->begun = true;
    shares->block = event->place.block;
    shares->has_ticket = shares->has_region = false;
    begin_loads(&shares->whole);
    begin_loads(&shares->pieces);
}

static void enter_region(struct shares *shares, const struct simt_access *event) {
    if (shares->has_region) {
        return;
    }
    shares->has_region = true;
    shares->region = event->region;
    shares->first = UINT64_MAX;
    shares->last = 0;
}

static bool ends_say_all(const struct simt_access *event) {
    return event->pattern == SIMT_ROW || event->pattern == SIMT_ONE_PLACE;
}

static void extend_reach(struct shares *shares, const struct simt_access *event) {
    if (event->region != shares->region) {
        return;
    }
    uint32_t lanes = event->mask;
    if (ends_say_all(event)) {
        lanes = (lanes & -lanes) | 1U << (31 - (unsigned)__builtin_clz(lanes));
    }
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        const uint64_t at = event->address[__builtin_ctz(left)], end = at + event->size;
        shares->first = at < shares->first ? at : shares->first;
        shares->last = end > shares->last ? end : shares->last;
    }
    if (shares->last - shares->first > shares->most_reach) {
        shares->most_reach = shares->last - shares->first;
    }
}

static void add_load(struct loads *loads, const struct simt_access *event, uint64_t bytes) {
    uint64_t *of_warp = &loads->of_warp[event->place.warp % SHARES_WARPS];
    loads->of_block += bytes;
    *of_warp += bytes;
    if (loads->of_block > loads->most_of_a_block) {
        loads->most_of_a_block = loads->of_block;
    }
    if (*of_warp > loads->most_of_a_warp) {
        loads->most_of_a_warp = *of_warp;
    }
}

/* What all lanes read in one place counts once. */
static uint64_t loaded_bytes(const struct simt_access *event) {
    const unsigned places = event->pattern == SIMT_ONE_PLACE ? 1 : count_lanes(event->mask);
    return (uint64_t)places * event->size;
}

static void take_ticket(struct shares *shares) {
    shares->queueing += !shares->has_ticket;
    shares->has_ticket = true;
    begin_loads(&shares->pieces);
}

void shares_add(struct shares *shares, const struct simt_access *event) {
    if (event->kind == SIMT_STORE) {
        return;
    }
    enter_block(shares, event);
    if (event->kind == SIMT_LOAD) {
        const uint64_t bytes = loaded_bytes(event);
        enter_region(shares, event);
        extend_reach(shares, event);
        add_load(&shares->whole, event, bytes);
        add_load(&shares->pieces, event, bytes);
        return;
    }
    shares->atomics += count_lanes(event->mask);
    if (event->kind == SIMT_ATOMIC) {
        take_ticket(shares);
    }
}

void shares_end(struct shares *shares, uint64_t blocks) {
    const bool queue = blocks > 1 && shares->queueing >= (blocks + 1) / 2;
    const struct loads *loads = queue ? &shares->pieces : &shares->whole;
    if (loads->most_of_a_block > shares->most_of_a_block) {
        shares->most_of_a_block = loads->most_of_a_block;
    }
    if (loads->most_of_a_warp > shares->most_of_a_warp) {
        shares->most_of_a_warp = loads->most_of_a_warp;
    }
}
