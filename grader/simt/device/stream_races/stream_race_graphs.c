/* Nodes of CUDA's graphs: their order is that of the edges, whatever the order they are sent in. */
#include "stream_races.h"
#include "stream_races_inside.h"

#include <stdlib.h>

static void begin(struct session *session, uint32_t stream, uint32_t count) {
    struct graph_order *graph = &session->unordered->graph;
    graph_clear(session->unordered);
    *graph = (struct graph_order){
        .count = count, .stream = stream, .base = unordered_before_in(session, stream)};
    graph->nodes = calloc(count, sizeof *graph->nodes);
}

/* What follows in the stream waits for all of the graph. */
static void end(struct unordered *unordered) {
    const struct graph_order *graph = &unordered->graph;
    struct work_set *tail = &unordered->streams[graph->stream].tail;
    set_join(tail, &graph->base);
    for (uint32_t n = 0; graph->nodes != NULL && n < graph->count; n++) {
        set_join(tail, &graph->nodes[n]);
    }
    graph_clear(unordered);
}

static void go_to(struct graph_order *graph, const struct wire_graph_q *question,
                  const uint32_t *behind) {
    struct work_set before = graph->base;
    for (uint32_t i = 0; i < question->count; i++) {
        if (behind[i] < graph->count) {
            set_join(&before, &graph->nodes[behind[i]]);
        }
    }
    graph->node = question->node;
    graph->nodes[graph->node] = before;
}

cudaError_t on_graph(struct session *session, const struct wire_graph_q *question,
                     struct wire_nothing *answer) {
    struct unordered *unordered = session->unordered;
    const struct graph_order *graph = &unordered->graph;
    int stream = stream_index(session, question->stream);
    (void)answer;
    if (stream < 0 || session->door != WIRE_CUDA || question->what > WIRE_GRAPH_ENDS ||
        wire_head(&session->in)->tail_bytes != question->count * sizeof(uint32_t)) {
        return cudaErrorInvalidValue;
    }
    if (question->what == WIRE_GRAPH_BEGINS) {
        if (question->node == 0 || question->node > WIRE_GRAPH_NODES) {
            return cudaErrorInvalidValue;
        }
        begin(session, (uint32_t)stream, question->node);
    } else if (question->what == WIRE_GRAPH_ENDS) {
        end(unordered);
    } else if (graph->nodes == NULL || question->node >= graph->count) {
        return cudaErrorInvalidValue;
    } else {
        const unsigned char *tail = wire_tail(&session->in, sizeof *question);
        go_to(&unordered->graph, question, (const uint32_t *)(const void *)tail);
    }
    return cudaSuccess;
}
