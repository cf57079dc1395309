/* Warps that run for long: do they come back to where they were, or do they get on? */
#include "execute.h"

#include <stdlib.h>
#include <string.h>

/* Where a group of lanes was, and what the registers of all lanes held. */
struct endless {
    const struct activation *activation;
    uint32_t pc, mask;
    uint64_t looks, next;  /* how often it was looked since; where another state is kept instead */
    uint64_t returns, sum; /* how often it came back; the whole block's state at one of these */
    uint32_t bytes;
    char registers[];
};

static const struct activation *activation_of(const struct group *group) {
    return group->frames[group->depth - 1].activation;
}

/* Do the registers of one function say where the whole warp stands? */
static bool stands_together(const struct warp *warp) {
    bool together = warp->group_count > 0;
    for (uint32_t g = 1; g < warp->group_count; g++) {
        together = together && activation_of(&warp->groups[g]) == activation_of(&warp->groups[0]);
    }
    return together;
}

/* Without memory, no state is kept, and none is known again. */
static void keep_state(struct warp *warp, const struct group *group, uint64_t next) {
    const struct activation *activation = activation_of(group);
    const uint32_t bytes = activation->function->frame_bytes;
    struct endless *state = realloc(warp->endless, sizeof *state + bytes);
    if (state != NULL) {
        *state = (struct endless){.activation = activation,
                                  .pc = group->pc,
                                  .mask = group->mask,
                                  .next = next,
                                  .bytes = bytes};
        memcpy(state->registers, activation->registers, bytes);
        warp->endless = state;
    }
}

/* A state is found again after at most three times as many looks as its circle has (R. P. Brent, An
 * improved Monte Carlo factorization algorithm, BIT 20, 1980). */
bool endless_state(struct warp *warp) {
    struct endless *state = warp->endless;
    const struct group *group = warp->group;
    if (!stands_together(warp)) {
        return false;
    }
    const struct activation *activation = activation_of(group);
    if (state == NULL) {
        keep_state(warp, group, 1);
        return false;
    }
    if (state->activation == activation && state->pc == group->pc && state->mask == group->mask &&
        memcmp(state->registers, activation->registers, state->bytes) == 0) {
        state->looks = 0;
        return true;
    }
    if (++state->looks >= state->next) {
        keep_state(warp, group, 2 * state->next);
    }
    return false;
}

void endless_forget(struct warp *warp) {
    free(warp->endless);
    warp->endless = NULL;
    warp->repeats = 0;
}

static bool is_shared(const struct simt_device *device) {
    for (uint32_t r = 0; r < device->region_count; r++) {
        const struct simt_region *region = &device->regions[r]->seen;
        if ((!region->freed &&
             (region->kind == SIMT_REGION_MAPPED || region->kind == SIMT_REGION_MANAGED)) ||
            region_is_placed(device->regions[r])) {
            return true;
        }
    }
    return false;
}

/* May the host change what a block polls? `same`: nobody else will. */
static bool host_may_write(const struct simt_device *device, bool same) {
    const struct simt_company *company = device->company;
    return is_shared(device) && (company == NULL || company->may_write(company->context, same));
}

/* ---- the whole state ------------------------------------------------------------------------- */

enum { MOST_SUMMED = 256 << 20 }; /* bytes; memory beyond that takes too long to look at */

static uint64_t add_word(uint64_t sum, uint64_t word) {
    sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return sum ^ sum >> 29;
}

static uint64_t add_bytes(uint64_t sum, const void *bytes, size_t count) {
    const unsigned char *at = bytes;
    for (; count >= sizeof(uint64_t); count -= sizeof(uint64_t), at += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, at, sizeof word);
        sum = add_word(sum, word);
    }
    uint64_t rest = 0;
    if (count > 0) {
        memcpy(&rest, at, count);
    }
    return add_word(sum, rest);
}

static uint64_t add_warp(uint64_t sum, const struct warp *warp) {
    sum = add_word(sum, (uint64_t)warp->alive << 32 | warp->group_count);
    for (uint32_t g = 0; g < warp->group_count; g++) {
        const struct group *group = &warp->groups[g];
        sum = add_word(sum, (uint64_t)group->mask << 32 | group->pc);
        sum = add_word(sum, (uint64_t)group->state << 32 | group->member_mask);
        for (uint32_t f = 0; f < group->depth; f++) {
            const struct activation *activation = group->frames[f].activation;
            sum = add_word(sum, group->frames[f].resume);
            sum = add_bytes(sum, activation->registers, activation->function->frame_bytes);
        }
    }
    return sum;
}

/* A sum of all that decides how the block goes on: registers and memory. 0: there is too much of
 * it. */
static uint64_t sum_of(const struct machine *machine) {
    const struct simt_device *device = machine->device;
    uint64_t bytes = 0, sum = 1;
    for (uint32_t r = 0; r < device->region_count; r++) {
        bytes += device->regions[r]->seen.freed ? 0 : device->regions[r]->seen.size;
    }
    if (bytes > MOST_SUMMED) {
        return 0;
    }
    for (uint32_t r = 0; r < device->region_count; r++) {
        const struct region *region = device->regions[r];
        if (!region->seen.freed) {
            sum = add_bytes(sum, region->host, region->seen.size);
        }
    }
    for (uint32_t w = 0; w < machine->warp_count; w++) {
        sum = add_warp(sum, &machine->state.warps[w]);
    }
    for (uint32_t b = 0; b < ALL_BARRIERS; b++) {
        sum = add_word(sum, machine->state.barriers[b].threads);
    }
    sum = add_bytes(sum, machine->shared, machine->shared_extent);
    sum = add_bytes(sum, machine->state.local, (size_t)machine->threads * machine->local_bytes);
    return sum != 0 ? sum : 1;
}

static bool is_power_of_two(uint64_t n) {
    return (n & (n - 1)) == 0;
}

bool endless_proved(struct warp *warp) {
    if (!endless_state(warp)) {
        return false;
    }
    /* Memory and other warps may get on although the registers are the same. So the sum of the
     * whole state is kept at returns 1, 2, 4, 8…, and the next return, and the next power of two,
     * compare. */
    struct endless *state = warp->endless;
    const uint64_t returns = ++state->returns;
    if (!is_power_of_two(returns) && !is_power_of_two(returns - 1)) {
        return false;
    }
    const uint64_t sum = sum_of(warp->machine);
    const bool same = returns > 1 && sum != 0 && sum == state->sum;
    if (is_power_of_two(returns)) {
        state->sum = sum;
    }
    return same && (warp->waits == 0 || !host_may_write(warp->machine->device, true));
}

/* ---- blocks that poll ------------------------------------------------------------------------ */

static bool may_run(const struct warp *warp) {
    for (uint32_t g = 0; g < warp->group_count; g++) {
        if (warp->groups[g].state == GROUP_READY) {
            return true;
        }
    }
    return false;
}

/* The first time may be by chance: what it polls changed just before. */
enum { OFTEN = 3 };

/* The first of the block's warps that only poll, if none does anything else. */
static struct warp *only_polls(const struct machine *machine) {
    uint32_t first = machine->warp_count;
    for (uint32_t w = machine->warp_count; w > 0; w--) {
        const struct warp *warp = &machine->state.warps[w - 1];
        if (may_run(warp) && warp->repeats < OFTEN) {
            return NULL;
        }
        first = may_run(warp) ? w - 1 : first;
    }
    return first < machine->warp_count ? &machine->state.warps[first] : NULL;
}

struct warp *endless_polls(struct machine *machine) {
    struct warp *first = NULL;
    for (uint32_t w = 0; w < machine->warp_count && machine->moved; w++) {
        endless_forget(&machine->state.warps[w]);
    }
    first = machine->moved ? NULL : only_polls(machine);
    machine->moved = false;
    return first;
}

bool endless_host_writes(const struct machine *machine, bool same) {
    return host_may_write(machine->device, same);
}

struct warp *endless_block(struct machine *machine) {
    struct warp *first = endless_polls(machine);
    if (first == NULL && machine->device->company == NULL) {
        return NULL;
    }
    return !host_may_write(machine->device, first != NULL) ? first : NULL;
}
