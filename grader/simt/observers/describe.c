/* Words for places: lines, threads, arrays. */
#include "detector.h"

#include <stdio.h>
#include <string.h>

void describe_kernel(struct simt_finding *finding, const struct simt_launch_event *launch) {
    snprintf(finding->kernel, sizeof finding->kernel, "%s", launch->kernel->display_name);
    finding->opencl = launch->kernel->opencl;
    finding->launch = launch->number;
    finding->count = 1;
}

/* The file's name without its folders: the student has one project open, and 80 columns. */
static const char *base(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

void describe_place(struct finding_place *place, const struct simt_launch_event *launch,
                    uint32_t site, const char *access) {
    snprintf(place->access, sizeof place->access, "%s", access);
    if (site >= launch->site_count) {
        return;
    }
    const struct simt_source *source = &launch->sites[site].source;
    snprintf(place->file, sizeof place->file, "%s", base(source->file));
    place->line = source->line;
}

void describe_thread(struct finding_place *place, const struct simt_launch_event *launch,
                     uint64_t block, uint32_t warp, uint32_t lane) {
    place->has_thread = true;
    simt_block_position(launch, block, place->block);
    simt_thread_position(launch, warp, lane, place->thread);
}

uint32_t describe_shared(char *text, size_t size, const struct simt_launch_event *launch,
                         uint64_t offset, unsigned width) {
    for (uint32_t i = 0; i < launch->shared_variable_count; i++) {
        const struct simt_shared_variable *variable = &launch->shared_variables[i];
        if (offset < variable->offset || offset - variable->offset >= variable->size) {
            continue;
        }
        if (variable->size <= width) {
            snprintf(text, size, "shared variable %s", variable->display_name);
        } else {
            snprintf(text, size, "shared array %s, element %llu", variable->display_name,
                     (unsigned long long)((offset - variable->offset) / width));
        }
        return i;
    }
    snprintf(text, size, "shared memory, byte %llu", (unsigned long long)offset);
    return UINT32_MAX;
}

/* The number, from 1, of the kernel's argument that points into the region; 0 if none does. */
static unsigned argument_of(const struct simt_launch_event *launch,
                            const struct watched_region *region) {
    if (launch == NULL) {
        return 0;
    }
    const struct simt_kernel_info *kernel = launch->kernel;
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        uint64_t value;
        const struct simt_parameter *parameter = &kernel->parameters[i];
        if (parameter->size != sizeof value ||
            parameter->offset + sizeof value > launch->launch->parameter_bytes) {
            continue;
        }
        memcpy(&value, (const char *)launch->launch->parameters + parameter->offset, sizeof value);
        if (value >= region->address && value - region->address < region->size) {
            return i + 1;
        }
    }
    return 0;
}

void describe_region(char *text, size_t size, const struct detector *detector, uint32_t index) {
    if (index >= detector->region_count) {
        snprintf(text, size, "no array");
        return;
    }
    const struct watched_region *region = &detector->regions[index];
    unsigned argument = argument_of(detector->launch, region);
    char place[64] = "";
    if (region->allocated_at[0]) {
        snprintf(place, sizeof place, " (allocated at %s)", region->allocated_at);
    }
    if (region->name[0]) {
        snprintf(text, size, "%s array %s",
                 region->kind == SIMT_REGION_CONSTANT ? "constant" : "global", region->name);
    } else if (argument && *detector->launch->kernel->parameters[argument - 1].name) {
        snprintf(text, size, "array in argument %u (%s)%s", argument,
                 detector->launch->kernel->parameters[argument - 1].name, place);
    } else if (argument) {
        snprintf(text, size, "array in argument %u%s", argument, place);
    } else if (region->allocation && !place[0]) {
        snprintf(text, size, "array of %llu bytes, allocation number %u",
                 (unsigned long long)region->size, region->allocation);
    } else {
        snprintf(text, size, "%sarray of %llu bytes%s", region->allocation ? "" : "mapped ",
                 (unsigned long long)region->size, place);
    }
}

void describe_global(char *text, size_t size, const struct detector *detector, uint32_t region,
                     uint64_t address, unsigned width) {
    char array[128];
    describe_region(array, sizeof array, detector, region);
    if (region >= detector->region_count) {
        snprintf(text, size, "address 0x%llx", (unsigned long long)address);
        return;
    }
    const struct watched_region *found = &detector->regions[region];
    long long offset = (long long)(address - found->address);
    long long element = offset >= 0 ? offset / width : -((-offset + width - 1) / width);
    if (found->name[0] && found->size <= width && element == 0) {
        snprintf(text, size, "%s variable %s",
                 found->kind == SIMT_REGION_CONSTANT ? "constant" : "global", found->name);
    } else {
        snprintf(text, size, "%s, element %lld", array, element);
    }
}
