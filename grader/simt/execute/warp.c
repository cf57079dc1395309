/* A warp's loop: runs instructions for the chosen group until something else is to be chosen. */
#include "claims.h"
#include "execute.h"

#include <string.h>

void warp_start(struct warp *warp) {
    warp->alive = warp->present;
    warp->group_count = 0;
    warp->executed = warp->turns = warp->quantum_end = 0;
    warp->waits = warp->rotation = warp->clock_reads = 0;
    warp->progressed = warp->put_off = warp->spinning = warp->done = false;
    warp->root->lanes = warp->present;
    late_stores_forget(warp);
    undefined_forget(warp);
    endless_forget(warp);
    frame_fill_block(warp, warp->root);
    bool apart = warp->machine->launch->schedule == SIMT_LANES;
    for (uint32_t left = warp->present; left != 0;) {
        struct group *group = &warp->groups[warp->group_count++];
        group->mask = apart ? left & -left : left;
        group->pc = group->branch = warp->machine->kernel->first;
        group->state = GROUP_READY;
        group->depth = 1;
        memset(group->frames[0].counters, 0, sizeof group->frames[0].counters);
        group->frames[0].activation = warp->root;
        left &= ~group->mask;
    }
}

static void tell_stretch(const struct warp *warp, uint32_t start, uint32_t end) {
    const struct machine *machine = warp->machine;
    struct simt_stretch event = {.place = {.launch = &machine->event,
                                           .block = machine->state.number,
                                           .warp = warp->index,
                                           .site = start},
                                 .end = end,
                                 .mask = warp->mask};
    TELL(&machine->on_stretch, stretch, &event)
}

/* Counts the instructions [from, to) that the active lanes have just run. */
static inline void account(struct warp *warp, const struct instruction *from,
                           const struct instruction *to) {
    struct machine *machine = warp->machine;
    ptrdiff_t start = from->site, end = (ptrdiff_t)to[-1].site + 1;
    warp->executed += (uint64_t)(end - start);
    machine->clock += (uint64_t)(end - start);
    if (machine->watch_profile) {
        uint32_t threads = warp->mask == ALL_LANES ? LANES : ones(warp->mask);
        machine->steps[start].warps++;
        machine->steps[start].threads += threads;
        machine->steps[end].warps--;
        machine->steps[end].threads -= threads;
    }
    if (machine->watch_stretch) {
        tell_stretch(warp, (uint32_t)start, (uint32_t)end);
    }
}

static bool split(struct warp *warp, const struct instruction *i) {
    struct group *group = warp->group;
    struct group *other = group_split(warp, group, warp->taken);
    if (other == NULL) {
        return false;
    }
    group_follow(other, &i->edges[0]);
    group_follow(group, &i->edges[1]);
    return true;
}

/* brx.idx: one group for each target that lanes chose. */
static bool spread(struct warp *warp, const struct instruction *i) {
    struct group *group = warp->group;
    while (true) {
        uint32_t choice = warp->choice[first_lane(group->mask)], same = 0;
        for (LANES_OF(lane, group->mask)) {
            same |= warp->choice[lane] == choice ? 1u << lane : 0;
        }
        if (same == group->mask) {
            group_follow(group, &i->edges[choice]);
            return true;
        }
        struct group *other = group_split(warp, group, same);
        if (other == NULL) {
            return false;
        }
        group_follow(other, &i->edges[choice]);
    }
}

static void copy_lanes(char *to, uint32_t to_stride, const char *from, uint32_t from_stride,
                       uint32_t size, uint32_t mask) {
    for (; mask != 0; mask &= mask - 1) {
        uint32_t lane = (uint32_t)first_lane(mask);
        memcpy(to + lane * to_stride, from + lane * from_stride, size);
    }
}

static int stack_overflow(struct warp *warp, const struct instruction *i) {
    return stop_lanes(warp, i, SIMT_FAULT_STACK, warp->mask,
                      "the call stack is full: recursion too deep?");
}

static int enter_function(struct warp *warp, const struct instruction *i) {
    struct group *group = warp->group;
    const struct call_details *call = i->call;
    struct function *function = warp->callee;
    if (warp->taken != group->mask) { /* the other lanes call something else: their turn comes */
        struct group *rest = group_split(warp, group, group->mask & ~warp->taken);
        if (rest == NULL) {
            return stack_overflow(warp, i);
        }
        rest->pc = i->site;
    }
    struct activation *caller = group->frames[group->depth - 1].activation;
    uint32_t local = caller->local_base + caller->function->local_bytes + function->local_bytes;
    if (group->depth == MAX_CALL_DEPTH ||
        (function->local_bytes > 0 && local > warp->machine->local_bytes)) {
        return stack_overflow(warp, i);
    }
    struct activation *callee = frame_enter(warp, caller, function, i->site, group->mask);
    if (callee == NULL || !group_push_frame(group)) {
        return stack_overflow(warp, i);
    }
    const struct ptx_variable *parameter = function->ptx->parameters;
    for (uint32_t n = 0; n < call->argument_count; n++, parameter = parameter->next) {
        copy_lanes(callee->registers + function->parameter_row + parameter->address,
                   function->ptx->parameter_bytes, caller->registers + call->arguments[n]->row,
                   (uint32_t)call->arguments[n]->size, (uint32_t)call->arguments[n]->size,
                   group->mask);
    }
    if (warp->undefined != NULL) {
        undefined_call(warp, caller, callee, call, group->mask);
    }
    group->frames[group->depth - 2].resume = i->site + 1;
    group->frames[group->depth - 1].activation = callee;
    group->pc = function->first;
    return STEP_NEXT;
}

static void leave_function(struct warp *warp) {
    struct group *group = warp->group;
    struct activation *callee = group->frames[group->depth - 1].activation;
    struct frame *frame = &group->frames[group->depth - 2];
    const struct call_details *call = warp->machine->code[frame->resume - 1].call;
    const struct ptx_variable *result = callee->function->ptx->results;
    for (uint32_t n = 0; n < call->result_count; n++, result = result->next) {
        copy_lanes(frame->activation->registers + call->results[n]->row,
                   (uint32_t)call->results[n]->size,
                   callee->registers + callee->function->result_row + result->address,
                   callee->function->ptx->result_bytes, (uint32_t)result->size, group->mask);
    }
    if (warp->undefined != NULL) {
        undefined_return(warp, frame->activation, callee, call, group->mask);
    }
    frame_leave(warp, callee, group->mask);
    group->depth--;
    group->pc = frame->resume;
}

static void leave_kernel(struct warp *warp) {
    struct group *group = warp->group;
    uint32_t *branches = warp->machine->state.barrier_sites + (size_t)warp->index * LANES;
    for (uint32_t left = group->mask; left != 0; left &= left - 1) {
        branches[first_lane(left)] = group->branch;
    }
    for (uint32_t depth = group->depth; depth > 0; depth--) {
        frame_leave(warp, group->frames[depth - 1].activation, group->mask);
    }
    warp->alive &= ~group->mask;
    warp->machine->state.exited += ones(group->mask);
    group_remove(warp, group);
    warp->progressed = true;
}

static bool scatter(struct warp *warp) {
    struct group *group = warp->group;
    while ((group->mask & (group->mask - 1)) != 0) {
        if (group_split(warp, group, 1u << (31 - __builtin_clz(group->mask))) == NULL) {
            return false;
        }
    }
    return true;
}

/* What the instruction asked for. False: the kernel ends. */
static bool take_step(struct warp *warp, const struct instruction *i, int step) {
    struct group *group = warp->group;
    group->pc = i->site + 1;
    switch (step) {
    case STEP_EDGE:
        group_follow(group, warp->edge);
        return true;
    case STEP_SPLIT:
        return split(warp, i) || stack_overflow(warp, i) == STEP_NEXT;
    case STEP_TABLE:
        return spread(warp, i) || stack_overflow(warp, i) == STEP_NEXT;
    case STEP_CALL:
        return enter_function(warp, i) == STEP_NEXT;
    case STEP_RETURN:
        leave_function(warp);
        return true;
    case STEP_EXIT:
        if (!late_stores_leave(warp)) {
            return false;
        }
        leave_kernel(warp);
        return true;
    case STEP_CUT:
        return true;
    case STEP_BARRIER:
        group->state = GROUP_AT_BARRIER;
        return true;
    case STEP_MEET:
        group->pc = i->site;
        group->state = GROUP_MEETING;
        group->member_mask = warp->meet;
        group_try_meeting(warp);
        return true;
    case STEP_SCATTER:
        return scatter(warp) || stack_overflow(warp, i) == STEP_NEXT;
    default:
        return false;
    }
}

/* Says once a launch that a loop runs for long: it may take a minute. */
static void tell_company(const struct warp *warp, const struct instruction *i) {
    struct machine *machine = warp->machine;
    const struct simt_company *company = machine->device->company;
    if (company != NULL && !machine->told_long) {
        machine->told_long = true;
        const struct simt_place place = place_of(warp, i);
        company->runs_long(company->context, &place);
    }
}

static bool over_budget(struct warp *warp, const struct instruction *i) {
    struct machine *machine = warp->machine;
    const uint64_t done = warp->executed + warp->turns;
    if (done <= machine->budget) {
        return false;
    }
    if (machine->claimer != NULL) {
        claims_give_up(warp);
        return true;
    }
    if (done <= machine->patience && !endless_proved(warp)) {
        tell_company(warp, i);
        machine->faulted = !launch_goes_on_meanwhile(machine);
        return machine->faulted;
    }
    stop_lanes(warp, i, SIMT_FAULT_BUDGET, warp->mask,
               "instruction budget used up: does this loop ever end?");
    return true;
}

/* Alone in its warp, a group follows edges without looking for others, until it seems to wait. */
static bool runs_on(struct warp *warp, int step) {
    return step == STEP_EDGE && warp->group_count == 1 && warp->executed < warp->quantum_end;
}

/* From an instruction to the first that asks for something, and behind it. */
static inline int run_stretch(struct warp *warp, const struct instruction **at) {
    const struct instruction *i = *at;
    int step;
    do {
        step = i->run(warp, i);
        i++;
    } while (step == STEP_NEXT);
    *at = i;
    return step;
}

/* An `if` without `else`: those who skip its body are ahead of those who run it, and have nothing
 * to do but to wait for them. Not where somebody might be asked in between whether this ever ends.
 */
static bool skips_body(const struct warp *warp, const struct instruction *i, int step) {
    return step == STEP_SPLIT && i->body != 0 && warp->group_count == 1 &&
           warp->undefined == NULL && warp->executed + i->body < warp->quantum_end &&
           warp->executed + warp->turns + (uint64_t)i->body * LANES <= warp->machine->patience;
}

/* Runs the body, and makes the group whole again. What cannot be done in one go makes a group of
 * those who wait, and is left to the warp's loop. */
static int run_body(struct warp *warp, const struct instruction **at) {
    struct group *group = warp->group;
    const uint32_t waiting = warp->taken;
    const struct instruction *branch = *at;
    const struct instruction *start = warp->machine->code + branch->edges[1].target, *i = start;
    group->mask &= ~waiting;
    warp_set_mask(warp, group->mask);
    const int step = run_stretch(warp, &i);
    account(warp, start, i);
    *at = i;
    if (step == STEP_EDGE) {
        group->mask |= waiting;
        warp_set_mask(warp, group->mask);
        return step;
    }
    struct group *other = group_split(warp, group, waiting);
    if (other == NULL) {
        return stack_overflow(warp, i - 1);
    }
    other->pc = branch->edges[0].target;
    return step;
}

/* Most often there is one group, and nothing to choose. */
static inline struct group *next_group(struct warp *warp) {
    if (warp->group_count == 1 && warp->groups[0].state == GROUP_AT_BARRIER) {
        return NULL;
    }
    bool alone = warp->group_count == 1 && warp->groups[0].state == GROUP_READY &&
                 warp->rotation == 0 && warp->executed < warp->quantum_end;
    return alone ? &warp->groups[0] : group_choose(warp);
}

enum warp_end warp_run(struct warp *warp) {
    const struct instruction *code = warp->machine->code;
    struct group *group;
    warp->spinning = false;
    while ((group = next_group(warp)) != NULL) {
        if (warp->spinning || warp->machine->faulted) {
            return WARP_SPINS;
        }
        warp->group = group;
        warp_set_mask(warp, group->mask);
        warp->registers = group->frames[group->depth - 1].activation->registers;
        const struct instruction *i = code + group->pc;
        int step;
        while (true) {
            const struct instruction *start = i;
            if (__builtin_expect(warp->undefined != NULL, 0)) {
                step = undefined_run(warp, &i);
            } else {
                step = run_stretch(warp, &i);
            }
            account(warp, start, i);
            if (skips_body(warp, i - 1, step)) {
                i--;
                step = run_body(warp, &i);
            }
            if (!runs_on(warp, step)) {
                break;
            }
            i = code + warp->edge->target;
        }
        if (!take_step(warp, i - 1, step) || over_budget(warp, i - 1)) {
            return WARP_FAULTS;
        }
    }
    return WARP_WAITS;
}
