/* Which work has an order: sets of what ends before it begins. */
#include "stream_races.h"
#include "stream_races_inside.h"

#include <stdlib.h>
#include <string.h>

static bool is_on(const struct session *session) {
    return session->door == WIRE_CUDA;
}

/* The set of the node that work in this stream belongs to, or NULL. */
static struct work_set *graph_node_of(struct unordered *unordered, uint32_t stream) {
    const struct graph_order *graph = &unordered->graph;
    return graph->nodes != NULL && graph->stream == stream ? &graph->nodes[graph->node] : NULL;
}

static void graph_forget(struct unordered *unordered, const struct work_set *gone) {
    struct graph_order *graph = &unordered->graph;
    for (uint32_t n = 0; graph->nodes != NULL && n < graph->count; n++) {
        set_take_away(&graph->nodes[n], gone);
    }
    set_take_away(&graph->base, gone);
}

void graph_clear(struct unordered *unordered) {
    free(unordered->graph.nodes);
    unordered->graph = (struct graph_order){0};
}

struct unordered *unordered_create(void) {
    return calloc(1, sizeof(struct unordered));
}

void unordered_destroy(struct unordered *unordered) {
    for (int i = 0; unordered != NULL && i < OPERATIONS; i++) {
        touched_clear(&unordered->operations[i].touched);
    }
    if (unordered != NULL) {
        graph_clear(unordered);
    }
    free(unordered);
}

void unordered_reset(struct session *session) {
    struct unordered *unordered = session->unordered;
    if (unordered != NULL) {
        for (int i = 0; i < OPERATIONS; i++) {
            touched_clear(&unordered->operations[i].touched);
        }
        graph_clear(unordered);
        struct simt_observer observer = unordered->observer;
        memset(unordered, 0, sizeof *unordered);
        unordered->observer = observer;
    }
}

/* ---- what ends before what ------------------------------------------------------------------- */

/* What a stream's next operation finds in front of it. */
struct work_set unordered_before_in(const struct session *session, uint32_t stream) {
    const struct unordered *unordered = session->unordered;
    const struct work_set *node = graph_node_of(session->unordered, stream);
    struct work_set before = node != NULL ? *node : unordered->streams[stream].tail;
    set_join(&before, &unordered->host);
    if (stream != 0 && session->streams[stream].blocking) {
        set_join(&before, &unordered->streams[0].tail);
    }
    for (uint32_t s = 1; stream == 0 && s < unordered->stream_top; s++) {
        if (session->streams[s].blocking) {
            set_join(&before, &unordered->streams[s].tail);
        }
    }
    return before;
}

/* Forgets operations: nothing is left that may meet them, or they take too much room. */
static void forget(struct unordered *unordered, const struct work_set *gone) {
    for (int i = 0; i < unordered->top; i++) {
        if (set_has(gone, i)) {
            touched_clear(&unordered->operations[i].touched);
            unordered->operations[i].state = OPERATION_NONE;
        }
        set_take_away(&unordered->operations[i].before, gone);
    }
    for (uint32_t s = 0; s < unordered->stream_top || s == 0; s++) {
        set_take_away(&unordered->streams[s].tail, gone);
        set_take_away(&unordered->streams[s].barrier, gone);
    }
    for (uint32_t e = 0; e < unordered->event_top; e++) {
        set_take_away(&unordered->events[e].before, gone);
    }
    set_take_away(&unordered->host, gone);
    graph_forget(unordered, gone);
    while (unordered->top > 0 &&
           unordered->operations[unordered->top - 1].state == OPERATION_NONE) {
        unordered->top--;
    }
}

/* What the host has waited for ends before all that it will ask for: it can meet only what was
 * asked for earlier and has not run. */
void unordered_settle(struct unordered *unordered) {
    struct work_set gone = unordered->host;
    bool any = false;
    for (int i = 0; i < unordered->top; i++) {
        const struct operation *operation = &unordered->operations[i];
        if (operation->state != OPERATION_ENDED) {
            gone.words[i / 64] &= ~(UINT64_C(1) << (i % 64));
        }
        for (int w = 0; operation->state == OPERATION_ISSUED && w < SET_WORDS; w++) {
            gone.words[w] &= operation->before.words[w];
        }
    }
    for (int w = 0; w < SET_WORDS; w++) {
        any = any || gone.words[w] != 0;
    }
    if (any) {
        forget(unordered, &gone);
    }
}

/* Where all places are taken, the older half of what has run goes. */
static void make_room(struct unordered *unordered) {
    struct work_set gone = {0};
    unordered->off =
        unordered->off || unordered->operations[0].is_command; /* others may name those that go */
    for (int i = 0; i < OPERATIONS; i++) {
        const struct operation *operation = &unordered->operations[i];
        if (operation->state == OPERATION_ENDED &&
            unordered->issued - operation->number >= OPERATIONS / 2) {
            set_put(&gone, i);
        }
    }
    forget(unordered, &gone);
}

int unordered_place(struct unordered *unordered) {
    for (int again = 0; again < 2; again++) {
        for (int i = 0; i < OPERATIONS; i++) {
            if (unordered->operations[i].state == OPERATION_NONE) {
                unordered->top = i >= unordered->top ? i + 1 : unordered->top;
                return i;
            }
        }
        make_room(unordered);
    }
    return -1;
}

int unordered_issue(struct session *session, const struct work *work) {
    struct unordered *unordered = session->unordered;
    if (unordered->command > 0 &&
        unordered->operations[unordered->command - 1].state == OPERATION_ISSUED) {
        unordered_name(session, &unordered->operations[unordered->command - 1], work);
        return unordered->command - 1;
    }
    int place = is_on(session) ? unordered_place(unordered) : -1;
    if (place < 0) {
        return -1;
    }
    struct operation *operation = &unordered->operations[place];
    struct work_set *node = graph_node_of(unordered, work->stream);
    *operation = (struct operation){.state = OPERATION_ISSUED,
                                    .number = ++unordered->issued,
                                    .stream = work->stream,
                                    .is_node = node != NULL,
                                    .waited = unordered->streams[work->stream].waited,
                                    .before = unordered_before_in(session, work->stream),
                                    .frees = work->kind == WORK_FREE,
                                    .guard = work->guard};
    unordered_name(session, operation, work);
    struct stream_order *stream = &unordered->streams[work->stream];
    if (node != NULL) {
        *node = operation->before;
        set_put(node, place);
    } else {
        stream->tail = operation->before;
        set_put(&stream->tail, place);
    }
    if (work->stream >= unordered->stream_top) {
        unordered->stream_top = work->stream + 1;
    }
    return place;
}

/* A stream that is made anew under an old number: what the old one was asked for is in front of the
 * default stream still. */
void unordered_stream_made(struct session *session, uint32_t stream) {
    struct unordered *unordered = session->unordered;
    if (unordered != NULL) {
        set_join(&unordered->streams[0].tail, &unordered->streams[stream].tail);
        unordered->streams[stream] = (struct stream_order){0};
        if (stream >= unordered->stream_top) {
            unordered->stream_top = stream + 1;
        }
    }
}

void unordered_record(struct session *session, uint32_t event, uint32_t stream) {
    struct unordered *unordered = session->unordered;
    if (!is_on(session)) {
        return;
    }
    unordered->events[event].before = unordered_before_in(session, stream);
    unordered->events[event].stream = stream;
    unordered->streams[stream].tail = unordered->events[event].before;
    if (event >= unordered->event_top) {
        unordered->event_top = event + 1;
    }
}

void unordered_wait(struct session *session, uint32_t stream, uint32_t event) {
    struct unordered *unordered = session->unordered;
    if (is_on(session)) {
        set_join(&unordered->streams[stream].tail, &unordered->events[event].before);
        unordered->streams[stream].waited =
            (struct waited){.how = WAITED_EARLY,
                            .stream = unordered->events[event].stream,
                            .at = unordered->issued};
    }
}

void unordered_wait_unrecorded(struct session *session, uint32_t stream) {
    struct unordered *unordered = session->unordered;
    if (is_on(session)) {
        unordered->streams[stream].waited =
            (struct waited){.how = WAITED_UNRECORDED, .at = unordered->issued};
    }
}

void unordered_host_waited(struct session *session, int stream, int event) {
    struct unordered *unordered = session->unordered;
    if (!is_on(session) && event >= 0) {
        return;
    }
    if (event >= 0) {
        set_join(&unordered->host, &unordered->events[event].before);
    } else if (stream >= 0) {
        const struct work_set before = unordered_before_in(session, (uint32_t)stream);
        set_join(&unordered->host, &before);
    } else {
        for (uint32_t s = 0; s < unordered->stream_top; s++) {
            set_join(&unordered->host, &unordered->streams[s].tail);
        }
    }
    unordered_settle(unordered);
}

void unordered_host_waits(struct session *session, bool waits) {
    if (session->unordered != NULL) {
        session->unordered->host_waits = waits;
    }
}

void unordered_all_meet(struct session *session) {
    struct unordered *unordered = session->unordered;
    struct work_set all = {0};
    if (!is_on(session) || unordered->stream_top < 2) {
        return;
    }
    for (uint32_t s = 0; s < unordered->stream_top; s++) {
        set_join(&all, &unordered->streams[s].tail);
    }
    for (uint32_t s = 0; s < unordered->stream_top; s++) {
        set_join(&unordered->streams[s].tail, &all);
    }
}

/* ---- what runs ------------------------------------------------------------------------------- */

static bool may_meet(const struct unordered *unordered, int one, int two) {
    return one != two && unordered->operations[two].state != OPERATION_NONE &&
           !set_has(&unordered->operations[one].before, two) &&
           !set_has(&unordered->operations[two].before, one);
}

/* May something that is asked for later run at the same time? Not if the host waits for this. */
static bool may_be_met(const struct session *session, uint32_t stream) {
    const struct unordered *unordered = session->unordered;
    const struct stream *streams = session->streams;
    for (uint32_t s = 0; s < unordered->stream_top && !unordered->host_waits; s++) {
        bool ordered = (s == 0 && streams[stream].blocking) || (stream == 0 && streams[s].blocking);
        if (s != stream && streams[s].used && !ordered) {
            return true;
        }
    }
    return false;
}

static bool is_watched(const struct session *session, int place) {
    const struct unordered *unordered = session->unordered;
    if (session->options->detector == NULL) {
        return false;
    }
    const struct operation *operation = &unordered->operations[place];
    if (unordered->command > 0) {
        return !unordered->off;
    }
    if (operation->host_count > 0 || (operation->guard != 0 && !unordered->host_waits)) {
        return true;
    }
    for (int i = 0; i < unordered->top; i++) {
        if (may_meet(unordered, place, i)) {
            return true;
        }
    }
    return may_be_met(session, unordered->operations[place].stream);
}

static void on_access(void *self, const struct simt_access *event) {
    struct unordered *unordered = self;
    touched_access(&unordered->operations[unordered->running].touched, event);
}

static void on_fence(void *self, const struct simt_fence *event) {
    struct unordered *unordered = self;
    struct touched *touched = &unordered->operations[unordered->running].touched;
    touched->fenced = touched->fenced || event->scope == SIMT_SCOPE_SYSTEM;
}

void unordered_begin(struct session *session, int operation) {
    struct unordered *unordered = session->unordered;
    if (operation < 0) {
        return;
    }
    if (unordered->observer.self == NULL) {
        unordered->observer.self = unordered;
        simt_device_attach(session->device, &unordered->observer);
    }
    bool watched = is_watched(session, operation);
    unordered->operations[operation].watched = watched;
    unordered->running = operation;
    unordered->observer.access = watched ? on_access : NULL;
    unordered->observer.fence = watched ? on_fence : NULL;
}

static void add_rows(struct touched *touched, enum touch how, uint64_t address, uint64_t width,
                     uint64_t height, uint64_t pitch) {
    if (width == pitch) {
        width *= height;
        height = 1;
    }
    for (uint64_t row = 0; row < height; row++) {
        touched_add(touched, how, address + row * pitch, width);
    }
}

static void add_work(struct touched *touched, const struct work *work) {
    const struct wire_copy_q *copy = &work->copy;
    const struct wire_fill_q *fill = &work->fill;
    if (work->kind == WORK_COPY && copy->route != WIRE_WINDOW_TO_DEVICE) {
        add_rows(touched, TOUCH_READ, copy->from, copy->width, copy->height, copy->from_pitch);
    }
    if (work->kind == WORK_COPY && copy->route != WIRE_DEVICE_TO_WINDOW) {
        add_rows(touched, TOUCH_WRITE, copy->to, copy->width, copy->height, copy->to_pitch);
    }
    if (work->kind == WORK_FILL || work->kind == WORK_FREE) {
        add_rows(touched, TOUCH_WRITE, fill->to, fill->width, fill->height, fill->pitch);
    }
}

void unordered_end(struct session *session, const struct work *work) {
    struct unordered *unordered = session->unordered;
    int place = work->operation;
    if (place < 0) {
        return;
    }
    unordered->observer.access = NULL;
    unordered->observer.fence = NULL;
    if (unordered->operations[place].watched) {
        add_work(&unordered->operations[place].touched, work);
    }
    if (unordered->command == 0) {
        unordered_ended(session, place);
    }
}

void unordered_ended(struct session *session, int place) {
    const struct unordered *unordered = session->unordered;
    struct operation *operation = &session->unordered->operations[place];
    operation->state = OPERATION_ENDED;
    if (!operation->watched) {
        return;
    }
    touched_pack(&operation->touched);
    for (int i = 0; i < operation->host_count; i++) {
        unordered_compare_host(session, operation, i);
    }
    for (int i = 0; i < unordered->top; i++) {
        const struct operation *other = &unordered->operations[i];
        if (may_meet(unordered, place, i) && other->state == OPERATION_ENDED && other->watched) {
            unordered_compare(session, i, place);
        }
    }
}

void unordered_drop(struct session *session, int operation) {
    struct unordered *unordered = session->unordered;
    if (operation >= 0 && unordered->command == 0 &&
        unordered->operations[operation].state == OPERATION_ISSUED) {
        unordered->operations[operation].state = OPERATION_ENDED;
    }
}
