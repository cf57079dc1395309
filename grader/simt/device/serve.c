/*
 * The loop: receive a request, check it, let its handler answer, send the reply.
 *
 * In: messages of a program over a socket (wire/wire.h), each hostile until it is checked. Out:
 * replies, and at the end struct device_report with all that was found.
 *
 * How it goes. A row of wire/operations.h names each operation's handler and the size of its
 * message. What takes no time is answered at once; work goes into a queue (device_queue.c) and is
 * carried out when the program waits for it, so that a missing wait shows on every run. What may
 * run at the same time is watched by stream_races/.
 *
 * What can go wrong. A size, handle or address may be made up: it is refused with the error that a
 * real driver gives. The program may end at any moment: the loop ends with what is known.
 *
 * Promised: no message reads or writes memory of this process that is not the device's.
 */
#include "session.h"
#include "../../clock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* What the program left undone: carried out, so that it is checked and counted, and noted. */
static void finish(struct session *session) {
    bool unwaited = session->queue_count > 0;
    const char *kernel = "";
    for (uint32_t i = 0; i < session->queue_count; i++) {
        if (session->queue[i].kind == WORK_LAUNCH) {
            kernel = session->queue[i].kernel->info->display_name;
        }
    }
    bool stopped = session->report->end == DEVICE_STOPPED;
    if (unwaited && *kernel && session->report->end == DEVICE_GOODBYE) {
        serving_note(session, FINDING_UNWAITED, kernel, MESSAGE_LAST_KERNEL_UNWAITED,
                     MESSAGE_LAST_KERNEL_UNWAITED_ADVICE);
    }
    if (!stopped) {
        queue_drain(session);
    }
    if (session->stopped) {
        session->report->end = DEVICE_STOPPED;
    }
    if (session->printed_bytes && session->report->end == DEVICE_GOODBYE) {
        serving_note(session, FINDING_UNWAITED, "", MESSAGE_PRINTED_UNSHOWN,
                     MESSAGE_PRINTED_UNSHOWN_ADVICE);
    }
    if (session->printed_dropped) {
        serving_note(session, FINDING_UNWAITED, "", MESSAGE_PRINTED_TOO_MUCH,
                     MESSAGE_PRINTED_TOO_MUCH_ADVICE);
    }
    wrong_settle(session);
    if (session->options->detector != NULL && session->report->end == DEVICE_GOODBYE) {
        detector_leaks(session->options->detector, session->device, serving_dialect(session));
    }
}

/* The next program of a script finds a device as new; what the one before it did is settled. */
static cudaError_t begin_anew(struct session *session) {
    if (!session->options->lasting || !session->finished) {
        session->report->refused = true;
        return cudaErrorDevicesUnavailable;
    }
    session->report->end = DEVICE_GOODBYE;
    finish(session);
    session->report->end = DEVICE_CLOSED;
    session->report->failed_count = 0;
    session->printed_bytes = 0;
    session->printed_dropped = false;
    session->finished = false;
    return serving_reset(session);
}

cudaError_t on_hello(struct session *session, const struct wire_hello_q *question,
                     struct wire_hello_r *answer) {
    if (question->version != WIRE_VERSION || question->door > WIRE_OPENCL) {
        return cudaErrorInsufficientDriver;
    }
    cudaError_t error = session->greeted ? begin_anew(session) : cudaSuccess;
    if (error != cudaSuccess) {
        return error;
    }
    session->door = (enum wire_door)question->door;
    session->greeted = true;
    answer->window_bytes = WIRE_WINDOW_BYTES;
    answer->device_base = DEVICE_BASE;
    answer->device_end = DEVICE_END;
    session->reply_descriptor = dup(session->window_file);
    return session->reply_descriptor >= 0 ? cudaSuccess : cudaErrorInitializationError;
}

/* Hands over a piece of what kernels have printed. */
cudaError_t on_printed(struct session *session, const struct wire_nothing *question,
                       struct wire_nothing *answer) {
    (void)question, (void)answer;
    size_t bytes = session->printed_bytes < WIRE_TAIL_MAX ? session->printed_bytes : WIRE_TAIL_MAX;
    wire_append(&session->out, session->printed, bytes);
    session->report->printed_bytes += bytes;
    session->report->downloaded_bytes += bytes;
    session->printed_bytes -= bytes;
    memmove(session->printed, session->printed + bytes, session->printed_bytes);
    return cudaSuccess;
}

cudaError_t on_kernel_heap(struct session *session, const struct wire_heap_q *question,
                           struct wire_nothing *answer) {
    (void)answer;
    if (question->bytes > simt_device_limits(session->device)->global_bytes) {
        return cudaErrorMemoryAllocation;
    }
    simt_memory_kernel_heap(session->device, question->bytes);
    return cudaSuccess;
}

cudaError_t on_reset(struct session *session, const struct wire_nothing *question,
                     struct wire_nothing *answer) {
    (void)question, (void)answer;
    return serving_reset(session);
}

/* The program dies of using device memory as its own; the reason goes into the report. */
cudaError_t on_touch(struct session *session, const struct wire_touch_q *question,
                     struct wire_nothing *answer) {
    (void)answer;
    const struct simt_region *freed = NULL;
    const struct simt_region *region = simt_memory_find(session->device, question->address, &freed);
    enum message what = region != NULL  ? MESSAGE_TOUCHED_DEVICE
                        : freed != NULL ? MESSAGE_TOUCHED_FREED_DEVICE
                                        : MESSAGE_TOUCHED_NEAR_DEVICE;
    char tail[WIRE_WRONG_BYTES + 1];
    const char *texts[WIRE_WRONG_TEXTS];
    wrong_texts(session, sizeof *question, tail, texts);
    unordered_note_touch(session, question, texts[0], what);
    return cudaSuccess;
}

cudaError_t on_goodbye(struct session *session, const struct wire_nothing *question,
                       struct wire_nothing *answer) {
    (void)question, (void)answer;
    session->finished = true;
    return cudaSuccess;
}

static cudaError_t handle(struct session *session, enum wire_operation operation) {
    switch (operation) {
#define HANDLE(NAME, name, ...)                                                                    \
    case WIRE_##NAME:                                                                              \
        return on_##name(session, wire_body(&session->in), wire_body(&session->out));
        WIRE_OPERATIONS(HANDLE)
#undef HANDLE
    case WIRE_OPERATION_COUNT:
        break;
    }
    return cudaErrorUnknown;
}

/* Is the request a call of the program's, rather than one of what stands between? */
static bool is_call(struct session *session, uint32_t operation) {
    const struct wire_wait_q *wait = wire_body(&session->in);
    bool drain = operation == WIRE_WAIT && wait->what == WIRE_WAIT_WORK;
    return (wire_row(operation)->nature & WIRE_ASIDE) == 0 && !drain;
}

/* Does the request put a kernel in a queue? A copy on the device is one. */
static bool is_launch(struct session *session, uint32_t operation) {
    const struct wire_copy_q *copy = wire_body(&session->in);
    return operation == WIRE_LAUNCH ||
           (operation == WIRE_COPY && copy->route == WIRE_DEVICE_TO_DEVICE);
}

static bool asks_for_work(uint32_t operation) {
    return operation == WIRE_LAUNCH || operation == WIRE_COPY || operation == WIRE_FILL ||
           operation == WIRE_ALLOCATE;
}

const char *serving_answer(struct session *session) {
    const char *wrong = wire_check_request(&session->in);
    if (wrong != NULL) {
        return wrong;
    }
    const struct wire_head *head = wire_head(&session->in);
    uint32_t operation = head->operation;
    if (!session->greeted && operation != WIRE_HELLO) {
        return "no greeting came first";
    }
    session->report->used = true;
    session->report->requests++;
    wire_begin(&session->out, operation, head->sequence, true);
    session->report->asked.work += asks_for_work(operation);
    if (is_call(session, operation)) {
        clock_call(session, is_launch(session, operation));
        if (operation == WIRE_LAUNCH) {
            wrong_followed(session);
        }
    }
    session->live.serves = true;
    session->live.answered = false;
    cudaError_t status = session->sticky;
    if (status == cudaSuccess || (wire_row(operation)->nature & WIRE_ALWAYS) != 0) {
        status = handle(session, (enum wire_operation)operation);
    }
    session->live.serves = false;
    wire_head(&session->out)->status = (int32_t)status;
    wire_head(&session->out)->printed = session->printed_bytes;
    return NULL;
}

/* Milliseconds until the deadline; -1 if there is none. */
static int time_left(int64_t deadline) {
    if (deadline < 0) {
        return -1;
    }
    int64_t left = deadline - clock_milliseconds();
    return left < 0 ? 0 : left > 1 << 30 ? 1 << 30 : (int)left;
}

static enum device_end loop(struct session *session) {
    static const enum device_end ends[] = {[WIRE_CLOSED] = DEVICE_CLOSED,
                                           [WIRE_TIMEOUT] = DEVICE_STOPPED,
                                           [WIRE_BROKEN] = DEVICE_PROTOCOL};
    const struct device_options *options = session->options;
    while ((!session->finished || options->lasting) && !session->stopped) {
        enum wire_result result =
            session->live.kept ? WIRE_OK
                               : wire_receive(session->socket, &session->in, options->stop,
                                              live_patience(session, time_left(session->deadline)));
        session->live.kept = false;
        session->live.silent = session->live.silent && result == WIRE_TIMEOUT;
        if (result == WIRE_TIMEOUT && live_silence(session)) {
            continue;
        }
        if (session->in.descriptor >= 0) {
            close(session->in.descriptor); /* the program has nothing to give us */
        }
        if (result != WIRE_OK) {
            if (result == WIRE_BROKEN) {
                session->report->protocol = "a packet longer than any message";
            }
            return session->finished && result == WIRE_CLOSED ? DEVICE_GOODBYE : ends[result];
        }
        session->report->protocol = serving_answer(session);
        if (session->report->protocol != NULL) {
            return DEVICE_PROTOCOL;
        }
        if (session->live.answered) {
            continue;
        }
        result = wire_send(session->socket, &session->out, session->reply_descriptor, options->stop,
                           time_left(session->deadline));
        if (session->reply_descriptor >= 0) {
            close(session->reply_descriptor);
        }
        session->reply_descriptor = -1;
        if (result != WIRE_OK) {
            return ends[result];
        }
    }
    return session->stopped ? DEVICE_STOPPED : DEVICE_GOODBYE;
}

bool device_serve(int socket, const struct device_options *options, struct device_report *report,
                  struct error *error) {
    *report = (struct device_report){.end = DEVICE_CLOSED};
    struct session *session = calloc(1, sizeof *session);
    if (session == NULL) {
        return error_set(error, "no memory for the simulated GPU");
    }
    session->socket = socket;
    session->options = options;
    session->report = report;
    session->answer = serving_answer;
    session->deadline = options->milliseconds ? clock_milliseconds() + options->milliseconds : -1;
    bool good = serving_open(session, error);
    if (good) {
        simt_device_on_stop(session->device, serving_must_stop, session);
        report->end = loop(session);
        finish(session);
    }
    serving_close(session);
    free(session);
    return good;
}

void device_report_clear(struct device_report *report) {
    finding_list_clear(&report->notes);
}

bool device_socketpair(int ends[2], struct error *error) {
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends)) {
        return error_set(error, "no socket for the simulated GPU: %s", strerror(errno));
    }
    return true;
}
