/* What each access of a kernel may reach: the bounds of its array, or of the sub-buffer in it. */
#include "../execute.h"
#include "local_arguments.h"

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

/* What the one origin that points into a live region reaches; nothing if there are none or
 * several. */
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
