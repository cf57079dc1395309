/*
 * Loads, stores and atomics: addresses are checked for a whole warp at once against the array that
 * this instruction reached last; only when that fails does anybody look closer (access_resolve.c).
 */
#include "access.h"
#include "../alu/opcodes.h"

#include <string.h>

const struct move_tables *access_moves; /* chosen at the first launch */

void access_tell(struct warp *warp, const struct instruction *i, enum simt_space space,
                 const uint64_t *address, uint32_t region, const uint32_t *regions,
                 uint32_t wrote) {
    const struct memory_details *memory = i->memory;
    uint64_t value[LANES] __attribute__((aligned(64)));
    bool has_value = memory->kind == SIMT_STORE && memory->elements == 1;
    if (has_value) {
        uint64_t keep = memory->size == 8 ? UINT64_MAX : (UINT64_C(1) << (memory->size * 8)) - 1;
        access_moves->widen[__builtin_ctz(memory->register_bytes)](
            warp->registers + memory->rows[0], keep, value);
    }
    struct simt_access event = {.place = place_of(warp, i),
                                .space = space,
                                .kind = (enum simt_access_kind)memory->kind,
                                .atomic = (enum simt_atomic_op)memory->atomic,
                                .order = (enum simt_order)memory->order,
                                .scope = (enum simt_scope)memory->scope,
                                .increment = memory->increment,
                                .size = (uint8_t)(memory->size * memory->elements),
                                .elements = memory->elements,
                                .mask = warp->mask,
                                .region = region,
                                .regions = regions,
                                .address = address,
                                .wrote = wrote,
                                .value = has_value ? value : NULL};
    NOTIFY(warp->machine->device, access, &event);
}

uint32_t access_move(struct warp *warp, const struct instruction *i, uintptr_t host,
                     const uint64_t *address) {
    const struct memory_details *memory = i->memory;
    if (memory->update != NULL) {
        warp->turns += (uint64_t)__builtin_popcount(warp->mask & (warp->mask - 1));
        return memory->update(warp, i, host, address);
    }
    warp->progressed |= memory->kind == SIMT_STORE;
    warp->waits += memory->kind == SIMT_LOAD && memory->order != SIMT_WEAK;
    for (uint32_t e = 0; e < memory->elements; e++) {
        memory->move(warp, warp->registers + memory->rows[e], host + e * memory->size, address);
    }
    return warp->mask;
}

/* Threads' own memory lies one after the other; every lane's address is moved into its own. */
static uintptr_t into_local(const struct warp *warp, const uint64_t *address, uint64_t *moved) {
    for (uint64_t l = 0; l < LANES; l++) {
        moved[l] = address[l] + l * warp->machine->local_bytes;
    }
    return (uintptr_t)warp->local;
}

/* Does a load overwrite the row that holds its own addresses? */
static bool overwrites(const struct memory_details *memory, const struct instruction *i) {
    bool overwritten = memory->kind != SIMT_STORE && i->d == i->a;
    for (uint32_t e = 0; memory->kind == SIMT_LOAD && e < memory->elements; e++) {
        overwritten |= memory->rows[e] == i->a;
    }
    return overwritten;
}

static inline int run_access(struct warp *warp, const struct instruction *i) {
    const struct memory_details *memory = i->memory;
    struct machine *machine = warp->machine;
    const struct bounds *bounds = &machine->bounds[i->site];
    uint64_t buffer[LANES] __attribute__((aligned(64)));
    bool inside;
    const uint64_t *address =
        access_moves->place(warp, warp->registers + i->a, memory->narrow_address, i->immediate,
                            bounds, (uint32_t)memory->size * memory->elements, buffer, &inside);
    if (address != buffer && overwrites(memory, i)) {
        address = memcpy(buffer, address, sizeof buffer);
    }
    if (!inside) {
        return access_resolve(warp, i, address);
    }
    uint32_t wrote;
    if (bounds->space == SIMT_LOCAL) {
        uint64_t moved[LANES] __attribute__((aligned(64)));
        uintptr_t host = into_local(warp, address, moved);
        wrote = access_move(warp, i, host, moved);
    } else {
        wrote = access_move(warp, i, (uintptr_t)bounds->host - bounds->base, address);
    }
    if (machine->watch_access) {
        if (bounds->window != 0) {
            for (int l = 0; l < LANES; l++) {
                buffer[l] = address[l] - bounds->window;
            }
            address = buffer;
        }
        access_tell(warp, i, (enum simt_space)bounds->space, address, bounds->region, NULL, wrote);
    }
    return STEP_NEXT;
}

int run_load(struct warp *warp, const struct instruction *i) {
    return run_access(warp, i);
}

int run_store(struct warp *warp, const struct instruction *i) {
    return run_access(warp, i);
}

int run_atomic(struct warp *warp, const struct instruction *i) {
    return run_access(warp, i);
}

/* ld.param of a kernel with an address known only now. */
int run_load_parameter(struct warp *warp, const struct instruction *i) {
    const struct memory_details *memory = i->memory;
    const struct machine *machine = warp->machine;
    struct bounds bounds = {.size = machine->parameter_bytes};
    uint64_t buffer[LANES] __attribute__((aligned(64)));
    bool inside;
    const uint64_t *address =
        access_moves->place(warp, warp->registers + i->a, memory->narrow_address, i->immediate,
                            &bounds, (uint32_t)memory->size * memory->elements, buffer, &inside);
    if (address != buffer) { /* the load may overwrite the row of its addresses */
        address = memcpy(buffer, address, sizeof buffer);
    }
    if (!inside) {
        struct simt_fault fault = {.kind = SIMT_FAULT_OUT_OF_BOUNDS,
                                   .mask = warp->mask,
                                   .space = SIMT_CONSTANT,
                                   .size = (uint8_t)(memory->size * memory->elements),
                                   .address = address[first_lane(warp->mask)],
                                   .region = SIMT_MIXED_REGIONS,
                                   .hit_region = SIMT_MIXED_REGIONS,
                                   .variable = -1,
                                   .hit_variable = -1};
        return raise_fault(warp, i, &fault, "an index outside a parameter's array");
    }
    access_move(warp, i, (uintptr_t)machine->parameters, address);
    return STEP_NEXT;
}

/* Arguments and results of calls: bytes in the frame, one lane's after the other's. */
static int run_frame(struct warp *warp, const struct instruction *i) {
    const struct memory_details *memory = i->memory;
    uint64_t offset[LANES] __attribute__((aligned(64)));
    const uint64_t *index = (const uint64_t *)(const void *)(warp->registers + i->a);
    uint64_t bytes = (uint64_t)memory->size * memory->elements;
    for (uint32_t l = 0; l < LANES; l++) {
        uint64_t at = (uint64_t)i->immediate + (i->op != 0 ? index[l] : 0);
        if (warp->mask >> l & 1 && (memory->stride < bytes || at > memory->stride - bytes)) {
            struct simt_fault fault = {.kind = SIMT_FAULT_TRAP, .mask = 1u << l, .lane = l};
            return raise_fault(warp, i, &fault, "an index outside a parameter's array");
        }
        offset[l] = at + (uint64_t)l * memory->stride;
    }
    for (uint32_t e = 0; e < memory->elements; e++) {
        memory->move(warp, warp->registers + memory->rows[e],
                     (uintptr_t)warp->registers + memory->frame + e * memory->size, offset);
    }
    return STEP_NEXT;
}

int run_load_frame(struct warp *warp, const struct instruction *i) {
    return run_frame(warp, i);
}

int run_store_frame(struct warp *warp, const struct instruction *i) {
    return run_frame(warp, i);
}

/* isspacep: immediate is the space's window, 0 for global (op 1: for constants) */
int run_space_test(struct warp *warp, const struct instruction *i) {
    const uint64_t *address = (const uint64_t *)(const void *)(warp->registers + i->a);
    uint32_t *d = (uint32_t *)(void *)(warp->registers + i->d);
    uint64_t window = (uint64_t)i->immediate;
    for (uint32_t left = warp->mask; left != 0; left &= left - 1) {
        int lane = first_lane(left);
        uint64_t a = address[lane];
        bool inside;
        if (window != 0) {
            inside = a >= window && a - window < WINDOW_SIZE;
        } else {
            const struct region *region = region_find(warp->machine->device, a, false);
            bool constant = region != NULL && region->seen.kind == SIMT_REGION_CONSTANT;
            inside = i->op != 0 ? constant : !constant && (a < SHARED_WINDOW || a >= DEVICE_END);
        }
        *d = inside ? *d | 1u << lane : *d & ~(1u << lane);
    }
    return STEP_NEXT;
}
