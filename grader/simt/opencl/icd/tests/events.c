/* Events: what has happened when, wait lists, user events, callbacks, both kinds of queue, times.
 */
#include "tap.h"

#include <pthread.h>
#include <unistd.h>

static struct setting it;
static cl_mem a, b;
static unsigned host;

static cl_int state(cl_event event) {
    cl_int status = 99;
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    return status;
}
static cl_int put(cl_command_queue queue, cl_mem to, const unsigned *from, cl_event wait,
                  cl_event *event) {
    return clEnqueueWriteBuffer(queue, to, CL_FALSE, 0, 4, from, wait ? 1 : 0, wait ? &wait : NULL,
                                event);
}
static unsigned get(cl_mem from) {
    unsigned value = 0;
    clEnqueueReadBuffer(it.queue, from, CL_TRUE, 0, 4, &value, 0, NULL, NULL);
    return value;
}

/* What was not waited for has not happened. */
static void nothing_early(void) {
    unsigned value = 1, read = 77;
    cl_event event;
    WORKS(put(it.queue, a, &value, NULL, NULL));
    WORKS(clEnqueueReadBuffer(it.queue, a, CL_FALSE, 0, 4, &read, 0, NULL, &event));
    value = 2;
    WORKS(clFlush(it.queue));
    OK(read == 77);
    OK(state(event) == CL_SUBMITTED);
    WORKS(clWaitForEvents(1, &event));
    OK(read == 2 && state(event) == CL_COMPLETE);
    TELLS(CL_COMMAND_READ_BUFFER, cl_command_type, clGetEventInfo, event, CL_EVENT_COMMAND_TYPE);
    TELLS(it.queue, cl_command_queue, clGetEventInfo, event, CL_EVENT_COMMAND_QUEUE);
    TELLS(1, cl_uint, clGetEventInfo, event, CL_EVENT_REFERENCE_COUNT);
    WORKS(clReleaseEvent(event));
    GIVES(CL_INVALID_EVENT, clReleaseEvent(event));
    GIVES(CL_INVALID_EVENT, clWaitForEvents(1, &event));
    GIVES(CL_INVALID_VALUE, clWaitForEvents(0, NULL));
    GIVES(CL_INVALID_EVENT_WAIT_LIST, put(it.queue, a, &value, event, NULL));
}

/* A wait for two events waits for each, whichever is named first, and if one has failed. */
static void two_at_once(void) {
    const unsigned six = 6, seven = 7;
    cl_command_queue other = clCreateCommandQueue(it.context, it.device, 0, NULL);
    cl_event events[2];
    for (int first = 0; first < 2; first++) {
        WORKS(put(it.queue, a, &six, NULL, &events[first]));
        WORKS(put(other, b, &seven, NULL, &events[1 - first]));
        WORKS(clWaitForEvents(2, events));
        OK(state(events[0]) == CL_COMPLETE && state(events[1]) == CL_COMPLETE);
        clReleaseEvent(events[0]);
        clReleaseEvent(events[1]);
    }
    /* Of commands that nothing orders, the last one that may run comes first. */
    WORKS(put(it.queue, a, &six, NULL, NULL));
    WORKS(put(other, a, &seven, NULL, &events[0]));
    WORKS(clEnqueueMarkerWithWaitList(it.queue, 1, events, NULL));
    WORKS(clFinish(it.queue));
    OK(get(a) == 6);
    clReleaseEvent(events[0]);
    events[0] = clCreateUserEvent(it.context, NULL);
    WORKS(clSetUserEventStatus(events[0], -5));
    WORKS(put(it.queue, a, &seven, NULL, &events[1]));
    GIVES(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(2, events));
    OK(state(events[1]) == CL_COMPLETE);
    cl_context another = clCreateContext(NULL, 1, &it.device, NULL, NULL, NULL);
    cl_event stranger = clCreateUserEvent(another, NULL), mixed[2] = {events[1], stranger};
    GIVES(CL_INVALID_CONTEXT, clWaitForEvents(2, mixed));
    clReleaseEvent(stranger);
    clReleaseContext(another);
    clReleaseEvent(events[0]);
    clReleaseEvent(events[1]);
    clReleaseCommandQueue(other);
}

/* Asking again and again gets to the end. */
static void polling(void) {
    cl_event event;
    int asked = 0;
    WORKS(put(it.queue, a, &host, NULL, &event));
    WORKS(clFlush(it.queue));
    while (state(event) != CL_COMPLETE && asked < 1000) {
        asked++;
    }
    OK(asked > 0 && asked < 1000);
    clReleaseEvent(event);
}

static void user_events(void) {
    cl_int error = 7;
    const unsigned one = 1, two = 2;
    cl_event gate = clCreateUserEvent(it.context, &error), event;
    WORKS(error);
    OK(state(gate) == CL_SUBMITTED);
    WORKS(put(it.queue, a, &one, NULL, NULL));
    WORKS(clFinish(it.queue));
    WORKS(put(it.queue, a, &two, gate, &event));
    OK(state(event) != CL_COMPLETE);
    GIVES(CL_INVALID_VALUE, clSetUserEventStatus(gate, CL_RUNNING));
    WORKS(clSetUserEventStatus(gate, CL_COMPLETE));
    GIVES(CL_INVALID_OPERATION, clSetUserEventStatus(gate, CL_COMPLETE));
    GIVES(CL_INVALID_EVENT, clSetUserEventStatus(event, CL_COMPLETE));
    WORKS(clWaitForEvents(1, &event));
    OK(get(a) == 2);
    clReleaseEvent(event);
    clReleaseEvent(gate);
    gate = clCreateUserEvent(it.context, NULL);
    WORKS(put(it.queue, a, &one, gate, &event));
    WORKS(clSetUserEventStatus(gate, -5));
    GIVES(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &event));
    OK(state(event) < 0 && get(a) == 2);
    clReleaseEvent(event);
    clReleaseEvent(gate);
}

static void *set_later(void *gate) {
    usleep(20000);
    clSetUserEventStatus(gate, CL_COMPLETE);
    return NULL;
}
static void another_thread(void) {
    const unsigned three = 3;
    pthread_t thread;
    cl_event gate = clCreateUserEvent(it.context, NULL);
    WORKS(put(it.queue, a, &three, gate, NULL));
    OK(!pthread_create(&thread, NULL, set_later, gate));
    WORKS(clFinish(it.queue));
    OK(get(a) == 3);
    pthread_join(thread, NULL);
    clReleaseEvent(gate);
}

/* Behind a closed gate, an in-order queue waits; one out of order goes round it, save at barriers.
 */
static void order(void) {
    const unsigned four = 4, five = 5;
    cl_command_queue free_queue =
        clCreateCommandQueue(it.context, it.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL);
    cl_command_queue queues[2] = {it.queue, free_queue};
    for (int i = 0; i < 2; i++) {
        cl_event gate = clCreateUserEvent(it.context, NULL), second, marker, third;
        WORKS(put(queues[i], a, &four, gate, NULL));
        WORKS(put(queues[i], b, &five, NULL, &second));
        WORKS(clEnqueueMarkerWithWaitList(queues[i], 0, NULL, &marker));
        WORKS(clEnqueueBarrierWithWaitList(queues[i], 0, NULL, NULL));
        WORKS(put(queues[i], b, &four, NULL, &third));
        for (int ask = 0; ask < 10; ask++) {
            state(third);
        }
        OK((state(second) == CL_COMPLETE) == (i == 1));
        OK(state(marker) != CL_COMPLETE && state(third) != CL_COMPLETE);
        WORKS(clSetUserEventStatus(gate, CL_COMPLETE));
        WORKS(clFinish(queues[i]));
        OK(state(marker) == CL_COMPLETE && state(third) == CL_COMPLETE && get(b) == 4);
        clReleaseEvent(gate);
        clReleaseEvent(second);
        clReleaseEvent(marker);
        clReleaseEvent(third);
    }
    cl_event marker = NULL;
    WORKS(clEnqueueMarker(free_queue, &marker));
    clReleaseEvent(marker);
    WORKS(clEnqueueBarrier(free_queue));
    GIVES(CL_INVALID_VALUE, clEnqueueWaitForEvents(free_queue, 0, NULL));
    clReleaseCommandQueue(free_queue);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t called = PTHREAD_COND_INITIALIZER;
static int calls;
static cl_int told;
static void CL_CALLBACK count_call(cl_event event, cl_int status, void *data) {
    (void)event;
    pthread_mutex_lock(&lock);
    calls += *(int *)data;
    told = status;
    pthread_cond_signal(&called);
    pthread_mutex_unlock(&lock);
}

/* A program may do nothing but wait for the callback. */
static void callbacks(void) {
    int by = 10;
    cl_event event;
    WORKS(put(it.queue, a, &host, NULL, &event));
    GIVES(CL_INVALID_VALUE, clSetEventCallback(event, CL_COMPLETE, NULL, NULL));
    GIVES(CL_INVALID_VALUE, clSetEventCallback(event, CL_QUEUED, count_call, &by));
    WORKS(clSetEventCallback(event, CL_COMPLETE, count_call, &by));
    WORKS(clFlush(it.queue));
    pthread_mutex_lock(&lock);
    while (calls < 10) {
        pthread_cond_wait(&called, &lock);
    }
    pthread_mutex_unlock(&lock);
    OK(calls == 10 && told == CL_COMPLETE);
    WORKS(clSetEventCallback(event, CL_COMPLETE, count_call, &by)); /* done already: at once */
    OK(calls == 20);
    clReleaseEvent(event);
    cl_event gate = clCreateUserEvent(it.context, NULL);
    WORKS(clSetEventCallback(gate, CL_COMPLETE, count_call, &by));
    WORKS(clSetUserEventStatus(gate, -1));
    OK(calls == 30 && told == -1);
    clReleaseEvent(gate);
}

static void times(void) {
    cl_command_queue queue =
        clCreateCommandQueue(it.context, it.device, CL_QUEUE_PROFILING_ENABLE, NULL);
    cl_event events[2], plain;
    cl_ulong at[2][4];
    WORKS(put(queue, a, &host, NULL, &events[0]));
    WORKS(clEnqueueCopyBuffer(queue, a, b, 0, 0, 4, 0, NULL, &events[1]));
    GIVES(CL_PROFILING_INFO_NOT_AVAILABLE,
          clGetEventProfilingInfo(events[0], CL_PROFILING_COMMAND_END, 8, at[0], NULL));
    WORKS(clFinish(queue));
    bool good = true;
    for (int event = 0; event < 2; event++) {
        for (int i = 0; i < 4; i++) {
            good = !clGetEventProfilingInfo(events[event], CL_PROFILING_COMMAND_QUEUED + i, 8,
                                            &at[event][i], NULL) &&
                   (i == 0 || at[event][i] >= at[event][i - 1]) && good;
        }
    }
    OK(good);
    OK(at[0][3] > at[0][2]); /* an upload of few bytes takes the profile's time */
    OK(at[1][3] > at[1][2]); /* and so does a copy on the device */
    OK(at[1][2] >= at[0][3]);
    WORKS(put(it.queue, a, &host, NULL, &plain));
    WORKS(clFinish(it.queue));
    GIVES(CL_PROFILING_INFO_NOT_AVAILABLE,
          clGetEventProfilingInfo(plain, CL_PROFILING_COMMAND_END, 8, at[0], NULL));
    clReleaseEvent(plain);
    clReleaseEvent(events[0]);
    clReleaseEvent(events[1]);
    clReleaseCommandQueue(queue);
}

int main(void) {
    it = open_setting(0);
    a = clCreateBuffer(it.context, 0, 4, NULL, NULL);
    b = clCreateBuffer(it.context, 0, 4, NULL, NULL);
    nothing_early();
    two_at_once();
    polling();
    user_events();
    another_thread();
    order();
    callbacks();
    times();
    RELEASE(a, b);
    close_setting(&it);
    return tap_end();
}
