/* Graphs: made and filled by hand, node by node, and asked about. */
#include "graph_nodes.h"

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
    *graph = graph_new(NULL);
    return client_result(*graph != NULL ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    if (graph == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    graph_release(graph);
    return client_result(cudaSuccess);
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph) {
    if (clone == NULL || graph == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    *clone = graph_copy(graph);
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
    error = lockstep_graph_close(node, graph, before, count, error);
    if (error == cudaSuccess && *node != NULL) {
        (*node)->step.call = __func__; /* the launch was ours */
        (*node)->step.caller = __builtin_return_address(0);
    }
    return client_result(error);
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *before, size_t count, void *to,
                                     const void *from, size_t bytes, enum cudaMemcpyKind kind) {
    client_from(__func__, __builtin_return_address(0));
    struct graph_step step = {.kind = GRAPH_COPY,
                              .area = {to, from, bytes, bytes, bytes, 1, kind, 0}};
    return client_result(add_step(node, graph, before, count, &step));
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *before, size_t count,
                                   const struct cudaMemsetParams *parameters) {
    client_from(__func__, __builtin_return_address(0));
    const struct cudaMemsetParams *p = parameters;
    unsigned int byte = p != NULL ? p->value & 0xff : 0;
    bool wide = p != NULL && p->elementSize > 1;
    /* Wider elements can be filled byte by byte only if all their bytes are the same. */
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
    client_from(__func__, __builtin_return_address(0));
    if (parameters == NULL || parameters->fn == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    struct graph_step step = {
        .kind = GRAPH_HOST, .function = parameters->fn, .data = parameters->userData};
    return client_result(add_step(node, graph, before, count, &step));
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                  const cudaGraphNode_t *before, size_t count) {
    client_from(__func__, __builtin_return_address(0));
    struct graph_step step = {.kind = GRAPH_EMPTY};
    return client_result(add_step(node, graph, before, count, &step));
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                       const cudaGraphNode_t *before, size_t count,
                                       cudaGraph_t child) {
    client_from(__func__, __builtin_return_address(0));
    struct graph_step step = {.kind = GRAPH_CHILD,
                              .child = child != NULL ? graph_copy(child) : NULL};
    if (step.child == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    return client_result(add_step(node, graph, before, count, &step));
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *before, size_t count,
                                     struct cudaMemAllocNodeParams *parameters) {
    client_from(__func__, __builtin_return_address(0));
    if (parameters == NULL || graph == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    cudaError_t error = lockstep_allocate_at(&parameters->dptr, parameters->bytesize, NULL, 0);
    if (error == cudaSuccess) {
        const struct graph_step step = {.kind = GRAPH_ALLOCATE, .data = parameters->dptr};
        error = graph_memory_keep(graph->memory, parameters->dptr)
                    ? add_step(node, graph, before, count, &step)
                    : cudaErrorMemoryAllocation;
    }
    return client_result(error);
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                    const cudaGraphNode_t *before, size_t count, void *pointer) {
    client_from(__func__, __builtin_return_address(0));
    const struct graph_step step = {.kind = GRAPH_FREE, .data = pointer};
    return client_result(pointer != NULL ? add_step(node, graph, before, count, &step)
                                         : cudaErrorInvalidValue);
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to, size_t count) {
    cudaError_t error = graph != NULL ? cudaSuccess : cudaErrorInvalidValue;
    for (size_t i = 0; i < count && error == cudaSuccess; i++) {
        error = graph_order(to[i], from[i]) ? cudaSuccess : cudaErrorMemoryAllocation;
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
        [GRAPH_EMPTY] = cudaGraphNodeTypeEmpty,       [GRAPH_KERNEL] = cudaGraphNodeTypeKernel,
        [GRAPH_COPY] = cudaGraphNodeTypeMemcpy,       [GRAPH_FILL] = cudaGraphNodeTypeMemset,
        [GRAPH_HOST] = cudaGraphNodeTypeHost,         [GRAPH_CHILD] = cudaGraphNodeTypeGraph,
        [GRAPH_ALLOCATE] = cudaGraphNodeTypeMemAlloc, [GRAPH_FREE] = cudaGraphNodeTypeMemFree};
    if (node == NULL || type == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    *type = types[node->step.kind];
    return client_result(cudaSuccess);
}
