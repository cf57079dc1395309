/* Events, of commands and of the program itself: their states, and the callbacks for them. */
#include "icd.h"

#include <pthread.h>
#include <stdlib.h>

static void clear(void *object) {
    cl_event event = object;
    struct wire_handle question = {.handle = event->handle};
    if (event->handle) {
        client_ask(WIRE_EVENT_DESTROY, &question, NULL);
    }
    while (event->callbacks != NULL) {
        struct event_callback *callback = event->callbacks;
        event->callbacks = callback->next;
        free(callback);
    }
    object_release(event->queue);
    object_release(event->context);
}

static bool user_made;

cl_event event_create(cl_context context, cl_command_queue queue, cl_command_type type) {
    cl_event event = object_create(OBJECT_EVENT, sizeof *event, clear);
    if (!event) {
        return NULL;
    }
    object_retain(context);
    if (queue) {
        object_retain(queue);
    }
    event->object.held = queue ? 0 : 1; /* a command's is the program's when it asks for it */
    event->context = context;
    user_made = user_made || !queue;
    event->queue = queue;
    event->type = type;
    event->status = queue ? CL_QUEUED : CL_SUBMITTED;
    return event;
}

/* Oldest first: one may register more, or release the event. */
void event_call_back(cl_event event) {
    while (event->callbacks != NULL) {
        struct event_callback *callback = event->callbacks;
        event->callbacks = callback->next;
        /* At the end, callbacks for earlier states are called with those states. */
        cl_int status = event->status < 0 ? event->status : callback->status;
        event->calling = true;
        client_unlock();
        callback->notify(event, status, callback->data);
        client_lock();
        event->calling = false;
        free(callback);
    }
}

static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

int event_wait_for_change(const struct timespec *until) {
    return client_wait(&changed, until);
}

void event_complete(cl_event event, cl_int status) {
    event->status = status;
    object_retain(event);
    pthread_cond_broadcast(&changed);
    if (event->callbacks != NULL) {
        order_step(event, WIRE_KNOWN);
    }
    event_call_back(event);
    object_release(event);
}

bool event_of_user_made(void) {
    return user_made;
}
