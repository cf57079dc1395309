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
#define FOLLOW_US           0.25
#define INSTRUCTIONS_PER_US (16 * 4 * 1500.0)

/* Microseconds that a thing takes whatever its size, and bytes a microsecond. */
struct rates {
    double call, launch, wait, gap, profiled, other, copy, device_copy, fill;
    double copy_events, fill_events; /* what events of CUDA's see beyond a copy, a fill */
    double pageable, pinned, on_device;
    double near, near_bytes; /* pageable memory in the host's caches: up to so many bytes */
};

static struct rates rates_of(const struct session *session) {
    if (session->options->model == NULL) {
        return (struct rates){.call = 2,
                              .launch = 2,
                              .copy = 8,
                              .device_copy = 2,
                              .fill = 2,
                              .near = 25e3,
                              .pageable = 25e3,
                              .pinned = 25e3,
                              .on_device = 400e3};
    }
    const struct profile *profile = model_profile(session->options->model);
    return (struct rates){
        .call = profile->call_us,
        .launch = profile->launch_us,
        .wait = profile->wait_us,
        .gap = profile->gap_us,
        .profiled = profile->profiled_us,
        .other = profile->switch_us,
        .copy = profile->copy_us,
        .device_copy = profile->device_copy_us,
        .fill = profile->fill_us,
        .copy_events = profile->copy_events_us,
        .fill_events = profile->fill_events_us,
        .near = 1e3 * (session->door == WIRE_OPENCL ? profile->profiled_gbs : profile->near_gbs),
        .near_bytes = profile->near_bytes,
        .pageable = profile->pageable_gbs * 1e3,
        .pinned = profile->pinned_gbs * 1e3,
        .on_device = profile->device_copy_gbs * 1e3};
}

static void launch_end(void *self, const struct simt_launch_event *event) {
    struct session *session = self;
    struct device_report *report = session->report;
    session->instructions = 0;
    for (uint32_t i = 0; event->profile != NULL && i < event->site_count; i++) {
        const struct simt_site *site = &event->sites[i];
        const uint64_t executed = event->profile[i].warp_instructions;
        session->instructions += executed;
        report->takes_turns |= executed > 0 && (site->draws || site->last_counts);
        report->reads_clock |= executed > 0 && site->timed;
    }
    report->instructions += session->instructions;
    report->dialect = event->kernel->dialect;
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

/* When work of this stream can start: the default one and those that block wait for each other. */
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

/* What lies between the stream's last work and the next: little if both are kernels with nothing
 * between them. OpenCL's events count it as a part of the kernel. */
static double gap_before(const struct session *session, const struct stream *stream,
                         enum engine engine) {
    struct rates rates = rates_of(session);
    if (session->options->model == NULL || !stream->worked) {
        return 0;
    }
    if (stream->engine != engine) {
        return rates.other;
    }
    bool kernels = engine == ENGINE_COMPUTE;
    return !kernels || session->door == WIRE_OPENCL ? 0 : stream->recorded ? rates.gap : FOLLOW_US;
}

static void occupy(struct session *session, uint32_t number, double issued, enum engine engine,
                   double microseconds) {
    struct stream *stream = &session->streams[number];
    double ready = stream_ready(session, number) + gap_before(session, stream, engine);
    double start = later(later(issued, ready), session->engines[engine]);
    stream->issued_at = issued;
    stream->started_at = start;
    stream->engine = engine;
    stream->worked = true;
    stream->recorded = false;
    session->engines[engine] = stream->free_at = start + microseconds;
    session->report->milliseconds += microseconds / 1000;
}

/* What OpenCL's events count to a kernel before it begins: less when the queue was at work. */
static double profiled_gap(const struct session *session, const struct work *work) {
    struct rates rates = rates_of(session);
    return stream_ready(session, work->stream) > work->issued ? rates.gap : rates.profiled;
}

/* How long an event right before a launch of CUDA's would see the stream wait for the host. The
 * event is taken when the stream has done what it had to, an event behind that among it. */
static double seen_waiting(const struct session *session, const struct work *work) {
    const struct rates rates = rates_of(session);
    if (session->options->model == NULL || session->door != WIRE_CUDA) {
        return 0;
    }
    const double free = stream_ready(session, work->stream) + 2 * rates.gap;
    return later(work->issued - later(work->issued - rates.launch, free), 0);
}

/* Where a host's caches hold what is copied, and where they do not: microseconds. */
static void report_seen(struct session *session, double near, double far) {
    session->report->all_between_events += near / 1000;
    session->report->far_between_events += far / 1000;
}

void clock_launch(struct session *session, const struct work *work, uint64_t sectors) {
    double compute = (double)session->instructions / INSTRUCTIONS_PER_US;
    double memory = 32.0 * (double)sectors / rates_of(session).on_device;
    double microseconds = KERNEL_US + later(compute, memory);
    if (session->options->model != NULL) {
        microseconds = model_last(session->options->model);
        microseconds += session->door == WIRE_OPENCL ? profiled_gap(session, work) : 0;
    }
    const double seen = microseconds + seen_waiting(session, work);
    session->report->between_events += seen / 1000;
    report_seen(session, seen, seen);
    occupy(session, work->stream, work->issued, ENGINE_COMPUTE, microseconds);
}

/* What CUDA's events around a copy or a fill see beyond it: the call of a host that waits. */
static double seen_beyond(const struct session *session, double beyond) {
    return session->door == WIRE_CUDA ? beyond : 0;
}

void modelled_copy(struct session *session, uint32_t stream, double issued,
                   enum device_transfer transfer, uint64_t bytes, uint64_t whole) {
    static const enum engine engines[] = {[TRANSFER_UPLOAD] = ENGINE_UPLOAD,
                                          [TRANSFER_DOWNLOAD] = ENGINE_DOWNLOAD,
                                          [TRANSFER_PINNED_UPLOAD] = ENGINE_UPLOAD,
                                          [TRANSFER_PINNED_DOWNLOAD] = ENGINE_DOWNLOAD,
                                          [TRANSFER_ON_DEVICE] = ENGINE_COMPUTE};
    const struct rates rates = rates_of(session);
    const bool on_device = transfer == TRANSFER_ON_DEVICE;
    const bool pageable = transfer == TRANSFER_UPLOAD || transfer == TRANSFER_DOWNLOAD;
    const double all = (double)(whole > bytes ? whole : bytes), part = (double)bytes / all;
    const double fixed = part * (on_device ? rates.device_copy : rates.copy);
    const double far = on_device ? rates.on_device : pageable ? rates.pageable : rates.pinned;
    const double near = pageable && all <= rates.near_bytes ? rates.near : far;
    const double seen = fixed + part * seen_beyond(session, rates.copy_events);
    if (pageable && rates.near_bytes > 0) {
        session->report->largest_copy =
            later(session->report->largest_copy, all / rates.near_bytes);
    }
    report_seen(session, seen + (double)bytes / near, seen + (double)bytes / far);
    occupy(session, stream, issued, engines[transfer], fixed + (double)bytes / near);
}

/* A fill of a few bytes is no kernel. */
void modelled_fill(struct session *session, const struct work *work) {
    enum { FEW = 4096 };
    uint64_t bytes = work->fill.width * work->fill.height;
    if (bytes > FEW) {
        modelled_copy(session, work->stream, work->issued, TRANSFER_ON_DEVICE, bytes, 0);
    } else {
        const struct rates rates = rates_of(session);
        const double seen = rates.fill + seen_beyond(session, rates.fill_events);
        report_seen(session, seen, seen);
        occupy(session, work->stream, work->issued, ENGINE_COMPUTE, rates.fill);
    }
}

static const struct profile *paged(const struct session *session) {
    bool here = session->options->model != NULL && session->door == WIRE_CUDA;
    return here ? model_profile(session->options->model) : NULL;
}

/* The driver maps device memory in pages. Small pieces share some, and one page stays at hand. */
static uint64_t pages_for(uint64_t small_bytes, uint64_t page) {
    return small_bytes > page ? (small_bytes + page - 1) / page : 1;
}

/* A piece of so many bytes came or went. Where a page was mapped for it, or given back, that takes
 * time. */
static void change_pages(struct session *session, uint64_t bytes, bool came) {
    const struct profile *profile = paged(session);
    const uint64_t page = profile != NULL ? (uint64_t)profile->held_bytes : 0;
    const uint64_t before = session->small_bytes;
    if (profile != NULL && bytes < page) {
        session->small_bytes += came ? bytes : -bytes;
    }
    if (profile != NULL &&
        (bytes >= page || pages_for(session->small_bytes, page) != pages_for(before, page))) {
        session->host_time += came ? profile->map_us : profile->unmap_us;
    }
}

void modelled_allocation(struct session *session, uint64_t bytes) {
    change_pages(session, bytes, true);
}

void modelled_free(struct session *session, uint64_t bytes) {
    change_pages(session, bytes, false);
}

void clock_record(struct session *session, const struct work *work) {
    struct event *event = &session->events[work->event];
    session->streams[work->stream].recorded = true;
    event->at = later(work->issued, stream_ready(session, work->stream));
    /* when the host's call began: the work is issued at its end */
    event->issued = later(session->streams[work->stream].issued_at - rates_of(session).call, 0);
    event->started = session->streams[work->stream].started_at;
    event->ended = session->streams[work->stream].free_at;
}

void clock_wait_event(struct session *session, const struct work *work) {
    struct stream *stream = &session->streams[work->stream];
    stream->free_at = later(stream->free_at, session->events[work->event].at);
}

void clock_call(struct session *session, bool launches) {
    struct rates rates = rates_of(session);
    session->host_time += launches && session->door == WIRE_CUDA ? rates.launch : rates.call;
}

void modelled_join(struct session *session, const struct stream *stream) {
    if (stream->free_at > session->host_time) {
        session->host_time = stream->free_at + rates_of(session).wait;
    }
}

void clock_join_all(struct session *session) {
    struct stream last = {.free_at = 0};
    for (int i = 0; i < SESSION_STREAMS; i++) {
        last.free_at = later(last.free_at, session->streams[i].free_at);
    }
    modelled_join(session, &last);
}
