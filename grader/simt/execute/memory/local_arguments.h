/* local_arguments.h - OpenCL's local memory arguments: arrays in a block's shared memory, made at a
 * launch.
 */
#pragma once

#include "../../machine.h"

/* What is wrong with the launch's list, in a sentence; NULL if nothing is. */
const char *locals_complaint(const struct simt_module *module, size_t index,
                             const struct simt_launch *launch);

/* Where the arrays end that follow `end` bytes of static and dynamic ones. */
uint64_t locals_end(const struct simt_kernel_info *kernel, const struct simt_launch *launch,
                    uint64_t end);

/* Adds the arrays behind the others, and their places to the parameter block. */
void place_locals(struct machine *machine);

/* Whether pointers of this origin were made from the array. */
bool shared_is_origin(const struct machine *machine, const struct origin *origin,
                      const struct simt_shared_variable *variable);
