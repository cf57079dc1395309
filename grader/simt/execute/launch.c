/* A launch: checks, then all blocks in turn. */
#include "dynamic_launch.h"
#include "execute.h"
#include "memory/local_arguments.h"
#include "speculate.h"
#include "../alu/moves.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
            return launch_refuse(result, SIMT_INVALID_CONFIGURATION, message);
        }
        threads *= launch->block[axis];
    }
    if (threads > limits->threads_per_block) {
        snprintf(message, sizeof message, "%llu threads a block, at most %u are possible",
                 (unsigned long long)threads, limits->threads_per_block);
        return launch_refuse(result, SIMT_INVALID_CONFIGURATION, message);
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
        return launch_refuse(result, SIMT_INVALID_VALUE, complaint);
    }
    uint64_t locals = locals_end(kernel, launch, kernel->static_shared + launch->dynamic_shared) -
                      kernel->static_shared;
    if (launch->local_count > 0 && locals > allowed) {
        snprintf(message, sizeof message,
                 "%llu bytes of local memory arguments, at most %u are possible",
                 (unsigned long long)locals, allowed);
        return launch_refuse(result, SIMT_OUT_OF_RESOURCES, message);
    }
    if (launch->dynamic_shared > allowed) {
        snprintf(message, sizeof message,
                 "%u bytes of dynamic shared memory, at most %u are possible",
                 launch->dynamic_shared, allowed);
        return launch_refuse(result, SIMT_INVALID_VALUE, message);
    }
    if (threads > kernel->max_threads) {
        snprintf(message, sizeof message, "%u threads a block, the kernel was compiled for %u",
                 threads, kernel->max_threads);
        return launch_refuse(result, SIMT_OUT_OF_RESOURCES, message);
    }
    if (launch->parameter_bytes != kernel->parameter_bytes) {
        snprintf(message, sizeof message, "%zu bytes of parameters, the kernel takes %u",
                 launch->parameter_bytes, kernel->parameter_bytes);
        return launch_refuse(result, SIMT_INVALID_VALUE, message);
    }
    return SIMT_OK;
}

/* ---- bounds of each access ------------------------------------------------------------------- */

/* What a pointer may reach: a region, or a sub-buffer in it. */
struct launch_reach {
    const struct region *region; /* NULL: not known */
    uint64_t address, bytes;
};

/* Bytes of the sub-buffer that a parameter points to; else 0. */
static uint64_t part_bytes(const struct machine *machine, const struct origin *origin) {
    const struct simt_launch *launch = machine->launch;
    const struct simt_kernel_info *kernel = machine->event.kernel;
    for (uint32_t n = 0; n < launch->part_count && origin->kind == ORIGIN_PARAMETER; n++) {
        const struct simt_part_argument *part = &launch->parts[n];
        if (part->parameter < kernel->parameter_count &&
            kernel->parameters[part->parameter].offset == origin->offset) {
            return part->bytes;
        }
    }
    return 0;
}

static struct launch_reach reach_of(const struct region *region, uint64_t address, uint64_t part) {
    const uint64_t left = region->seen.address + region->seen.size - address;
    return part > 0 ? (struct launch_reach){region, address, part < left ? part : left}
                    : (struct launch_reach){region, region->seen.address, region->seen.size};
}

/* Of the one origin that is a pointer into a live region; nothing if there are none or several. */
static struct launch_reach origin_reach(const struct machine *machine,
                                        const struct origins *origins) {
    struct launch_reach found = {0};
    for (uint8_t n = 0; n < origins->count; n++) {
        const struct origin *origin = &origins->origin[n];
        uint64_t address = 0;
        if (origin->kind == ORIGIN_LOCAL) {
            continue; /* in a frame, not in a region */
        }
        if (origin->kind == ORIGIN_VARIABLE) {
            address = origin->variable->space == PTX_SHARED ? 0 : origin->variable->address;
        } else if (origin->offset + sizeof address <= machine->parameter_bytes) {
            memcpy(&address, machine->parameters + origin->offset, sizeof address);
        }
        const struct region *region = region_find(machine->device, address, false);
        if (region != NULL && found.region != NULL && found.region != region) {
            return (struct launch_reach){0};
        }
        if (region != NULL) { /* of two sub-buffers, either may be meant */
            found =
                reach_of(region, address, found.region == NULL ? part_bytes(machine, origin) : 0);
        }
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

/* A kernel's frame lies first, so where its variables are is known beforehand. */
static void bound_local(const struct machine *machine, const struct function *function,
                        const struct memory_details *memory, struct bounds *bounds) {
    bounds->base = SIMT_LOCAL_START;
    bounds->size = machine->local_bytes > 0 ? machine->local_bytes - SIMT_LOCAL_START : 0;
    const struct origin *origin = &memory->origins.origin[0];
    if (function->entry && memory->origins.count == 1 && origin->kind == ORIGIN_LOCAL &&
        origin->bytes > 0) {
        bounds->base += origin->variable->address + origin->offset;
        bounds->size = origin->bytes;
        bounds->exact = origin->exact;
        bounds->fixed = true;
    }
}

static void bound_site(struct machine *machine, const struct function *function,
                       const struct memory_details *memory, struct bounds *bounds) {
    *bounds = (struct bounds){
        .space = (uint8_t)memory->space, .region = SIMT_MIXED_REGIONS, .variable = -1};
    if (!memory->generic && memory->space == SIMT_SHARED) {
        bound_shared(machine, memory, bounds);
    } else if (memory->generic ? memory->origins.origin[0].exact : memory->space == SIMT_LOCAL) {
        bound_local(machine, function, memory, bounds);
    } else {
        const struct launch_reach reach = origin_reach(machine, &memory->origins);
        const struct region *region = reach.region;
        if (region != NULL) {
            bool constant = region->seen.kind == SIMT_REGION_CONSTANT;
            bool forbidden = constant && memory->kind != SIMT_LOAD;
            *bounds = (struct bounds){.base = reach.address,
                                      .size = forbidden ? 0 : reach.bytes,
                                      .host = region->host + (reach.address - region->seen.address),
                                      .region = region->seen.index,
                                      .space = constant ? SIMT_CONSTANT : SIMT_GLOBAL,
                                      .fixed = true,
                                      .part = reach.bytes < region->seen.size,
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
                bound_site(machine, function, machine->code[n].memory, &machine->bounds[n]);
            }
        }
    }
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

static void run_blocks(struct machine *machine) {
    const struct simt_launch *launch = machine->launch;
    uint64_t blocks = simt_launch_blocks(launch);
    bool good = true;
    machine->device->kernel_heap_full = false;
    machine->others = blocks > 1 && launch->schedule != SIMT_TURNS;
    machine->most_idle = LONG_IDLE;
    machine->absent_block = NO_BLOCK;
    if (keeps_blocks(launch)) {
        good = (launch->cooperative ? cooperative_run : turns_run)(machine, blocks);
    } else {
        uint64_t done = speculate_run(machine, blocks);
        while (done < blocks && !machine->faulted && !machine->polls && launch_goes_on(machine)) {
            done += block_run(machine, launch->schedule == SIMT_REVERSE ? blocks - 1 - done : done);
        }
        good = !machine->polls || residents_run(machine, done + 1, blocks);
    }
    if (!good) {
        launch_refuse(machine->result, SIMT_OUT_OF_MEMORY,
                      "no memory left on the host for all blocks");
    }
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

static uint32_t first_site(const struct simt_module *module, const struct function *kernel) {
    uint32_t first = module->count;
    for (uint32_t f = 0; f < module->function_count; f++) {
        const uint32_t start = module->functions[f]->first;
        first = kernel->reaches[f] && start < first ? start : first;
    }
    return first;
}

static enum simt_status run(struct simt_device *device, struct simt_module *module, size_t index,
                            const struct simt_launch *launch, struct simt_result *result) {
    const uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2];
    const uint64_t budget = launch->budget != 0 ? launch->budget : SIMT_DEFAULT_BUDGET;
    struct machine machine = {
        .device = device,
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
                  .first_site = device->depth > 0
                                    ? device->family_site
                                    : first_site(module, module->kernel_functions[index]),
                  .child = launch->child,
                  .after = launch->after,
                  .after_all = launch->after_all,
                  .sites = module->sites}};
    device->family_site = machine.event.first_site;
    listen(&machine);
    if (!launch_prepare(&machine)) {
        launch_release(&machine);
        return launch_refuse(result, SIMT_OUT_OF_MEMORY,
                             "no memory left on the host for this launch");
    }
    NOTIFY(device, launch_begin, &machine.event);
    run_blocks(&machine);
    sum_profile(&machine);
    NOTIFY(device, launch_end, &machine.event);
    launch_release(&machine);
    const struct child_launches children = {device, module, launch, result, simt_launch};
    children_run(&children, machine.children);
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
        return launch_refuse(result, SIMT_UNKNOWN_SYMBOL, "the module has no such kernel");
    }
    if (check_shape(device, launch, result) != SIMT_OK ||
        check_resources(module, index, launch, result) != SIMT_OK) {
        return result->status;
    }
    return run(device, module, index, launch, result);
}
