/*
 * Cooperative launches: all blocks live at once, and wait for each other at the grid's barrier. And
 * launches whose blocks take turns.
 *
 * Blocks still run one after the other. One that comes to the barrier is put aside, with its warps
 * and its memory, until all have come; what they did before is then done, as behind a launch.
 */
#include "execute.h"

#include <stdlib.h>
#include <string.h>

/* A block that may be put aside. */
struct resident {
    struct block_state state;
    bool begun, ended;
    uint8_t *shared; /* NULL: none */
};

static void put_aside(const struct machine *machine, struct resident *block) {
    block->state = machine->state;
    if (block->shared != NULL) {
        memcpy(block->shared, machine->shared, machine->shared_extent);
    }
}

static void take_up(struct machine *machine, const struct resident *block) {
    machine->state = block->state;
    if (block->shared != NULL) {
        memcpy(machine->shared, block->shared, machine->shared_extent);
    }
}

/* Its warps and its memory. False without room for them. */
static bool begin(struct machine *machine, struct resident *block) {
    block->begun = true;
    machine->state.number = block->state.number;
    bool good = launch_prepare_block(machine);
    if (machine->shared_extent > 0) {
        block->shared = malloc(machine->shared_extent);
        good = good && block->shared != NULL;
    }
    put_aside(machine, block);
    if (good) {
        block_start(machine, machine->state.number);
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

/* As many as there is room for at a time. */
bool turns_run(struct machine *machine, uint64_t count) {
    enum { AT_ONCE = 256 };
    struct resident *blocks = calloc(AT_ONCE, sizeof *blocks);
    bool good = blocks != NULL;
    uint64_t begun = 0, left = 0;
    for (uint64_t n = 0; good && n < AT_ONCE; n++) {
        blocks[n].ended = true;
    }
    while (good && !machine->faulted && (begun < count || left > 0) && launch_goes_on(machine)) {
        left = 0;
        for (uint64_t n = 0; n < AT_ONCE && good && !machine->faulted; n++) {
            if (blocks[n].ended && begun < count) {
                blocks[n] = (struct resident){.state.number = begun++};
            }
            good = blocks[n].ended || go(machine, &blocks[n]);
            left += !blocks[n].ended;
        }
    }
    for (uint64_t n = 0; blocks != NULL && n < AT_ONCE; n++) {
        end(machine, &blocks[n]);
    }
    free(blocks);
    return good;
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
        NOTIFY(machine->device, block_begin, &machine->event, machine->state.number);
        block_report_deadlock(machine);
        NOTIFY(machine->device, block_end, &machine->event, machine->state.number);
        put_aside(machine, waiting);
    }
    return waiting != NULL && ended == 0;
}

bool cooperative_run(struct machine *machine, uint64_t count) {
    struct resident *blocks = calloc(count, sizeof *blocks);
    bool good = blocks != NULL, again = good;
    for (uint64_t n = 0; good && n < count; n++) {
        blocks[n].state.number = machine->launch->schedule == SIMT_REVERSE ? count - 1 - n : n;
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
