/* Reads, writes, copies and fills of buffers in one piece. */
#include "../icd.h"

#include <string.h>

static bool lies_within(cl_mem buffer, size_t offset, size_t bytes) {
    bool within = offset <= buffer->bytes && bytes <= buffer->bytes - offset;
    if (!within) {
        client_why(MESSAGE_WHY_PAST_BUFFER, NULL, (int64_t)buffer->bytes, (int64_t)bytes,
                   (int64_t)offset);
    }
    return within;
}

bool enqueue_lies_within(cl_mem buffer, size_t offset, size_t bytes) {
    if (bytes == 0) {
        client_why(MESSAGE_WHY_NO_BYTES, NULL, 0, 0, 0);
    }
    return bytes > 0 && lies_within(buffer, offset, bytes);
}

cl_int enqueue_check_memory(cl_command_queue queue, cl_mem memory) {
    if (!object_is(memory, OBJECT_MEMORY)) {
        return CL_INVALID_MEM_OBJECT;
    }
    if (memory->context != queue->context) {
        return client_refuse(CL_INVALID_CONTEXT, MESSAGE_WHY_OTHER_CONTEXT, NULL);
    }
    return CL_SUCCESS;
}

cl_int enqueue_check_buffer(cl_command_queue queue, cl_mem buffer) {
    cl_int error = enqueue_check_memory(queue, buffer);
    if (!error && buffer->image != NULL) {
        client_why(MESSAGE_WHY_TEXT, "the memory object is an image, not a buffer", 0, 0, 0);
        error = CL_INVALID_MEM_OBJECT;
    }
    return error;
}

struct command *enqueue_begin_from(cl_command_queue queue, cl_command_type type, cl_uint wait_count,
                                   const cl_event *waits, cl_int *error) {
    client_working();
    client_lock();
    return command_create(queue, type, wait_count, waits, error);
}

cl_int enqueue_end(struct command *command, cl_int error, bool blocking, cl_event *event) {
    if (command != NULL && error) {
        command_discard(command);
    } else if (command != NULL) {
        error = command_enqueue(command, blocking, event);
    }
    client_unlock();
    return error;
}

cl_int enqueue_transfer(struct command *command, cl_mem buffer, cl_mem other,
                        const struct transfer *transfer) {
    command->run = transfer_run;
    command->work.transfer = *transfer;
    command->work.transfer.code = transfer->direction == BUFFER_READ ? client_code() : 0;
    return command_hold(command, buffer) && (!other || command_hold(command, other))
               ? CL_SUCCESS
               : CL_OUT_OF_HOST_MEMORY;
}

cl_int enqueue_host_access(cl_mem buffer, enum direction direction) {
    cl_mem_flags forbidden =
        CL_MEM_HOST_NO_ACCESS |
        (direction == BUFFER_READ ? CL_MEM_HOST_WRITE_ONLY : CL_MEM_HOST_READ_ONLY);
    if (buffer->flags & forbidden) {
        return client_refuse(CL_INVALID_OPERATION, MESSAGE_WHY_HOST_ACCESS, NULL);
    }
    return CL_SUCCESS;
}

static cl_int prepare_host(struct command *command, cl_mem buffer, enum direction direction,
                           size_t offset, size_t bytes, const void *host) {
    cl_int error = enqueue_check_buffer(command->queue, buffer);
    if (error) {
        return error;
    }
    if (host == NULL) {
        return client_refuse(CL_INVALID_VALUE, MESSAGE_WHY_NULL, "host's memory");
    }
    if (!enqueue_lies_within(buffer, offset, bytes)) {
        return CL_INVALID_VALUE;
    }
    const size_t room = client_host_room(host);
    if (bytes > room) {
        client_why(MESSAGE_WHY_PAST_HEAP, NULL, (int64_t)room, (int64_t)bytes, 0);
        return CL_INVALID_VALUE;
    }
    error = enqueue_host_access(buffer, direction);
    if (error) {
        return error;
    }
    const struct transfer transfer = {.direction = direction,
                                      .region = {bytes, 1, 1},
                                      .address = buffer->address + offset,
                                      .host = (unsigned char *)host};
    return enqueue_transfer(command, buffer, NULL, &transfer);
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                           size_t bytes, void *host, cl_uint wait_count, const cl_event *waits,
                           cl_event *event) {
    return ENQUEUE(CL_COMMAND_READ_BUFFER, blocking,
                   prepare_host(command, buffer, BUFFER_READ, offset, bytes, host));
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                            size_t bytes, const void *host, cl_uint wait_count,
                            const cl_event *waits, cl_event *event) {
    return ENQUEUE(CL_COMMAND_WRITE_BUFFER, blocking,
                   prepare_host(command, buffer, BUFFER_WRITE, offset, bytes, host));
}

static bool overlap(cl_mem from, size_t from_offset, cl_mem to, size_t to_offset, size_t bytes) {
    uint64_t a = from->address + from_offset, b = to->address + to_offset;
    return a < b + bytes && b < a + bytes;
}

static cl_int prepare_copy(struct command *command, cl_mem from, cl_mem to, size_t from_offset,
                           size_t to_offset, size_t bytes) {
    cl_int error = enqueue_check_buffer(command->queue, from);
    error = error ? error : enqueue_check_buffer(command->queue, to);
    if (error) {
        return error;
    }
    if (!enqueue_lies_within(from, from_offset, bytes) ||
        !enqueue_lies_within(to, to_offset, bytes)) {
        return CL_INVALID_VALUE;
    }
    if (overlap(from, from_offset, to, to_offset, bytes)) {
        return client_refuse(CL_MEM_COPY_OVERLAP, MESSAGE_WHY_OVERLAP, NULL);
    }
    const struct transfer transfer = {.direction = BUFFER_COPY,
                                      .region = {bytes, 1, 1},
                                      .address = from->address + from_offset,
                                      .other = to->address + to_offset};
    return enqueue_transfer(command, from, to, &transfer);
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                           size_t to_offset, size_t bytes, cl_uint wait_count,
                           const cl_event *waits, cl_event *event) {
    return ENQUEUE(CL_COMMAND_COPY_BUFFER, false,
                   prepare_copy(command, from, to, from_offset, to_offset, bytes));
}

static cl_int prepare_fill(struct command *command, cl_mem buffer, const void *pattern,
                           size_t pattern_bytes, size_t offset, size_t bytes) {
    cl_int error = enqueue_check_buffer(command->queue, buffer);
    if (error) {
        return error;
    }
    bool good_pattern = pattern != NULL && pattern_bytes && pattern_bytes <= 128 &&
                        (pattern_bytes & (pattern_bytes - 1)) == 0;
    if (!good_pattern || offset % pattern_bytes || bytes % pattern_bytes) {
        client_why(MESSAGE_WHY_PATTERN, NULL, (int64_t)pattern_bytes, 0, 0);
        return CL_INVALID_VALUE;
    }
    if (!lies_within(buffer, offset, bytes)) {
        return CL_INVALID_VALUE;
    }
    command->work.fill = (struct fill){
        .address = buffer->address + offset, .bytes = bytes, .pattern_bytes = pattern_bytes};
    memcpy(command->work.fill.pattern, pattern, pattern_bytes);
    command->run = bytes ? fill_run : NULL;
    return command_hold(command, buffer) ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void *pattern,
                           size_t pattern_bytes, size_t offset, size_t bytes, cl_uint wait_count,
                           const cl_event *waits, cl_event *event) {
    return ENQUEUE(CL_COMMAND_FILL_BUFFER, false,
                   prepare_fill(command, buffer, pattern, pattern_bytes, offset, bytes));
}
