/* Queued work: kept in the order of issue, carried out when the program waits for something. */
#include "session.h"
#include "uneven_launches.h"

#include <stdio.h>
#include <stdlib.h>

static void take_out(struct session *session, struct work *work) {
    session->streams[work->stream].pending--;
    unordered_drop(session, work->operation);
    if (work->kind == WORK_RECORD) {
        session->events[work->event].pending--;
    }
    free((void *)work->launch.parameters);
    work->launch.parameters = NULL;
}

/* OpenCL's launches tell their call just before. */
static void note_launch(struct session *session) {
    struct device_report *report = session->report;
    if (serving_dialect(session) != SIMT_OPENCL || report->asked.code == 0 ||
        report->launched_count == DEVICE_LAUNCHES) {
        return;
    }
    struct device_launch *launch = &report->launched[report->launched_count++];
    launch->number = report->launches;
    launch->code = report->asked.code;
    snprintf(launch->object, sizeof launch->object, "%s", report->asked.object);
}

/* Nobody would wait for its end. */
static cudaError_t refuse_too_large(struct session *session, const struct work *work) {
    const struct simt_launch *launch = &work->launch;
    const uint32_t *block = launch->block;
    struct simt_finding finding = {
        .kind = FINDING_TOO_LARGE, .count = 1, .dialect = serving_dialect(session)};
    snprintf(finding.kernel, sizeof finding.kernel, "%s", work->kernel->info->display_name);
    finding_says(&finding, MESSAGE_LAUNCH_NOT_BEGUN, NULL);
    finding_advises(
        &finding, MESSAGE_LAUNCH_TOO_LARGE_ADVICE,
        MESSAGE_VALUES(message_number("block count", (long long)simt_launch_blocks(launch)),
                       message_number("thread count", block[0] * block[1] * block[2])));
    finding_list_add(&session->report->notes, &finding);
    return status_of(SIMT_BUDGET);
}

static cudaError_t run_launch(struct session *session, const struct work *work) {
    const uint64_t most = session->options->warps;
    if (most != 0 && simt_launch_blocks(&work->launch) * simt_launch_warps(&work->launch) > most) {
        return refuse_too_large(session, work);
    }
    struct simt_result result = {0};
    uint64_t before = clock_sectors(session);
    memory_substitute(session);
    session->live.naps = 0;
    session->live.kernel = work->kernel->info->display_name;
    struct simt_kept *kept = turns_keep(session, work), *meeting = meeting_keep(session, work);
    const size_t found = meeting != NULL ? detector_findings(session->options->detector)->count : 0;
    enum simt_status status =
        simt_launch(session->device, work->kernel->module, &work->launch, &result);
    turns_deal(session, work, kept, status);
    meeting_show(session, work, meeting, found);
    memory_restore(session);
    session->report->launches++;
    note_launch(session);
    clock_launch(session, work, clock_sectors(session) - before);
    return status_of(status);
}

static cudaError_t run_copy(struct session *session, const struct work *work) {
    modelled_copy(session, work->stream, work->issued, copy_transfer(session, &work->copy),
                  work->copy.width * work->copy.height, work->copy.whole);
    return copy_now(session, &work->copy);
}

static cudaError_t run_fill(struct session *session, const struct work *work) {
    modelled_fill(session, work);
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

/* Carries out one piece of work; after a sticky error the device carries out nothing more. */
static void run_work(struct session *session, struct work *work) {
    static cudaError_t (*const run[])(struct session *, const struct work *) = {
        [WORK_LAUNCH] = run_launch, [WORK_COPY] = run_copy, [WORK_FILL] = run_fill,
        [WORK_RECORD] = run_record, [WORK_WAIT] = run_wait,
    };
    if (session->sticky == cudaSuccess) {
        unordered_begin(session, work->operation);
        cudaError_t status = run[work->kind](session, work);
        unordered_end(session, work);
        if (status != cudaSuccess && session->failed == cudaSuccess) {
            session->failed = status;
        }
        if (status_is_sticky(status)) {
            session->sticky = session->report->status = status;
        }
    }
    take_out(session, work);
}

static cudaError_t take_failure(struct session *session) {
    cudaError_t first = session->failed;
    session->failed = cudaSuccess;
    return first;
}

/* What must be done before a piece of work lies in front of it in the queue. The default stream
 * waits for all blocking streams, and they for it. */
static void mark_before(struct session *session, struct work *work, bool *blocking_needed) {
    struct stream *stream = &session->streams[work->stream];
    struct event *event = &session->events[work->event];
    bool records = work->kind == WORK_RECORD && event->needed;
    work->needed = stream->needed || records || (*blocking_needed && stream->blocking);
    if (!work->needed) {
        return;
    }
    stream->needed = true;
    if (work->stream == 0) {
        *blocking_needed = true;
    } else if (stream->blocking) {
        session->streams[0].needed = true;
    }
    if (work->kind == WORK_RECORD) {
        event->needed = false; /* earlier records of it do not matter */
    } else if (work->kind == WORK_WAIT) {
        event->needed = true;
    }
}

static void mark(struct session *session, int stream, int event) {
    bool blocking_needed = stream == 0;
    for (uint32_t i = 0; i < session->queue_count; i++) {
        session->streams[session->queue[i].stream].needed = false;
        session->events[session->queue[i].event].needed = false;
    }
    session->streams[0].needed = stream == 0;
    if (stream > 0) {
        session->streams[stream].needed = true;
        session->streams[0].needed = session->streams[stream].blocking;
    }
    if (event >= 0) {
        session->events[event].needed = true;
    }
    for (uint32_t i = session->queue_count; i > 0; i--) {
        mark_before(session, &session->queue[i - 1], &blocking_needed);
    }
}

/* Carries out what a stream or an event waits for. */
static void run_needed(struct session *session, int stream, int event) {
    uint32_t kept = 0;
    mark(session, stream, event);
    for (uint32_t i = 0; i < session->queue_count; i++) {
        if (session->queue[i].needed) {
            run_work(session, &session->queue[i]);
        } else {
            session->queue[kept++] = session->queue[i];
        }
    }
    session->queue_count = kept;
}

cudaError_t queue_drain_for(struct session *session, int stream, int event) {
    run_needed(session, stream, event);
    return take_failure(session);
}

/* Nothing orders the work of two streams but events and the default stream: the stream that was
 * asked last goes first, so that what a program leaves to luck shows. */
cudaError_t queue_drain(struct session *session) {
    while (session->queue_count > 0) {
        run_needed(session, (int)session->queue[session->queue_count - 1].stream, -1);
    }
    return take_failure(session);
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
    place->operation =
        work->kind == WORK_RECORD || work->kind == WORK_WAIT ? -1 : unordered_issue(session, work);
    session->streams[work->stream].pending++;
    if (work->kind == WORK_RECORD) {
        session->events[work->event].pending++;
    }
    if (session->options->prompt) {
        session->failed = queue_drain(session);
    }
    return cudaSuccess;
}
