/* Graphs: made executable, launched, changed. */
#include "graph_nodes.h"

#include <stdlib.h>

static cudaError_t instantiate(cudaGraphExec_t *executable, cudaGraph_t graph,
                               unsigned long long flags) {
    if (executable == NULL || graph == NULL) {
        return cudaErrorInvalidValue;
    }
    *executable = calloc(1, sizeof **executable);
    if (*executable == NULL) {
        return cudaErrorMemoryAllocation;
    }
    (*executable)->frees = (flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) != 0;
    (*executable)->graph = graph_copy(graph);
    return (*executable)->graph != NULL ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *executable, cudaGraph_t graph,
                                 unsigned long long flags) {
    return client_result(instantiate(executable, graph, flags));
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *executable, cudaGraph_t graph,
                                          unsigned long long flags) {
    return client_result(instantiate(executable, graph, flags));
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
    if (executable == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    graph_release(executable->graph);
    free(executable);
    return client_result(cudaSuccess);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream) {
    (void)stream;
    return client_result(executable != NULL ? cudaSuccess : cudaErrorInvalidValue);
}

static cudaError_t run_steps(const struct CUgraph_st *graph, cudaStream_t stream);

/* ---- the order of nodes, told to the device ---------------------------------------------------
 *
 * One node after the other is what a stream does anyway. The nodes of a child are not told: they
 * count as one, in the order of its list.
 */

static bool follows(const struct CUgraphNode_st *node, const struct CUgraphNode_st *other) {
    bool found = false;
    for (size_t i = 0; i < node->before_count; i++) {
        found = found || node->before[i] == other;
    }
    return found;
}

/* Numbers the nodes. Whether some need not wait for the one in front. */
static bool number_nodes(struct CUgraph_st *graph) {
    bool free = false;
    uint32_t number = 0;
    for (struct CUgraphNode_st *node = graph->first; node != NULL; node = node->next) {
        node->number = number++;
        free = free || (node->next != NULL && !follows(node->next, node));
    }
    return free && graph->count <= WIRE_GRAPH_NODES;
}

static void tell(enum wire_graph what, uint32_t node, uint32_t stream, const uint32_t *behind,
                 size_t count) {
    struct wire_graph_q question = {
        .what = what, .stream = stream, .node = node, .count = (uint32_t)count};
    struct call call = {.operation = WIRE_GRAPH,
                        .body = &question,
                        .tail = behind,
                        .tail_bytes = count * sizeof *behind};
    client_call(&call);
}

static void tell_node(const struct CUgraphNode_st *node, uint32_t stream) {
    uint32_t behind[WIRE_GRAPH_NODES];
    size_t count = node->before_count < WIRE_GRAPH_NODES ? node->before_count : WIRE_GRAPH_NODES;
    for (size_t i = 0; i < count; i++) {
        behind[i] = node->before[i]->number;
    }
    tell(WIRE_GRAPH_NODE, node->number, stream, behind, count);
    client_from(node->step.call, node->step.caller);
}

/* Only what a graph allocated can be freed by one. */
static cudaError_t free_memory(void *pointer) {
    cudaError_t error = cudaSuccess;
    return graph_memory_free(pointer, &error) ? error : cudaErrorInvalidValue;
}

/* Has nobody freed what the last launch allocated? */
static bool holds_memory(const struct CUgraph_st *graph) {
    for (const struct CUgraphNode_st *node = graph->first; node != NULL; node = node->next) {
        const struct graph_step *step = &node->step;
        if ((step->kind == GRAPH_ALLOCATE && graph_memory_is_live(step->data)) ||
            (step->kind == GRAPH_CHILD && holds_memory(step->child))) {
            return true;
        }
    }
    return false;
}

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
    case GRAPH_ALLOCATE:
        graph_memory_allocate(step->data);
        return cudaSuccess;
    case GRAPH_FREE:
        return free_memory(step->data);
    case GRAPH_EMPTY:
        break;
    }
    return cudaSuccess;
}

static cudaError_t run_steps(const struct CUgraph_st *graph, cudaStream_t stream) {
    cudaError_t error = cudaSuccess;
    for (const struct CUgraphNode_st *node = graph->first; node != NULL && error == cudaSuccess;
         node = node->next) {
        error = run_step(&node->step, stream);
    }
    return error;
}

static cudaError_t run_graph(struct CUgraph_st *graph, cudaStream_t stream) {
    uint32_t handle;
    if (!client_handle(stream, &handle) || !number_nodes(graph)) {
        return run_steps(graph, stream);
    }
    client_name_work();
    tell(WIRE_GRAPH_BEGINS, (uint32_t)graph->count, handle, NULL, 0);
    cudaError_t error = cudaSuccess;
    for (const struct CUgraphNode_st *node = graph->first; node != NULL && error == cudaSuccess;
         node = node->next) {
        tell_node(node, handle);
        error = run_step(&node->step, stream);
    }
    tell(WIRE_GRAPH_ENDS, 0, handle, NULL, 0);
    return error;
}

/* A launch runs behind the one before of the same executable graph, in whatever stream that is. */
static void follow_last(cudaGraphExec_t executable, cudaStream_t stream) {
    struct wire_create_q create = {.flags = cudaEventDisableTiming};
    struct wire_handle event = {0};
    uint32_t handle, last = executable->stream;
    if (!client_handle(stream, &handle)) {
        return;
    }
    const bool elsewhere = executable->launched && last != handle;
    executable->launched = true;
    executable->stream = handle;
    if (elsewhere && client_ask(WIRE_EVENT_CREATE, &create, &event) == cudaSuccess) {
        struct wire_pair_q record = {event.handle, last}, wait = {handle, event.handle};
        struct call calls[] = {{.operation = WIRE_EVENT_RECORD, .body = &record},
                               {.operation = WIRE_STREAM_WAIT, .body = &wait},
                               {.operation = WIRE_EVENT_DESTROY, .body = &event}};
        for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
            client_call(&calls[i]);
        }
    }
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
    client_from(__func__, __builtin_return_address(0));
    if (executable == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    client_working();
    if (graph_captures(stream)) {
        struct graph_step step = {.kind = GRAPH_CHILD, .child = graph_copy(executable->graph)};
        return client_result(step.child != NULL ? graph_capture(stream, &step)
                                                : cudaErrorMemoryAllocation);
    }
    follow_last(executable, stream);
    return client_result_of(MESSAGE_RESULT_NOT_RUN,
                            executable->frees || !holds_memory(executable->graph)
                                ? run_graph(executable->graph, stream)
                                : cudaErrorInvalidValue);
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
        if (error == cudaSuccess && made != NULL) {
            struct graph_step old = own->step;
            own->step = made->step;
            made->step = old;
        }
        graph_release(one);
    }
    return client_result(error);
}

cudaError_t lockstep_graph_update(cudaGraphExec_t executable, cudaGraph_t graph) {
    struct CUgraph_st *copy = executable != NULL && graph != NULL ? graph_copy(graph) : NULL;
    if (copy == NULL) {
        return cudaErrorInvalidValue;
    }
    const struct CUgraphNode_st *old = executable->graph->first, *new = copy->first;
    while (old != NULL && new != NULL && old->step.kind == new->step.kind) {
        old = old->next;
        new = new->next;
    }
    if (old != NULL || new != NULL) {
        graph_release(copy);
        return cudaErrorGraphExecUpdateFailure;
    }
    graph_release(executable->graph);
    executable->graph = copy;
    return cudaSuccess;
}
