/*
 * Loads, stores and atomics: the fast path. It checks the addresses of a whole warp at once against
 * the array that this instruction reached last. Only when that fails does resolve.c look at each
 * lane.
 */
#include "access.h"
#include "../execute.h"
#include "../../alu/moves.h"

#include <string.h>

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
        wrote = access_move_lanes(warp, i, (uintptr_t)bounds->host - bounds->base, address,
                                  placement.pattern, kind);
    } else if (!access_move_global(warp, i, bounds->region, (uintptr_t)bounds->host - bounds->base,
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

/* At a line where the launch shall show a race, the turn ends behind the load: others load the same
 * value before this warp uses it. */
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
        warp->quantum_end = warp->executed; /* others come before the old value is used */
    }
    return run_access(warp, i, (enum simt_access_kind)i->memory->kind, NULL);
}
