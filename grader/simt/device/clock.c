/*
 * The modelled time: simple, documented (README.md), the same on every run, never graded.
 *
 * A piece of work starts when the host has issued it, its stream is free and its engine (compute,
 * upload, download) is free. It then takes
 *   a kernel:  2 us + the larger of  warp instructions / (processors x 4 a clock)
 *                               and  32 bytes x sectors / memory bandwidth
 *   a copy to or from the host:  8 us + bytes / 25 GB/s
 *   a copy or fill on the device:  2 us + bytes / memory bandwidth
 * and every call costs the host 2 us.
 */
#include "session.h"

#define CALL_US             2.0
#define KERNEL_US           2.0
#define HOST_COPY_US        8.0
#define DEVICE_COPY_US      2.0
#define HOST_BYTES_PER_US   25e3
#define DEVICE_BYTES_PER_US 400e3
#define INSTRUCTIONS_PER_US (16 * 4 * 1500.0)

static void launch_end(void *self, const struct simt_launch_event *event) {
    struct session *session = self;
    session->instructions = 0;
    for (uint32_t i = 0; event->profile != NULL && i < event->site_count; i++) {
        session->instructions += event->profile[i].warp_instructions;
    }
}

void clock_watch(struct session *session) {
    session->clock = (struct simt_observer){.self = session, .launch_end = launch_end};
    simt_device_attach(session->device, &session->clock);
}

/* All sectors of all launches so far; 0 with counting off. */
uint64_t clock_sectors(const struct session *session) {
    static const enum counter counted[] = {COUNT_GLOBAL_LOAD_SECTORS, COUNT_GLOBAL_STORE_SECTORS,
                                           COUNT_GLOBAL_REDUCTION_SECTORS,
                                           COUNT_GLOBAL_ATOMIC_SECTORS};
    if (session->options->counters == NULL) {
        return 0;
    }
    size_t count = 0;
    const struct counter_kernel *kernels = counters_kernels(session->options->counters, &count);
    uint64_t sectors = 0;
    for (size_t i = 0; i < count; i++) {
        for (size_t c = 0; c < sizeof counted / sizeof counted[0]; c++) {
            sectors += kernels[i].values[counted[c]];
        }
    }
    return sectors;
}

static double later(double a, double b) {
    return a > b ? a : b;
}

/* When work of this stream can start: the default stream waits for all others that block, and they
 * for it. */
static double stream_ready(const struct session *session, uint32_t stream) {
    const struct stream *streams = session->streams;
    double ready = streams[stream].free_at;
    if (stream != 0) {
        return streams[stream].blocking ? later(ready, streams[0].free_at) : ready;
    }
    for (int i = 1; i < SESSION_STREAMS; i++) {
        if (streams[i].blocking) {
            ready = later(ready, streams[i].free_at);
        }
    }
    return ready;
}

static void occupy(struct session *session, uint32_t stream, double issued, enum engine engine,
                   double microseconds) {
    double start = later(later(issued, stream_ready(session, stream)), session->engines[engine]);
    session->streams[stream].issued_at = issued;
    session->streams[stream].started_at = start;
    session->engines[engine] = session->streams[stream].free_at = start + microseconds;
    session->report->milliseconds += microseconds / 1000;
}

void clock_launch(struct session *session, const struct work *work, uint64_t sectors) {
    double compute = (double)session->instructions / INSTRUCTIONS_PER_US;
    double memory = 32.0 * (double)sectors / DEVICE_BYTES_PER_US;
    double microseconds = KERNEL_US + later(compute, memory);
    if (session->options->model != NULL) {
        microseconds = model_last(session->options->model);
    }
    occupy(session, work->stream, work->issued, ENGINE_COMPUTE, microseconds);
}

void modelled_copy(struct session *session, uint32_t stream, double issued, enum engine engine,
                   uint64_t bytes) {
    bool on_device = engine == ENGINE_COMPUTE;
    double fixed = on_device ? DEVICE_COPY_US : HOST_COPY_US;
    double rate = on_device ? DEVICE_BYTES_PER_US : HOST_BYTES_PER_US;
    occupy(session, stream, issued, engine, fixed + (double)bytes / rate);
}

void clock_record(struct session *session, const struct work *work) {
    struct event *event = &session->events[work->event];
    event->at = later(work->issued, stream_ready(session, work->stream));
    event->issued = session->streams[work->stream].issued_at;
    event->started = session->streams[work->stream].started_at;
    event->ended = session->streams[work->stream].free_at;
}

void clock_wait_event(struct session *session, const struct work *work) {
    struct stream *stream = &session->streams[work->stream];
    stream->free_at = later(stream->free_at, session->events[work->event].at);
}

void clock_call(struct session *session) {
    session->host_time += CALL_US;
}

void modelled_join(struct session *session, const struct stream *stream) {
    session->host_time = later(session->host_time, stream->free_at);
}

void clock_join_all(struct session *session) {
    for (int i = 0; i < SESSION_STREAMS; i++) {
        modelled_join(session, &session->streams[i]);
    }
}
