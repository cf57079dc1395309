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
    const uint64_t threads = simt_block_threads(limits, launch->grid, launch->block);
    char message[200];
    if (threads == 0) {
        snprintf(message, sizeof message, "grid (%u,%u,%u) of blocks (%u,%u,%u) is not possible",
                 launch->grid[0], launch->grid[1], launch->grid[2], launch->block[0],
                 launch->block[1], launch->block[2]);
        return launch_refuse(result, SIMT_INVALID_CONFIGURATION, message);
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
                  .text = module->ptx.text,
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
