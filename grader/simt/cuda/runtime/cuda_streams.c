/* Streams and events, and waiting for the device. */
#include "graphs.h"
#include "managed_memory.h"
#include "../include/lockstep_launch.h"

static cudaError_t wait_for(enum wire_wait what, const void *handle, bool query) {
    struct wire_wait_q question = {.what = what, .query = query};
    const enum handle_kind kind = what == WIRE_WAIT_EVENT ? HANDLE_EVENT : HANDLE_STREAM;
    if (what == WIRE_WAIT_STREAM && graph_captures(handle)) {
        return cudaErrorStreamCaptureUnsupported;
    }
    if (!client_handle(handle, &question.handle)) {
        return handle_explain(kind, cudaErrorInvalidResourceHandle, handle);
    }
    cudaError_t error = client_ask(WIRE_WAIT, &question, NULL);
    if (error == cudaSuccess) {
        managed_download();
    }
    return handle_explain(kind, error, handle);
}

/* Who made a handle: only in the call itself. */
#define BY ((struct maker){.call = __func__, .caller = __builtin_return_address(0)})

static cudaError_t create(enum handle_kind kind, unsigned int flags, void **handle,
                          struct maker by) {
    if (handle == NULL) {
        return client_refuse(cudaErrorInvalidValue, MESSAGE_WHY_NULL, "address for the handle");
    }
    struct wire_create_q question = {.flags = flags};
    struct wire_handle reply = {0};
    client_lock();
    cudaError_t error = client_ask(kind == HANDLE_STREAM ? WIRE_STREAM_CREATE : WIRE_EVENT_CREATE,
                                   &question, &reply);
    if (error == cudaSuccess) {
        if (kind == HANDLE_STREAM) {
            client_name_work();
        }
        *handle = client_pointer(reply.handle);
        by.flags = flags;
        handle_made(kind, reply.handle, by);
    }
    client_unlock();
    return error;
}

static cudaError_t destroy(enum handle_kind kind, const void *handle) {
    struct wire_handle question = {0};
    if (!client_handle(handle, &question.handle)) {
        return handle_explain(kind, cudaErrorInvalidResourceHandle, handle);
    }
    client_lock();
    cudaError_t error = client_ask(kind == HANDLE_STREAM ? WIRE_STREAM_DESTROY : WIRE_EVENT_DESTROY,
                                   &question, NULL);
    if (error == cudaSuccess) {
        handle_made(kind, question.handle, (struct maker){0});
    }
    client_unlock();
    return handle_explain(kind, error, handle);
}

static cudaError_t pair(enum wire_operation operation, const void *first, const void *second,
                        void *reply) {
    struct wire_pair_q question = {0};
    if (!client_handle(first, &question.first) || !client_handle(second, &question.second)) {
        return cudaErrorInvalidResourceHandle;
    }
    return client_ask(operation, &question, reply);
}

cudaError_t cudaDeviceSynchronize(void) {
    client_working();
    return client_result(wait_for(WIRE_WAIT_DEVICE, NULL, false));
}
cudaError_t cudaThreadSynchronize(void) {
    return cudaDeviceSynchronize();
}

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
    return client_result(create(HANDLE_STREAM, cudaStreamDefault, (void **)stream, BY));
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags) {
    return client_result(create(HANDLE_STREAM, flags, (void **)stream, BY));
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority) {
    /* A hint, which the device does not take. As a GPU does, give the nearest one that there is. */
    struct maker by = BY;
    by.priority = priority > 0                          ? 0
                  : priority < STREAM_GREATEST_PRIORITY ? STREAM_GREATEST_PRIORITY
                                                        : priority;
    return client_result(create(HANDLE_STREAM, flags, (void **)stream, by));
}

/* What the stream was made with; the default stream with nothing. */
static cudaError_t made_with(cudaStream_t stream, const void *answer, struct maker *by) {
    *by = (struct maker){0};
    if (answer == NULL) {
        return cudaErrorInvalidValue;
    }
    if ((uintptr_t)stream < FIRST_HANDLE || handle_find(HANDLE_STREAM, (uintptr_t)stream, by)) {
        return cudaSuccess;
    }
    return client_explain_stream(cudaErrorInvalidResourceHandle, stream);
}
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) {
    struct maker by;
    cudaError_t error = made_with(stream, priority, &by);
    if (error == cudaSuccess) {
        *priority = by.priority;
    }
    return client_result(error);
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags) {
    struct maker by;
    cudaError_t error = made_with(stream, flags, &by);
    if (error == cudaSuccess) {
        *flags = by.flags;
    }
    return client_result(error);
}
CALL(cudaStreamDestroy, (cudaStream_t stream), destroy(HANDLE_STREAM, stream))
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    return client_result_of(MESSAGE_RESULT_NOT_WAITED, wait_for(WIRE_WAIT_STREAM, stream, false));
}
CALL(cudaStreamQuery, (cudaStream_t stream), wait_for(WIRE_WAIT_STREAM, stream, true))
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
    if (flags != cudaEventWaitDefault) {
        return client_result(client_refuse(cudaErrorInvalidValue, MESSAGE_WHY_FLAGS, NULL));
    }
    if (graph_captures_wait(stream, event)) {
        return client_result(cudaSuccess);
    }
    cudaError_t error = pair(WIRE_STREAM_WAIT, stream, event, NULL);
    return client_result_of(MESSAGE_RESULT_NOT_WAITED, handle_explain_pair(error, stream, event));
}

cudaError_t cudaEventCreate(cudaEvent_t *event) {
    return client_result(create(HANDLE_EVENT, cudaEventDefault, (void **)event, BY));
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags) {
    return client_result(create(HANDLE_EVENT, flags, (void **)event, BY));
}
CALL(cudaEventDestroy, (cudaEvent_t event), destroy(HANDLE_EVENT, event))
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    if (graph_captures_record(event, stream)) {
        return client_result(cudaSuccess);
    }
    return client_result(
        handle_explain_pair(pair(WIRE_EVENT_RECORD, event, stream, NULL), stream, event));
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return client_result_of(MESSAGE_RESULT_NOT_WAITED, wait_for(WIRE_WAIT_EVENT, event, false));
}
CALL(cudaEventQuery, (cudaEvent_t event), wait_for(WIRE_WAIT_EVENT, event, true))

/* A call that asked for a time too early: no mistake, since a program may ask again until there is
 * one. */
static struct untimed {
    cudaEvent_t end;
    const void *caller;
} untimed;

__attribute__((destructor(103))) static void tell_untimed(void) {
    if (untimed.caller != NULL && client_is_connected()) {
        client_why(MESSAGE_WHY_NOT_REACHED, NULL, 0, 0, 0);
        client_tell_wrong(&(struct client_wrong){.what = WIRE_DOUBTFUL,
                                                 .call = "cudaEventElapsedTime",
                                                 .caller = untimed.caller,
                                                 .error = "",
                                                 .result = MESSAGE_RESULT_NONE});
    }
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end) {
    if (milliseconds == NULL) {
        return client_result(
            client_refuse(cudaErrorInvalidValue, MESSAGE_WHY_NULL, "address for the time"));
    }
    struct wire_elapsed_r reply = {0};
    cudaError_t error = pair(WIRE_EVENT_ELAPSED, start, end, &reply);
    if (error == cudaErrorNotReady) {
        untimed = untimed.caller != NULL
                      ? untimed
                      : (struct untimed){.end = end, .caller = __builtin_return_address(0)};
    } else if (untimed.end == end) {
        untimed = (struct untimed){0};
    }
    if (error == cudaSuccess) {
        *milliseconds = (float)reply.milliseconds;
    } else if (error == cudaErrorInvalidResourceHandle) {
        client_why(MESSAGE_WHY_NOT_RECORDED, NULL, 0, 0, 0);
    }
    return client_result(error);
}

/* Hints about caches: the counters are those of an empty L2, whatever the program wishes. */
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue *value) {
    struct maker by;
    (void)attribute;
    return client_result(made_with(stream, value, &by));
}
CALL(cudaCtxResetPersistingL2Cache, (void), client_connect())

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
    if (flags != cudaEventRecordDefault) {
        return client_result(client_refuse(cudaErrorInvalidValue, MESSAGE_WHY_FLAGS, NULL));
    }
    return cudaEventRecord(event, stream);
}
