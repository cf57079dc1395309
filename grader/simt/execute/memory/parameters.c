/* Memory of kernels and functions that is no array: parameters, arguments of calls; isspacep. */
#include "access.h"
#include "../execute.h"
#include "../../alu/moves.h"

#include <string.h>

/* ld.param of a kernel with an address known only now. */
int run_load_parameter(struct warp *warp, const struct instruction *i) {
    const struct memory_details *memory = i->memory;
    const struct machine *machine = warp->machine;
    struct bounds bounds = {.size = machine->parameter_bytes};
    uint64_t buffer[LANES] __attribute__((aligned(64)));
    struct placement placement = machine->moves->place(warp, i, &bounds, buffer);
    const uint64_t *address = placement.address;
    if (address != buffer) { /* the load may overwrite the row of its addresses */
        address = memcpy(buffer, address, sizeof buffer);
    }
    if (!placement.inside) {
        struct simt_fault fault = fault_of(SIMT_FAULT_OUT_OF_BOUNDS, warp->mask);
        fault.space = SIMT_CONSTANT;
        fault.size = (uint8_t)(memory->size * memory->elements);
        fault.address = address[first_lane(warp->mask)];
        return raise_fault(warp, i, &fault, "an index outside a parameter's array");
    }
    access_move(warp, i, (uintptr_t)machine->parameters, address, placement.pattern);
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
            return stop_lanes(warp, i, SIMT_FAULT_TRAP, 1u << l,
                              "an index outside a parameter's array");
        }
        offset[l] = at + (uint64_t)l * memory->stride;
    }
    bool in_a_row = i->op == 0 && memory->elements == 1 && memory->stride == bytes;
    for (uint32_t e = 0; e < memory->elements; e++) {
        memory->move(warp, warp->registers + memory->rows[e],
                     (uintptr_t)warp->registers + memory->frame + e * memory->size, offset,
                     in_a_row ? SIMT_ROW : SIMT_SCATTERED);
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
    for (LANES_OF(lane, warp->mask)) {
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
