/*
 * child_launches.h - kernels that kernels launch, and when: what is ordered before them.
 *
 * A child begins after what its thread knew when it launched it, and after the child in front of it
 * in its block's stream. The machine runs children one after the other, in the order of their
 * launches, once their parent has ended. So what happened before the tick of the launch, or before
 * the end of the child in front, comes first; what happened since may happen at the same time: the
 * rest of the parent, and children of other blocks and streams. All before that tick counts as
 * ordered, though some of it may not be: races may be missed, none is made up.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../observe.h"

/* A launch of the host's, or of a kernel. */
struct launch_node {
    uint64_t number;          /* of children; 0: the host's */
    uint64_t parent;          /* the number of the one that launched it */
    uint32_t launched, ended; /* ticks */
    uint32_t grid[3], block[3];
    const struct simt_kernel_info *kernel;
};

/* The host's launch, then what came of it. Zeroes are a good beginning. */
struct launch_tree {
    struct launch_node *items;
    size_t count, capacity;
    size_t running;
    bool lost; /* some were not kept, for want of memory or of ticks: all counts as ordered */
};

/* A launch begins at tick `now`. Returns the tick before which all is ordered before it: `now`
 * where that is everything. */
uint32_t launch_tree_begin(struct launch_tree *tree, const struct simt_launch_event *event,
                           uint32_t now);
/* A child is launched, or has ended with all that it launched. */
void launch_tree_child(struct launch_tree *tree, const struct simt_child *event, uint32_t now);

/* The launch with that index in `items` that is not the one that runs; NULL: it is. */
const struct launch_node *launch_tree_other(const struct launch_tree *tree, size_t index);
/* Did it launch the one that runs? */
bool launch_tree_is_parent(const struct launch_tree *tree, const struct launch_node *other);

/* Did a kernel launch the one that runs, as a single block? */
bool launch_tree_runs_alone(const struct launch_tree *tree);

void launch_tree_release(struct launch_tree *tree);
