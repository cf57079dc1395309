/* Reads, writes and copies of a box inside a buffer. */
#include "../icd.h"

/* Where a box lies in memory: the offset of its first byte and its pitches. */
struct memory_box {
    size_t start;
    size_t row_pitch;
    size_t slice_pitch;
    size_t end; /* behind its last byte */
};

/* Pitches of 0 mean: packed. False if they make no sense or the numbers run over. */
static bool place_box(const size_t origin[3], const size_t region[3], size_t row_pitch,
                      size_t slice_pitch, struct memory_box *box) {
    if (region[0] == 0 || region[1] == 0 || region[2] == 0) {
        return false;
    }
    box->row_pitch = row_pitch ? row_pitch : region[0];
    if (box->row_pitch < region[0]) {
        return false;
    }
    size_t plane;
    if (__builtin_mul_overflow(region[1], box->row_pitch, &plane)) {
        return false;
    }
    box->slice_pitch = slice_pitch ? slice_pitch : plane;
    if (box->slice_pitch < plane || box->slice_pitch % box->row_pitch) {
        return false;
    }
    size_t rows, slices, more_rows, more_slices;
    if (__builtin_mul_overflow(origin[1], box->row_pitch, &rows) ||
        __builtin_mul_overflow(origin[2], box->slice_pitch, &slices) ||
        __builtin_mul_overflow(region[1] - 1, box->row_pitch, &more_rows) ||
        __builtin_mul_overflow(region[2] - 1, box->slice_pitch, &more_slices) ||
        __builtin_add_overflow(rows, slices, &box->start) ||
        __builtin_add_overflow(box->start, origin[0], &box->start) ||
        __builtin_add_overflow(more_rows, more_slices, &box->end) ||
        __builtin_add_overflow(box->end, region[0], &box->end) ||
        __builtin_add_overflow(box->end, box->start, &box->end)) {
        return false;
    }
    return true;
}

static cl_int prepare_host(struct command *command, cl_mem buffer, enum direction direction,
                           const size_t *buffer_origin, const size_t *host_origin,
                           const size_t *region, const size_t pitches[4], const void *host) {
    struct memory_box box, host_box;
    cl_int error = enqueue_check_buffer(command->queue, buffer);
    if (error) {
        return error;
    }
    if (buffer_origin == NULL || host_origin == NULL || region == NULL || host == NULL ||
        !place_box(buffer_origin, region, pitches[0], pitches[1], &box) ||
        !place_box(host_origin, region, pitches[2], pitches[3], &host_box) ||
        box.end > buffer->bytes) {
        client_why(MESSAGE_WHY_BOX, NULL, (int64_t)buffer->bytes, 0, 0);
        return CL_INVALID_VALUE;
    }
    error = enqueue_host_access(buffer, direction);
    if (error) {
        return error;
    }
    const struct transfer transfer = {.direction = direction,
                                      .region = {region[0], region[1], region[2]},
                                      .address = buffer->address + box.start,
                                      .row_pitch = box.row_pitch,
                                      .slice_pitch = box.slice_pitch,
                                      .host = (unsigned char *)host + host_box.start,
                                      .other_row_pitch = host_box.row_pitch,
                                      .other_slice_pitch = host_box.slice_pitch};
    return enqueue_transfer(command, buffer, NULL, &transfer);
}

cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                               const size_t *buffer_origin, const size_t *host_origin,
                               const size_t *region, size_t row_pitch, size_t slice_pitch,
                               size_t host_row_pitch, size_t host_slice_pitch, void *host,
                               cl_uint wait_count, const cl_event *waits, cl_event *event) {
    const size_t pitches[4] = {row_pitch, slice_pitch, host_row_pitch, host_slice_pitch};
    return ENQUEUE(CL_COMMAND_READ_BUFFER_RECT, blocking,
                   prepare_host(command, buffer, BUFFER_READ, buffer_origin, host_origin, region,
                                pitches, host));
}

cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                const size_t *buffer_origin, const size_t *host_origin,
                                const size_t *region, size_t row_pitch, size_t slice_pitch,
                                size_t host_row_pitch, size_t host_slice_pitch, const void *host,
                                cl_uint wait_count, const cl_event *waits, cl_event *event) {
    const size_t pitches[4] = {row_pitch, slice_pitch, host_row_pitch, host_slice_pitch};
    return ENQUEUE(CL_COMMAND_WRITE_BUFFER_RECT, blocking,
                   prepare_host(command, buffer, BUFFER_WRITE, buffer_origin, host_origin, region,
                                pitches, host));
}

/* Whether two boxes of one shape and pitch in one buffer share a byte: slice by slice and row by
 * row, as intervals of the same pitches. */
static bool overlap(uint64_t a, uint64_t b, const size_t region[3], const struct memory_box *box) {
    for (size_t slice = 0; slice < region[2]; slice++) {
        for (size_t row = 0; row < region[1]; row++) {
            uint64_t line = a + slice * box->slice_pitch + row * box->row_pitch;
            /* The row of the other box that could be hit, or the one behind it. */
            for (size_t s = 0; s < region[2]; s++) {
                uint64_t plane = b + s * box->slice_pitch;
                uint64_t near = line < plane ? 0 : (line - plane) / box->row_pitch;
                for (uint64_t r = near; r <= near + 1 && r < region[1]; r++) {
                    uint64_t other = plane + r * box->row_pitch;
                    if (line < other + region[0] && other < line + region[0]) {
                        return true;
                    }
                }
            }
        }
    }
    return false;
}

static cl_int prepare_copy(struct command *command, cl_mem from, cl_mem to,
                           const size_t *from_origin, const size_t *to_origin, const size_t *region,
                           const size_t pitches[4]) {
    struct memory_box source, target;
    cl_int error = enqueue_check_buffer(command->queue, from);
    error = error ? error : enqueue_check_buffer(command->queue, to);
    if (error) {
        return error;
    }
    const bool fits_source = from_origin != NULL && region != NULL &&
                             place_box(from_origin, region, pitches[0], pitches[1], &source) &&
                             source.end <= from->bytes;
    const bool fits_target = to_origin != NULL && region != NULL &&
                             place_box(to_origin, region, pitches[2], pitches[3], &target) &&
                             target.end <= to->bytes;
    if (!fits_source || !fits_target) {
        client_why(MESSAGE_WHY_BOX, NULL, (int64_t)(fits_source ? to : from)->bytes, 0, 0);
        return CL_INVALID_VALUE;
    }
    bool same = from == to;
    if (same &&
        (source.row_pitch != target.row_pitch || source.slice_pitch != target.slice_pitch)) {
        return CL_INVALID_VALUE;
    }
    if (same && overlap(source.start, target.start, region, &source)) {
        return client_refuse(CL_MEM_COPY_OVERLAP, MESSAGE_WHY_OVERLAP, NULL);
    }
    const struct transfer transfer = {.direction = BUFFER_COPY,
                                      .region = {region[0], region[1], region[2]},
                                      .address = from->address + source.start,
                                      .row_pitch = source.row_pitch,
                                      .slice_pitch = source.slice_pitch,
                                      .other = to->address + target.start,
                                      .other_row_pitch = target.row_pitch,
                                      .other_slice_pitch = target.slice_pitch};
    return enqueue_transfer(command, from, to, &transfer);
}

cl_int clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to,
                               const size_t *from_origin, const size_t *to_origin,
                               const size_t *region, size_t row_pitch, size_t slice_pitch,
                               size_t to_row_pitch, size_t to_slice_pitch, cl_uint wait_count,
                               const cl_event *waits, cl_event *event) {
    const size_t pitches[4] = {row_pitch, slice_pitch, to_row_pitch, to_slice_pitch};
    return ENQUEUE(CL_COMMAND_COPY_BUFFER_RECT, false,
                   prepare_copy(command, from, to, from_origin, to_origin, region, pitches));
}
