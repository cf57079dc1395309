/* What a launch needs: its parameters, shared memory, and for each block that lives warps, local
 * memory and places at barriers. */
#include "../execute.h"
#include "local_arguments.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { RECURSION_STACK = 64 * 1024 };

/* Local memory a thread: what the deepest chain of calls needs; if calls may recurse, a stack. In
 * front of it lies what no variable gets. */
static uint32_t local_bytes(const struct machine *machine) {
    uint64_t total = 0;
    bool calls = false;
    for (uint32_t f = 0; f < machine->module->function_count; f++) {
        const struct function *function = machine->module->functions[f];
        if (machine->kernel->reaches[f] && function->ptx->defined) {
            total += function->local_bytes;
            calls |= function != machine->kernel;
        }
    }
    if (calls && total > 0) {
        total = total > RECURSION_STACK ? total : RECURSION_STACK;
    }
    total += total > 0 ? SIMT_LOCAL_START : 0;
    return total > machine->device->limits.local_per_thread
               ? machine->device->limits.local_per_thread
               : (uint32_t)total;
}

static bool make_warp(struct machine *machine, uint32_t index) {
    struct warp *warp = &machine->state.warps[index];
    uint32_t left = machine->threads - index * LANES;
    warp->machine = machine;
    warp->index = index;
    warp->present = left >= LANES ? ALL_LANES : (1u << left) - 1;
    warp->local = machine->state.local + (size_t)index * LANES * machine->local_bytes;
    warp_set_mask(warp, 0);
    warp->root = frame_enter(warp, NULL, machine->kernel, 0, warp->present);
    if (warp->root == NULL) {
        return false;
    }
    uint32_t groups = machine->launch->schedule == SIMT_LANES ? LANES : 1;
    for (uint32_t g = 0; g < groups; g++) {
        if (!group_push_frame(&warp->groups[g])) {
            return false;
        }
    }
    return true;
}

static void free_activations(struct activation *activation) {
    while (activation != NULL) {
        struct activation *next = activation->next;
        free_activations(activation->children);
        free(activation->registers);
        free(activation);
        activation = next;
    }
}

void launch_release_block(struct machine *machine) {
    undefined_shared_forget(machine);
    for (uint32_t w = 0; machine->state.warps != NULL && w < machine->warp_count; w++) {
        struct warp *warp = &machine->state.warps[w];
        late_stores_forget(warp);
        undefined_forget(warp);
        endless_forget(warp);
        free_activations(warp->root);
        free_activations(warp->pool);
        for (uint32_t g = 0; g <= LANES; g++) {
            free(warp->groups[g].frames);
        }
    }
    if (machine->state.local != NULL) {
        munmap(machine->state.local, (size_t)machine->warp_count * LANES * machine->local_bytes);
    }
    free(machine->state.warps);
    free(machine->state.barrier_masks);
    free(machine->state.barrier_sites);
    machine->state.local = NULL;
    machine->state.warps = NULL;
    machine->state.barrier_masks = machine->state.barrier_sites = NULL;
}

void launch_release(struct machine *machine) {
    launch_release_block(machine);
    free(machine->shared);
    free(machine->bounds);
    free(machine->parameters);
    free(machine->steps);
    free(machine->profile);
    free(machine->waiting_sites);
    free(machine->shared_variables);
}

/* Dynamic arrays get their place behind the static ones. */
static bool describe_shared(struct machine *machine) {
    const struct function *kernel = machine->kernel;
    uint32_t count = kernel->shared_variable_count;
    uint32_t end = SIMT_SHARED_START + kernel->static_shared;
    uint32_t dynamic = machine->launch->dynamic_shared;
    machine->dynamic_offset = (end + 15) / 16 * 16;
    machine->shared_extent = dynamic > 0                 ? machine->dynamic_offset + dynamic
                             : kernel->static_shared > 0 ? end
                                                         : 0;
    machine->event.shared_bytes = kernel->static_shared + dynamic;
    machine->event.shared_extent = machine->shared_extent;
    machine->shared_variables =
        calloc(count + machine->launch->local_count + 1, sizeof *machine->shared_variables);
    if (machine->shared_variables == NULL) {
        return false;
    }
    uint32_t at = 0;
    for (int pass = 0; pass < 2; pass++) { /* rising offsets: static ones first */
        for (uint32_t v = 0; v < count; v++) {
            if (kernel->shared_variables[v].dynamic == (pass == 1)) {
                machine->shared_variables[at] = kernel->shared_variables[v];
                if (pass == 1) {
                    machine->shared_variables[at].offset = machine->dynamic_offset;
                    machine->shared_variables[at].size = dynamic;
                }
                at++;
            }
        }
    }
    machine->event.shared_variables = machine->shared_variables;
    machine->event.shared_variable_count = count;
    return true;
}

bool launch_prepare_block(struct machine *machine) {
    size_t warps = machine->warp_count;
    machine->state.undefined = NULL; /* what is there belongs to a block that was put aside */
    if (machine->local_bytes > 0) {
        void *local = mmap(NULL, warps * LANES * machine->local_bytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        machine->state.local = local == MAP_FAILED ? NULL : local;
    }
    machine->state.barrier_masks =
        calloc(ALL_BARRIERS * warps, sizeof *machine->state.barrier_masks);
    machine->state.barrier_sites = calloc(warps * LANES, sizeof *machine->state.barrier_sites);
    machine->state.warps = aligned_alloc(ROW_ALIGN, warps * sizeof *machine->state.warps);
    if (machine->state.warps != NULL) {
        memset(machine->state.warps, 0, warps * sizeof *machine->state.warps);
    }
    if ((machine->local_bytes > 0 && machine->state.local == NULL) ||
        machine->state.barrier_masks == NULL || machine->state.barrier_sites == NULL ||
        machine->state.warps == NULL) {
        return false;
    }
    for (uint32_t w = 0; w < machine->warp_count; w++) {
        if (!make_warp(machine, w)) {
            return false;
        }
    }
    return true;
}

/* What each machine of a launch has for itself. */
static bool take_own(struct machine *machine) {
    const uint32_t sites = machine->module->count;
    machine->shared = aligned_alloc(ROW_ALIGN, (machine->shared_extent + 64 + 63) & ~63u);
    machine->bounds = calloc(sites + 1, sizeof *machine->bounds);
    machine->steps = calloc(sites + 2, sizeof *machine->steps);
    machine->waiting_sites =
        calloc((size_t)machine->warp_count * LANES, sizeof *machine->waiting_sites);
    return machine->shared != NULL && machine->bounds != NULL && machine->steps != NULL &&
           machine->waiting_sites != NULL;
}

bool launch_prepare(struct machine *machine) {
    const struct simt_launch *launch = machine->launch;
    machine->parameters = calloc(launch->parameter_bytes + 16, 1);
    if (machine->parameters == NULL || !describe_shared(machine)) {
        return false;
    }
    if (launch->parameter_bytes > 0) {
        memcpy(machine->parameters, launch->parameters, launch->parameter_bytes);
    }
    place_locals(machine);
    machine->local_bytes = local_bytes(machine);
    machine->event.local_bytes = machine->local_bytes;
    machine->profile = calloc(machine->module->count + 1, sizeof *machine->profile);
    if (!take_own(machine) || machine->profile == NULL ||
        (!keeps_blocks(launch) && !launch_prepare_block(machine))) {
        return false;
    }
    launch_bind_sites(machine);
    return true;
}

static void add_listener(struct listeners *listeners, const struct simt_observer *observer,
                         bool listens) {
    if (listens) {
        listeners->observers[listeners->count++] = observer;
    }
}

void launch_listen(struct machine *machine) {
    const struct simt_device *device = machine->device;
    for (uint32_t o = 0; o < device->observer_count; o++) {
        const struct simt_observer *observer = device->observers[o];
        add_listener(&machine->on_access, observer, observer->access != NULL);
        add_listener(&machine->on_branch, observer, observer->branch != NULL);
        add_listener(&machine->on_stretch, observer, observer->stretch != NULL);
        add_listener(&machine->on_barrier, observer, observer->barrier != NULL);
    }
    machine->watch_access = machine->on_access.count > 0;
    machine->watch_branch = machine->on_branch.count > 0;
}

/* ---- copies ---------------------------------------------------------------------------------- */

bool launch_copy(struct machine *copy) {
    copy->state = (struct block_state){0};
    copy->clock = 0;
    copy->on_access = copy->on_branch = copy->on_stretch = copy->on_barrier = (struct listeners){0};
    launch_listen(copy);
    if (!take_own(copy) || !launch_prepare_block(copy)) {
        return false;
    }
    launch_bind_sites(copy);
    return true;
}

void launch_release_copy(struct machine *copy) {
    launch_release_block(copy);
    free(copy->shared);
    free(copy->bounds);
    free(copy->steps);
    free(copy->waiting_sites);
}
