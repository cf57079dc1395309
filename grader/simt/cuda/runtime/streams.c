/* Streams and events, and waiting for the device. */
#include "runtime.h"

static cudaError_t wait_for(enum wire_wait what, const void *handle, bool query) {
    struct wire_wait_q question = {.what = what, .query = query};
    if (!client_handle(handle, &question.handle)) {
        return client_result(cudaErrorInvalidResourceHandle);
    }
    struct call call = {.operation = WIRE_WAIT, .body = &question};
    return client_result(client_call(&call));
}

static cudaError_t create(enum wire_operation operation, unsigned int flags, void **handle) {
    if (handle == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    struct wire_create_q question = {.flags = flags};
    struct wire_handle reply = {0};
    struct call call = {.operation = operation, .body = &question, .reply = &reply};
    cudaError_t error = client_call(&call);
    if (error == cudaSuccess) {
        *handle = client_pointer(reply.handle);
    }
    return client_result(error);
}

static cudaError_t destroy(enum wire_operation operation, const void *handle) {
    struct wire_handle question = {0};
    if (!client_handle(handle, &question.handle)) {
        return client_result(cudaErrorInvalidResourceHandle);
    }
    struct call call = {.operation = operation, .body = &question};
    return client_result(client_call(&call));
}

static cudaError_t pair(enum wire_operation operation, const void *first, const void *second,
                        void *reply) {
    struct wire_pair_q question = {0};
    if (!client_handle(first, &question.first) || !client_handle(second, &question.second)) {
        return client_result(cudaErrorInvalidResourceHandle);
    }
    struct call call = {.operation = operation, .body = &question, .reply = reply};
    return client_result(client_call(&call));
}

cudaError_t cudaDeviceSynchronize(void) {
    return wait_for(WIRE_WAIT_DEVICE, NULL, false);
}
cudaError_t cudaThreadSynchronize(void) {
    return cudaDeviceSynchronize();
}

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
    return create(WIRE_STREAM_CREATE, cudaStreamDefault, (void **)stream);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags) {
    return create(WIRE_STREAM_CREATE, flags, (void **)stream);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority) {
    (void)priority; /* a hint; there is one priority here (cudaDeviceGetStreamPriorityRange) */
    return create(WIRE_STREAM_CREATE, flags, (void **)stream);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    return destroy(WIRE_STREAM_DESTROY, stream);
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    return wait_for(WIRE_WAIT_STREAM, stream, false);
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
    return wait_for(WIRE_WAIT_STREAM, stream, true);
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
    if (flags != cudaEventWaitDefault) {
        return client_result(cudaErrorInvalidValue);
    }
    return pair(WIRE_STREAM_WAIT, stream, event, NULL);
}

cudaError_t cudaEventCreate(cudaEvent_t *event) {
    return create(WIRE_EVENT_CREATE, cudaEventDefault, (void **)event);
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags) {
    return create(WIRE_EVENT_CREATE, flags, (void **)event);
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
    return destroy(WIRE_EVENT_DESTROY, event);
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    return pair(WIRE_EVENT_RECORD, event, stream, NULL);
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return wait_for(WIRE_WAIT_EVENT, event, false);
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
    return wait_for(WIRE_WAIT_EVENT, event, true);
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end) {
    if (milliseconds == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    struct wire_elapsed_r reply = {0};
    cudaError_t error = pair(WIRE_EVENT_ELAPSED, start, end, &reply);
    if (error == cudaSuccess) {
        *milliseconds = (float)reply.milliseconds;
    }
    return error;
}
