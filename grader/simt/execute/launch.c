/* A launch: checks, memory for one block's warps, all blocks in turn. */
#include "children.h"
#include "execute.h"
#include "locals.h"
#include "speculate.h"
#include "../alu/moves.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { RECURSION_STACK = 64 * 1024 };

static enum simt_status refuse(struct simt_result *result, enum simt_status status,
                               const char *message) {
    result->status = status;
    snprintf(result->error.message, sizeof result->error.message, "%s", message);
    return status;
}

/* ---- checks ---------------------------------------------------------------------------------- */

static enum simt_status check_shape(const struct simt_device *device,
                                    const struct simt_launch *launch, struct simt_result *result) {
    const struct simt_limits *limits = &device->limits;
    uint64_t threads = 1;
    char message[200];
    for (int axis = 0; axis < 3; axis++) {
        if (launch->block[axis] == 0 || launch->block[axis] > limits->block[axis] ||
            launch->grid[axis] == 0 || launch->grid[axis] > limits->grid[axis]) {
            snprintf(message, sizeof message,
                     "grid (%u,%u,%u) of blocks (%u,%u,%u) is not possible", launch->grid[0],
                     launch->grid[1], launch->grid[2], launch->block[0], launch->block[1],
                     launch->block[2]);
            return refuse(result, SIMT_INVALID_CONFIGURATION, message);
        }
        threads *= launch->block[axis];
    }
    if (threads > limits->threads_per_block) {
        snprintf(message, sizeof message, "%llu threads a block, at most %u are possible",
                 (unsigned long long)threads, limits->threads_per_block);
        return refuse(result, SIMT_INVALID_CONFIGURATION, message);
    }
    return SIMT_OK;
}

static enum simt_status check_resources(const struct simt_module *module, size_t index,
                                        const struct simt_launch *launch,
                                        struct simt_result *result) {
    const struct simt_kernel_info *kernel = &module->kernels[index];
    const struct simt_limits *limits = &module->device->limits;
    uint32_t allowed = limits->shared_per_block - kernel->static_shared;
    uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2];
    char message[200];
    if (module->allowed_shared[index] > allowed) {
        allowed = module->allowed_shared[index];
    }
    const char *complaint = locals_complaint(module, index, launch);
    if (complaint != NULL) {
        return refuse(result, SIMT_INVALID_VALUE, complaint);
    }
    uint64_t locals = locals_end(kernel, launch, kernel->static_shared + launch->dynamic_shared) -
                      kernel->static_shared;
    if (launch->local_count > 0 && locals > allowed) {
        snprintf(message, sizeof message,
                 "%llu bytes of local memory arguments, at most %u are possible",
                 (unsigned long long)locals, allowed);
        return refuse(result, SIMT_OUT_OF_RESOURCES, message);
    }
    if (launch->dynamic_shared > allowed) {
        snprintf(message, sizeof message,
                 "%u bytes of dynamic shared memory, at most %u are possible",
                 launch->dynamic_shared, allowed);
        return refuse(result, SIMT_INVALID_VALUE, message);
    }
    if (threads > kernel->max_threads) {
        snprintf(message, sizeof message, "%u threads a block, the kernel was compiled for %u",
                 threads, kernel->max_threads);
        return refuse(result, SIMT_OUT_OF_RESOURCES, message);
    }
    if (launch->parameter_bytes != kernel->parameter_bytes) {
        snprintf(message, sizeof message, "%zu bytes of parameters, the kernel takes %u",
                 launch->parameter_bytes, kernel->parameter_bytes);
        return refuse(result, SIMT_INVALID_VALUE, message);
    }
    return SIMT_OK;
}

/* ---- bounds of each access ------------------------------------------------------------------- */

/* The one origin that is a pointer into a live region; NULL if there are none or several. */
static const struct region *origin_region(const struct machine *machine,
                                          const struct origins *origins) {
    const struct region *found = NULL;
    for (uint8_t n = 0; n < origins->count; n++) {
        const struct origin *origin = &origins->origin[n];
        uint64_t address = 0;
        if (origin->kind == ORIGIN_VARIABLE) {
            address = origin->variable->space == PTX_SHARED ? 0 : origin->variable->address;
        } else if (origin->offset + sizeof address <= machine->parameter_bytes) {
            memcpy(&address, machine->parameters + origin->offset, sizeof address);
        }
        const struct region *region = region_find(machine->device, address, false);
        if (region != NULL && found != NULL && found != region) {
            return NULL;
        }
        found = region != NULL ? region : found;
    }
    return found;
}

static void bound_shared(struct machine *machine, const struct memory_details *memory,
                         struct bounds *bounds) {
    bounds->base = SIMT_SHARED_START;
    bounds->host = machine->shared + SIMT_SHARED_START;
    bounds->size = machine->shared_extent > 0 ? machine->shared_extent - SIMT_SHARED_START : 0;
    if (memory->origins.count != 1) {
        return;
    }
    const struct origin *origin = &memory->origins.origin[0];
    for (uint32_t v = 0; v < machine->event.shared_variable_count; v++) {
        const struct simt_shared_variable *seen = &machine->event.shared_variables[v];
        if (shared_is_origin(machine, origin, seen)) {
            bounds->base = seen->offset;
            bounds->size = seen->size;
            bounds->host = machine->shared + seen->offset;
            bounds->fixed = true;
            bounds->variable = (int32_t)v;
        }
    }
}

static void bound_site(struct machine *machine, const struct memory_details *memory,
                       struct bounds *bounds) {
    *bounds = (struct bounds){
        .space = (uint8_t)memory->space, .region = SIMT_MIXED_REGIONS, .variable = -1};
    if (!memory->generic && memory->space == SIMT_SHARED) {
        bound_shared(machine, memory, bounds);
    } else if (!memory->generic && memory->space == SIMT_LOCAL) {
        bounds->base = SIMT_LOCAL_START;
        bounds->size = machine->local_bytes > 0 ? machine->local_bytes - SIMT_LOCAL_START : 0;
    } else {
        const struct region *region = origin_region(machine, &memory->origins);
        if (region != NULL) {
            bool constant = region->seen.kind == SIMT_REGION_CONSTANT;
            bool forbidden = constant && memory->kind != SIMT_LOAD;
            *bounds = (struct bounds){.base = region->seen.address,
                                      .size = forbidden ? 0 : region->seen.size,
                                      .host = region->host,
                                      .region = region->seen.index,
                                      .space = constant ? SIMT_CONSTANT : SIMT_GLOBAL,
                                      .fixed = true,
                                      .variable = -1};
        }
    }
}

void launch_bind_sites(struct machine *machine) {
    const struct simt_module *module = machine->module;
    for (uint32_t f = 0; f < module->function_count; f++) {
        const struct function *function = module->functions[f];
        for (uint32_t n = function->first;
             machine->kernel->reaches[f] && n < function->first + function->count; n++) {
            if (machine->code[n].memory != NULL) {
                bound_site(machine, machine->code[n].memory, &machine->bounds[n]);
            }
        }
    }
}

/* ---- memory of the launch -------------------------------------------------------------------- */

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

static void release(struct machine *machine) {
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

static bool prepare(struct machine *machine) {
    const struct simt_launch *launch = machine->launch;
    uint32_t sites = machine->module->count;
    size_t warps = machine->warp_count;
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
    machine->shared = aligned_alloc(ROW_ALIGN, (machine->shared_extent + 64 + 63) & ~63u);
    machine->bounds = calloc(sites + 1, sizeof *machine->bounds);
    machine->steps = calloc(sites + 2, sizeof *machine->steps);
    machine->profile = calloc(sites + 1, sizeof *machine->profile);
    machine->waiting_sites = calloc(warps * LANES, sizeof *machine->waiting_sites);
    if (machine->shared == NULL || machine->bounds == NULL || machine->steps == NULL ||
        machine->profile == NULL || machine->waiting_sites == NULL ||
        (!keeps_blocks(launch) && !launch_prepare_block(machine))) {
        return false;
    }
    launch_bind_sites(machine);
    return true;
}

/* ---- copies -----------------------------------------------------------------------------------
 */

static void listen(struct machine *machine);

bool launch_copy(struct machine *copy) {
    const uint32_t sites = copy->module->count;
    copy->state = (struct block_state){0};
    copy->clock = 0;
    copy->shared = aligned_alloc(ROW_ALIGN, (copy->shared_extent + 64 + 63) & ~63u);
    copy->bounds = calloc(sites + 1, sizeof *copy->bounds);
    copy->steps = calloc(sites + 2, sizeof *copy->steps);
    copy->waiting_sites = calloc((size_t)copy->warp_count * LANES, sizeof *copy->waiting_sites);
    copy->on_access = copy->on_branch = copy->on_stretch = copy->on_barrier = (struct listeners){0};
    listen(copy);
    if (copy->shared == NULL || copy->bounds == NULL || copy->steps == NULL ||
        copy->waiting_sites == NULL || !launch_prepare_block(copy)) {
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

/* ---- running --------------------------------------------------------------------------------- */

static void sum_profile(struct machine *machine) {
    int64_t warps = 0, threads = 0;
    for (uint32_t s = 0; s < machine->module->count; s++) {
        warps += machine->steps[s].warps;
        threads += machine->steps[s].threads;
        if (!machine->code[s].synthetic) {
            machine->profile[s] = (struct simt_profile){.warp_instructions = (uint64_t)warps,
                                                        .thread_instructions = (uint64_t)threads};
        }
    }
    machine->event.profile = machine->profile;
    machine->event.result = machine->result;
}

bool launch_goes_on(struct machine *machine) {
    const struct simt_device *device = machine->device;
    if (device->stop != NULL && device->stop(device->stop_context)) {
        refuse(machine->result, SIMT_STOPPED, "the launch was given up from outside");
        return false;
    }
    return true;
}

bool launch_goes_on_meanwhile(struct machine *machine) {
    return machine->device->company == NULL || launch_goes_on(machine);
}

static void run_blocks(struct machine *machine) {
    const struct simt_launch *launch = machine->launch;
    uint64_t blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    if (keeps_blocks(launch)) {
        if (!(launch->cooperative ? cooperative_run : turns_run)(machine, blocks)) {
            refuse(machine->result, SIMT_OUT_OF_MEMORY,
                   "no memory left on the host for all blocks");
        }
        return;
    }
    const uint64_t done = speculate_run(machine, blocks);
    for (uint64_t n = done; n < blocks && !machine->faulted && launch_goes_on(machine); n++) {
        if (!block_run(machine, launch->schedule == SIMT_REVERSE ? blocks - 1 - n : n)) {
            return;
        }
    }
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

static void listen(struct machine *machine) {
    const struct simt_device *device = machine->device;
    launch_listen(machine);
    machine->watch_stretch = machine->on_stretch.count > 0;
    for (uint32_t o = 0; o < device->observer_count; o++) {
        machine->watch_undefined |= device->observers[o]->undefined != NULL;
        machine->watch_profile |= device->observers[o]->launch_end != NULL;
    }
}

static enum simt_status run(struct simt_device *device, struct simt_module *module, size_t index,
                            const struct simt_launch *launch, struct simt_result *result) {
    const uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2];
    const uint64_t budget = launch->budget != 0 ? launch->budget : SIMT_DEFAULT_BUDGET;
    struct machine machine = {.device = device,
                              .module = module,
                              .launch = launch,
                              .kernel = module->kernel_functions[index],
                              .result = result,
                              .code = module->code,
                              .parameter_bytes = (uint32_t)launch->parameter_bytes,
                              .threads = threads,
                              .warp_count = (threads + LANES - 1) / LANES,
                              .budget = budget,
                              .patience = launch->patience > budget ? launch->patience : budget,
                              .moves = move_tables(device->portable),
                              .event = {.number = ++device->launches,
                                        .module = module,
                                        .kernel = &module->kernels[index],
                                        .launch = launch,
                                        .threads = threads,
                                        .warps = (threads + LANES - 1) / LANES,
                                        .site_count = module->count,
                                        .sites = module->sites}};
    listen(&machine);
    if (!prepare(&machine)) {
        release(&machine);
        return refuse(result, SIMT_OUT_OF_MEMORY, "no memory left on the host for this launch");
    }
    NOTIFY(device, launch_begin, &machine.event);
    run_blocks(&machine);
    sum_profile(&machine);
    NOTIFY(device, launch_end, &machine.event);
    release(&machine);
    children_run(device, module, launch, machine.children, result);
    if (result->sticky) {
        device->sticky = *result;
    }
    return result->status;
}

enum simt_status simt_launch(struct simt_device *device, struct simt_module *module,
                             const struct simt_launch *launch, struct simt_result *result) {
    *result = (struct simt_result){.status = SIMT_OK, .source = {.file = "", .function = ""}};
    if (device->sticky.status != SIMT_OK) {
        *result = device->sticky;
        return result->status;
    }
    size_t index = 0;
    while (index < module->kernel_count &&
           strcmp(module->kernels[index].name, launch->kernel) != 0) {
        index++;
    }
    if (index == module->kernel_count) {
        return refuse(result, SIMT_UNKNOWN_SYMBOL, "the module has no such kernel");
    }
    if (check_shape(device, launch, result) != SIMT_OK ||
        check_resources(module, index, launch, result) != SIMT_OK) {
        return result->status;
    }
    return run(device, module, index, launch, result);
}
