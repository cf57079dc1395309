/*
 * Undefined values in the block's shared memory: a store takes them there, a load back. While some
 * are there, all warps of the block are followed, since each may load or overwrite them. When in
 * doubt they are forgotten: then a mistake may be missed, but no right program is blamed.
 */
#include "undefined.h"

#include <stdlib.h>

struct undefined_cell {
    uint32_t source;
    uint8_t bits; /* that are undefined; 0: none */
    bool member;
};

struct undefined_shared {
    uint32_t live; /* cells with such bits */
    uint32_t bytes;
    struct undefined_cell cell[];
};

void undefined_shared_forget(struct machine *machine) {
    free(machine->state.undefined);
    machine->state.undefined = NULL;
}

bool undefined_is_shared(const struct warp *warp, const struct instruction *i, int lane) {
    return i->memory->generic ? undefined_address(warp, i, lane) - SHARED_WINDOW < WINDOW_SIZE
                              : i->memory->space == SIMT_SHARED;
}

/* The first of the bytes that a lane reaches with element 0; NULL where they are not all there. */
static struct undefined_cell *cells_of(const struct warp *warp, const struct instruction *i,
                                       int lane) {
    struct undefined_shared *shared = warp->machine->state.undefined;
    uint64_t size = (uint64_t)i->memory->size * i->memory->elements;
    uint64_t address = undefined_address(warp, i, lane) - (i->memory->generic ? SHARED_WINDOW : 0);
    bool inside = address < shared->bytes && size <= shared->bytes - address;
    return inside ? shared->cell + address : NULL;
}

/* From now on all warps of the block are followed. False without memory. */
static bool begin(struct machine *machine) {
    struct undefined_shared *shared =
        calloc(1, sizeof *shared + machine->shared_extent * sizeof *shared->cell);
    bool good = shared != NULL;
    for (uint32_t w = 0; w < machine->warp_count && good; w++) {
        good = undefined_begin(&machine->state.warps[w]);
    }
    if (!good) {
        free(shared);
        return false;
    }
    shared->bytes = machine->shared_extent;
    machine->state.undefined = shared;
    return true;
}

static void store_cell(struct undefined_shared *shared, struct undefined_cell *cell, uint8_t bits,
                       uint32_t source, bool member) {
    shared->live += (bits != 0) - (cell->bits != 0);
    *cell = (struct undefined_cell){.source = source, .bits = bits, .member = member};
}

static void store(struct warp *warp, const struct instruction *i, uint32_t mask) {
    const struct memory_details *memory = i->memory;
    for (uint32_t e = 0; e < memory->elements; e++) {
        struct undefined_value value;
        uint32_t given = undefined_in_row(warp, memory->rows[e], mask, &value);
        if (warp->machine->state.undefined == NULL && (given == 0 || !begin(warp->machine))) {
            continue;
        }
        for (LANES_OF(lane, mask)) {
            struct undefined_cell *cells = cells_of(warp, i, lane);
            for (uint32_t b = 0; cells != NULL && b < memory->size; b++) {
                bool undefined = (given >> lane & 1) != 0;
                store_cell(warp->machine->state.undefined, cells + e * memory->size + b,
                           undefined ? (uint8_t)(value.bits >> 8 * b) : 0, value.source,
                           (value.members >> lane & 1) != 0);
            }
        }
    }
}

static void load(struct warp *warp, const struct instruction *i, uint32_t mask) {
    const struct memory_details *memory = i->memory;
    for (uint32_t e = 0; e < memory->elements; e++) {
        struct undefined_value value = {0};
        uint32_t lanes = 0;
        for (LANES_OF(lane, mask)) {
            const struct undefined_cell *cells = cells_of(warp, i, lane);
            for (uint32_t b = 0; cells != NULL && b < memory->size; b++) {
                const struct undefined_cell *cell = &cells[e * memory->size + b];
                if (cell->bits != 0) {
                    lanes |= 1u << lane;
                    value.bits |= (uint64_t)cell->bits << 8 * b;
                    value.source = cell->source | THROUGH_SHARED;
                    value.members |= cell->member ? 1u << lane : 0;
                }
            }
        }
        bool spreads = memory->is_signed && memory->size < sizeof value.bits &&
                       (value.bits & (UINT64_C(1) << 8 * memory->size) >> 1) != 0;
        value.bits |= spreads ? UINT64_MAX << 8 * memory->size : 0;
        if (lanes != 0) {
            undefined_set_row(warp, memory->rows[e], lanes, &value);
        }
    }
}

void undefined_follow_shared(struct warp *warp, const struct instruction *i, uint32_t mask) {
    struct machine *machine = warp->machine;
    uint32_t lanes = 0;
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        lanes |= undefined_is_shared(warp, i, first_lane(left)) ? left & -left : 0;
    }
    if (lanes == 0) {
        return;
    }
    if (i->memory->kind == SIMT_STORE) {
        store(warp, i, lanes);
    } else if (machine->state.undefined != NULL && i->memory->kind == SIMT_LOAD) {
        load(warp, i, lanes);
    } else if (machine->state.undefined != NULL) {
        undefined_shared_forget(machine); /* an atomic operation */
    }
    if (machine->state.undefined != NULL && machine->state.undefined->live == 0) {
        undefined_shared_forget(machine);
    }
}
