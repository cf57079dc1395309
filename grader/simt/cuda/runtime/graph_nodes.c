/* Graphs: nodes, their order, copies. */
#include "graph_nodes.h"

#include <stdlib.h>
#include <string.h>

struct CUgraph_st *graph_new(struct memory *memory) {
    struct CUgraph_st *graph = calloc(1, sizeof *graph);
    struct memory *own = memory != NULL ? memory : calloc(1, sizeof *own);
    if (graph == NULL || own == NULL) {
        free(graph);
        if (memory == NULL) {
            free(own);
        }
        return NULL;
    }
    own->users++;
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
    if (--graph->memory->users == 0) {
        for (size_t i = 0; i < graph->memory->count; i++) {
            cudaFree(graph->memory->pointers[i]);
        }
        free(graph->memory->pointers);
        free(graph->memory);
    }
    free(graph);
}

bool graph_keep(struct memory *memory, void *pointer) {
    void **larger = realloc(memory->pointers, (memory->count + 1) * sizeof *larger);
    if (larger != NULL) {
        memory->pointers = larger;
        memory->pointers[memory->count++] = pointer;
    }
    return larger != NULL;
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

bool graph_order(struct CUgraphNode_st *node, struct CUgraphNode_st *before) {
    struct CUgraphNode_st **larger =
        // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant
        realloc(node->before, (node->before_count + 1) * sizeof *larger);
    if (larger != NULL) {
        node->before = larger;
        node->before[node->before_count++] = before;
    }
    return larger != NULL;
}

static bool may_run(const struct CUgraphNode_st *node) {
    for (size_t i = 0; i < node->before_count; i++) {
        if (!node->before[i]->placed) {
            return false;
        }
    }
    return true;
}

static bool copy_node(struct CUgraph_st *copy, const struct CUgraphNode_st *node) {
    struct graph_step step = node->step;
    step.child = step.child != NULL ? graph_copy(step.child) : NULL;
    struct CUgraphNode_st *made = graph_add(copy, &step);
    if (made != NULL) {
        made->origin = node;
    }
    return made != NULL;
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
