/* dynamic_launch.h - kernels that a kernel launches (dynamic_launch.c). */
#ifndef LOCKSTEP_SIMT_CHILDREN_OF_KERNELS_H
#define LOCKSTEP_SIMT_CHILDREN_OF_KERNELS_H

#include "execute.h"

/* Built-in functions: the shape of the launch that comes next, a wait for what was launched, and
 * one of what the block launches next. */
int run_child_shape(struct warp *warp, const struct instruction *i);
int run_children_join(struct warp *warp, const struct instruction *i);
int run_children_wait(struct warp *warp, const struct instruction *i);

/* Runs what a launch of `parent` has noted, while `result` is good, and frees it. */
void children_run(struct simt_device *device, struct simt_module *module,
                  const struct simt_launch *parent, struct children *children,
                  struct simt_result *result);

#endif
