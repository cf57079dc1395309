/* Graphs: streams that capture, and the one that stands in while a node is added by hand. */
#include "graph_nodes.h"

#include <stdlib.h>

/* A stream or an event that belongs to a capture. The origin is where it began. */
struct graph_capture {
    struct graph_capture *next;
    const void *handle;
    bool event;
    bool origin;
    struct CUgraph_st *graph;
    struct CUgraphNode_st **tails; /* that the next node runs behind */
    size_t tail_count;
    struct CUgraphNode_st *first; /* node that was added */
};

static struct graph_capture *captures;

static struct graph_capture *capture_of(const void *handle, bool event) {
    struct graph_capture *capture = captures;
    while (capture != NULL && (capture->handle != handle || capture->event != event)) {
        capture = capture->next;
    }
    return capture;
}

/* `behind` is in front of what comes next. False without memory. */
static bool add_tail(struct graph_capture *capture, struct CUgraphNode_st *behind) {
    return graph_list_add(&capture->tails, &capture->tail_count, behind);
}

static bool add_tails(struct graph_capture *capture, const struct graph_capture *other) {
    const size_t count = other->tail_count;
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        good = add_tail(capture, other->tails[i]);
    }
    return good;
}

static void release(struct graph_capture *capture) {
    free(capture->tails);
    free(capture);
}

static bool join_capture(const void *handle, bool event, bool origin, struct CUgraph_st *graph) {
    struct graph_capture *capture = capture_of(handle, event);
    if (capture == NULL) {
        capture = calloc(1, sizeof *capture);
        if (capture == NULL) {
            return false;
        }
        capture->next = captures;
        captures = capture;
    }
    if (capture->graph != graph) {
        capture->tail_count = 0;
    }
    capture->handle = handle;
    capture->event = event;
    capture->origin = origin;
    capture->graph = graph;
    return true;
}

static void end_capture(const struct CUgraph_st *graph) {
    struct graph_capture **at = &captures;
    while (*at != NULL) {
        struct graph_capture *capture = *at;
        if (capture->graph != graph) {
            at = &capture->next;
            continue;
        }
        *at = capture->next;
        release(capture);
    }
}

bool graph_captures(const void *stream) {
    return captures != NULL && capture_of(stream, false) != NULL;
}

cudaError_t graph_capture(const void *stream, const struct graph_step *step) {
    struct graph_capture *capture = capture_of(stream, false);
    struct CUgraphNode_st *node = graph_add(capture->graph, step);
    bool good = node != NULL;
    for (size_t i = 0; i < capture->tail_count && good; i++) {
        good = graph_order(node, capture->tails[i]);
    }
    if (!good) {
        return cudaErrorMemoryAllocation;
    }
    client_asked_from(&node->step.call, &node->step.caller);
    capture->first = capture->first != NULL ? capture->first : node;
    capture->tail_count = 0;
    return add_tail(capture, node) ? cudaSuccess : cudaErrorMemoryAllocation;
}

bool graph_captures_record(const void *event, const void *stream) {
    const struct graph_capture *of_stream = captures != NULL ? capture_of(stream, false) : NULL;
    if (of_stream == NULL || !join_capture(event, true, false, of_stream->graph)) {
        return false;
    }
    struct graph_capture *of_event = capture_of(event, true);
    of_event->tail_count = 0;
    return add_tails(of_event, of_stream);
}

bool graph_captures_wait(const void *stream, const void *event) {
    struct graph_capture *of_event = captures != NULL ? capture_of(event, true) : NULL;
    if (of_event == NULL) {
        return graph_captures(stream);
    }
    const struct graph_capture *before = capture_of(stream, false);
    return join_capture(stream, false, before != NULL && before->origin, of_event->graph) &&
           add_tails(capture_of(stream, false), of_event);
}

cudaError_t graph_captures_allocation(const void *stream, void *pointer) {
    const struct graph_step step = {.kind = GRAPH_ALLOCATE, .data = pointer};
    return graph_memory_keep(capture_of(stream, false)->graph->memory, pointer)
               ? graph_capture(stream, &step)
               : cudaErrorMemoryAllocation;
}

cudaError_t graph_captures_free(const void *stream, void *pointer) {
    const struct graph_step step = {.kind = GRAPH_FREE, .data = pointer};
    return graph_capture(stream, &step);
}

static cudaError_t begin_capture(cudaStream_t stream) {
    if (stream == NULL || graph_captures(stream)) {
        return stream == NULL ? cudaErrorStreamCaptureUnsupported : cudaErrorIllegalState;
    }
    struct CUgraph_st *graph = graph_new(NULL);
    return graph != NULL && join_capture(stream, false, true, graph) ? cudaSuccess
                                                                     : cudaErrorMemoryAllocation;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode) {
    (void)mode;
    return client_result(begin_capture(stream));
}

/* Marks, as placed, all that runs before the nodes. */
static void mark_before(struct CUgraph_st *graph, const struct graph_capture *origin) {
    for (struct CUgraphNode_st *node = graph->first; node != NULL; node = node->next) {
        node->placed = false;
    }
    for (size_t i = 0; i < origin->tail_count; i++) {
        origin->tails[i]->placed = true;
    }
    for (bool more = true; more;) {
        more = false;
        for (struct CUgraphNode_st *node = graph->first; node != NULL; node = node->next) {
            for (size_t i = 0; i < node->before_count && node->placed; i++) {
                more = more || !node->before[i]->placed;
                node->before[i]->placed = true;
            }
        }
    }
}

/* Is there work of another stream for which the stream where the capture began does not wait? */
static bool is_unjoined(struct CUgraph_st *graph, const struct graph_capture *origin) {
    bool unjoined = false;
    mark_before(graph, origin);
    for (const struct graph_capture *other = captures; other != NULL; other = other->next) {
        for (size_t i = 0; i < other->tail_count && other->graph == graph && !other->event; i++) {
            unjoined = unjoined || !other->tails[i]->placed;
        }
    }
    return unjoined;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
    struct graph_capture *capture = capture_of(stream, false);
    if (capture == NULL || !capture->origin || graph == NULL) {
        return client_result(cudaErrorIllegalState);
    }
    struct CUgraph_st *captured = capture->graph;
    bool unjoined = is_unjoined(captured, capture);
    end_capture(captured);
    if (unjoined) {
        graph_release(captured);
        *graph = NULL;
        client_why(MESSAGE_WHY_UNJOINED, NULL, 0, 0, 0);
        return client_result(cudaErrorStreamCaptureUnjoined);
    }
    *graph = captured;
    return client_result(cudaSuccess);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status) {
    const bool captures = graph_captures(stream);
    return client_result(
        ANSWER_WITH(status, captures ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone,
                    cudaSuccess));
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode) {
    (void)mode; /* nothing here depends on it */
    return client_result(cudaSuccess);
}

/* ---- one node by hand -------------------------------------------------------------------------
 */

/* The stream that a graph captures from while one node is added. */
static char adding;

cudaStream_t lockstep_graph_open(cudaGraph_t graph) {
    return graph != NULL && join_capture(&adding, false, false, graph) ? (cudaStream_t)&adding
                                                                       : NULL;
}

cudaError_t lockstep_graph_close(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *before, size_t count, cudaError_t error) {
    struct graph_capture **at = &captures;
    while (*at != NULL && (*at)->handle != &adding) {
        at = &(*at)->next;
    }
    struct graph_capture *capture = *at;
    if (capture == NULL || node == NULL || (count > 0 && before == NULL)) {
        return cudaErrorInvalidValue;
    }
    struct CUgraphNode_st *first = capture->first, *last = graph->first;
    *at = capture->next;
    release(capture);
    while (last != NULL && last->next != NULL) {
        last = last->next;
    }
    for (size_t i = 0; i < count && error == cudaSuccess && first != NULL; i++) {
        error = before[i] == NULL               ? cudaErrorInvalidValue
                : graph_order(first, before[i]) ? cudaSuccess
                                                : cudaErrorMemoryAllocation;
    }
    *node = last;
    return error;
}
