/* Copies and fills that the program asks for: every range is checked before anything moves. */
#include "session.h"

/* Whether `height` rows of `width` bytes, `pitch` apart, lie in one piece of device memory. */
static bool is_device_area(struct session *session, uint64_t address, uint64_t width,
                           uint64_t height, uint64_t pitch) {
    uint64_t span, end;
    if (height > 1 && pitch < width) {
        return false;
    }
    if (__builtin_mul_overflow(height - 1, pitch, &span) ||
        __builtin_add_overflow(span, width, &span) || __builtin_add_overflow(address, span, &end)) {
        return false;
    }
    const struct simt_region *region = simt_memory_find(session->device, address, NULL);
    return region != NULL && end <= region->address + region->size;
}

static bool is_window_area(uint64_t offset, uint64_t width, uint64_t height) {
    uint64_t bytes, end;
    return !__builtin_mul_overflow(width, height, &bytes) &&
           !__builtin_add_overflow(offset, bytes, &end) && end <= WIRE_WINDOW_BYTES;
}

static bool copy_is_sound(struct session *session, struct wire_copy_q *copy) {
    bool to_window = copy->route == WIRE_DEVICE_TO_WINDOW;
    bool from_window = copy->route == WIRE_WINDOW_TO_DEVICE;
    if (to_window) {
        copy->to_pitch = copy->width;
    }
    if (from_window) {
        copy->from_pitch = copy->width;
    }
    bool to = to_window
                  ? is_window_area(copy->to, copy->width, copy->height)
                  : is_device_area(session, copy->to, copy->width, copy->height, copy->to_pitch);
    bool from = from_window ? is_window_area(copy->from, copy->width, copy->height)
                            : is_device_area(session, copy->from, copy->width, copy->height,
                                             copy->from_pitch);
    return to && from;
}

cudaError_t on_copy(struct session *session, const struct wire_copy_q *question,
                    struct wire_nothing *answer) {
    struct wire_copy_q copy = *question;
    (void)answer;
    int stream = stream_index(session, copy.stream);
    if (stream < 0) {
        return cudaErrorInvalidResourceHandle;
    }
    if (copy.route > WIRE_DEVICE_TO_DEVICE) {
        return cudaErrorInvalidValue;
    }
    if (copy.width == 0 || copy.height == 0) {
        return cudaSuccess;
    }
    if (!copy_is_sound(session, &copy)) {
        return cudaErrorInvalidValue;
    }
    /* What comes to pageable memory has come when the call returns; from there it may be on its
     * way. */
    bool host_waits = !copy.later || copy.route == WIRE_DEVICE_TO_WINDOW;
    if (copy.later && copy.route == WIRE_DEVICE_TO_DEVICE) {
        struct work work = {
            .kind = WORK_COPY, .stream = (uint32_t)stream, .guard = copy.guard, .copy = copy};
        return queue_add(session, &work);
    }
    unordered_host_waits(session, host_waits);
    cudaError_t error = queue_drain_for(session, stream, -1);
    if (error != cudaSuccess) {
        unordered_host_waits(session, false);
        return error;
    }
    modelled_copy(session, (uint32_t)stream, session->host_time, copy_transfer(session, &copy),
                  copy.width * copy.height, copy.whole);
    if (!copy.later) {
        modelled_join(session, &session->streams[stream]);
    }
    struct work work = {.kind = WORK_COPY, .stream = (uint32_t)stream, .copy = copy};
    work.operation = unordered_issue(session, &work);
    unordered_begin(session, work.operation);
    error = copy_now(session, &copy);
    unordered_end(session, &work);
    unordered_host_waits(session, false);
    if (host_waits) {
        unordered_host_waited(session, stream, -1);
    }
    return error;
}

cudaError_t on_fill(struct session *session, const struct wire_fill_q *fill,
                    struct wire_nothing *answer) {
    (void)answer;
    int stream = stream_index(session, fill->stream);
    if (stream < 0) {
        return cudaErrorInvalidResourceHandle;
    }
    if (fill->width == 0 || fill->height == 0) {
        return cudaSuccess;
    }
    if (!is_device_area(session, fill->to, fill->width, fill->height, fill->pitch)) {
        return cudaErrorInvalidValue;
    }
    struct work work = {
        .kind = WORK_FILL, .stream = (uint32_t)stream, .guard = fill->guard, .fill = *fill};
    return queue_add(session, &work);
}
