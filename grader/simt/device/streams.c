/* Streams, events and waiting. */
#include "session.h"

int stream_index(const struct session *session, uint32_t handle) {
    if (handle < FIRST_HANDLE) {
        return handle <= 2 ? 0 : -1; /* default, legacy, per-thread: one stream here */
    }
    uint32_t index = handle - FIRST_HANDLE;
    return index < SESSION_STREAMS && session->streams[index].used && index > 0 ? (int)index : -1;
}

static int event_index(const struct session *session, uint32_t handle) {
    uint32_t index = handle - FIRST_HANDLE;
    bool good = handle >= FIRST_HANDLE && index < SESSION_EVENTS && session->events[index].used;
    return good ? (int)index : -1;
}

/* Carries out what the end of a stream, or an event, needs (indices, or -1: all); a question
 * (query) learns first that it was not done yet. */
static cudaError_t wait_for(struct session *session, int stream, int event, bool query) {
    bool pending = stream >= 0  ? session->streams[stream].pending > 0
                   : event >= 0 ? session->events[event].pending > 0
                                : session->queue_count > 0;
    if (session->live.inside) {
        if (pending) {
            return cudaErrorNotReady;
        }
        unordered_host_waited(session, stream, event);
        return cudaSuccess;
    }
    unordered_host_waits(session, !query || !pending);
    session->live.owed = session->options->live && query && pending;
    cudaError_t error =
        stream < 0 && event < 0 ? queue_drain(session) : queue_drain_for(session, stream, event);
    session->live.owed = false;
    unordered_host_waits(session, false);
    if (session->live.answered) { /* the next call hears of an error */
        session->failed = error;
        return cudaErrorNotReady;
    }
    if (error == cudaSuccess && query && pending) {
        return cudaErrorNotReady;
    }
    unordered_host_waited(session, stream, event);
    live_waited(session);
    if (stream >= 0) {
        modelled_join(session, &session->streams[stream]);
    } else if (event < 0) {
        clock_join_all(session);
    }
    return error;
}

cudaError_t on_wait(struct session *session, const struct wire_wait_q *question,
                    struct wire_nothing *answer) {
    (void)answer;
    if (question->what == WIRE_WAIT_DEVICE) {
        return wait_for(session, -1, -1, question->query);
    }
    if (question->what == WIRE_WAIT_WORK) {
        return queue_drain(session);
    }
    if (question->what == WIRE_WAIT_STREAM) {
        int index = stream_index(session, question->handle);
        if (index < 0) {
            return cudaErrorInvalidResourceHandle;
        }
        return wait_for(session, index, -1, question->query);
    }
    int index = question->what == WIRE_WAIT_EVENT ? event_index(session, question->handle) : -1;
    if (index < 0) {
        return cudaErrorInvalidResourceHandle;
    }
    const struct event *event = &session->events[index];
    cudaError_t error = wait_for(session, -1, index, question->query);
    if (event->recorded && error == cudaSuccess) {
        struct stream until = {.free_at = event->at};
        modelled_join(session, &until);
    }
    return error;
}

cudaError_t on_stream_create(struct session *session, const struct wire_create_q *question,
                             struct wire_handle *answer) {
    if (question->flags & ~cudaStreamNonBlocking) {
        return cudaErrorInvalidValue;
    }
    /* Handles come back late, so that those of destroyed streams and events are known as such. */
    for (uint32_t n = 1; n < SESSION_STREAMS; n++) {
        uint32_t i = 1 + (session->last_stream + n - 1) % (SESSION_STREAMS - 1);
        struct stream *stream = &session->streams[i];
        if (stream->used || stream->pending) {
            continue;
        }
        session->last_stream = i;
        *stream = (struct stream){.used = true,
                                  .blocking = !(question->flags & cudaStreamNonBlocking),
                                  .free_at = session->host_time};
        unordered_stream_made(session, i);
        answer->handle = i + FIRST_HANDLE;
        return cudaSuccess;
    }
    return cudaErrorMemoryAllocation;
}

/* The work queued in a destroyed stream is still carried out. */
cudaError_t on_stream_destroy(struct session *session, const struct wire_handle *question,
                              struct wire_nothing *answer) {
    (void)answer;
    int index = stream_index(session, question->handle);
    if (index <= 0) {
        return cudaErrorInvalidResourceHandle;
    }
    session->streams[index].used = false;
    return cudaSuccess;
}

cudaError_t on_stream_wait(struct session *session, const struct wire_pair_q *question,
                           struct wire_nothing *answer) {
    (void)answer;
    int stream = stream_index(session, question->first);
    int event = event_index(session, question->second);
    if (stream < 0 || event < 0) {
        return cudaErrorInvalidResourceHandle;
    }
    if (!session->events[event].recorded) {
        unordered_wait_unrecorded(session, (uint32_t)stream);
        return cudaSuccess;
    }
    unordered_wait(session, (uint32_t)stream, (uint32_t)event);
    struct work work = {.kind = WORK_WAIT, .stream = (uint32_t)stream, .event = (uint32_t)event};
    return queue_add(session, &work);
}

cudaError_t on_event_create(struct session *session, const struct wire_create_q *question,
                            struct wire_handle *answer) {
    if (question->flags & ~(cudaEventBlockingSync | cudaEventDisableTiming)) {
        return cudaErrorInvalidValue;
    }
    for (uint32_t n = 0; n < SESSION_EVENTS; n++) {
        uint32_t i = (session->next_event + n) % SESSION_EVENTS;
        struct event *event = &session->events[i];
        if (event->used || event->pending) {
            continue;
        }
        session->next_event = i + 1;
        *event = (struct event){.used = true, .timed = !(question->flags & cudaEventDisableTiming)};
        answer->handle = i + FIRST_HANDLE;
        return cudaSuccess;
    }
    return cudaErrorMemoryAllocation;
}

cudaError_t on_event_destroy(struct session *session, const struct wire_handle *question,
                             struct wire_nothing *answer) {
    (void)answer;
    int index = event_index(session, question->handle);
    if (index < 0) {
        return cudaErrorInvalidResourceHandle;
    }
    session->events[index].used = false;
    return cudaSuccess;
}

cudaError_t on_event_record(struct session *session, const struct wire_pair_q *question,
                            struct wire_nothing *answer) {
    (void)answer;
    int event = event_index(session, question->first);
    int stream = stream_index(session, question->second);
    if (event < 0 || stream < 0) {
        return cudaErrorInvalidResourceHandle;
    }
    session->events[event].recorded = true;
    unordered_record(session, (uint32_t)event, (uint32_t)stream);
    struct work work = {.kind = WORK_RECORD, .stream = (uint32_t)stream, .event = (uint32_t)event};
    return queue_add(session, &work);
}

cudaError_t on_event_elapsed(struct session *session, const struct wire_pair_q *question,
                             struct wire_elapsed_r *answer) {
    int first = event_index(session, question->first);
    int second = event_index(session, question->second);
    if (first < 0 || second < 0) {
        return cudaErrorInvalidResourceHandle;
    }
    const struct event *start = &session->events[first], *end = &session->events[second];
    if (!start->timed || !end->timed || !start->recorded || !end->recorded) {
        return cudaErrorInvalidResourceHandle;
    }
    if (start->pending || end->pending) {
        return cudaErrorNotReady;
    }
    unordered_host_waited(session, -1, first); /* both are done, and the host knows */
    unordered_host_waited(session, -1, second);
    answer->milliseconds = (end->at - start->at) / 1000;
    return cudaSuccess;
}

cudaError_t on_event_times(struct session *session, const struct wire_handle *question,
                           struct wire_times_r *answer) {
    int index = event_index(session, question->handle);
    if (index < 0 || !session->events[index].recorded) {
        return cudaErrorInvalidResourceHandle;
    }
    cudaError_t error = queue_drain(session);
    const struct event *event = &session->events[index];
    answer->issued = (uint64_t)(event->issued * 1000);
    answer->started = (uint64_t)(event->started * 1000);
    answer->ended = (uint64_t)(event->ended * 1000);
    return error;
}
