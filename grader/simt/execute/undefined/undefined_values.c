/* Undefined values: what is kept of them for a warp, and where they begin. */
#include "undefined.h"

#include <stdlib.h>

uint32_t undefined_traced(struct undefined *undefined, uint32_t row, uint32_t mask) {
    uint32_t lanes = undefined_lanes_of(undefined, row) & mask;
    if (lanes != 0) {
        undefined->source = undefined->here->row[row / 4].source;
        undefined->member |= (undefined->here->row[row / 4].members & lanes) == lanes;
        if ((undefined->here->row[row / 4].computed & lanes) != 0) {
            undefined->computed = true;
            undefined->read = undefined->here->row[row / 4].read;
        }
        undefined->moved |= undefined->here->row[row / 4].bits;
    }
    return lanes;
}

void undefined_keep(const struct undefined *undefined, struct origin_of *held, uint32_t *live,
                    uint32_t mask, uint32_t lanes) {
    uint32_t now = (held->lanes & ~mask) | (lanes & mask);
    *live += (now != 0) - (held->lanes != 0);
    held->bits =
        ((now & ~mask) != 0 ? held->bits : 0) | ((lanes & mask) != 0 ? undefined->moved : 0);
    held->lanes = now;
    held->members = (held->members & ~mask) | (undefined->member ? lanes & mask : 0);
    held->computed = (held->computed & ~mask) | (undefined->computed ? lanes & mask : 0);
    if ((lanes & mask) != 0) {
        held->source = undefined->source;
        held->read = undefined->read;
    }
}

void undefined_set_lanes(const struct undefined *undefined, uint32_t row, uint32_t mask,
                         uint32_t lanes) {
    struct followed *here = undefined->here;
    if (here == NULL || row == 0 || row / 4 >= here->rows) {
        return;
    }
    undefined_keep(undefined, &here->row[row / 4], &here->live, mask, lanes);
}

void undefined_forget(struct warp *warp) {
    struct undefined *undefined = warp->undefined;
    while (undefined != NULL && undefined->all != NULL) {
        struct followed *next = undefined->all->next;
        free(undefined->all);
        undefined->all = next;
    }
    if (undefined != NULL) {
        free(undefined->memory);
    }
    free(undefined);
    warp->undefined = NULL;
}

struct followed *undefined_find(const struct undefined *undefined, const struct activation *owner) {
    struct followed *at = undefined->all;
    while (at != NULL && at->owner != owner) {
        at = at->next;
    }
    return at;
}

struct followed *undefined_find_or_make(struct undefined *undefined,
                                        const struct activation *owner) {
    struct followed *found = undefined_find(undefined, owner);
    uint32_t rows = owner->function->frame_bytes / 4;
    if (found == NULL && (found = calloc(1, sizeof *found + rows * sizeof *found->row)) != NULL) {
        found->owner = owner;
        found->rows = rows;
        found->next = undefined->all;
        undefined->all = found;
    }
    return found;
}

bool undefined_begin(struct warp *warp) {
    if (warp->undefined == NULL) {
        warp->undefined = calloc(1, sizeof *warp->undefined);
    }
    return warp->undefined != NULL;
}

bool undefined_follow_here(struct warp *warp) {
    if (undefined_begin(warp)) {
        warp->undefined->here = undefined_find_or_make(warp->undefined, undefined_current(warp));
    }
    return warp->undefined != NULL && warp->undefined->here != NULL;
}

uint32_t undefined_in_row(const struct warp *warp, uint32_t row, uint32_t mask,
                          struct undefined_value *value) {
    const struct undefined *undefined = warp->undefined;
    uint32_t lanes = undefined_lanes_of(undefined, row) & mask;
    *value = (struct undefined_value){0};
    if (lanes != 0) {
        const struct origin_of *held = &undefined->here->row[row / 4];
        *value = (struct undefined_value){held->bits, held->source, held->members};
    }
    return lanes;
}

void undefined_set_row(struct warp *warp, uint32_t row, uint32_t lanes,
                       const struct undefined_value *value) {
    struct undefined *undefined = warp->undefined;
    if (undefined->here == NULL && !undefined_follow_here(warp)) {
        return;
    }
    undefined->moved = value->bits;
    undefined->source = value->source;
    undefined->computed = false;
    for (int member = 0; member < 2; member++) {
        uint32_t some = lanes & (member != 0 ? value->members : ~value->members);
        undefined->member = member != 0;
        undefined_set_lanes(undefined, row, some, some);
    }
}

bool undefined_shuffled(struct warp *warp, const struct instruction *i, const int *from) {
    const struct undefined *undefined = warp->undefined;
    bool following = undefined != NULL && undefined->here != NULL;
    bool starts = undefined == NULL;
    uint32_t given = following ? undefined_lanes_of(undefined, i->a) : 0, lanes = 0, absent = 0;
    for (uint32_t left = warp->mask; left != 0; left &= left - 1) {
        int lane = first_lane(left), source = from[lane] < 0 ? lane : from[lane];
        absent |= (warp->mask >> source & 1) == 0 ? 1u << lane : 0;
        lanes |= (given >> source & 1) << lane;
    }
    if (absent != 0 && !following) {
        following = undefined_follow_here(warp);
    }
    if (following) {
        warp->undefined->member = warp->undefined->computed = false;
        warp->undefined->moved = absent != 0 ? UINT64_MAX : 0;
        undefined_traced(warp->undefined, i->a, ALL_LANES);
        warp->undefined->source = absent != 0 ? i->site : warp->undefined->source;
        undefined_set_lanes(warp->undefined, i->d, warp->mask, lanes | absent);
    }
    return absent != 0 && following && starts;
}

uint64_t undefined_address(const struct warp *warp, const struct instruction *i, int lane) {
    const char *row = warp->registers + i->a;
    uint64_t address = i->memory->narrow_address ? ((const uint32_t *)(const void *)row)[lane]
                                                 : ((const uint64_t *)(const void *)row)[lane];
    return address + (uint64_t)i->immediate;
}

int run_unset(struct warp *warp, const struct instruction *i) {
    for (uint32_t left = warp->mask; left != 0; left &= left - 1) {
        memcpy(warp->registers + i->d + (size_t)first_lane(left) * i->width, &i->immediate,
               i->width);
    }
    if (!warp->machine->watch_undefined) {
        return STEP_NEXT;
    }
    bool following = warp->undefined != NULL;
    if (!undefined_follow_here(warp)) {
        return STEP_NEXT;
    }
    warp->undefined->source = i->site;
    warp->undefined->member = i->op != 0;
    warp->undefined->computed = false;
    warp->undefined->moved = UINT64_MAX;
    undefined_set_lanes(warp->undefined, i->d, warp->mask, warp->mask);
    return following ? STEP_NEXT : STEP_CUT;
}
