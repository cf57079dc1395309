/* Graphs: nodes in the order in which they run, captured or added by hand. */
#include "graphs.h"

#include <stdlib.h>
#include <string.h>

/* Memory that a graph and what was made of it share. */
struct memory {
    int users;
    size_t count;
    void **pointers;
};

struct CUgraphNode_st {
    struct CUgraphNode_st *next;
    struct CUgraph_st *graph;
    const struct CUgraphNode_st *origin; /* in a copy of a graph: the node that it is a copy of */
    struct graph_step step;
    struct CUgraphNode_st **before; /* that must run first */
    size_t before_count;
    bool placed;
};

struct CUgraph_st {
    struct CUgraphNode_st *first, **end;
    size_t count;
    struct memory *memory;
};

/* An executable graph is a copy whose nodes are sorted. */
struct CUgraphExec_st {
    struct CUgraph_st *graph;
};

/* ---- nodes and graphs ------------------------------------------------------------------------ */

static struct CUgraph_st *new_graph(struct memory *memory) {
    struct CUgraph_st *graph = calloc(1, sizeof *graph);
    struct memory *own = memory != NULL ? memory : calloc(1, sizeof *own);
    if (graph == NULL || own == NULL) {
        free(graph);
        return NULL;
    }
    own->users++;
    graph->memory = own;
    graph->end = &graph->first;
    return graph;
}

static void release_graph(struct CUgraph_st *graph) {
    while (graph->first != NULL) {
        struct CUgraphNode_st *node = graph->first;
        graph->first = node->next;
        free(node->step.bytes);
        free(node->before);
        if (node->step.child != NULL) {
            release_graph(node->step.child);
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

static bool keep_pointer(struct memory *memory, void *pointer) {
    void **larger = realloc(memory->pointers, (memory->count + 1) * sizeof *larger);
    if (larger != NULL) {
        memory->pointers = larger;
        memory->pointers[memory->count++] = pointer;
    }
    return larger != NULL;
}

static struct CUgraphNode_st *add_node(struct CUgraph_st *graph, const struct graph_step *step) {
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

static bool runs_after(struct CUgraphNode_st *node, struct CUgraphNode_st *before) {
    struct CUgraphNode_st **larger =
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

static struct CUgraph_st *copy_graph(struct CUgraph_st *graph);

static bool copy_node(struct CUgraph_st *copy, const struct CUgraphNode_st *node) {
    struct graph_step step = node->step;
    step.child = step.child != NULL ? copy_graph(step.child) : NULL;
    struct CUgraphNode_st *made = add_node(copy, &step);
    if (made != NULL) {
        made->origin = node;
    }
    return made != NULL;
}

/* A copy with its nodes in an order in which they may run: as they were made, where that is one.
 * NULL without memory, or where nodes wait for each other. */
static struct CUgraph_st *copy_graph(struct CUgraph_st *graph) {
    struct CUgraph_st *copy = new_graph(graph->memory);
    for (struct CUgraphNode_st *node = graph->first; node != NULL; node = node->next) {
        node->placed = false;
    }
    for (size_t done = 0; copy != NULL && done < graph->count; done++) {
        struct CUgraphNode_st *node = graph->first;
        while (node != NULL && (node->placed || !may_run(node))) {
            node = node->next;
        }
        if (node == NULL || !copy_node(copy, node)) {
            release_graph(copy);
            return NULL;
        }
        node->placed = true;
    }
    return copy;
}

/* ---- streams that capture -------------------------------------------------------------------- */

/* A stream or an event that belongs to a capture. The origin is where it began. */
struct capture {
    struct capture *next;
    const void *handle;
    bool event;
    bool origin;
    struct CUgraph_st *graph;
};

static struct capture *captures;

static struct capture *capture_of(const void *handle, bool event) {
    struct capture *capture = captures;
    while (capture != NULL && (capture->handle != handle || capture->event != event)) {
        capture = capture->next;
    }
    return capture;
}

static bool join_capture(const void *handle, bool event, bool origin, struct CUgraph_st *graph) {
    struct capture *capture = capture_of(handle, event);
    if (capture == NULL) {
        capture = calloc(1, sizeof *capture);
        if (capture == NULL) {
            return false;
        }
        capture->next = captures;
        captures = capture;
    }
    *capture = (struct capture){capture->next, handle, event, origin, graph};
    return true;
}

static void end_capture(const struct CUgraph_st *graph) {
    struct capture **at = &captures;
    while (*at != NULL) {
        struct capture *capture = *at;
        if (capture->graph != graph) {
            at = &capture->next;
            continue;
        }
        *at = capture->next;
        free(capture);
    }
}

bool graph_captures(const void *stream) {
    return captures != NULL && capture_of(stream, false) != NULL;
}

cudaError_t graph_capture(const void *stream, const struct graph_step *step) {
    struct CUgraphNode_st *node = add_node(capture_of(stream, false)->graph, step);
    return node != NULL ? cudaSuccess : cudaErrorMemoryAllocation;
}

bool graph_captures_record(const void *event, const void *stream) {
    return graph_captures(stream) &&
           join_capture(event, true, false, capture_of(stream, false)->graph);
}

bool graph_captures_wait(const void *stream, const void *event) {
    struct capture *of_event = captures != NULL ? capture_of(event, true) : NULL;
    if (of_event == NULL) {
        return graph_captures(stream);
    }
    const struct capture *before = capture_of(stream, false);
    return join_capture(stream, false, before != NULL && before->origin, of_event->graph);
}

void graph_owns(const void *stream, void *pointer) {
    keep_pointer(capture_of(stream, false)->graph->memory, pointer);
}

static cudaError_t begin_capture(cudaStream_t stream) {
    if (stream == NULL || graph_captures(stream)) {
        return stream == NULL ? cudaErrorStreamCaptureUnsupported : cudaErrorIllegalState;
    }
    struct CUgraph_st *graph = new_graph(NULL);
    return graph != NULL && join_capture(stream, false, true, graph) ? cudaSuccess
                                                                     : cudaErrorMemoryAllocation;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode) {
    (void)mode;
    return client_result(begin_capture(stream));
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
    struct capture *capture = capture_of(stream, false);
    if (capture == NULL || !capture->origin || graph == NULL) {
        return client_result(cudaErrorIllegalState);
    }
    *graph = capture->graph;
    end_capture(*graph);
    return client_result(cudaSuccess);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status) {
    if (status == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    *status = graph_captures(stream) ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
    return client_result(cudaSuccess);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode) {
    (void)mode; /* nothing here depends on it */
    return client_result(cudaSuccess);
}

/* ---- nodes by hand --------------------------------------------------------------------------- */

/* The stream that a graph captures from while one node is added. */
static char adding;

cudaStream_t lockstep_graph_open(cudaGraph_t graph) {
    return graph != NULL && join_capture(&adding, false, false, graph) ? (cudaStream_t)&adding
                                                                       : NULL;
}

cudaError_t lockstep_graph_close(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *before, size_t count, cudaError_t error) {
    struct capture **at = &captures;
    while (*at != NULL && (*at)->handle != &adding) {
        at = &(*at)->next;
    }
    struct capture *capture = *at;
    if (capture == NULL || node == NULL || (count > 0 && before == NULL)) {
        return cudaErrorInvalidValue;
    }
    *at = capture->next;
    free(capture);
    struct CUgraphNode_st *last = graph->first;
    while (last != NULL && last->next != NULL) {
        last = last->next;
    }
    for (size_t i = 0; i < count && error == cudaSuccess && last != NULL; i++) {
        error = before[i] == NULL             ? cudaErrorInvalidValue
                : runs_after(last, before[i]) ? cudaSuccess
                                              : cudaErrorMemoryAllocation;
    }
    *node = last;
    return error;
}

static cudaError_t add_step(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                            size_t count, const struct graph_step *step) {
    cudaStream_t stream = lockstep_graph_open(graph);
    cudaError_t error = stream != NULL ? graph_capture(stream, step) : cudaErrorInvalidValue;
    return lockstep_graph_close(node, graph, before, count, error);
}

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags) {
    if (graph == NULL || flags != 0) {
        return client_result(cudaErrorInvalidValue);
    }
    *graph = new_graph(NULL);
    return client_result(*graph != NULL ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    if (graph == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    release_graph(graph);
    return client_result(cudaSuccess);
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph) {
    if (clone == NULL || graph == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    *clone = copy_graph(graph);
    return client_result(*clone != NULL ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *before, size_t count,
                                   const struct cudaKernelNodeParams *parameters) {
    if (parameters == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    cudaStream_t stream = lockstep_graph_open(graph);
    cudaError_t error =
        stream != NULL
            ? cudaLaunchKernel(parameters->func, parameters->gridDim, parameters->blockDim,
                               parameters->kernelParams, parameters->sharedMemBytes, stream)
            : cudaErrorInvalidValue;
    return client_result(lockstep_graph_close(node, graph, before, count, error));
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *before, size_t count, void *to,
                                     const void *from, size_t bytes, enum cudaMemcpyKind kind) {
    struct graph_step step = {.kind = GRAPH_COPY,
                              .area = {to, from, bytes, bytes, bytes, 1, kind, 0}};
    return client_result(add_step(node, graph, before, count, &step));
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *before, size_t count,
                                   const struct cudaMemsetParams *parameters) {
    const struct cudaMemsetParams *p = parameters;
    unsigned int byte = p != NULL ? p->value & 0xff : 0;
    bool wide = p != NULL && p->elementSize > 1;
    /* Of wider elements only those whose bytes are all the same can be filled byte by byte. */
    if (p == NULL || (wide && p->value != byte * (p->elementSize == 2 ? 0x101u : 0x1010101u))) {
        return client_result(cudaErrorInvalidValue);
    }
    size_t width = p->width * p->elementSize;
    struct graph_step step = {.kind = GRAPH_FILL,
                              .area = {.to = p->dst,
                                       .to_pitch = p->height > 1 ? p->pitch : width,
                                       .width = width,
                                       .height = p->height,
                                       .value = (int)byte}};
    return client_result(add_step(node, graph, before, count, &step));
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *before, size_t count,
                                 const struct cudaHostNodeParams *parameters) {
    if (parameters == NULL || parameters->fn == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    struct graph_step step = {
        .kind = GRAPH_HOST, .function = parameters->fn, .data = parameters->userData};
    return client_result(add_step(node, graph, before, count, &step));
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                  const cudaGraphNode_t *before, size_t count) {
    struct graph_step step = {.kind = GRAPH_EMPTY};
    return client_result(add_step(node, graph, before, count, &step));
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                       const cudaGraphNode_t *before, size_t count,
                                       cudaGraph_t child) {
    struct graph_step step = {.kind = GRAPH_CHILD,
                              .child = child != NULL ? copy_graph(child) : NULL};
    if (step.child == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    return client_result(add_step(node, graph, before, count, &step));
}

/* The memory is there from now until the graph, and what was made of it, are destroyed. */
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *before, size_t count,
                                     struct cudaMemAllocNodeParams *parameters) {
    if (parameters == NULL || graph == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    cudaError_t error = lockstep_allocate_at(&parameters->dptr, parameters->bytesize, NULL, 0);
    struct graph_step step = {.kind = GRAPH_EMPTY};
    if (error == cudaSuccess) {
        error = keep_pointer(graph->memory, parameters->dptr)
                    ? add_step(node, graph, before, count, &step)
                    : cudaErrorMemoryAllocation;
    }
    return client_result(error);
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                    const cudaGraphNode_t *before, size_t count, void *pointer) {
    struct graph_step step = {.kind = GRAPH_EMPTY};
    return client_result(pointer != NULL ? add_step(node, graph, before, count, &step)
                                         : cudaErrorInvalidValue);
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to, size_t count) {
    cudaError_t error = graph != NULL ? cudaSuccess : cudaErrorInvalidValue;
    for (size_t i = 0; i < count && error == cudaSuccess; i++) {
        error = runs_after(to[i], from[i]) ? cudaSuccess : cudaErrorMemoryAllocation;
    }
    return client_result(error);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
    if (graph == NULL || count == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    size_t room = *count, n = 0;
    for (struct CUgraphNode_st *node = graph->first; node != NULL; node = node->next, n++) {
        if (nodes != NULL && n < room) {
            nodes[n] = node;
        }
    }
    *count = nodes == NULL || n < room ? n : room;
    return client_result(cudaSuccess);
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type) {
    static const enum cudaGraphNodeType types[] = {
        [GRAPH_EMPTY] = cudaGraphNodeTypeEmpty, [GRAPH_KERNEL] = cudaGraphNodeTypeKernel,
        [GRAPH_COPY] = cudaGraphNodeTypeMemcpy, [GRAPH_FILL] = cudaGraphNodeTypeMemset,
        [GRAPH_HOST] = cudaGraphNodeTypeHost,   [GRAPH_CHILD] = cudaGraphNodeTypeGraph};
    if (node == NULL || type == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    *type = types[node->step.kind];
    return client_result(cudaSuccess);
}

/* ---- running --------------------------------------------------------------------------------- */

static cudaError_t instantiate(cudaGraphExec_t *executable, cudaGraph_t graph) {
    if (executable == NULL || graph == NULL) {
        return cudaErrorInvalidValue;
    }
    *executable = calloc(1, sizeof **executable);
    if (*executable == NULL) {
        return cudaErrorMemoryAllocation;
    }
    (*executable)->graph = copy_graph(graph);
    return (*executable)->graph != NULL ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *executable, cudaGraph_t graph,
                                 unsigned long long flags) {
    (void)flags;
    return client_result(instantiate(executable, graph));
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *executable, cudaGraph_t graph,
                                          unsigned long long flags) {
    (void)flags;
    return client_result(instantiate(executable, graph));
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
    if (executable == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    release_graph(executable->graph);
    free(executable);
    return client_result(cudaSuccess);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream) {
    (void)stream;
    return client_result(executable != NULL ? cudaSuccess : cudaErrorInvalidValue);
}

static cudaError_t run_steps(const struct CUgraph_st *graph, cudaStream_t stream);

static cudaError_t run_step(const struct graph_step *step, cudaStream_t stream) {
    struct wire_launch_q launch = step->launch;
    switch (step->kind) {
    case GRAPH_KERNEL:
        return client_handle(stream, &launch.stream)
                   ? client_launch_packed(&launch, step->bytes, step->byte_count)
                   : cudaErrorInvalidResourceHandle;
    case GRAPH_COPY:
        return client_copy(&step->area, stream);
    case GRAPH_FILL:
        return client_fill(&step->area, stream);
    case GRAPH_HOST:
        return cudaLaunchHostFunc(stream, step->function, step->data);
    case GRAPH_CHILD:
        return run_steps(step->child, stream);
    default:
        return cudaSuccess;
    }
}

static cudaError_t run_steps(const struct CUgraph_st *graph, cudaStream_t stream) {
    cudaError_t error = cudaSuccess;
    for (const struct CUgraphNode_st *node = graph->first; node != NULL && error == cudaSuccess;
         node = node->next) {
        error = run_step(&node->step, stream);
    }
    return error;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
    if (executable == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    client_working();
    if (graph_captures(stream)) {
        struct graph_step step = {.kind = GRAPH_CHILD, .child = copy_graph(executable->graph)};
        return client_result(step.child != NULL ? graph_capture(stream, &step)
                                                : cudaErrorMemoryAllocation);
    }
    return client_result_of(MESSAGE_RESULT_NOT_RUN, run_steps(executable->graph, stream));
}

/* Other arguments for a kernel of the executable graph: the node is of the graph that it was made
 * of. */
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *parameters) {
    struct CUgraphNode_st *own = executable != NULL ? executable->graph->first : NULL, *made = NULL;
    while (own != NULL && own->origin != node) {
        own = own->next;
    }
    cudaGraph_t one = NULL;
    cudaError_t error = own == NULL || own->step.kind != GRAPH_KERNEL ? cudaErrorInvalidValue
                                                                      : cudaGraphCreate(&one, 0);
    if (error == cudaSuccess) {
        error = cudaGraphAddKernelNode(&made, one, NULL, 0, parameters);
        if (error == cudaSuccess) {
            struct graph_step old = own->step;
            own->step = made->step;
            made->step = old;
        }
        release_graph(one);
    }
    return client_result(error);
}

cudaError_t lockstep_graph_update(cudaGraphExec_t executable, cudaGraph_t graph) {
    struct CUgraph_st *copy = executable != NULL && graph != NULL ? copy_graph(graph) : NULL;
    if (copy == NULL) {
        return cudaErrorInvalidValue;
    }
    const struct CUgraphNode_st *old = executable->graph->first, *new = copy->first;
    while (old != NULL && new != NULL && old->step.kind == new->step.kind) {
        old = old->next;
        new = new->next;
    }
    if (old != NULL || new != NULL) {
        release_graph(copy);
        return cudaErrorGraphExecUpdateFailure;
    }
    release_graph(executable->graph);
    executable->graph = copy;
    return cudaSuccess;
}
