/* Queued work: kept in the order of issue, carried out when the program waits for something. */
#include "session.h"

#include <stdio.h>
#include <stdlib.h>

static void take_out(struct session *session, struct work *work) {
    session->streams[work->stream].pending--;
    if (work->kind == WORK_RECORD) {
        session->events[work->event].pending--;
    }
    free((void *)work->launch.parameters);
    work->launch.parameters = NULL;
}

static cudaError_t run_launch(struct session *session, const struct work *work) {
    struct simt_result result = {0};
    uint64_t before = clock_sectors(session);
    memory_substitute(session);
    enum simt_status status =
        simt_launch(session->device, work->kernel->module, &work->launch, &result);
    memory_restore(session);
    session->report->launches++;
    clock_launch(session, work, clock_sectors(session) - before);
    return status_of(status);
}

static cudaError_t run_copy(struct session *session, const struct work *work) {
    modelled_copy(session, work->stream, work->issued, copy_transfer(session, &work->copy),
                  work->copy.width * work->copy.height);
    return copy_now(session, &work->copy);
}

static cudaError_t run_fill(struct session *session, const struct work *work) {
    modelled_copy(session, work->stream, work->issued, TRANSFER_ON_DEVICE,
                  work->fill.width * work->fill.height);
    return fill_now(session, &work->fill);
}

static cudaError_t run_record(struct session *session, const struct work *work) {
    clock_record(session, work);
    return cudaSuccess;
}

static cudaError_t run_wait(struct session *session, const struct work *work) {
    clock_wait_event(session, work);
    return cudaSuccess;
}

cudaError_t queue_drain(struct session *session) {
    static cudaError_t (*const run[])(struct session *, const struct work *) = {
        [WORK_LAUNCH] = run_launch, [WORK_COPY] = run_copy, [WORK_FILL] = run_fill,
        [WORK_RECORD] = run_record, [WORK_WAIT] = run_wait,
    };
    for (uint32_t i = 0; i < session->queue_count; i++) {
        struct work *work = &session->queue[i];
        /* After a sticky error the device carries out nothing more. */
        if (session->sticky == cudaSuccess) {
            cudaError_t status = run[work->kind](session, work);
            if (status != cudaSuccess && session->failed == cudaSuccess) {
                session->failed = status;
            }
            if (status_is_sticky(status)) {
                session->sticky = session->report->status = status;
            }
        }
        take_out(session, work);
    }
    session->queue_count = 0;
    cudaError_t first = session->failed;
    session->failed = cudaSuccess;
    return first;
}

void queue_discard(struct session *session) {
    for (uint32_t i = 0; i < session->queue_count; i++) {
        take_out(session, &session->queue[i]);
    }
    session->queue_count = 0;
    session->failed = cudaSuccess;
}

cudaError_t queue_add(struct session *session, const struct work *work) {
    if (session->queue_count == SESSION_QUEUE) {
        session->failed = queue_drain(session);
    }
    struct work *place = &session->queue[session->queue_count++];
    *place = *work;
    place->issued = session->host_time;
    session->streams[work->stream].pending++;
    if (work->kind == WORK_RECORD) {
        session->events[work->event].pending++;
    }
    return cudaSuccess;
}
