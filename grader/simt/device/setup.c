/* Making, resetting and unmaking a session. */
#include "session.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Keeps what kernels print until the program waits; too much is dropped, as CUDA's buffer does. */
static void on_print(void *context, const char *text, size_t length) {
    struct session *session = context;
    if (length > SESSION_PRINTED - session->printed_bytes) {
        session->printed_dropped = true;
        return;
    }
    memcpy(session->printed + session->printed_bytes, text, length);
    session->printed_bytes += length;
}

static bool open_window(struct session *session) {
    void *mapping = NULL;
    session->window_file = memory_sealed_file(WIRE_WINDOW_BYTES, &mapping);
    session->window = mapping;
    return session->window_file >= 0;
}

/* Observers see the device's whole life, so they are attached before anything is loaded. */
static bool open_device(struct session *session) {
    const struct device_options *options = session->options;
    session->device = simt_device_create(options->global_bytes);
    if (session->device == NULL || !simt_memory_is_device(DEVICE_BASE) ||
        !simt_memory_is_device(DEVICE_END - 1)) {
        return false;
    }
    const struct simt_observer *observers[SIMT_RELAY_OBSERVERS];
    unsigned count = 0;
    if (options->detector != NULL) {
        observers[count++] = detector_observer(options->detector);
    }
    if (options->counters != NULL) {
        observers[count++] = counters_observer(options->counters);
    }
    if (options->model != NULL) {
        observers[count++] = model_observer(options->model);
    }
    /* One of two cores is busy with the observers. */
    if (options->recorder == NULL && (count == 0 || options->threads > 2)) {
        simt_device_use_cores(session->device, options->threads);
    }
    /* A recorder looks at memory and at what was found so far: then all keep step. */
    if (options->threads > 1 && count > 0 && options->recorder == NULL) {
        session->relay = simt_relay_create(observers, count, options->threads);
    }
    if (session->relay != NULL) {
        simt_device_attach(session->device, simt_relay_observer(session->relay));
    }
    for (unsigned o = 0; session->relay == NULL && o < count; o++) {
        simt_device_attach(session->device, observers[o]);
    }
    if (options->recorder != NULL) {
        simt_device_attach(session->device, options->recorder);
    }
    clock_watch(session);
    live_open(session);
    simt_device_on_print(session->device, on_print, session);
    return true;
}

bool serving_open(struct session *session, struct error *error) {
    session->window_file = -1;
    session->reply_descriptor = -1;
    session->shared_next = WIRE_SHARED_BASE;
    session->kernels = calloc(SESSION_KERNELS, sizeof *session->kernels);
    session->shared = calloc(SESSION_SHARED, sizeof *session->shared);
    session->streams = calloc(SESSION_STREAMS, sizeof *session->streams);
    session->events = calloc(SESSION_EVENTS, sizeof *session->events);
    session->queue = calloc(SESSION_QUEUE, sizeof *session->queue);
    session->printed = malloc(SESSION_PRINTED);
    session->unordered = unordered_create();
    if (session->kernels == NULL || session->shared == NULL || session->streams == NULL ||
        session->events == NULL || session->queue == NULL || session->printed == NULL ||
        session->unordered == NULL || !open_window(session) || !open_device(session)) {
        return error_set(error, "no memory for the simulated GPU");
    }
    session->streams[0] = (struct stream){.used = true};
    return true;
}

void serving_close(struct session *session) {
    if (session->device != NULL) {
        queue_discard(session);
        memory_release(session);
        simt_device_destroy(session->device);
    }
    simt_relay_destroy(session->relay);
    managed_close(session);
    if (session->window != NULL) {
        munmap(session->window, WIRE_WINDOW_BYTES);
    }
    if (session->window_file >= 0) {
        close(session->window_file);
    }
    free(session->kernels);
    free(session->shared);
    free(session->streams);
    free(session->events);
    free(session->queue);
    unordered_destroy(session->unordered);
    free(session->printed);
}

/* cudaDeviceReset: waits, frees all memory, forgets modules, streams, events and errors. Variables
 * of forgotten modules stay where they are; the modules are loaded anew when they are used. */
cudaError_t serving_reset(struct session *session) {
    queue_drain(session);
    queue_discard(session);
    if (session->options->detector != NULL) { /* what the program has not given back until here */
        detector_leaks(session->options->detector, session->device, SIMT_CUDA);
    }
    memory_release(session);
    uint32_t count = simt_memory_region_count(session->device);
    for (uint32_t i = 0; i < count; i++) {
        const struct simt_region *region = simt_memory_region(session->device, i);
        if (region->kind == SIMT_REGION_HEAP && !region->freed) {
            simt_memory_free(session->device, region->address);
        }
    }
    simt_module_displace(session->device);
    session->module_count = session->kernel_count = 0;
    memset(session->streams + 1, 0, (SESSION_STREAMS - 1) * sizeof *session->streams);
    memset(session->events, 0, SESSION_EVENTS * sizeof *session->events);
    unordered_reset(session);
    simt_device_clear_error(session->device);
    session->sticky = session->failed = cudaSuccess;
    return cudaSuccess;
}
