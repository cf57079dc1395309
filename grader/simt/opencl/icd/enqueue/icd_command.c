/*
 * Commands: enqueued in one list, whatever their queue, and carried out when the program waits for
 * something: only those that must be done for that, and of those that may run the last one first.
 * So what the program forgot to wait for, or to order, is not done yet, on every run.
 */
#include "../icd.h"
#include "../../../array.h"
#include "../../../client/guard.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/single_threaded.h>
#include <time.h>
#include <unistd.h>

/* So many may wait; beyond that, the oldest of the queue is carried out for each new one, as a
 * driver with a full queue does. So a loop without an end runs out of time, not of memory. */
enum { MOST_WAITING = 16384 };

static struct command *first, **last = &first;
static size_t waiting;
static bool mixed;     /* may those that wait be of several queues? */
static uint64_t looks; /* at the list, so far */

struct command *command_create(cl_command_queue queue, cl_command_type type, cl_uint wait_count,
                               const cl_event *waits, cl_int *error) {
    if (!object_is(queue, OBJECT_QUEUE)) {
        return icd_null(error, CL_INVALID_COMMAND_QUEUE);
    }
    if ((wait_count == 0) != (waits == NULL)) {
        return icd_null(error,
                        client_refuse(CL_INVALID_EVENT_WAIT_LIST, MESSAGE_WHY_WAIT_LIST, NULL));
    }
    for (cl_uint i = 0; i < wait_count; i++) {
        if (!object_is(waits[i], OBJECT_EVENT)) {
            if (!client_reason_is(MESSAGE_WHY_RELEASED)) {
                client_why(MESSAGE_WHY_NOT_EVENT, NULL, i, 0, 0);
            }
            return icd_null(error, CL_INVALID_EVENT_WAIT_LIST);
        } else if (waits[i]->context != queue->context) {
            return icd_null(error,
                            client_refuse(CL_INVALID_CONTEXT, MESSAGE_WHY_OTHER_CONTEXT, NULL));
        }
    }
    struct command *command = calloc(1, sizeof *command);
    cl_event *list = calloc(wait_count + 1, sizeof(cl_event));
    cl_event event =
        command != NULL && list != NULL ? event_create(queue->context, queue, type) : NULL;
    if (!event) {
        free(command);
        free(list);
        return icd_null(error, CL_OUT_OF_HOST_MEMORY);
    }
    *command =
        (struct command){.queue = queue, .event = event, .waits = list, .wait_count = wait_count};
    object_retain(queue);
    for (cl_uint i = 0; i < wait_count; i++) {
        object_retain(list[i] = waits[i]);
    }
    *error = CL_SUCCESS;
    return command;
}

bool command_hold(struct command *command, cl_mem memory) {
    if (!array_grow(&command->held, &command->held_room, command->held_count + 1)) {
        return false;
    }
    command->held[command->held_count++] = memory;
    object_retain(memory);
    return true;
}

void command_discard(struct command *command) {
    if (command->run == launch_run) {
        object_release(command->work.launch.kernel);
        free(command->work.launch.tail);
    }
    guard_end(command->guard);
    for (size_t i = 0; i < command->held_count; i++) {
        object_release(command->held[i]);
    }
    for (cl_uint i = 0; i < command->wait_count; i++) {
        object_release(command->waits[i]);
    }
    object_release(command->event);
    object_release(command->queue);
    free(command->held);
    free(command->waits);
    free(command->owned);
    free(command);
}

static bool waits_are_done(const struct command *command) {
    for (cl_uint i = 0; i < command->wait_count; i++) {
        if (command->waits[i]->status > CL_COMPLETE) {
            return false;
        }
    }
    return true;
}

static bool is_in_order(const struct command *command) {
    return !(command->queue->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}

/* What must be done before a command may run lies in front of it in the list: its wait list's
 * events are older, and so is what its queue puts in front of it. */
static void mark_before(struct command *command) {
    cl_command_queue queue = command->queue;
    command->needed = command->needed || queue->all_needed || command->event->needed ||
                      (command->barrier && queue->barriers_needed);
    if (!command->needed) {
        return;
    }
    queue->all_needed = queue->all_needed || is_in_order(command) || command->waits_for_all;
    queue->barriers_needed = true;
    for (cl_uint i = 0; i < command->wait_count; i++) {
        command->waits[i]->needed = true;
    }
}

/* Marks what the event, or all of the queue, needs; without either, all there is. */
static void mark(cl_event event, cl_command_queue queue) {
    struct command *from_behind = NULL; /* the list, turned round and back */
    struct command *command = first;
    while (command != NULL) {
        struct command *next = command->next;
        command->needed = (!event && !queue) || (queue && command->queue == queue);
        command->event->needed = false;
        for (cl_uint i = 0; i < command->wait_count; i++) {
            command->waits[i]->needed = false;
        }
        command->queue->all_needed = command->queue->barriers_needed = false;
        command->next = from_behind;
        from_behind = command;
        command = next;
    }
    if (event) {
        event->needed = true;
    }
    first = NULL;
    last = from_behind != NULL ? &from_behind->next : &first;
    while (from_behind != NULL) {
        struct command *before = from_behind->next;
        mark_before(from_behind);
        from_behind->next = first;
        first = from_behind;
        from_behind = before;
    }
}

/* The place in the list of the last needed command that may run now; NULL if there is none. */
static struct command **find_next(void) {
    struct command **found = NULL;
    looks++;
    for (struct command **at = &first; *at != NULL; at = &(*at)->next) {
        struct command *command = *at;
        cl_command_queue queue = command->queue;
        bool after_others =
            queue->passed == looks && (is_in_order(command) || command->waits_for_all);
        if (!after_others && queue->barred != looks && command->needed && waits_are_done(command)) {
            found = at;
        }
        queue->passed = looks;
        if (command->barrier) {
            queue->barred = looks;
        }
    }
    return found;
}

/* In modelled time, a command starts after those of other queues that it waits for. */
static void follow(const struct command *command) {
    for (cl_uint i = 0; i < command->wait_count; i++) {
        struct wire_pair_q question = {command->queue->stream, command->waits[i]->handle};
        if (command->waits[i]->handle && command->waits[i]->queue != command->queue) {
            client_ask(WIRE_STREAM_WAIT, &question, NULL);
        }
    }
}

/* Asks the device when the queue's last piece of work ran. */
static void take_times(cl_event event, bool worked) {
    struct wire_create_q create = {0};
    struct wire_handle handle = {0};
    if (client_ask(WIRE_EVENT_CREATE, &create, &handle) != cudaSuccess) {
        return;
    }
    event->handle = handle.handle;
    struct wire_pair_q pair = {handle.handle, event->queue->stream};
    struct call times = {.operation = WIRE_EVENT_TIMES, .body = &handle, .reply = &event->times};
    if (client_ask(WIRE_EVENT_RECORD, &pair, NULL) == cudaSuccess) {
        client_call(&times);
    }
    if (!worked) {
        event->times.issued = event->times.started = event->times.ended;
    }
}

static void carry_out(struct command *command) {
    cl_event event = command->event;
    cl_int status = CL_COMPLETE;
    for (cl_uint i = 0; i < command->wait_count; i++) {
        if (command->waits[i]->status < 0) {
            status = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
        }
    }
    if (status == CL_COMPLETE) {
        event->status = CL_RUNNING;
        follow(command);
        host_memory_before(command);
        order_step(event, WIRE_BEGINS);
        if (command->run != NULL) {
            status = command->run(command);
        }
        order_step(event, WIRE_ENDS);
        host_memory_after(command, first);
        map_unmapped(command);
        if (event->object.references > 1) {
            take_times(event, command->run);
        }
    }
    if (status < 0 && !command->queue->failed) {
        command->queue->failed = status;
    }
    event_complete(event, status);
    command_discard(command);
}

/* A queue in order that is alone, whatever is asked of it, goes on with its first command: without
 * a look at all the others for each. */
static bool first_is_next(cl_event event, cl_command_queue queue) {
    return !mixed && first != NULL && first->queue == (event ? event->queue : queue) &&
           is_in_order(first) && waits_are_done(first);
}

static bool step(cl_event event, cl_command_queue queue) {
    struct command **found = &first;
    if (!first_is_next(event, queue)) {
        mark(event, queue);
        found = find_next();
    }
    if (found == NULL) {
        return false;
    }
    struct command *command = *found;
    *found = command->next;
    waiting--;
    if (*found == NULL) {
        last = found;
    }
    carry_out(command);
    return true;
}

/* Nothing can run before a user event is set, by another thread. Where there is none, a GPU's
 * driver would wait for ever: the program ends here. */
static void wait_for_change(bool *told) {
    struct timespec until;
    if (__libc_single_threaded) {
        icd_stuck(object_unset());
        fflush(NULL);
        _exit(1);
    }
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += 3;
    if (event_wait_for_change(*told ? NULL : &until) != ETIMEDOUT || *told) {
        return;
    }
    client_complain("still waiting for a user event: is clSetUserEventStatus called?");
    *told = true;
}

cl_int command_wait_event(cl_event event) {
    bool told = false;
    object_retain(event);
    while (event->status > CL_COMPLETE) {
        if (!step(event, NULL)) {
            wait_for_change(&told);
        }
    }
    order_step(event, WIRE_KNOWN);
    cl_int status = event->status;
    if (status < 0 && event->queue && event->queue->failed == status) {
        event->queue->failed = CL_SUCCESS; /* the caller learns it now */
    }
    object_release(event);
    return status;
}

void command_progress(cl_event event) {
    while (event->status > CL_COMPLETE && step(event, NULL)) {
        /* one more command */
    }
}

static bool is_busy(cl_command_queue queue) {
    for (struct command *command = first; command != NULL; command = command->next) {
        if (command->queue == queue) {
            return true;
        }
    }
    return false;
}

cl_int command_wait_queue(cl_command_queue queue) {
    bool told = false;
    object_retain(queue);
    while (is_busy(queue)) {
        if (!step(NULL, queue)) {
            wait_for_change(&told);
        }
    }
    cl_int error = queue->failed;
    queue->failed = CL_SUCCESS;
    object_release(queue);
    return error;
}

bool command_keeps(cl_mem memory) {
    client_lock();
    bool kept = false;
    for (struct command *command = first; command != NULL; command = command->next) {
        for (size_t i = 0; i < command->held_count; i++) {
            kept = kept || (command->held[i] == memory && memory->object.held == 0 &&
                            command->run == launch_run);
        }
    }
    client_unlock();
    return kept;
}

void command_submit(cl_command_queue queue) {
    for (struct command *command = first; command != NULL; command = command->next) {
        if (command->queue == queue && command->event->status == CL_QUEUED) {
            command->event->status = CL_SUBMITTED;
        }
    }
}

cl_int command_enqueue(struct command *command, bool blocking, cl_event *event) {
    cl_event own = command->event;
    if (event != NULL) {
        object_retain(*event = own);
        own->object.held = 1;
    }
    order_enqueued(command);
    mixed = first != NULL && (mixed || first->queue != command->queue);
    *last = command;
    last = &command->next;
    waiting++;
    if (!blocking) {
        host_memory_taken(command);
        if (waiting > MOST_WAITING) {
            step(NULL, command->queue);
        }
        return CL_SUCCESS;
    }
    object_retain(own);
    cl_int status = command_wait_event(own);
    object_release(own);
    return status < 0 ? status : CL_SUCCESS;
}

/* Drops what waits, and with it its hold on buffers. */
static void drop_rest(void) {
    while (first != NULL) {
        struct command *command = first;
        first = command->next;
        command_discard(command);
    }
    waiting = 0;
    last = &first;
}

/* The program ends. Its last launches go to the device, so that they are checked and counted; its
 * own memory may be gone already, so copies to and from it are not carried out. */
__attribute__((destructor)) static void leave(void) {
    bool launched = false, dropped = false;
    client_lock();
    for (struct command *command = first; command != NULL && !dropped; command = command->next) {
        const struct transfer *transfer = &command->work.transfer;
        bool moves = command->run == transfer_run;
        dropped = !waits_are_done(command) || (moves && transfer->direction != BUFFER_COPY);
        if (!dropped) {
            order_step(command->event, WIRE_BEGINS);
        }
        if (command->run == launch_run && !dropped) {
            launched = launch_send(&command->work.launch) == CL_SUCCESS || launched;
        } else if (command->run != NULL && !dropped) {
            command->run(command);
        }
        if (!dropped) {
            order_step(command->event, WIRE_ENDS);
        }
        command->event->status = CL_COMPLETE;
    }
    if (dropped) {
        client_complain("the program ended before its last commands were carried out: wait for "
                        "them, with clFinish");
    }
    object_each_held(icd_left);
    if (!launched) { /* freeing its buffers would be a wait for a launch */
        drop_rest();
    }
    client_unlock();
}
