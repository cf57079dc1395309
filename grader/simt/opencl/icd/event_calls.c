/* What a program asks of events, and waits for. */
#include "icd.h"

#include <pthread.h>
#include <stdlib.h>

static cl_event create(cl_context context, cl_int *error) {
    cl_event event = event_create(context, NULL, CL_COMMAND_USER);
    return event ? event : icd_null(error, CL_OUT_OF_HOST_MEMORY);
}

cl_event clCreateUserEvent(cl_context context, cl_int *error) {
    return MADE(LOCKED(object_is(context, OBJECT_CONTEXT) ? create(context, error)
                                                          : icd_null(error, CL_INVALID_CONTEXT)));
}

cl_int clSetUserEventStatus(cl_event event, cl_int status) {
    client_lock();
    cl_int error = CL_SUCCESS;
    if (!object_is(event, OBJECT_EVENT) || event->queue) {
        error = CL_INVALID_EVENT;
    } else if (status > CL_COMPLETE) {
        error = CL_INVALID_VALUE;
    } else if (event->status <= CL_COMPLETE) {
        error = CL_INVALID_OPERATION;
    } else {
        event_complete(event, status);
    }
    client_unlock();
    return END(error);
}

cl_int clWaitForEvents(cl_uint count, const cl_event *events) {
    if (count == 0 || events == NULL) {
        return END(CL_INVALID_VALUE);
    }
    for (cl_uint i = 0; i < count; i++) {
        if (!object_is(events[i], OBJECT_EVENT)) {
            return END(CL_INVALID_EVENT);
        } else if (events[i]->context != events[0]->context) {
            return END(CL_INVALID_CONTEXT);
        }
    }
    cl_int error = CL_SUCCESS;
    for (cl_uint i = 0; i < count; i++) {
        client_lock();
        if (command_wait_event(events[i]) < 0) {
            error = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
        }
        client_unlock();
    }
    return END(error);
}

/* The present status. Each question also lets the device do some work, so that a program that asks
 * again and again sees the event end. */
static cl_int ask_status(cl_event event) {
    cl_int status = event->status;
    if (status > CL_COMPLETE && event->queue) {
        command_progress(event);
    }
    if (status == CL_COMPLETE) {
        order_step(event, WIRE_KNOWN);
    }
    return status;
}

cl_int clGetEventInfo(cl_event event, cl_event_info name, size_t room, void *to, size_t *needed) {
    client_lock();
    cl_int error = CL_INVALID_EVENT;
    if (object_is(event, OBJECT_EVENT)) {
        const bool asks = name == CL_EVENT_COMMAND_EXECUTION_STATUS && to != NULL;
        const struct info_row answers[] = {
            ANSWER(CL_EVENT_COMMAND_QUEUE, cl_command_queue, event->queue),
            ANSWER(CL_EVENT_CONTEXT, cl_context, event->context),
            ANSWER(CL_EVENT_COMMAND_TYPE, cl_command_type, event->type),
            ANSWER(CL_EVENT_REFERENCE_COUNT, cl_uint, event->object.references),
            ANSWER(CL_EVENT_COMMAND_EXECUTION_STATUS, cl_int, asks ? ask_status(event) : 0)};
        error = ANSWERED(answers);
    }
    client_unlock();
    return error;
}

cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info name, size_t room, void *to,
                               size_t *needed) {
    if (!object_is(event, OBJECT_EVENT)) {
        return END(CL_INVALID_EVENT);
    }
    const bool profiled =
        event->queue && (event->queue->properties & CL_QUEUE_PROFILING_ENABLE) != 0;
    if (!profiled || event->status != CL_COMPLETE) {
        return END(client_refuse(CL_PROFILING_INFO_NOT_AVAILABLE,
                                 profiled ? MESSAGE_WHY_NOT_ENDED : MESSAGE_WHY_NO_PROFILE, NULL));
    }
    switch (name) {
    case CL_PROFILING_COMMAND_QUEUED:
    case CL_PROFILING_COMMAND_SUBMIT:
        return END(INFO(cl_ulong, event->times.issued));
    case CL_PROFILING_COMMAND_START:
        return END(INFO(cl_ulong, event->times.started));
    case CL_PROFILING_COMMAND_END:
        if (event->type == CL_COMMAND_NDRANGE_KERNEL || event->type == CL_COMMAND_TASK) {
            client_told_kernel_time((double)(event->times.ended - event->times.started));
        }
        return END(INFO(cl_ulong, event->times.ended));
    default:
        return END(CL_INVALID_VALUE);
    }
}

/* Drives an event to its end for a program that waits for a callback instead of calling us. */
static void *drive(void *argument) {
    cl_event event = argument;
    client_lock();
    command_wait_event(event);
    object_release(event);
    client_unlock();
    return NULL;
}

cl_int clSetEventCallback(cl_event event, cl_int status,
                          void(CL_CALLBACK *notify)(cl_event, cl_int, void *), void *data) {
    if (!object_is(event, OBJECT_EVENT)) {
        return END(CL_INVALID_EVENT);
    }
    if (notify == NULL ||
        (status != CL_SUBMITTED && status != CL_RUNNING && status != CL_COMPLETE)) {
        return END(CL_INVALID_VALUE);
    }
    struct event_callback *callback = calloc(1, sizeof *callback);
    if (callback == NULL) {
        return END(CL_OUT_OF_HOST_MEMORY);
    }
    *callback = (struct event_callback){.status = status, .notify = notify, .data = data};
    client_lock();
    struct event_callback **last = &event->callbacks;
    while (*last != NULL) {
        last = &(*last)->next;
    }
    *last = callback;
    if (event->status <= CL_COMPLETE) {
        event_call_back(event);
    } else if (event->queue) {
        pthread_t thread;
        object_retain(event);
        /* Without threads, the callback comes with the next call that waits. */
        if (pthread_create(&thread, NULL, drive, event)) {
            object_release(event);
        } else {
            pthread_detach(thread);
        }
    }
    client_unlock();
    return END(CL_SUCCESS);
}
