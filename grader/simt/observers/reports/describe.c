/* Words for places: lines, threads, arrays. */
#include "../detectors/detector.h"

#include <stdio.h>
#include <string.h>

void describe_kernel(struct simt_finding *finding, const struct simt_launch_event *launch) {
    snprintf(finding->kernel, sizeof finding->kernel, "%s", launch->kernel->display_name);
    finding->dialect = launch->kernel->dialect;
    finding->launch = launch->number;
    finding->count = 1;
}

void describe_place(struct finding_place *place, const struct simt_launch_event *launch,
                    uint32_t site, enum message access) {
    message_write(place->access, sizeof place->access, launch->kernel->dialect, access, NULL);
    if (site >= launch->site_count) {
        return;
    }
    const struct simt_source *source = &launch->sites[site].source;
    /* without folders: the student has one project open, and 80 columns */
    snprintf(place->file, sizeof place->file, "%s", basename(source->file));
    place->line = source->line;
}

void describe_thread(struct finding_place *place, const struct simt_launch_event *launch,
                     uint64_t block, uint32_t warp, uint32_t lane) {
    place->has_thread = true;
    simt_block_position(launch, block, place->block);
    simt_thread_position(launch, warp, lane, place->thread);
}

void describe_at(struct finding_place *place, const struct simt_place *at, uint32_t lane,
                 enum message access) {
    describe_place(place, at->launch, at->site, access);
    describe_thread(place, at->launch, at->block, at->warp, lane);
}

unsigned describe_width(const struct simt_launch_event *launch, uint32_t site, unsigned width) {
    const uint32_t element =
        launch != NULL && site < launch->site_count ? launch->sites[site].element : 0;
    return element > width ? element : width;
}

uint32_t describe_shared(struct simt_finding *finding, const struct simt_launch_event *launch,
                         uint64_t offset, uint32_t site, unsigned width) {
    width = describe_width(launch, site, width);
    for (uint32_t i = 0; i < launch->shared_variable_count; i++) {
        const struct simt_shared_variable *variable = &launch->shared_variables[i];
        if (offset < variable->offset || offset - variable->offset >= variable->size) {
            continue;
        }
        uint64_t element = (offset - variable->offset) / width;
        finding_about(finding,
                      variable->size <= width ? MESSAGE_SHARED_VARIABLE : MESSAGE_SHARED_ELEMENT,
                      MESSAGE_VALUES(message_string("name", variable->display_name),
                                     message_number("element", (long long)element)));
        return i;
    }
    finding_about(finding, MESSAGE_SHARED_BYTE,
                  MESSAGE_VALUES(message_number("byte", (long long)offset - SIMT_SHARED_START)));
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

/* OpenCL: the region has an image's description, and its texels behind. */
static bool is_image(const struct detector *detector, const struct watched_region *region) {
    const unsigned argument = argument_of(detector->launch, region);
    return argument != 0 && detector->launch->kernel->parameters[argument - 1].image;
}

bool describe_outside_image(struct simt_finding *finding, const struct detector *detector,
                            uint32_t region) {
    if (!is_image(detector, &detector->regions[region])) {
        return false;
    }
    finding_says(finding, MESSAGE_OUTSIDE_IMAGE, NULL);
    finding_advises(finding, MESSAGE_OUTSIDE_IMAGE_ADVICE, NULL);
    return true;
}

/* What the array is, without where it was allocated. */
static enum message array_message(const struct watched_region *region, unsigned argument,
                                  const char *parameter, bool image) {
    if (region->name[0]) {
        return region->kind == SIMT_REGION_CONSTANT ? MESSAGE_CONSTANT_ARRAY : MESSAGE_GLOBAL_ARRAY;
    }
    if (image) {
        return MESSAGE_IMAGE_ARGUMENT;
    }
    if (region->object) {
        return MESSAGE_TEXTURE_OBJECT;
    }
    if (argument) {
        return *parameter ? MESSAGE_NAMED_ARGUMENT_ARRAY : MESSAGE_ARGUMENT_ARRAY;
    }
    if (region->allocation == 0) {
        return MESSAGE_MAPPED_ARRAY;
    }
    return region->allocated_at[0] ? MESSAGE_ALLOCATED_ARRAY : MESSAGE_NUMBERED_ARRAY;
}

void describe_region(char *text, size_t size, enum simt_dialect dialect,
                     const struct detector *detector, uint32_t index) {
    if (index >= detector->region_count) {
        message_write(text, size, dialect, MESSAGE_NO_ARRAY, NULL);
        return;
    }
    const struct watched_region *region = &detector->regions[index];
    unsigned argument = argument_of(detector->launch, region);
    const char *parameter =
        argument ? detector->launch->kernel->parameters[argument - 1].name : region->name;
    char array[128];
    message_write(array, sizeof array, dialect,
                  array_message(region, argument, parameter, is_image(detector, region)),
                  MESSAGE_VALUES(message_string("name", region->name[0] ? region->name : parameter),
                                 message_number("argument", argument),
                                 message_number("bytes", (long long)region->size),
                                 message_number("allocation", region->allocation)));
    if (region->name[0] || !region->allocated_at[0]) {
        snprintf(text, size, "%s", array);
        return;
    }
    message_write(text, size, dialect, MESSAGE_ARRAY_ALLOCATED_AT,
                  MESSAGE_VALUES(message_string("array", array),
                                 message_string("place", region->allocated_at)));
}

void describe_global(struct simt_finding *finding, const struct detector *detector, uint32_t region,
                     uint64_t address, uint32_t site, unsigned width) {
    if (region >= detector->region_count) {
        char number[24];
        snprintf(number, sizeof number, "0x%llx", (unsigned long long)address);
        finding_about(finding, MESSAGE_ADDRESS, MESSAGE_VALUES(message_string("address", number)));
        return;
    }
    const struct watched_region *found = &detector->regions[region];
    long long offset = (long long)(address - found->address);
    const long long unit = describe_width(detector->launch, site, width);
    const long long element = finding_element(offset, unit);
    if (found->name[0] && found->size <= (uint64_t)unit && element == 0) {
        finding_about(finding,
                      found->kind == SIMT_REGION_CONSTANT ? MESSAGE_CONSTANT_VARIABLE
                                                          : MESSAGE_GLOBAL_VARIABLE,
                      MESSAGE_VALUES(message_string("name", found->name)));
        return;
    }
    char array[128];
    describe_region(array, sizeof array, finding->dialect, detector, region);
    if (is_image(detector, found)) {
        finding_about(finding, MESSAGE_IMAGE, MESSAGE_VALUES(message_string("image", array)));
        return;
    }
    finding_about(
        finding, MESSAGE_ARRAY_ELEMENT,
        MESSAGE_VALUES(message_string("array", array), message_number("element", element)));
}
