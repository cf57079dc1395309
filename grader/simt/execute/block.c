/* A block: its warps in turn, from barrier to barrier. */
#include "execute.h"

#include <string.h>

/* A work-item that returns before a barrier leaves the others without one (OpenCL). Where they come
 * there again and again, they wait for an end that a wrong answer of theirs keeps away. */
static void count_missed(struct machine *machine) {
    enum { MOST_MISSED = 10000 };
    if (machine->state.exited > 0 && machine->event.kernel->dialect == SIMT_OPENCL &&
        ++machine->state.missed > MOST_MISSED) {
        machine->budget = machine->patience = 0;
    }
}

static void open_barrier(struct machine *machine, uint32_t id) {
    struct barrier_state *barrier = &machine->state.barriers[id];
    uint32_t *masks = &machine->state.barrier_masks[id * machine->warp_count];
    struct simt_barrier_release event = {
        .launch = &machine->event,
        .block = machine->state.number,
        .id = id,
        .arrived = barrier->threads,
        .exited = machine->state.exited,
        .ended_early = id < MAX_BARRIERS && machine->state.exited > 0 &&
                       machine->event.kernel->dialect == SIMT_CUDA &&
                       ended_early(machine, barrier->site),
        .counted = barrier->expected != 0,
        .at_one_site = !barrier->apart && barrier->threads == machine->warp_count * LANES,
        .warps = machine->warp_count,
        .masks = masks,
        .sites = machine->state.barrier_sites};
    NOTIFY(machine->device, barrier_release, &event);
    count_missed(machine);
    for (uint32_t w = 0; w < machine->warp_count; w++) {
        struct warp *warp = &machine->state.warps[w];
        for (uint32_t g = 0; g < warp->group_count; g++) {
            struct group *group = &warp->groups[g];
            if (group->state != GROUP_AT_BARRIER || group->barrier != id) {
                continue;
            }
            group->state = GROUP_READY;
            warp->progressed = true;
            const struct instruction *i = &machine->code[group->pc - 1];
            if (i->op < 2) {
                continue;
            }
            char *registers = group->frames[group->depth - 1].activation->registers;
            uint32_t *d = (uint32_t *)(void *)(registers + i->d);
            bool yes = i->op == 3 ? barrier->count == barrier->threads : barrier->count > 0;
            if (i->op != 2) {
                *d = yes ? *d | group->mask : *d & ~group->mask;
                continue;
            }
            for (uint32_t left = group->mask; left != 0; left &= left - 1) {
                d[first_lane(left)] = barrier->count;
            }
        }
    }
    memset(masks, 0, machine->warp_count * sizeof *masks);
    *barrier = (struct barrier_state){0};
    machine->state.used_barriers &= ~(UINT64_C(1) << id);
}

/* Opens the barriers that are complete. Those for a number of threads (only_counted) must open as
 * soon as that many have come, since later threads wait for the next opening; those for the whole
 * block may wait until all warps had their turn. */
static bool open_barriers(struct machine *machine, bool only_counted) {
    bool opened = false;
    const uint64_t used = machine->state.used_barriers & ~(UINT64_C(1) << GRID_BARRIER);
    for (uint64_t left = used; left != 0; left &= left - 1) {
        const uint32_t id = (uint32_t)__builtin_ctzll(left);
        const struct barrier_state *barrier = &machine->state.barriers[id];
        if (only_counted && barrier->expected == 0) {
            continue;
        }
        bool complete = barrier->expected == 0
                            ? barrier->threads == machine->threads - machine->state.exited
                            : barrier->arrived >= barrier->expected;
        if (complete) {
            open_barrier(machine, id);
            opened = true;
        }
    }
    return opened;
}

/* Nobody can go on. Who is to blame: lanes waiting for lanes, or threads at barriers? */
static void report_deadlock(struct machine *machine, uint32_t *waiting_sites) {
    const enum simt_fault_kind kind =
        machine->absent_block == NO_BLOCK ? SIMT_FAULT_DEADLOCK : SIMT_FAULT_GRID_ABSENT;
    struct simt_fault fault = {.kind = kind,
                               .returned = machine->state.exited,
                               .absent_block = machine->absent_block,
                               .waiting_sites = waiting_sites};
    struct warp *guilty = NULL;
    uint32_t site = 0;
    memset(waiting_sites, 0xFF, (size_t)machine->warp_count * LANES * sizeof *waiting_sites);
    for (uint32_t w = 0; w < machine->warp_count; w++) {
        struct warp *warp = &machine->state.warps[w];
        for (uint32_t g = 0; g < warp->group_count; g++) {
            const struct group *group = &warp->groups[g];
            bool meeting = group->state == GROUP_MEETING;
            uint32_t at = meeting ? group->pc : group->pc - 1;
            for (uint32_t left = group->mask; left != 0; left &= left - 1) {
                waiting_sites[w * LANES + (uint32_t)first_lane(left)] = at;
            }
            fault.waiting += ones(group->mask);
            if (guilty == NULL || (meeting && fault.kind == kind)) {
                guilty = warp;
                site = at;
                fault.mask = group->mask;
                fault.kind = meeting ? SIMT_FAULT_SYNCWARP : kind;
            }
        }
    }
    if (guilty != NULL) {
        raise_fault(guilty, &machine->code[site], &fault,
                    fault.kind == SIMT_FAULT_SYNCWARP
                        ? "a warp waits for lanes that never come"
                        : "threads wait at a barrier that the others never reach");
    }
}

/* `warp`, and the rest of the block, poll memory for ever; NULL: they do not. */
static void report_endless(struct warp *warp) {
    if (warp != NULL) {
        stop_lanes(warp, &warp->machine->code[warp->group->pc], SIMT_FAULT_POLLING,
                   warp->group->mask, "waits for a value that is never written");
    }
}

void block_start(struct machine *machine, uint64_t block) {
    machine->state.number = block;
    machine->state.exited = machine->state.missed = 0;
    machine->state.counted_barriers = false;
    machine->state.used_barriers = 0;
    simt_block_position(&machine->event, block, machine->state.position);
    memset(machine->shared, SIMT_POISON, machine->shared_extent);
    undefined_shared_forget(machine);
    memset(machine->state.barriers, 0, sizeof machine->state.barriers);
    memset(machine->state.barrier_masks, 0,
           (size_t)ALL_BARRIERS * machine->warp_count * sizeof *machine->state.barrier_masks);
    for (uint32_t w = 0; w < machine->warp_count; w++) {
        warp_start(&machine->state.warps[w]);
    }
}

void block_report_deadlock(struct machine *machine) {
    report_deadlock(machine, machine->waiting_sites);
}

void block_report_polling(struct machine *machine) {
    machine->moved = false;
    report_endless(endless_polls(machine));
}

/* Do all threads that have not returned wait for the other blocks? */
static bool waits_for_grid(const struct machine *machine) {
    const struct barrier_state *barrier = &machine->state.barriers[GRID_BARRIER];
    return machine->state.used_barriers >> GRID_BARRIER & 1 &&
           barrier->threads == machine->threads - machine->state.exited;
}

/* In the last `idle` turns all warps of the block waited or polled: is it put aside, so that other
 * blocks run? (A warp that counts while it polls never comes back to the same state.) */
static enum block_end leave_to_others(struct machine *machine, uint32_t idle) {
    if (machine->device->company != NULL) {
        (void)endless_host_writes(machine, false);
    }
    return endless_polls(machine) != NULL ? BLOCK_STUCK
           : idle >= machine->most_idle   ? BLOCK_POLLS
                                          : BLOCK_ENDS;
}

enum block_end block_go(struct machine *machine) {
    enum block_end left = BLOCK_ENDS;
    uint32_t idle = 0;
    const bool reverse = machine->launch->schedule == SIMT_REVERSE;
    const bool turns = machine->launch->schedule == SIMT_TURNS;
    bool waits = false;
    NOTIFY(machine->device, block_begin, &machine->event, machine->state.number);
    while (!waits && left == BLOCK_ENDS && machine->state.exited < machine->threads &&
           !machine->faulted) {
        bool spinning = false, opened = false;
        uint32_t exited = machine->state.exited;
        for (uint32_t n = 0; n < machine->warp_count && !machine->faulted; n++) {
            uint32_t w = reverse ? machine->warp_count - 1 - n : n;
            spinning |= warp_run(&machine->state.warps[w]) == WARP_SPINS;
            opened |= machine->state.counted_barriers && !machine->faulted &&
                      open_barriers(machine, true);
        }
        opened |= !machine->faulted && open_barriers(machine, false);
        if (!machine->faulted && !spinning && !opened && machine->state.exited == exited &&
            machine->state.exited < machine->threads) {
            waits = waits_for_grid(machine);
            if (waits) {
                open_barrier(machine, GRID_BARRIER); /* for when it is taken up again */
            } else {
                block_report_deadlock(machine);
            }
        }
        if (spinning && !machine->faulted) {
            machine->moved |= turns || opened || machine->state.exited != exited;
            idle = machine->moved ? 0 : idle + 1;
            machine->got_on |= machine->moved;
            if (machine->others) {
                left = leave_to_others(machine, idle);
            } else {
                report_endless(endless_block(machine));
            }
            machine->faulted = machine->faulted || !launch_goes_on_meanwhile(machine);
        }
        waits |= turns && machine->state.exited < machine->threads;
    }
    NOTIFY(machine->device, block_end, &machine->event, machine->state.number);
    return machine->faulted ? BLOCK_FAULTS : waits ? BLOCK_WAITS : left;
}

bool block_run(struct machine *machine, uint64_t block) {
    block_start(machine, block);
    const enum block_end how = block_go(machine);
    machine->polls = how == BLOCK_POLLS || how == BLOCK_STUCK;
    return how == BLOCK_ENDS;
}
