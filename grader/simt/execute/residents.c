/*
 * Blocks that live at once: those of cooperative launches, which wait for each other at the grid's
 * barrier, those that poll what other blocks will write, and those that take turns.
 *
 * Blocks still run one after the other. One that comes to the barrier is put aside, with its warps
 * and its memory, until all have come; one that polls, until the others have had their turn. What
 * blocks did before they are taken up again is then done, as behind a launch.
 */
#include "execute.h"

#include <stdlib.h>
#include <string.h>

enum resident_state {
    IS_NEW,
    IS_WAITING, /* at the grid's barrier, or for its turn */
    IS_POLLING,
    IS_STUCK, /* polls, and would do so for ever if nobody wrote */
    HAS_ENDED,
};

/* A block that may be put aside. */
struct resident {
    struct block_state state;
    enum resident_state standing;
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
    block->standing = IS_WAITING;
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
    if (block->standing != IS_NEW && block->standing != HAS_ENDED) {
        take_up(machine, block);
        launch_release_block(machine);
        free(block->shared);
    }
    block->standing = HAS_ENDED;
}

/* It goes on behind what others wrote: what it came back to before does not count. */
static void take_up_again(struct machine *machine, const struct resident *block) {
    take_up(machine, block);
    for (uint32_t w = 0; w < machine->warp_count; w++) {
        endless_forget(&machine->state.warps[w]);
    }
}

/* One block until it is put aside, or has ended. False without memory. */
static bool go(struct machine *machine, struct resident *block) {
    static const enum resident_state after[] = {[BLOCK_ENDS] = IS_WAITING,
                                                [BLOCK_WAITS] = IS_WAITING,
                                                [BLOCK_POLLS] = IS_POLLING,
                                                [BLOCK_STUCK] = IS_STUCK,
                                                [BLOCK_FAULTS] = IS_WAITING};
    if (block->standing != IS_NEW) {
        take_up_again(machine, block);
    } else if (!begin(machine, block)) {
        return false;
    }
    const enum block_end how = block_go(machine);
    block->standing = after[how];
    put_aside(machine, block);
    if (how == BLOCK_ENDS) {
        end(machine, block);
    }
    return true;
}

/* Places for blocks that live at once, without any. NULL without memory. */
static struct resident *make_places(uint64_t count) {
    struct resident *blocks = calloc(count, sizeof *blocks);
    for (uint64_t n = 0; n < count && blocks != NULL; n++) {
        blocks[n].standing = HAS_ENDED;
    }
    return blocks;
}

static void release_places(struct machine *machine, struct resident *blocks, uint64_t count) {
    for (uint64_t n = 0; n < count && blocks != NULL; n++) {
        end(machine, &blocks[n]);
    }
    free(blocks);
}

/* As many as there is room for at a time. */
bool turns_run(struct machine *machine, uint64_t count) {
    enum { AT_ONCE = 256 };
    struct resident *blocks = make_places(AT_ONCE);
    bool good = blocks != NULL;
    uint64_t begun = 0, left = 0;
    while (good && !machine->faulted && (begun < count || left > 0) && launch_goes_on(machine)) {
        left = 0;
        for (uint64_t n = 0; n < AT_ONCE && good && !machine->faulted; n++) {
            if (blocks[n].standing == HAS_ENDED && begun < count) {
                blocks[n] = (struct resident){.state.number = begun++};
            }
            good = blocks[n].standing == HAS_ENDED || go(machine, &blocks[n]);
            left += blocks[n].standing != HAS_ENDED;
        }
    }
    release_places(machine, blocks, AT_ONCE);
    return good;
}

/* ---- blocks that wait for each other --------------------------------------------------------- */

struct residents {
    struct machine *machine;
    struct resident *blocks; /* [places] */
    uint64_t places;         /* how many live at once */
    uint64_t begun, count;   /* those that have begun, and all */
    uint64_t ended;          /* the first that has, or NO_BLOCK */
    bool got_on;             /* in this round a block did more than to poll */
};

/* The next block that has not begun takes the place of one that has ended. False: all have. */
static bool renew(struct residents *all, struct resident *block) {
    if (all->begun == all->count) {
        return false;
    }
    const uint64_t n = all->begun++;
    const bool reverse = all->machine->launch->schedule == SIMT_REVERSE;
    *block = (struct resident){.state.number = reverse ? all->count - 1 - n : n};
    return true;
}

/* Is there a block in this place that can go on? */
static bool is_ready(struct residents *all, struct resident *block) {
    return block->standing == HAS_ENDED ? renew(all, block) : block->standing != IS_WAITING;
}

/* The block in this place, and the next ones if they end. False without memory. */
static bool go_place(struct residents *all, struct resident *block) {
    struct machine *machine = all->machine;
    bool good = true;
    while (good && !machine->faulted && is_ready(all, block)) {
        machine->got_on = block->standing == IS_NEW;
        if (!launch_goes_on(machine)) {
            machine->faulted = true;
            break;
        }
        good = go(machine, block);
        all->got_on |= machine->got_on || block->standing == HAS_ENDED;
        if (block->standing != HAS_ENDED) {
            break;
        }
        all->ended = all->ended == NO_BLOCK ? block->state.number : all->ended;
    }
    return good;
}

/* NULL: there is none. */
static struct resident *first_that(const struct residents *all, enum resident_state standing) {
    for (uint64_t n = 0; n < all->places; n++) {
        if (all->blocks[n].standing == standing) {
            return &all->blocks[n];
        }
    }
    return NULL;
}

static void report(const struct residents *all, struct resident *block,
                   void (*report_block)(struct machine *machine)) {
    struct machine *machine = all->machine;
    take_up(machine, block);
    NOTIFY(machine->device, block_begin, &machine->event, machine->state.number);
    report_block(machine);
    NOTIFY(machine->device, block_end, &machine->event, machine->state.number);
    put_aside(machine, block);
}

/* All have come to the barrier. Where some have returned, they wait for ever. */
static void open(struct residents *all, struct resident *first) {
    if (first != NULL && all->ended != NO_BLOCK) {
        all->machine->absent_block = all->ended;
        report(all, first, block_report_deadlock);
    }
    for (uint64_t n = 0; n < all->places; n++) {
        if (all->blocks[n].standing == IS_WAITING) {
            all->blocks[n].standing = IS_POLLING;
        }
    }
    all->machine->most_idle = LONG_IDLE;
}

/* After a round: does one come after it? */
static bool may_go_on(struct residents *all) {
    enum { FEW = 1, MORE = 16 }; /* turns: where no block got on, each is watched for longer */
    struct machine *machine = all->machine;
    struct resident *stuck = first_that(all, IS_STUCK), *waits = first_that(all, IS_WAITING);
    const bool polls = first_that(all, IS_POLLING) != NULL;
    machine->most_idle = all->got_on ? FEW : MORE;
    machine->event.took_turns = stuck != NULL || polls;
    if (stuck == NULL && !polls) {
        open(all, waits);
    } else if (!polls && !all->got_on && !endless_host_writes(machine, true)) {
        report(all, stuck, block_report_polling);
    }
    if (machine->faulted || (stuck == NULL && !polls && waits == NULL)) {
        return false;
    }
    NOTIFY(machine->device, grid_barrier, &machine->event);
    machine->event.grid_barriers++; /* when all have dealt with what came before */
    all->got_on = false;
    return true;
}

/* Until all have ended. False without memory. */
static bool go_rounds(struct residents *all) {
    bool good = true;
    do {
        for (uint64_t n = 0; n < all->places && good; n++) {
            good = go_place(all, &all->blocks[n]);
        }
    } while (good && may_go_on(all));
    return good;
}

bool cooperative_run(struct machine *machine, uint64_t count) {
    struct residents all = {.machine = machine,
                            .blocks = make_places(count),
                            .places = count,
                            .count = count,
                            .ended = NO_BLOCK};
    const bool good = all.blocks != NULL && go_rounds(&all);
    release_places(machine, all.blocks, count);
    return good;
}

/* The block that runs gets the first place. False without memory. */
static bool take_over(struct residents *all) {
    struct resident first = {.standing = IS_POLLING};
    const uint32_t bytes = all->machine->shared_extent;
    first.shared = bytes > 0 ? malloc(bytes) : NULL;
    if (bytes > 0 && first.shared == NULL) {
        return false;
    }
    put_aside(all->machine, &first);
    all->blocks[0] = first;
    return true;
}

bool residents_run(struct machine *machine, uint64_t begun, uint64_t count) {
    const uint64_t left = count - begun + 1, most = machine->launch->at_once;
    struct residents all = {
        .machine = machine, .begun = begun, .count = count, .ended = NO_BLOCK, .got_on = true};
    all.places = most == 0 || most > left ? left : most;
    all.blocks = make_places(all.places);
    const bool good =
        all.blocks != NULL && take_over(&all) && (!may_go_on(&all) || go_rounds(&all));
    release_places(machine, all.blocks, all.places);
    return good;
}

int run_grid_barrier(struct warp *warp, const struct instruction *i) {
    if (!warp->machine->launch->cooperative) {
        return stop_lanes(warp, i, SIMT_FAULT_GRID_BARRIER, warp->mask,
                          "the grid's barrier needs a launch by cudaLaunchCooperativeKernel");
    }
    barrier_arrive(warp, i, GRID_BARRIER, 0);
    warp->group->barrier = GRID_BARRIER;
    return STEP_BARRIER;
}
