/* Streams and events that the program has not given back, and which calls made them. */
#include "runtime_calls.h"

#include <stddef.h>

/* As many as the device has; more are not made. */
enum { MOST_STREAMS = 1024, MOST_EVENTS = 65536, MOST_TOLD = 256 };

static struct maker streams[MOST_STREAMS], events[MOST_EVENTS];

/* The last handles that were given out: a smaller one that is not known was destroyed. */
static uintptr_t last[] = {[HANDLE_STREAM] = 0, [HANDLE_EVENT] = 0};

static struct maker *maker_of(enum handle_kind kind, uintptr_t handle) {
    const size_t count = kind == HANDLE_STREAM ? MOST_STREAMS : MOST_EVENTS;
    const bool known = handle >= FIRST_HANDLE && handle - FIRST_HANDLE < count;
    return known ? &(kind == HANDLE_STREAM ? streams : events)[handle - FIRST_HANDLE] : NULL;
}

void handle_made(enum handle_kind kind, uintptr_t handle, struct maker by) {
    struct maker *maker = maker_of(kind, handle);
    if (maker != NULL) {
        *maker = by;
        last[kind] = handle > last[kind] ? handle : last[kind];
    }
}

bool handle_find(enum handle_kind kind, uintptr_t handle, struct maker *by) {
    const struct maker *maker = maker_of(kind, handle);
    if (maker == NULL || maker->call == NULL) {
        return false;
    }
    *by = *maker;
    return true;
}

cudaError_t handle_explain(enum handle_kind kind, cudaError_t error, const void *handle) {
    if (error == cudaErrorInvalidResourceHandle) {
        uintptr_t number = (uintptr_t)handle;
        bool ended = number >= FIRST_HANDLE && number <= last[kind];
        client_why(ended ? MESSAGE_WHY_HANDLE_ENDED : MESSAGE_WHY_NO_STREAM, NULL, 0, 0, 0);
    }
    return error;
}

cudaError_t client_explain_stream(cudaError_t error, const void *stream) {
    return handle_explain(HANDLE_STREAM, error, stream);
}

cudaError_t handle_explain_pair(cudaError_t error, const void *stream, const void *event) {
    return (uintptr_t)stream > last[HANDLE_STREAM] && (uintptr_t)stream > FIRST_HANDLE
               ? handle_explain(HANDLE_STREAM, error, stream)
               : handle_explain(HANDLE_EVENT, error, event);
}

static void forget(struct maker *makers, size_t count, const char *what) {
    size_t told = 0;
    for (size_t i = 0; i < count; i++) {
        if (makers[i].call != NULL && told < MOST_TOLD) {
            client_why(MESSAGE_WHY_TEXT, what, 0, 0, 0);
            client_tell_wrong(&(struct client_wrong){.what = WIRE_LEFT,
                                                     .call = makers[i].call,
                                                     .caller = makers[i].caller,
                                                     .error = "",
                                                     .result = MESSAGE_RESULT_NONE});
            told++;
        }
        makers[i] = (struct maker){0};
    }
}

/* Before the client's own end, which has a lower number. */
__attribute__((destructor(102))) void handles_forget(void) {
    if (client_is_connected()) {
        forget(streams, MOST_STREAMS, "a stream");
        forget(events, MOST_EVENTS, "an event");
    }
}
