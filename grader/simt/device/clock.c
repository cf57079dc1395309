/*
 * The modelled time: documented (README.md), the same on every run, never graded.
 *
 * A piece of work starts when the host has issued it, its stream is free and its engine (compute,
 * upload, download) is free. How long it then takes, a model's profile says (../model); without a
 * model, which costs nothing, a kernel takes
 *     2 us + the larger of  warp instructions / (processors x 4 a clock)
 *                      and  32 bytes x sectors / memory bandwidth
 * and the rest is as in struct rates.
 */
#include "session.h"

#define KERNEL_US           2.0
#define INSTRUCTIONS_PER_US (16 * 4 * 1500.0)

/* Microseconds that a thing takes whatever its size, and bytes a microsecond. */
struct rates {
    double call, gap, copy, device_copy;
    double pageable, pinned, on_device;
};

static struct rates rates_of(const struct session *session) {
    if (session->options->model == NULL) {
        return (struct rates){.call = 2,
                              .copy = 8,
                              .device_copy = 2,
                              .pageable = 25e3,
                              .pinned = 25e3,
                              .on_device = 400e3};
    }
    const struct profile *profile = model_profile(session->options->model);
    return (struct rates){.call = profile->call_us,
                          .gap = profile->gap_us,
                          .copy = profile->copy_us,
                          .device_copy = profile->device_copy_us,
                          .pageable = profile->pageable_gbs * 1e3,
                          .pinned = profile->pinned_gbs * 1e3,
                          .on_device = profile->device_copy_gbs * 1e3};
}

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
    double memory = 32.0 * (double)sectors / rates_of(session).on_device;
    double microseconds = KERNEL_US + later(compute, memory);
    if (session->options->model != NULL) {
        microseconds = rates_of(session).gap + model_last(session->options->model);
    }
    occupy(session, work->stream, work->issued, ENGINE_COMPUTE, microseconds);
}

void modelled_copy(struct session *session, uint32_t stream, double issued, enum transfer transfer,
                   uint64_t bytes) {
    static const enum engine engines[] = {[TRANSFER_UPLOAD] = ENGINE_UPLOAD,
                                          [TRANSFER_DOWNLOAD] = ENGINE_DOWNLOAD,
                                          [TRANSFER_PINNED_UPLOAD] = ENGINE_UPLOAD,
                                          [TRANSFER_PINNED_DOWNLOAD] = ENGINE_DOWNLOAD,
                                          [TRANSFER_ON_DEVICE] = ENGINE_COMPUTE};
    struct rates rates = rates_of(session);
    bool on_device = transfer == TRANSFER_ON_DEVICE;
    bool pageable = transfer == TRANSFER_UPLOAD || transfer == TRANSFER_DOWNLOAD;
    double rate = on_device ? rates.on_device : pageable ? rates.pageable : rates.pinned;
    occupy(session, stream, issued, engines[transfer],
           (on_device ? rates.device_copy : rates.copy) + (double)bytes / rate);
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
    session->host_time += rates_of(session).call;
}

void modelled_join(struct session *session, const struct stream *stream) {
    session->host_time = later(session->host_time, stream->free_at);
}

void clock_join_all(struct session *session) {
    for (int i = 0; i < SESSION_STREAMS; i++) {
        modelled_join(session, &session->streams[i]);
    }
}
