/* A kernel's end by error, or from outside: the launch's result and the observers' event. */
#include "claims.h"
#include "execute.h"

#include <stdio.h>
#include <string.h>

/* Accesses that are not named here end with SIMT_ILLEGAL_ADDRESS, all else with SIMT_TRAP. */
static const enum simt_status outcomes[] = {
    [SIMT_FAULT_MISALIGNED] = SIMT_MISALIGNED_ADDRESS,
    [SIMT_FAULT_DEADLOCK] = SIMT_DEADLOCK,
    [SIMT_FAULT_BARRIER] = SIMT_DEADLOCK,
    [SIMT_FAULT_SYNCWARP] = SIMT_DEADLOCK,
    [SIMT_FAULT_OUTSIDER] = SIMT_DEADLOCK,
    [SIMT_FAULT_GRID_ABSENT] = SIMT_DEADLOCK,
    [SIMT_FAULT_BUDGET] = SIMT_BUDGET,
    [SIMT_FAULT_IDLE] = SIMT_BUDGET,
    [SIMT_FAULT_POLLING] = SIMT_BUDGET,
    [SIMT_FAULT_SPINS] = SIMT_DEADLOCK,
    [SIMT_FAULT_ASSERT] = SIMT_ASSERT,
    [SIMT_FAULT_CHILD_POINTER] = SIMT_ILLEGAL_ADDRESS,
};

static enum simt_status outcome(enum simt_fault_kind kind) {
    const bool known = (size_t)kind < sizeof outcomes / sizeof *outcomes && outcomes[kind] != 0;
    return known ? outcomes[kind] : kind <= SIMT_FAULT_READ_ONLY ? SIMT_ILLEGAL_ADDRESS : SIMT_TRAP;
}

int raise_fault(struct warp *warp, const struct instruction *i, struct simt_fault *fault,
                const char *message) {
    struct machine *machine = warp->machine;
    struct simt_result *result = machine->result;
    if (machine->claimer != NULL) {
        return claims_give_up(warp);
    }
    fault->place = place_of(warp, i);
    fault->kernel_heap_full = machine->device->kernel_heap_full;
    if (fault->mask != 0) {
        fault->lane = (uint32_t)first_lane(fault->mask);
    }
    result->status = outcome(fault->kind);
    result->sticky = true;
    result->source = machine->module->sites[i->site].source;
    result->error.ptx_line = result->source.ptx_line;
    snprintf(result->error.message, sizeof result->error.message, "%s", message);
    simt_block_position(&machine->event, machine->state.number, result->block);
    simt_thread_position(&machine->event, warp->index, fault->lane, result->thread);
    result->address = fault->address;
    machine->faulted = true;
    NOTIFY(machine->device, fault, fault);
    return STEP_FAULT;
}

int stop_lanes(struct warp *warp, const struct instruction *i, enum simt_fault_kind kind,
               uint32_t mask, const char *message) {
    struct simt_fault fault = {.kind = kind, .mask = mask};
    return raise_fault(warp, i, &fault, message);
}

enum simt_status launch_refuse(struct simt_result *result, enum simt_status status,
                               const char *message) {
    result->status = status;
    snprintf(result->error.message, sizeof result->error.message, "%s", message);
    return status;
}

bool launch_goes_on(struct machine *machine) {
    const struct simt_device *device = machine->device;
    if (device->stop != NULL && device->stop(device->stop_context)) {
        launch_refuse(machine->result, SIMT_STOPPED, "the launch was given up from outside");
        return false;
    }
    return true;
}

bool launch_goes_on_meanwhile(struct machine *machine) {
    return machine->device->company == NULL || launch_goes_on(machine);
}

void simt_thread_position(const struct simt_launch_event *launch, uint32_t warp, uint32_t lane,
                          uint32_t thread[3]) {
    const uint32_t *block = launch->launch->block;
    uint32_t linear = warp * LANES + lane;
    thread[0] = linear % block[0];
    thread[1] = linear / block[0] % block[1];
    thread[2] = linear / block[0] / block[1];
}

void simt_block_position(const struct simt_launch_event *launch, uint64_t block,
                         uint32_t position[3]) {
    const uint32_t *grid = launch->launch->grid;
    position[0] = (uint32_t)(block % grid[0]);
    position[1] = (uint32_t)(block / grid[0] % grid[1]);
    position[2] = (uint32_t)(block / grid[0] / grid[1]);
}
