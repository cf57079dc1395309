/*
 * graph_nodes.h - graphs as the program's side holds them: nodes with what they do, and which
 * others must run before (graph_nodes.c).
 */
#pragma once

#include "graph_memory.h"
#include "graphs.h"

struct CUgraphNode_st {
    struct CUgraphNode_st *next;
    struct CUgraph_st *graph;
    const struct CUgraphNode_st *origin; /* in a copy of a graph: the node that it is a copy of */
    struct graph_step step;
    struct CUgraphNode_st **before; /* that must run first */
    size_t before_count;
    bool placed;
    struct CUgraphNode_st *twin; /* in the copy that was made last */
    uint32_t number;             /* in the launch that was made last */
};

struct CUgraph_st {
    struct CUgraphNode_st *first, **end;
    size_t count;
    struct graph_memory *memory;
};

/* An executable graph is a copy whose nodes are sorted. */
struct CUgraphExec_st {
    struct CUgraph_st *graph;
    bool frees; /* at a launch, what the one before allocated and nobody freed */
    bool launched;
    uint32_t stream; /* of the last launch */
};

/* An empty graph, with memory of its own if that is NULL. NULL: out of memory. */
struct CUgraph_st *graph_new(struct graph_memory *memory);
/* The last of those that share its memory frees that, too. */
void graph_release(struct CUgraph_st *graph);
/* A node at the end, which keeps a copy of the step's bytes. NULL: out of memory. */
struct CUgraphNode_st *graph_add(struct CUgraph_st *graph, const struct graph_step *step);
/* One more node for a list of so many. False without memory. */
bool graph_list_add(struct CUgraphNode_st ***list, size_t *count, struct CUgraphNode_st *node);
/* `node` runs behind `before`. False without memory. */
bool graph_order(struct CUgraphNode_st *node, struct CUgraphNode_st *before);
/* A copy, with the same edges, and its nodes in an order in which they may run: as they were made,
 * where that is one. NULL without memory, or where nodes wait for each other. */
struct CUgraph_st *graph_copy(struct CUgraph_st *graph);
