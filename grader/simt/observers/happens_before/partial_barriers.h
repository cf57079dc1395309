/*
 * partial_barriers.h - meetings of a part of the threads: __syncwarp with a mask, a tile's sync(),
 * a barrier for some of the block's warps. They order those who took part, and through them others,
 * but they raise no floor of the shadow (shadow.h): whom they ordered is looked up here
 * (barrier_order.c).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { MOST_PARTS = 256 }; /* that are kept; older ones count as ordered */

/* Those who met at a tick: lanes of a warp, or warps of a block, a bit each. */
struct met_part {
    uint32_t tick;
    uint32_t members;
};

/* The last meetings of one warp's lanes, or of one block's warps, since all of them met. */
struct met_parts {
    struct met_part kept[MOST_PARTS]; /* a ring */
    uint32_t count;                   /* of all since then */
};

/* The last meeting of each lane of a warp, ever; tick 0: none. */
struct last_met {
    uint32_t tick[32];
    uint32_t members[32];
};

/* Did the lanes `from`, once they had done what they did up to `tick`, all come to the last meeting
 * of `to`? The usual case of parts_order, and quick. */
static inline bool last_met_orders(const struct last_met *last, uint32_t tick, uint32_t from,
                                   unsigned to) {
    return tick < last->tick[to] && (from & ~last->members[to]) == 0;
}

static inline void parts_forget(struct met_parts *parts) {
    parts->count = 0;
}

/* Do meetings up to the tick `until` order what `from` did at `tick` before what `to` does now? */
bool parts_order(const struct met_parts *parts, uint32_t tick, uint32_t until, unsigned from,
                 unsigned to);
