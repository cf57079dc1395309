/* What accesses of every kind share: they move data, claim it, and report it to the observers. */
#include "access.h"
#include "../execute.h"
#include "../../alu/moves.h"

/* The values that lanes store, or of a vector what is equal for equal ones. */
static void stored_values(const struct warp *warp, const struct memory_details *memory,
                          uint64_t value[LANES]) {
    uint64_t part[LANES] __attribute__((aligned(64)));
    uint64_t keep = memory->size == 8 ? UINT64_MAX : (UINT64_C(1) << (memory->size * 8)) - 1;
    for (uint32_t e = 0; e < memory->elements; e++) {
        warp->machine->moves->widen[__builtin_ctz(memory->register_bytes)](
            warp->registers + memory->rows[e], keep, e == 0 ? value : part);
        for (int l = 0; e > 0 && l < LANES; l++) {
            value[l] = value[l] * UINT64_C(0x9E3779B97F4A7C15) + part[l];
        }
    }
}

void access_tell(struct warp *warp, const struct instruction *i, enum simt_space space,
                 const uint64_t *address, enum simt_pattern pattern, uint32_t region,
                 const uint32_t *regions, uint32_t wrote) {
    const struct memory_details *memory = i->memory;
    uint64_t value[LANES] __attribute__((aligned(64)));
    bool stores = memory->kind == SIMT_STORE;
    if (stores) {
        stored_values(warp, memory, value);
    }
    struct simt_access event = {.place = place_of(warp, i),
                                .space = space,
                                .kind = (enum simt_access_kind)memory->kind,
                                .atomic = (enum simt_atomic_op)memory->atomic,
                                .order = (enum simt_order)memory->order,
                                .scope = (enum simt_scope)memory->scope,
                                .uniform = memory->uniform,
                                .increment = memory->increment,
                                .size = (uint8_t)(memory->size * memory->elements),
                                .elements = memory->elements,
                                .pattern = pattern,
                                .mask = warp->mask,
                                .region = region,
                                .regions = regions,
                                .address = address,
                                .wrote = wrote,
                                .value = stores && memory->elements == 1 ? value : NULL,
                                .mixture = stores && memory->elements > 1 ? value : NULL};
    TELL(&warp->machine->on_access, access, &event)
}

uint32_t access_update(struct warp *warp, const struct instruction *i, uintptr_t host,
                       const uint64_t *address) {
    if (warp->machine->launch->schedule != SIMT_REVERSE) {
        return i->memory->update(warp, i, host, address);
    }
    const uint32_t all = warp->mask;
    uint32_t wrote = 0;
    for (int lane = LANES - 1; lane >= 0; lane--) {
        warp->mask = all & 1u << lane;
        wrote |= warp->mask != 0 ? i->memory->update(warp, i, host, address) : 0;
    }
    warp->mask = all;
    return wrote;
}

uint32_t access_move(struct warp *warp, const struct instruction *i, uintptr_t host,
                     const uint64_t *address, enum simt_pattern pattern) {
    return access_move_lanes(warp, i, host, address, pattern,
                             (enum simt_access_kind)i->memory->kind);
}

bool access_global(struct warp *warp, const struct instruction *i, uint32_t region, uintptr_t host,
                   const uint64_t *address, enum simt_pattern pattern, uint32_t *wrote) {
    return access_move_global(warp, i, region, host, address, pattern,
                              (enum simt_access_kind)i->memory->kind, wrote);
}
