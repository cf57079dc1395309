/*
 * Cooperative launches: all blocks live at once, and wait for each other at the grid's barrier.
 *
 * Blocks still run one after the other. One that comes to the barrier is put aside, with its warps
 * and its memory, until all have come; what they did before is then done, as behind a launch.
 */
#include "execute.h"

#include <stdlib.h>
#include <string.h>

/* A block that is put aside. */
struct resident {
    uint64_t number;
    bool begun, ended;
    struct warp *warps;
    uint8_t *local, *shared;
    uint32_t *barrier_masks, *barrier_sites;
    struct barrier_state barriers[ALL_BARRIERS];
    uint32_t exited;
    bool counted_barriers;
};

static void put_aside(const struct machine *machine, struct resident *block) {
    block->warps = machine->warps;
    block->local = machine->local;
    block->barrier_masks = machine->barrier_masks;
    block->barrier_sites = machine->barrier_sites;
    block->exited = machine->exited;
    block->counted_barriers = machine->counted_barriers;
    memcpy(block->barriers, machine->barriers, sizeof block->barriers);
    if (block->shared != NULL) {
        memcpy(block->shared, machine->shared, machine->shared_extent);
    }
}

static void take_up(struct machine *machine, const struct resident *block) {
    machine->block = block->number;
    simt_block_position(&machine->event, block->number, machine->block_position);
    machine->warps = block->warps;
    machine->local = block->local;
    machine->barrier_masks = block->barrier_masks;
    machine->barrier_sites = block->barrier_sites;
    machine->exited = block->exited;
    machine->counted_barriers = block->counted_barriers;
    memcpy(machine->barriers, block->barriers, sizeof block->barriers);
    if (block->shared != NULL) {
        memcpy(machine->shared, block->shared, machine->shared_extent);
    }
}

/* Its warps and its memory. False without room for them. */
static bool begin(struct machine *machine, struct resident *block) {
    block->begun = true;
    bool good = launch_prepare_block(machine);
    if (machine->shared_extent > 0) {
        block->shared = malloc(machine->shared_extent);
        good = good && block->shared != NULL;
    }
    put_aside(machine, block);
    if (good) {
        block_start(machine, block->number);
    }
    return good;
}

static void end(struct machine *machine, struct resident *block) {
    if (block->begun && !block->ended) {
        take_up(machine, block);
        launch_release_block(machine);
        free(block->shared);
    }
    block->begun = block->ended = true;
}

/* One block up to the barrier, or to its end. False without memory. */
static bool go(struct machine *machine, struct resident *block) {
    if (!block->begun) {
        if (!begin(machine, block)) {
            return false;
        }
    } else {
        take_up(machine, block);
    }
    enum block_end how = block_go(machine);
    put_aside(machine, block);
    if (how == BLOCK_ENDS) {
        end(machine, block);
    }
    return true;
}

/* Blocks that wait for others that have returned wait for ever. */
static bool may_open(struct machine *machine, struct resident *blocks, uint64_t count) {
    struct resident *waiting = NULL;
    uint64_t ended = 0;
    for (uint64_t n = 0; n < count; n++) {
        ended += blocks[n].ended;
        waiting = blocks[n].ended || waiting != NULL ? waiting : &blocks[n];
    }
    if (waiting != NULL && ended > 0) {
        take_up(machine, waiting);
        NOTIFY(machine->device, block_begin, &machine->event, machine->block);
        block_report_deadlock(machine);
        NOTIFY(machine->device, block_end, &machine->event, machine->block);
        put_aside(machine, waiting);
    }
    return waiting != NULL && ended == 0;
}

bool cooperative_run(struct machine *machine, uint64_t count) {
    struct resident *blocks = calloc(count, sizeof *blocks);
    bool good = blocks != NULL, again = good;
    for (uint64_t n = 0; good && n < count; n++) {
        blocks[n].number = machine->launch->schedule == SIMT_REVERSE ? count - 1 - n : n;
    }
    while (again) {
        for (uint64_t n = 0; n < count && good && !machine->faulted; n++) {
            if (!launch_goes_on(machine)) {
                again = false;
                break;
            }
            good = blocks[n].ended || go(machine, &blocks[n]);
        }
        again = again && good && !machine->faulted && may_open(machine, blocks, count);
        if (again) {
            NOTIFY(machine->device, grid_barrier, &machine->event);
            machine->event.grid_barriers++; /* when all have dealt with what came before */
        }
    }
    for (uint64_t n = 0; blocks != NULL && n < count; n++) {
        end(machine, &blocks[n]);
    }
    free(blocks);
    return good;
}

int run_grid_barrier(struct warp *warp, const struct instruction *i) {
    if (!warp->machine->launch->cooperative) {
        struct simt_fault fault = {.kind = SIMT_FAULT_GRID_BARRIER, .mask = warp->mask};
        return raise_fault(warp, i, &fault,
                           "the grid's barrier needs a launch by cudaLaunchCooperativeKernel");
    }
    barrier_arrive(warp, i, GRID_BARRIER, 0);
    warp->group->barrier = GRID_BARRIER;
    return STEP_BARRIER;
}
