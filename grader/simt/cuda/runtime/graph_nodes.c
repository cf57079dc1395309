/* Graphs: nodes, their order, copies. */
#include "graph_nodes.h"

#include <stdlib.h>
#include <string.h>

struct CUgraph_st *graph_new(struct graph_memory *memory) {
    struct CUgraph_st *graph = calloc(1, sizeof *graph);
    struct graph_memory *own = graph == NULL || memory != NULL ? memory : graph_memory_new();
    if (graph == NULL || own == NULL) {
        free(graph);
        return NULL;
    }
    graph_memory_use(own);
    graph->memory = own;
    graph->end = &graph->first;
    return graph;
}

void graph_release(struct CUgraph_st *graph) {
    while (graph->first != NULL) {
        struct CUgraphNode_st *node = graph->first;
        graph->first = node->next;
        free(node->step.bytes);
        free(node->before);
        if (node->step.child != NULL) {
            graph_release(node->step.child);
        }
        free(node);
    }
    graph_memory_release(graph->memory);
    free(graph);
}

struct CUgraphNode_st *graph_add(struct CUgraph_st *graph, const struct graph_step *step) {
    struct CUgraphNode_st *node = calloc(1, sizeof *node);
    unsigned char *bytes = malloc(step->byte_count + 1);
    if (node == NULL || bytes == NULL) {
        free(node);
        free(bytes);
        return NULL;
    }
    if (step->byte_count > 0) {
        memcpy(bytes, step->bytes, step->byte_count);
    }
    node->graph = graph;
    node->step = *step;
    node->step.bytes = bytes;
    *graph->end = node;
    graph->end = &node->next;
    graph->count++;
    return node;
}

bool graph_list_add(struct CUgraphNode_st ***list, size_t *count, struct CUgraphNode_st *node) {
    struct CUgraphNode_st **larger =
        // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant
        realloc(*list, (*count + 1) * sizeof *larger);
    if (larger != NULL) {
        *list = larger;
        larger[(*count)++] = node;
    }
    return larger != NULL;
}

bool graph_order(struct CUgraphNode_st *node, struct CUgraphNode_st *before) {
    return graph_list_add(&node->before, &node->before_count, before);
}

static bool may_run(const struct CUgraphNode_st *node) {
    for (size_t i = 0; i < node->before_count; i++) {
        if (!node->before[i]->placed) {
            return false;
        }
    }
    return true;
}

static bool copy_node(struct CUgraph_st *copy, struct CUgraphNode_st *node) {
    struct graph_step step = node->step;
    step.child = step.child != NULL ? graph_copy(step.child) : NULL;
    struct CUgraphNode_st *made = graph_add(copy, &step);
    if (made == NULL) {
        return false;
    }
    node->twin = made;
    made->origin = node;
    for (size_t i = 0; i < node->before_count; i++) {
        if (!graph_order(made, node->before[i]->twin)) {
            return false;
        }
    }
    return true;
}

struct CUgraph_st *graph_copy(struct CUgraph_st *graph) {
    struct CUgraph_st *copy = graph_new(graph->memory);
    for (struct CUgraphNode_st *node = graph->first; node != NULL; node = node->next) {
        node->placed = false;
    }
    for (size_t done = 0; copy != NULL && done < graph->count; done++) {
        struct CUgraphNode_st *node = graph->first;
        while (node != NULL && (node->placed || !may_run(node))) {
            node = node->next;
        }
        if (node == NULL || !copy_node(copy, node)) {
            graph_release(copy);
            return NULL;
        }
        node->placed = true;
    }
    return copy;
}
