#include "shares.h"

#include <string.h>

#include "row.h"

void shares_begin(struct shares *shares) {
    shares->begun = false;
}

static void begin_block(struct shares *shares, const struct simt_access *event) {
    shares->begun = true;
    shares->block = event->place.block;
    shares->region = event->region;
    shares->first = UINT64_MAX;
    shares->last = 0;
    shares->of_block = 0;
    memset(shares->of_warp, 0, sizeof shares->of_warp);
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

/* What all lanes read in one place counts once. */
static void add_load(struct shares *shares, const struct simt_access *event) {
    const unsigned places = event->pattern == SIMT_ONE_PLACE ? 1 : count_lanes(event->mask);
    const uint64_t bytes = (uint64_t)places * event->size;
    uint64_t *of_warp = &shares->of_warp[event->place.warp % SHARES_WARPS];
    shares->of_block += bytes;
    *of_warp += bytes;
    if (shares->of_block > shares->most_of_a_block) {
        shares->most_of_a_block = shares->of_block;
    }
    if (*of_warp > shares->most_of_a_warp) {
        shares->most_of_a_warp = *of_warp;
    }
}

void shares_add(struct shares *shares, const struct simt_access *event) {
    if (event->kind == SIMT_LOAD) {
        if (!shares->begun || shares->block != event->place.block) {
            begin_block(shares, event);
        }
        extend_reach(shares, event);
        add_load(shares, event);
    } else if (event->kind != SIMT_STORE) {
        shares->atomics += count_lanes(event->mask);
    }
}
