/* Shuffles, votes, matches and reductions between the lanes of a warp. */
#include "execute.h"

static int finish(struct warp *warp, const struct instruction *i) {
    if (warp->machine->device->observer_count > 0) {
        struct simt_exchange event = {.place = place_of(warp, i), .mask = warp->mask};
        NOTIFY(warp->machine->device, exchange, &event);
    }
    bool apart = warp->machine->launch->schedule == SIMT_LANES;
    return apart && (warp->mask & (warp->mask - 1)) != 0 ? STEP_SCATTER : STEP_NEXT;
}

/* The lane that `lane` reads from, or -1 if it is outside its segment. */
static int source_lane(uint8_t mode, int lane, uint32_t b, uint32_t c) {
    int clamp = (int)(c & 31), segment = (int)(c >> 8 & 31), offset = (int)(b & 31);
    int limit = (lane & segment) | (clamp & ~segment), low = lane & segment;
    int from;
    switch (mode) {
    case 0: /* up: here the limit is the lower end */
        from = lane - offset;
        return from >= limit ? from : -1;
    case 1: /* down */
        from = lane + offset;
        break;
    case 2: /* butterfly */
        from = lane ^ offset;
        break;
    default: /* index */
        from = low | (offset & ~segment);
        break;
    }
    return from <= limit ? from : -1;
}

/* What a lane that is not active, or not in the mask, gives: any value, says CUDA. This one is
 * large, so that a sum or a maximum shows it. */
enum { NO_VALUE = 0x55555555 };

/* Out of its segment a lane reads its own value. */
int run_shuffle(struct warp *warp, const struct instruction *i) {
    int step = lanes_gather(warp, i, i->e);
    if (step != STEP_NEXT) {
        return step;
    }
    uint32_t value[LANES], valid = 0;
    int source[LANES];
    const uint32_t *a = row32(warp, i->a), *b = row32(warp, i->b), *c = row32(warp, i->c);
    for (int l = 0; l < LANES; l++) {
        int from = source_lane(i->op, l, b[l], c[l]);
        source[l] = from;
        bool given = from >= 0 && warp->mask >> from & 1;
        value[l] = given || from < 0 ? a[given ? from : l] : NO_VALUE;
        valid |= from >= 0 ? 1u << l : 0;
    }
    uint32_t *d = row32(warp, i->d);
    for (int l = 0; l < LANES; l++) {
        d[l] = warp->lane[l] ? value[l] : d[l];
    }
    if (i->guard != NO_THREAD_COUNT) {
        uint32_t *p = row32(warp, i->guard);
        *p = (valid & warp->mask) | (*p & ~warp->mask);
    }
    bool cut = warp->machine->watch_undefined && undefined_shuffled(warp, i, source);
    step = finish(warp, i);
    return step == STEP_NEXT && cut ? STEP_CUT : step;
}

/* Each lane's answer over the lanes of its own mask. */
int run_vote(struct warp *warp, const struct instruction *i) {
    int step = lanes_gather(warp, i, i->e);
    if (step != STEP_NEXT) {
        return step;
    }
    uint32_t predicate = *row32(warp, i->a) ^ (i->width != 0 ? ALL_LANES : 0);
    const uint32_t *masks = row32(warp, i->e);
    uint32_t yes = 0, *d = row32(warp, i->d);
    for (LANES_OF(lane, warp->mask)) {
        uint32_t voters = masks[lane] & warp->mask, votes = predicate & voters;
        bool answer = i->op == 0   ? votes == voters
                      : i->op == 1 ? votes != 0
                                   : votes == voters || votes == 0;
        yes |= answer ? 1u << lane : 0;
        if (i->op == 3) {
            d[lane] = votes;
        }
    }
    if (i->op != 3) {
        *d = yes | (*d & ~warp->mask);
    }
    return finish(warp, i);
}

static uint64_t lane_value(struct warp *warp, const struct instruction *i, int lane) {
    return i->width == 8 ? ((const uint64_t *)(const void *)(warp->registers + i->a))[lane]
                         : row32(warp, i->a)[lane];
}

int run_match(struct warp *warp, const struct instruction *i) {
    int step = lanes_gather(warp, i, i->e);
    if (step != STEP_NEXT) {
        return step;
    }
    uint32_t equal[LANES] = {0}, all = 0;
    const uint32_t *masks = row32(warp, i->e);
    for (LANES_OF(lane, warp->mask)) {
        uint32_t members = masks[lane] & warp->mask;
        for (LANES_OF(other, members)) {
            equal[lane] |=
                lane_value(warp, i, other) == lane_value(warp, i, lane) ? 1u << other : 0;
        }
        all |= equal[lane] == members ? 1u << lane : 0;
        if (i->op == 1) { /* match.all: everybody or nobody */
            equal[lane] = equal[lane] == members ? members : 0;
        }
    }
    for (uint32_t left = warp->mask; left != 0; left &= left - 1) {
        row32(warp, i->d)[first_lane(left)] = equal[first_lane(left)];
    }
    if (i->guard != NO_THREAD_COUNT) {
        uint32_t *p = row32(warp, i->guard);
        *p = all | (*p & ~warp->mask);
    }
    return finish(warp, i);
}

static uint32_t combine(uint8_t op, bool is_signed, uint32_t x, uint32_t y) {
    bool less = is_signed ? (int32_t)x < (int32_t)y : x < y;
    switch (op) {
    case 0:
        return x + y;
    case 1:
        return less ? x : y;
    case 2:
        return less ? y : x;
    case 3:
        return x & y;
    case 4:
        return x | y;
    default:
        return x ^ y;
    }
}

int run_reduce(struct warp *warp, const struct instruction *i) {
    int step = lanes_gather(warp, i, i->e);
    if (step != STEP_NEXT) {
        return step;
    }
    const uint32_t *a = row32(warp, i->a), *masks = row32(warp, i->e);
    uint32_t result[LANES];
    for (LANES_OF(lane, warp->mask)) {
        uint32_t members = masks[lane] & warp->mask;
        result[lane] = a[first_lane(members)];
        for (members &= members - 1; members != 0; members &= members - 1) {
            result[lane] = combine(i->op, i->width != 0, result[lane], a[first_lane(members)]);
        }
    }
    for (uint32_t left = warp->mask; left != 0; left &= left - 1) {
        row32(warp, i->d)[first_lane(left)] = result[first_lane(left)];
    }
    return finish(warp, i);
}

int run_active_mask(struct warp *warp, const struct instruction *i) {
    for (uint32_t left = warp->mask; left != 0; left &= left - 1) {
        row32(warp, i->d)[first_lane(left)] = warp->mask;
    }
    return STEP_NEXT;
}
