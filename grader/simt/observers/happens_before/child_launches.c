/* Launches of kernels by kernels, in the order of their numbers. */
#include "../../array.h"
#include "child_launches.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LAUNCHES = 1 << 20 };

static struct launch_node *add(struct launch_tree *tree) {
    if (tree->count == MOST_LAUNCHES ||
        !array_grow(&tree->items, &tree->capacity, tree->count + 1)) {
        tree->lost = true;
        return NULL;
    }
    struct launch_node *item = &tree->items[tree->count++];
    *item = (struct launch_node){.number = 0};
    return item;
}

/* Numbers rise by one from the first child on. */
static size_t index_of(const struct launch_tree *tree, uint64_t number) {
    const bool known = tree->count > 1 && number >= tree->items[1].number &&
                       number - tree->items[1].number < tree->count - 1;
    return known ? (size_t)(number - tree->items[1].number) + 1 : 0;
}

static void describe(struct launch_node *item, const struct simt_launch_event *event) {
    item->kernel = event->kernel;
    memcpy(item->grid, event->launch->grid, sizeof item->grid);
    memcpy(item->block, event->launch->block, sizeof item->block);
}

uint32_t launch_tree_begin(struct launch_tree *tree, const struct simt_launch_event *event,
                           uint32_t now) {
    if (event->child == 0) {
        tree->count = tree->running = 0;
        tree->lost = false;
        struct launch_node *item = add(tree);
        if (item != NULL) {
            describe(item, event);
        }
        return now;
    }
    const size_t index = index_of(tree, event->child);
    if (index == 0 || tree->lost || event->after_all) {
        tree->running = index;
        return now;
    }
    const size_t after = event->after != 0 ? index_of(tree, event->after) : 0;
    const uint32_t ended = after != 0 ? tree->items[after].ended : 0;
    struct launch_node *item = &tree->items[index];
    describe(item, event);
    tree->running = index;
    return ended > item->launched ? ended : item->launched;
}

void launch_tree_child(struct launch_tree *tree, const struct simt_child *event, uint32_t now) {
    if (event->ended) {
        const size_t index = index_of(tree, event->number);
        if (index != 0) {
            tree->items[index].ended = now;
        }
        return;
    }
    struct launch_node *item = tree->lost || tree->count == 0 ? NULL : add(tree);
    if (item == NULL) {
        tree->lost = true;
        return;
    }
    item->number = event->number;
    item->launched = now;
    item->parent = tree->items[tree->running].number;
}

const struct launch_node *launch_tree_other(const struct launch_tree *tree, size_t index) {
    const bool other = !tree->lost && index != tree->running && index < tree->count &&
                       tree->items[index].kernel != NULL;
    return other ? &tree->items[index] : NULL;
}

bool launch_tree_is_parent(const struct launch_tree *tree, const struct launch_node *other) {
    return tree->running != 0 && tree->items[tree->running].parent == other->number;
}

bool launch_tree_runs_alone(const struct launch_tree *tree) {
    const struct launch_node *running = &tree->items[tree->running];
    return tree->running != 0 && running->grid[0] * running->grid[1] * running->grid[2] == 1;
}

void launch_tree_release(struct launch_tree *tree) {
    free(tree->items);
    *tree = (struct launch_tree){.items = NULL};
}
