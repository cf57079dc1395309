/* A request, and what goes before and after it: where it comes from, faults, guards and times. */
#include "connection.h"
#include "guard.h"

#include <errno.h>

static cudaError_t connect_locked(void) {
    const bool connected = client_is_connected();
    const cudaError_t error = connection_open();
    if (error == cudaSuccess && !connected) {
        guard_watch_faults();
    }
    return error;
}

cudaError_t client_connect(void) {
    client_lock();
    cudaError_t error = connect_locked();
    client_unlock();
    return error;
}

cudaError_t client_call(struct call *call) {
    client_lock();
    cudaError_t error = connect_locked();
    if (error == cudaSuccess) {
        guard_tell();
        client_tell_from(call->operation);
        error = connection_exchange(call);
        int saved = errno;
        if (error == cudaSuccess) {
            client_note_time(call);
        }
        guard_refresh(call->operation);
        errno = saved;
    }
    client_unlock();
    return error;
}

cudaError_t client_ask(enum wire_operation operation, const void *body, void *reply) {
    return client_call(&(struct call){.operation = operation, .body = body, .reply = reply});
}

cudaError_t client_free(struct wire_free_q question) {
    return client_ask(WIRE_FREE, &question, NULL);
}

/* Runs after main and after the destructors of static objects. */
__attribute__((destructor(101))) static void say_goodbye(void) {
    client_lock();
    if (client_is_connected()) {
        guard_tell();
        if (client_door == WIRE_OPENCL) { /* a command that nobody waited for was never sent */
            client_name_work();
            client_tell_from(WIRE_COMMAND);
        }
        struct call call = {.operation = WIRE_GOODBYE};
        connection_exchange(&call);
    }
    connection_end();
    client_unlock();
}
