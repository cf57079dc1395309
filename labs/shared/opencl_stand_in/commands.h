/*
 * A device for host programs on the CPU, above all for the search for races: every command that is
 * enqueued becomes a thread of this process, which ThreadSanitizer watches like any other. A real
 * OpenCL library cannot be watched: it is not instrumented, and its own threads and locks order
 * accesses that OpenCL does not order.
 *
 * What orders two accesses here is what orders them in OpenCL, and nothing else:
 *
 * - a command begins after it was enqueued, after the command before it in an in-order queue, and
 *   after the events of its wait list;
 * - the host goes on after a command only if it waits for it: clFinish, clWaitForEvents, a blocking
 *   call.
 *
 * So there is no lock, which would order more: the end of a command is one flag, stored with
 * release and loaded with acquire. A host that uses a row before it waited for its transfer is seen
 * to race whether the transfer was fast or not.
 *
 * There is one kernel, the lab's own, in C: it takes two buffers and then integers. The lab defines
 * stand_in_run and stand_in_fits. Nothing is ever freed: a program ends soon, and a buffer that was
 * released too early is for the simulated GPU to find. Only part of runner.c; memory of the
 * student's process, and as untrusted.
 */
#ifndef OPENCL_STAND_IN_COMMANDS_H
#define OPENCL_STAND_IN_COMMANDS_H

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The bookkeeping of queues is not watched, and its lock orders nothing that ThreadSanitizer sees:
 * two threads may use one queue. */
#ifdef __clang__
#define UNWATCHED    __attribute__((no_sanitize("thread"), noinline))
#define WORD_BY_WORD __attribute__((no_builtin("memcpy")))
#else
#define UNWATCHED
#define WORD_BY_WORD
#endif

enum { KERNEL_BUFFERS = 2, KERNEL_NUMBERS = 3, KERNEL_ARGUMENTS = KERNEL_BUFFERS + KERNEL_NUMBERS };
enum { MOST_RUNNING = 24, WAIT_MICROSECONDS = 50 };

struct _cl_event {
    int done; /* accessed with atomics only */
    cl_command_type type;
    cl_event before; /* the event enqueued before it in the same queue */
};

struct _cl_mem {
    unsigned char *bytes;
    size_t size;
};

struct _cl_command_queue {
    cl_event last;    /* newest, from which `before` leads to all others */
    cl_event barrier; /* what every later command waits for, or NULL */
    int out_of_order;
};

struct _cl_kernel {
    cl_mem buffers[KERNEL_BUFFERS];
    int numbers[KERNEL_NUMBERS];
    int set; /* a bit for each argument that was set */
};

/* A block of bytes in three dimensions: pitches are 0 where rows and slices follow each other. */
struct block {
    unsigned char *at;
    size_t row_pitch, slice_pitch;
};

struct command {
    void (*run)(const struct command *command);
    cl_event event, *after;
    cl_uint after_count;
    struct block to, from;
    size_t region[3];
    struct _cl_kernel kernel;
    size_t begin[2], end[2];
    int is_barrier;
};

/* The lab's kernel: the work-items from begin to end. */
static void stand_in_run(const struct command *command);

/* Do its accesses stay in the buffers that were set? A GPU would leave them else. */
static int stand_in_fits(const struct _cl_kernel *kernel);

/* ---- commands ---- */

static int running; /* threads; accessed with atomics only */

static void await(cl_event event) {
    while (!__atomic_load_n(&event->done, __ATOMIC_ACQUIRE)) {
        usleep(WAIT_MICROSECONDS);
    }
}

static void *run_command(void *argument) {
    const struct command *command = argument;
    for (cl_uint i = 0; i < command->after_count; i++) {
        await(command->after[i]);
    }
    if (command->run != NULL) {
        command->run(command);
    }
    __atomic_store_n(&command->event->done, 1, __ATOMIC_RELEASE);
    __atomic_fetch_sub(&running, 1, __ATOMIC_RELAXED);
    return NULL;
}

/* Word by word where it can be, since ThreadSanitizer does not look into memcpy everywhere, and
 * sees words better than bytes. */
WORD_BY_WORD static void copy_words(void *to, const void *from, size_t bytes) {
    size_t i = 0;
    if (((uintptr_t)to | (uintptr_t)from) % sizeof(uint32_t) == 0) {
        for (; i + sizeof(uint32_t) <= bytes; i += sizeof(uint32_t)) {
            *(uint32_t *)((char *)to + i) = *(const uint32_t *)((const char *)from + i);
        }
    }
    for (; i < bytes; i++) {
        ((char *)to)[i] = ((const char *)from)[i];
    }
}

static void run_copy(const struct command *command) {
    const size_t *region = command->region;
    for (size_t z = 0; z < region[2]; z++) {
        for (size_t y = 0; y < region[1]; y++) {
            copy_words(command->to.at + y * command->to.row_pitch + z * command->to.slice_pitch,
                       command->from.at + y * command->from.row_pitch +
                           z * command->from.slice_pitch,
                       region[0]);
        }
    }
}

/* Fills with the pattern at from.at, of row_pitch bytes. */
static void run_fill(const struct command *command) {
    for (size_t i = 0; i < command->region[0]; i++) {
        command->to.at[i] = command->from.at[i % command->from.row_pitch];
    }
}

static int bookkeeping; /* 1 while a thread is at it */

/* The events that the new command waits for: the caller's, and what its queue says. */
UNWATCHED static int collect(struct command *command, cl_command_queue queue, int all,
                             cl_uint count, const cl_event *list) {
    size_t room = count + 2;
    for (cl_event event = queue->last; all && event != NULL; event = event->before) {
        room++;
    }
    command->after = calloc(room, sizeof *command->after);
    if (command->after == NULL) {
        return 0;
    }
    for (cl_uint i = 0; i < count; i++) {
        command->after[command->after_count++] = list[i];
    }
    if (queue->barrier != NULL) {
        command->after[command->after_count++] = queue->barrier;
    }
    if (queue->last != NULL && !queue->out_of_order && !all) {
        command->after[command->after_count++] = queue->last;
    }
    for (cl_event event = queue->last; all && event != NULL; event = event->before) {
        command->after[command->after_count++] = event;
    }
    return 1;
}

/* Starts the thread of a command whose event is to be the queue's last one. */
UNWATCHED static cl_int start(cl_command_queue queue, struct command *command, int all,
                              cl_uint count, const cl_event *list) {
    pthread_t thread;
    cl_int error = CL_OUT_OF_RESOURCES;
    while (__atomic_exchange_n(&bookkeeping, 1, __ATOMIC_ACQUIRE)) {
        usleep(WAIT_MICROSECONDS);
    }
    command->event->before = queue->last;
    if (collect(command, queue, all, count, list) &&
        pthread_create(&thread, NULL, run_command, command) == 0) {
        pthread_detach(thread);
        queue->last = command->event;
        queue->barrier = command->is_barrier ? command->event : queue->barrier;
        error = CL_SUCCESS;
    }
    __atomic_store_n(&bookkeeping, 0, __ATOMIC_RELEASE);
    return error;
}

/*
 * Starts a copy of the command. `all`: after everything that is in the queue. Waits for its end
 * where `blocking`. *event, unless NULL, becomes its event.
 */
static cl_int enqueue(cl_command_queue queue, struct command model, cl_command_type type,
                      cl_bool blocking, int all, cl_uint count, const cl_event *list,
                      cl_event *event) {
    struct command *command = malloc(sizeof *command);
    cl_event made = calloc(1, sizeof *made);
    cl_int error = queue == NULL                     ? CL_INVALID_COMMAND_QUEUE
                   : (count > 0) != (list != NULL)   ? CL_INVALID_EVENT_WAIT_LIST
                   : command == NULL || made == NULL ? CL_OUT_OF_HOST_MEMORY
                                                     : CL_SUCCESS;
    if (error != CL_SUCCESS) {
        free(command);
        free(made);
        return error;
    }
    *command = model;
    command->event = made;
    made->type = type;
    while (__atomic_load_n(&running, __ATOMIC_RELAXED) >= MOST_RUNNING) {
        usleep(WAIT_MICROSECONDS);
    }
    __atomic_fetch_add(&running, 1, __ATOMIC_RELAXED);
    error = start(queue, command, all, count, list);
    if (error != CL_SUCCESS) {
        __atomic_fetch_sub(&running, 1, __ATOMIC_RELAXED);
        return error;
    }
    if (event != NULL) {
        *event = made;
    }
    if (blocking) {
        await(made);
    }
    return CL_SUCCESS;
}

#endif
