/* Local memory arguments: arrays whose size the launch gives, one for each (OpenCL). */
#include "local_arguments.h"

#include <stdio.h>
#include <string.h>

/* Where an argument's array starts that follows `end` bytes. */
static uint64_t local_start(const struct simt_parameter *parameter, uint64_t end) {
    uint64_t align = parameter->pointee_align > 16 ? parameter->pointee_align : 16;
    return (end + align - 1) / align * align;
}

uint64_t locals_end(const struct simt_kernel_info *kernel, const struct simt_launch *launch,
                    uint64_t end) {
    for (uint32_t n = 0; n < launch->local_count; n++) {
        const struct simt_local_argument *local = &launch->locals[n];
        end = local_start(&kernel->parameters[local->parameter], end) + local->bytes;
    }
    return end;
}

const char *locals_complaint(const struct simt_module *module, size_t index,
                             const struct simt_launch *launch) {
    const struct simt_kernel_info *kernel = &module->kernels[index];
    if (launch->local_count > kernel->parameter_count) {
        return "more local memory arguments than the kernel has parameters";
    }
    for (uint32_t n = 0; n < launch->local_count; n++) {
        uint32_t parameter = launch->locals[n].parameter;
        if (parameter >= kernel->parameter_count ||
            kernel->parameters[parameter].kind != SIMT_PARAMETER_LOCAL) {
            return "a size was given for an argument that is not a pointer to local memory";
        }
    }
    return NULL;
}

void place_locals(struct machine *machine) {
    const struct simt_kernel_info *kernel = machine->event.kernel;
    const struct simt_launch *launch = machine->launch;
    uint64_t before = machine->shared_extent > 0 ? machine->shared_extent : SIMT_SHARED_START;
    uint64_t end = before;
    for (uint32_t n = 0; n < launch->local_count; n++) {
        const struct simt_local_argument *local = &launch->locals[n];
        const struct simt_parameter *parameter = &kernel->parameters[local->parameter];
        uint64_t start = local_start(parameter, end);
        end = start + local->bytes;
        struct simt_shared_variable *variable =
            &machine->shared_variables[machine->event.shared_variable_count++];
        *variable = (struct simt_shared_variable){.name = parameter->name,
                                                  .offset = (uint32_t)start,
                                                  .size = local->bytes,
                                                  .dynamic = true,
                                                  .parameter = local->parameter + 1};
        if (*parameter->name != '\0') {
            snprintf(variable->display_name, sizeof variable->display_name, "%s", parameter->name);
        } else {
            snprintf(variable->display_name, sizeof variable->display_name, "of argument %u",
                     local->parameter + 1);
        }
        memcpy(machine->parameters + parameter->offset, &start, sizeof start);
    }
    if (launch->local_count > 0) {
        machine->event.shared_bytes += (uint32_t)(end - before);
        machine->shared_extent = (uint32_t)end;
        machine->event.shared_extent = machine->shared_extent;
    }
}

bool shared_is_origin(const struct machine *machine, const struct origin *origin,
                      const struct simt_shared_variable *variable) {
    if (variable->parameter != 0) {
        const struct simt_parameter *parameters = machine->event.kernel->parameters;
        return origin->kind == ORIGIN_PARAMETER &&
               origin->offset == parameters[variable->parameter - 1].offset;
    }
    /* Variables of several scopes may have one name; `extern` ones get their place at launch. */
    return origin->kind == ORIGIN_VARIABLE &&
           (variable->dynamic || variable->offset == (uint32_t)origin->variable->address) &&
           strcmp(variable->name, origin->variable->name) == 0;
}
