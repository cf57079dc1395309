/*
 * A device for host programs on the CPU, above all for the search for races: every command that is
 * enqueued becomes an OpenMP task, and whoever sees all accesses of an OpenMP program sees those of
 * the device, too.
 *
 * What orders two accesses here is what orders them in OpenCL:
 *
 * - a command begins after it was enqueued, after the command before it in an in-order queue, and
 *   after the events of its wait list (depend clauses);
 * - the host goes on after a command only if it waits for it: clFinish, clWaitForEvents, a blocking
 *   call (a flag, stored with release and loaded with acquire).
 *
 * A task ends before its region does, a command need not. So the device has a region of its own
 * around the whole host program, with three threads: the host; the one that makes a task of each
 * command, in the order in which they were enqueued; and one that runs tasks at the region's end.
 *
 * There is one kernel, the lab's own, in C: stand_in_run. Nothing is ever freed: a program ends
 * soon, and a buffer that was released too early is for the simulated GPU to find. Only part of
 * runner.c, and as untrusted.
 */
#ifndef OPENCL_STAND_IN_COMMANDS_H
#define OPENCL_STAND_IN_COMMANDS_H

#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KERNEL_ARGUMENTS = 8, MOST_COMMANDS = 1 << 14, WAIT_MICROSECONDS = 50 };

struct _cl_event {
    int done; /* accessed with atomics only; depend clauses name it */
};

struct _cl_command_queue {
    int out_of_order;
    char order; /* never accessed: depend clauses name it */
};

struct _cl_kernel {
    union {
        cl_mem buffer;
        int number;
    } arguments[KERNEL_ARGUMENTS];
};

/* A block of bytes in three dimensions. */
struct block {
    unsigned char *at;
    size_t row_pitch, slice_pitch;
};

struct command {
    void (*run)(const struct command *command); /* or NULL */
    int is_barrier;
    struct block to, from;
    size_t region[3];
    struct _cl_kernel kernel;
    size_t begin[3], end[3]; /* work-items */
    struct _cl_event event;
    char *order; /* the queue's, or NULL */
    int after_count;
    char *after[]; /* what depend clauses of commands before it name */
};

/* The lab's kernel: the work-items from begin to end. */
static void stand_in_run(const struct command *command);

/* A cl_mem is the address of its bytes. */
static unsigned char *bytes_of(void *buffer) {
    return buffer;
}

/* In the order in which they were enqueued; accessed with atomics only. */
static struct command *commands[MOST_COMMANDS];
static int enqueued;
static struct command last; /* what the host enqueues in the end */

static void await(cl_event event) {
    while (!__atomic_load_n(&event->done, __ATOMIC_ACQUIRE)) {
        usleep(WAIT_MICROSECONDS);
    }
}

/* False when there is no room. */
static int add(struct command *command) {
    const int n = __atomic_fetch_add(&enqueued, 1, __ATOMIC_RELAXED);
    if (n < MOST_COMMANDS) {
        __atomic_store_n(&commands[n], command, __ATOMIC_RELEASE);
    }
    return n < MOST_COMMANDS;
}

/* Starts a copy of the command. Waits for its end where `blocking`. *event, unless NULL, becomes
 * its event. */
static cl_int enqueue(cl_command_queue queue, struct command model, cl_bool blocking, cl_uint count,
                      const cl_event *list, cl_event *event) {
    if (queue == NULL || (count > 0) != (list != NULL)) {
        return queue == NULL ? CL_INVALID_COMMAND_QUEUE : CL_INVALID_EVENT_WAIT_LIST;
    }
    struct command *command = malloc(sizeof *command + (count + 1) * sizeof *command->after);
    if (command == NULL) {
        return CL_OUT_OF_HOST_MEMORY;
    }
    *command = model;
    for (cl_uint i = 0; i < count; i++) {
        command->after[command->after_count++] = (char *)&list[i]->done;
    }
    if (queue->out_of_order && !command->is_barrier) {
        command->after[command->after_count++] = &queue->order;
    } else {
        command->order = &queue->order;
    }
    if (event != NULL) {
        *event = &command->event;
    }
    if (!add(command)) {
        return CL_OUT_OF_RESOURCES;
    }
    if (blocking) {
        await(&command->event);
    }
    return CL_SUCCESS;
}

static void make_task(struct command *command) {
    char *const done = (char *)&command->event.done;
    char *const order = command->order != NULL ? command->order : done;
    const int count = command->after_count;
#pragma omp task depend(iterator(int i = 0                                                         \
                                 : count),                                                         \
                        in                                                                         \
                        : command->after[i][0]) depend(inout                                       \
                                                       : order[0], done[0])
    {
        if (command->run != NULL) {
            command->run(command);
        }
        __atomic_store_n(&command->event.done, 1, __ATOMIC_RELEASE);
    }
}

/* Each command is acquired alone: it is not ordered with what the host does after it was enqueued.
 */
static void make_tasks(void) {
    for (int n = 0; n < MOST_COMMANDS; n++) {
        struct command *command;
        while ((command = __atomic_load_n(&commands[n], __ATOMIC_ACQUIRE)) == NULL) {
            usleep(WAIT_MICROSECONDS);
        }
        if (command == &last) {
            return;
        }
        make_task(command);
    }
}

/* Calls `host` alone in a league, where levels of regions are counted anew, as in a program of its
 * own. */
static cl_int call_alone(cl_int (*host)(const void *context), const void *context) {
    cl_int error = CL_SUCCESS;
#pragma omp teams num_teams(1) shared(error)
    error = host(context);
    return error;
}

/* Calls `host` beside the device. When it returns, all that was enqueued has ended, waited for or
 * not. */
static cl_int stand_in_call(cl_int (*host)(const void *context), const void *context) {
    enum { HOST, MAKER, THREADS = 3 };
    cl_int error = CL_OUT_OF_RESOURCES;
    memset(commands, 0, sizeof commands);
    enqueued = 0;
    const int levels = omp_get_max_active_levels();
    omp_set_max_active_levels(levels + 1);
#pragma omp parallel num_threads(THREADS) shared(error)
    if (omp_get_num_threads() == THREADS) {
        if (omp_get_thread_num() == HOST) {
            error = call_alone(host, context);
            add(&last);
        } else if (omp_get_thread_num() == MAKER) {
            make_tasks();
        }
    }
    omp_set_max_active_levels(levels);
    return error;
}

#endif
