/*
 * Loads, stores and atomics: the fast path. It checks the addresses of a whole warp at once against
 * the array that this instruction reached last. Only when that fails does resolve.c look at each
 * lane.
 */
#include "access.h"
#include "../claims.h"
#include "../execute.h"
#include "../../alu/moves.h"

#include <string.h>

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

static inline __attribute__((always_inline)) uint32_t
move_lanes(struct warp *warp, const struct instruction *i, uintptr_t host, const uint64_t *address,
           enum simt_pattern pattern, enum simt_access_kind kind) {
    const struct memory_details *memory = i->memory;
    if (kind != SIMT_LOAD && kind != SIMT_STORE) {
        warp->turns += (uint64_t)__builtin_popcount(warp->mask & (warp->mask - 1));
        return access_update(warp, i, host, address);
    }
    if (kind == SIMT_STORE) {
        warp->progressed = true;
        warp->clock_reads = 0;
    } else {
        warp->waits += memory->order != SIMT_WEAK;
    }
    if (memory->elements == 1) { /* the usual one */
        memory->move(warp, warp->registers + memory->rows[0], host, address, pattern);
        return warp->mask;
    }
    for (uint32_t e = 0; e < memory->elements; e++) {
        memory->move(warp, warp->registers + memory->rows[e], host + e * memory->size, address,
                     pattern == SIMT_ROW ? SIMT_SCATTERED : pattern);
    }
    return warp->mask;
}

uint32_t access_move(struct warp *warp, const struct instruction *i, uintptr_t host,
                     const uint64_t *address, enum simt_pattern pattern) {
    return move_lanes(warp, i, host, address, pattern, (enum simt_access_kind)i->memory->kind);
}

static inline __attribute__((always_inline)) bool
move_global(struct warp *warp, const struct instruction *i, uint32_t region, uintptr_t host,
            const uint64_t *address, enum simt_pattern pattern, enum simt_access_kind kind,
            uint32_t *wrote) {
    if (__builtin_expect(warp->machine->claimer != NULL, 0)) {
        const enum claim claim = claim_access(warp, i, region, host, address, pattern);
        if (claim != CLAIM_GRANTED) {
            warp->turns += (uint64_t)__builtin_popcount(warp->mask & (warp->mask - 1));
            *wrote = warp->mask;
            return claim == CLAIM_PUT_OFF;
        }
    }
    *wrote = move_lanes(warp, i, host, address, pattern, kind);
    return true;
}

bool access_global(struct warp *warp, const struct instruction *i, uint32_t region, uintptr_t host,
                   const uint64_t *address, enum simt_pattern pattern, uint32_t *wrote) {
    return move_global(warp, i, region, host, address, pattern,
                       (enum simt_access_kind)i->memory->kind, wrote);
}

/* Does a load overwrite the row that holds its own addresses? */
static inline bool overwrites(const struct memory_details *memory, const struct instruction *i,
                              enum simt_access_kind kind) {
    bool overwritten = kind != SIMT_STORE && i->d == i->a;
    for (uint32_t e = 0; kind == SIMT_LOAD && e < memory->elements; e++) {
        overwritten |= memory->rows[e] == i->a;
    }
    return overwritten;
}

/* Threads' own memory lies one after the other; every lane's address is moved into its own. */
static __attribute__((noinline)) uint32_t move_local(struct warp *warp, const struct instruction *i,
                                                     const uint64_t *address) {
    uint64_t moved[LANES] __attribute__((aligned(64)));
    for (uint64_t l = 0; l < LANES; l++) {
        moved[l] = address[l] + l * warp->machine->local_bytes;
    }
    return access_move(warp, i, (uintptr_t)warp->local, moved, SIMT_SCATTERED);
}

/* `kind` is memory->kind: where it is known beforehand, the compiler leaves out what is not asked.
 * *written, if anybody asks: the host has written all of the memory that was accessed. */
static inline __attribute__((always_inline)) int run_access(struct warp *warp,
                                                            const struct instruction *i,
                                                            enum simt_access_kind kind,
                                                            bool *written) {
    const struct memory_details *memory = i->memory;
    struct machine *machine = warp->machine;
    const struct bounds *bounds = &machine->bounds[i->site];
    uint64_t buffer[LANES] __attribute__((aligned(64)));
    const struct placement placement = machine->moves->place(warp, i, bounds, buffer);
    const uint64_t *address = placement.address;
    if (address != buffer && overwrites(memory, i, kind)) {
        address = memcpy(buffer, address, sizeof buffer);
    }
    if (!placement.inside) {
        return access_resolve(warp, i, address);
    }
    uint32_t wrote;
    if (bounds->space == SIMT_LOCAL) {
        wrote = move_local(warp, i, address);
    } else if (bounds->space == SIMT_SHARED) {
        wrote = move_lanes(warp, i, (uintptr_t)bounds->host - bounds->base, address,
                           placement.pattern, kind);
    } else if (!move_global(warp, i, bounds->region, (uintptr_t)bounds->host - bounds->base,
                            address, placement.pattern, kind, &wrote)) {
        return STEP_FAULT;
    }
    if (written != NULL && bounds->space == SIMT_GLOBAL) {
        *written = region_is_written(machine->device->regions[bounds->region]);
    }
    if (machine->watch_access) {
        if (bounds->window != 0) {
            for (int l = 0; l < LANES; l++) {
                buffer[l] = address[l] - bounds->window;
            }
            address = buffer;
        }
        access_tell(warp, i, (enum simt_space)bounds->space, address, placement.pattern,
                    bounds->region, NULL, wrote);
    }
    return STEP_NEXT;
}

/* What others load at this line, too, shall be the same: they come before it is at work. */
static __attribute__((noinline)) int end_turn(struct warp *warp, const struct instruction *i) {
    const struct machine *machine = warp->machine;
    const uint32_t line = machine->event.sites[i->site].source.line;
    const uint32_t *meeting = machine->launch->meeting;
    if (line == 0 || (line != meeting[0] && line != meeting[1])) {
        return STEP_NEXT;
    }
    warp->quantum_end = warp->executed;
    return STEP_CUT;
}

int run_load(struct warp *warp, const struct instruction *i) {
    if (warp->machine->launch->schedule == SIMT_TURNS) {
        const int step = run_access(warp, i, SIMT_LOAD, NULL);
        return step == STEP_NEXT ? end_turn(warp, i) : step;
    }
    if (!warp->machine->watch_undefined) {
        return run_access(warp, i, SIMT_LOAD, NULL);
    }
    bool written = false;
    const int step = run_access(warp, i, SIMT_LOAD, &written);
    return step == STEP_NEXT && !written ? undefined_loaded(warp, i) : step;
}

int run_store(struct warp *warp, const struct instruction *i) {
    return run_access(warp, i, SIMT_STORE, NULL);
}

int run_atomic(struct warp *warp, const struct instruction *i) {
    if (i->memory->kind == SIMT_ATOMIC && warp->machine->launch->schedule == SIMT_TURNS) {
        warp->quantum_end = warp->executed; /* others come before what it got is at work */
    }
    return run_access(warp, i, (enum simt_access_kind)i->memory->kind, NULL);
}
