/*
 * graphs.h - graphs of work: a list of steps that are run again and again, recorded from a stream
 * that captures (graph_capture.c), or added by hand (graphs.c). They live in the program: launching
 * one sends its steps to the device, one after the other, on one stream.
 */
#pragma once

#include "runtime_calls.h"

enum graph_kind {
    GRAPH_EMPTY,
    GRAPH_KERNEL,
    GRAPH_COPY,
    GRAPH_FILL,
    GRAPH_HOST,
    GRAPH_CHILD,
    GRAPH_ALLOCATE,
    GRAPH_FREE,
};

/* A copy or a fill. */
struct graph_area {
    void *to;
    const void *from;
    size_t to_pitch, from_pitch, width, height;
    enum cudaMemcpyKind kind;
    int value; /* of fills */
};

/* What a node does. `launch` and `bytes` are a kernel's; the bytes are the node's own. */
struct graph_step {
    enum graph_kind kind;
    struct wire_launch_q launch;
    unsigned char *bytes;
    size_t byte_count;
    struct graph_area area;
    cudaHostFn_t function;
    void *data;       /* the function's, or the memory that is allocated or freed */
    const char *call; /* that made the node, and the address that it returns to */
    const void *caller;
    struct CUgraph_st *child;
};

/* Does the stream capture? Then `step` (its bytes are copied) becomes a node of the graph. */
bool graph_captures(const void *stream);
/* Why libraries refuse to work while their stream is captured: the host computes, and copies. */
#define GRAPH_HOLDS_NO_LIBRARY                                                                     \
    "the stream is being captured, and this library computes on the host here: call it before "    \
    "the "                                                                                         \
    "capture or after it, or write the step as a kernel"
cudaError_t graph_capture(const void *stream, const struct graph_step *step);
/* What a capturing stream does with events: true if the call is no more than that. */
bool graph_captures_record(const void *event, const void *stream);
bool graph_captures_wait(const void *stream, const void *event);
/* What a capturing stream allocates and frees: nodes of the graph. `pointer` is from cudaMalloc. */
cudaError_t graph_captures_allocation(const void *stream, void *pointer);
cudaError_t graph_captures_free(const void *stream, void *pointer);

/* kernels.c, cuda_copies.c: the steps. */
cudaError_t client_launch_packed(const struct wire_launch_q *launch, const unsigned char *bytes,
                                 size_t count);
cudaError_t client_launch(const struct client_kernel *kernel, struct dim3 grid, struct dim3 block,
                          void **arguments, size_t shared_bytes, cudaStream_t stream);
/* The same of a grid whose blocks may wait for each other. */
cudaError_t client_launch_cooperative(const struct client_kernel *kernel, struct dim3 grid,
                                      struct dim3 block, void **arguments, size_t shared_bytes,
                                      cudaStream_t stream);
cudaError_t client_copy(const struct graph_area *area, cudaStream_t stream);
cudaError_t client_fill(const struct graph_area *area, cudaStream_t stream);
