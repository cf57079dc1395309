/* dynamic_launch.h - kernels that a kernel launches (dynamic_launch.c). */
#pragma once

#include "execute.h"

/* Built-in functions: the shape of the launch that comes next, a wait for what was launched, and
 * one of what the block launches next. */
step_run run_child_shape, run_children_join, run_children_wait;

/* The launches that `parent` has noted, each by `launch`, while `result` is good. */
struct child_launches {
    struct simt_device *device;
    struct simt_module *module;
    const struct simt_launch *parent;
    struct simt_result *result;
    enum simt_status (*launch)(struct simt_device *device, struct simt_module *module,
                               const struct simt_launch *launch, struct simt_result *result);
};

/* Runs them, and frees them. */
void children_run(const struct child_launches *all, struct children *children);
