/* Branches, exits, barriers, fences, and the wrappers that other instructions run in. */
#include "claims.h"
#include "execute.h"

#include <fenv.h>

#ifdef __SSE2__
#include <xmmintrin.h>
#endif

int run_jump(struct warp *warp, const struct instruction *i) {
    warp->edge = i->edges;
    return STEP_EDGE;
}

/* What would use up the budget for nothing. */
int run_idle_loop(struct warp *warp, const struct instruction *i) {
    return stop_lanes(warp, i, SIMT_FAULT_IDLE, warp->mask,
                      "a loop that does nothing and never ends");
}

/* Not in line: with nobody to tell, no event is made. */
#define APART __attribute__((noinline))

static APART void tell_branch(struct warp *warp, const struct instruction *i, uint32_t taken,
                              uint32_t fallen) {
    struct simt_branch event = {.place = place_of(warp, i), .taken = taken, .fallen = fallen};
    TELL(&warp->machine->on_branch, branch, &event)
}

int run_branch(struct warp *warp, const struct instruction *i) {
    uint32_t condition = *row32(warp, i->guard) ^ (i->guard_negated ? ALL_LANES : 0);
    uint32_t taken = warp->mask & condition, fallen = warp->mask & ~condition;
    warp->group->branch = i->site;
    if (warp->machine->watch_branch && !i->synthetic) {
        tell_branch(warp, i, taken, fallen);
    }
    if (taken == 0 || fallen == 0) {
        warp->edge = &i->edges[taken == 0];
        return STEP_EDGE;
    }
    warp->taken = taken;
    return STEP_SPLIT;
}

int run_jump_table(struct warp *warp, const struct instruction *i) {
    const uint32_t *index = row32(warp, i->a);
    uint32_t beyond = 0, same = 0;
    int first = first_lane(warp->mask);
    for (LANES_OF(lane, warp->mask)) {
        beyond |= index[lane] >= i->edge_count ? 1u << lane : 0;
        same |= index[lane] == index[first] ? 1u << lane : 0;
    }
    if (beyond != 0) {
        return stop_lanes(warp, i, SIMT_FAULT_TRAP, beyond,
                          "a jump table has no entry for this value");
    }
    if (warp->machine->watch_branch) {
        tell_branch(warp, i, same, warp->mask & ~same);
    }
    if (same == warp->mask) {
        warp->edge = &i->edges[index[first]];
        return STEP_EDGE;
    }
    warp->choice = index;
    return STEP_TABLE;
}

int run_call(struct warp *warp, const struct instruction *i) {
    warp->taken = warp->mask;
    warp->callee = i->call->callee;
    if (warp->callee != NULL) {
        return STEP_CALL;
    }
    const uint64_t *address = (const uint64_t *)(const void *)(warp->registers + i->a);
    uint64_t target = address[first_lane(warp->mask)];
    const struct simt_module *module = warp->machine->module;
    uint64_t index = (target - CODE_WINDOW) / 16;
    if (target < CODE_WINDOW || target % 16 != 0 || index >= module->function_count ||
        module->functions[index]->entry || !module->functions[index]->ptx->defined ||
        module->functions[index]->ptx->parameter_count != i->call->argument_count ||
        (i->call->result_count > 0 && module->functions[index]->ptx->results == NULL)) {
        struct simt_fault fault = {
            .kind = SIMT_FAULT_BAD_CALL, .mask = warp->mask, .address = target};
        return raise_fault(warp, i, &fault,
                           "a call through a pointer that does not point to such a function");
    }
    const struct ptx_variable *parameter = module->functions[index]->ptx->parameters;
    for (uint32_t n = 0; n < i->call->argument_count; n++, parameter = parameter->next) {
        if (parameter->size != i->call->arguments[n]->size) {
            return stop_lanes(warp, i, SIMT_FAULT_BAD_CALL, warp->mask,
                              "a call through a pointer of another type");
        }
    }
    warp->callee = module->functions[index];
    warp->taken = 0;
    for (LANES_OF(lane, warp->mask)) {
        warp->taken |= address[lane] == target ? 1u << lane : 0;
    }
    return STEP_CALL;
}

int run_return(struct warp *warp, const struct instruction *i) {
    (void)warp;
    (void)i;
    return STEP_RETURN;
}

int run_exit(struct warp *warp, const struct instruction *i) {
    (void)warp;
    (void)i;
    return STEP_EXIT;
}

int run_trap(struct warp *warp, const struct instruction *i) {
    return stop_lanes(warp, i, SIMT_FAULT_TRAP, warp->mask,
                      "the kernel stopped itself with a trap");
}

/* ---- barriers -------------------------------------------------------------------------------- */

static int bad_barrier(struct warp *warp, const struct instruction *i) {
    return stop_lanes(warp, i, SIMT_FAULT_TRAP, warp->mask,
                      "barriers are numbered 0 to 15 and count whole warps");
}

static APART void tell_barrier(struct warp *warp, const struct instruction *i, uint32_t id,
                               uint32_t expected) {
    struct simt_barrier event = {.place = place_of(warp, i),
                                 .kind = i->op == 0   ? SIMT_BARRIER_SYNC
                                         : i->op == 1 ? SIMT_BARRIER_ARRIVE
                                                      : SIMT_BARRIER_REDUCE,
                                 .id = id,
                                 .expected = expected,
                                 .mask = warp->mask};
    TELL(&warp->machine->on_barrier, barrier, &event)
}

void barrier_arrive(struct warp *warp, const struct instruction *i, uint32_t id,
                    uint32_t expected) {
    struct machine *machine = warp->machine;
    struct barrier_state *barrier = &machine->state.barriers[id];
    uint32_t *known = &machine->state.barrier_masks[id * machine->warp_count + warp->index];
    uint32_t *restrict sites = machine->state.barrier_sites + (size_t)warp->index * LANES;
    const uint32_t site = i->site, mask = warp->mask;
    if (machine->on_barrier.count > 0) {
        tell_barrier(warp, i, id, expected);
    }
    barrier->site = barrier->threads == 0 ? site : barrier->site;
    barrier->apart |= mask != ALL_LANES || site != barrier->site;
    barrier->expected = expected;
    machine->state.used_barriers |= UINT64_C(1) << id;
    machine->state.counted_barriers |= expected > 0;
    /* Whole warps are counted, also one whose lanes come one by one. A warp that arrives without
     * waiting (bar.arrive) may come again. */
    const bool again = i->op == 1 && (*known & mask) != 0;
    barrier->arrived += *known == 0 || again ? LANES : 0;
    *known |= mask;
    if (mask == ALL_LANES) {
        barrier->threads += LANES;
        for (int l = 0; l < LANES; l++) {
            sites[l] = site;
        }
        return;
    }
    barrier->threads += ones(mask);
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        sites[first_lane(left)] = site;
    }
}

int run_barrier(struct warp *warp, const struct instruction *i) {
    struct machine *machine = warp->machine;
    uint32_t id = row32(warp, i->a)[first_lane(warp->mask)];
    uint32_t expected = i->e == NO_THREAD_COUNT ? 0 : row32(warp, i->e)[first_lane(warp->mask)];
    if (id - FIRST_TILE < TILES) {
        id += TILE_BARRIERS - FIRST_TILE;
    } else if (id >= MAX_BARRIERS || expected % LANES != 0) {
        return bad_barrier(warp, i);
    }
    barrier_arrive(warp, i, id, expected);
    if (i->op == 1) {
        return STEP_NEXT;
    }
    if (i->op >= 2) {
        uint32_t condition = *row32(warp, i->c) ^ (i->width != 0 ? ALL_LANES : 0);
        machine->state.barriers[id].count += ones(condition & warp->mask);
    }
    warp->group->barrier = (uint8_t)id;
    return STEP_BARRIER;
}

int lanes_gather(struct warp *warp, const struct instruction *i, uint32_t mask_row) {
    const uint32_t *masks = row32(warp, mask_row);
    uint32_t outsiders = 0;
    warp->meet = 0;
    for (LANES_OF(lane, warp->mask)) {
        warp->meet |= masks[lane];
        outsiders |= masks[lane] >> lane & 1 ? 0 : 1u << lane;
    }
    if (outsiders != 0) {
        return stop_lanes(warp, i, SIMT_FAULT_OUTSIDER, outsiders,
                          "a thread is missing from the mask it passes");
    }
    return (warp->meet & warp->alive & ~warp->mask) == 0 ? STEP_NEXT : STEP_MEET;
}

void lanes_meet(const struct warp *warp, struct simt_syncwarp *event, uint32_t lanes,
                const uint32_t *masks) {
    uint32_t absent = 0;
    for (uint32_t left = lanes; left != 0 && lanes != ALL_LANES; left &= left - 1) {
        const int lane = first_lane(left);
        event->members[lane] = masks[lane] & warp->alive;
        absent |= event->members[lane] ^ warp->alive;
    }
    for (int lane = 0; lane < LANES && lanes == ALL_LANES; lane++) {
        event->members[lane] = masks[lane] & warp->alive;
        absent |= event->members[lane] ^ warp->alive;
    }
    event->parted |= absent != 0;
}

int run_warp_barrier(struct warp *warp, const struct instruction *i) {
    const int step = lanes_gather(warp, i, i->a);
    if (step != STEP_NEXT) {
        return step;
    }
    struct simt_syncwarp event = {.place = place_of(warp, i), .mask = warp->mask};
    lanes_meet(warp, &event, warp->mask, row32(warp, i->a));
    NOTIFY(warp->machine->device, syncwarp, &event);
    return STEP_NEXT;
}

int run_fence(struct warp *warp, const struct instruction *i) {
    struct simt_fence event = {
        .place = place_of(warp, i), .scope = (enum simt_scope)i->op, .mask = warp->mask};
    NOTIFY(warp->machine->device, fence, &event);
    return STEP_NEXT;
}

int run_note(struct warp *warp, const struct instruction *i) {
    struct simt_note event = {.place = place_of(warp, i),
                              .mask = warp->mask,
                              .bytes = i->width,
                              .values = warp->registers + i->a};
    NOTIFY(warp->machine->device, note, &event);
    return STEP_NEXT;
}

int run_together(struct warp *warp, const struct instruction *i) {
    struct simt_together event = {.place = place_of(warp, i),
                                  .mask = warp->mask,
                                  .values = (const void *)(warp->registers + i->a)};
    NOTIFY(warp->machine->device, together, &event);
    return STEP_NEXT;
}

/* The others run first. */
int run_pause(struct warp *warp, const struct instruction *i) {
    (void)i;
    warp->quantum_end = warp->executed;
    return STEP_CUT;
}

/* The clock counts warp instructions of the whole launch: the same on every run. */
int run_clock(struct warp *warp, const struct instruction *i) {
    if (warp->machine->claimer != NULL) {
        return claims_give_up(warp);
    }
    uint64_t now = (warp->machine->clock + (uint64_t)(warp->executed != 0)) >> i->op;
    now += i->site; /* what of this stretch of code has run is not counted yet */
    for (LANES_OF(lane, warp->mask)) {
        if (i->width == 8) {
            ((uint64_t *)(void *)(warp->registers + i->d))[lane] = now;
        } else {
            row32(warp, i->d)[lane] = (uint32_t)now;
        }
    }
    warp->waits++; /* waiting for a time to come */
    /* A thread that only waits for a time shall not wait long: the clock goes faster for it. */
    enum { SAMPLES = 256, MOST_DOUBLED = 24 };
    uint32_t doubled = ++warp->clock_reads / SAMPLES;
    if (doubled > 0) {
        warp->machine->clock += UINT64_C(1) << (doubled < MOST_DOUBLED ? doubled : MOST_DOUBLED);
    }
    return STEP_NEXT;
}

/* ---- wrappers -------------------------------------------------------------------------------- */

int run_guarded(struct warp *warp, const struct instruction *i) {
    uint32_t before = warp->mask;
    uint32_t mask = before & (*row32(warp, i->guard) ^ (i->guard_negated ? ALL_LANES : 0));
    int step = STEP_NEXT;
    warp->machine->steps[i->site].threads -= ones(before & ~mask);
    warp->machine->steps[i->site + 1].threads += ones(before & ~mask);
    if (mask == before) {
        return i->guarded(warp, i);
    }
    if (mask != 0) {
        warp_set_mask(warp, mask);
        step = i->guarded(warp, i);
        warp_set_mask(warp, before);
    }
    return step;
}

/* Rounding mode and flush-to-zero are the processor's while the instruction runs. */
int run_in_mode(struct warp *warp, const struct instruction *i) {
    int rounding = i->mode & MODE_ZERO   ? FE_TOWARDZERO
                   : i->mode & MODE_DOWN ? FE_DOWNWARD
                   : i->mode & MODE_UP   ? FE_UPWARD
                                         : FE_TONEAREST;
    if (rounding != FE_TONEAREST) {
        fesetround(rounding);
    }
#ifdef __SSE2__
    unsigned int control = _mm_getcsr();
    if (i->mode & MODE_FLUSH) {
        _mm_setcsr(control | 0x8040); /* results to zero, operands to zero */
    }
#endif
    int step = i->moded(warp, i);
#ifdef __SSE2__
    _mm_setcsr(control);
#endif
    if (rounding != FE_TONEAREST) {
        fesetround(FE_TONEAREST);
    }
    return step;
}
