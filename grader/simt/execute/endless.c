/* Warps that run for long: do they come back to where they were, or do they get on? */
#include "execute.h"

#include <stdlib.h>
#include <string.h>

/* Where a group of lanes was, and what the registers of all lanes held. */
struct endless {
    const struct activation *activation;
    uint32_t pc, mask;
    uint64_t looks, next; /* how often it was looked since; where another state is kept instead */
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

/* Without memory for it no state is kept, and none comes back. */
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

static bool host_may_write(const struct simt_device *device) {
    for (uint32_t r = 0; r < device->region_count; r++) {
        const struct simt_region *region = &device->regions[r]->seen;
        if (!region->freed &&
            (region->kind == SIMT_REGION_MAPPED || region->kind == SIMT_REGION_MANAGED)) {
            return true;
        }
    }
    return false;
}

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

struct warp *endless_block(struct machine *machine) {
    struct warp *first = NULL;
    for (uint32_t w = 0; w < machine->warp_count; w++) {
        struct warp *warp = &machine->state.warps[w];
        if (machine->moved) {
            endless_forget(warp);
        } else if (may_run(warp)) {
            if (warp->repeats < OFTEN) {
                return NULL;
            }
            first = first != NULL ? first : warp;
        }
    }
    machine->moved = false;
    return first != NULL && !host_may_write(machine->device) ? first : NULL;
}
