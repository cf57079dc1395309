/* The calls of OpenCL for host programs on the CPU: what they enqueue runs as commands.h says. */
#ifndef OPENCL_STAND_IN_CALLS_H
#define OPENCL_STAND_IN_CALLS_H

#include "commands.h"

/* ---- objects ---- */

static cl_int answer(cl_int *error, cl_int status) {
    if (error != NULL) {
        *error = status;
    }
    return status;
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host,
                      cl_int *error) {
    (void)context;
    const int given = (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
    if (size == 0 || given != (host != NULL)) {
        answer(error, size == 0 ? CL_INVALID_BUFFER_SIZE : CL_INVALID_HOST_PTR);
        return NULL;
    }
    cl_mem made = calloc(1, sizeof *made);
    void *bytes = flags & CL_MEM_USE_HOST_PTR ? host : aligned_alloc(64, (size + 63) / 64 * 64);
    if (answer(error, made == NULL || bytes == NULL ? CL_MEM_OBJECT_ALLOCATION_FAILURE
                                                    : CL_SUCCESS) != CL_SUCCESS) {
        return NULL;
    }
    if (flags & CL_MEM_COPY_HOST_PTR) {
        memcpy(bytes, host, size);
    }
    *made = (struct _cl_mem){bytes, size};
    return made;
}

static int is_inside(cl_mem buffer, size_t offset, size_t size) {
    return size > 0 && offset <= buffer->size && size <= buffer->size - offset;
}

cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type,
                         const void *info, cl_int *error) {
    const cl_buffer_region *region = info;
    (void)flags;
    cl_mem made = type == CL_BUFFER_CREATE_TYPE_REGION && buffer != NULL &&
                          is_inside(buffer, region->origin, region->size)
                      ? calloc(1, sizeof *made)
                      : NULL;
    if (answer(error, made != NULL ? CL_SUCCESS : CL_INVALID_VALUE) == CL_SUCCESS) {
        *made = (struct _cl_mem){buffer->bytes + region->origin, region->size};
    }
    return made;
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties, cl_int *error) {
    (void)context, (void)device;
    cl_command_queue made = calloc(1, sizeof *made);
    if (answer(error, made != NULL ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY) == CL_SUCCESS) {
        made->out_of_order = (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
    }
    return made;
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
    if (kernel == NULL || index >= KERNEL_ARGUMENTS) {
        return kernel == NULL ? CL_INVALID_KERNEL : CL_INVALID_ARG_INDEX;
    }
    const int buffer = index < KERNEL_BUFFERS;
    if (value == NULL || size != (buffer ? sizeof(cl_mem) : sizeof(int))) {
        return value == NULL ? CL_INVALID_ARG_VALUE : CL_INVALID_ARG_SIZE;
    }
    if (buffer) {
        kernel->buffers[index] = *(const cl_mem *)value;
    } else {
        kernel->numbers[index - KERNEL_BUFFERS] = *(const int *)value;
    }
    kernel->set |= 1 << index;
    return CL_SUCCESS;
}

/* ---- what is enqueued ---- */

#define WAITS cl_uint count, const cl_event *list, cl_event *event

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t *offset, const size_t *global, const size_t *local,
                              WAITS) {
    struct command command = {.run = stand_in_run};
    if (kernel == NULL || kernel->set != (1 << KERNEL_ARGUMENTS) - 1) {
        return kernel == NULL ? CL_INVALID_KERNEL : CL_INVALID_KERNEL_ARGS;
    }
    if (dimensions != 2 || global == NULL) {
        return dimensions != 2 ? CL_INVALID_WORK_DIMENSION : CL_INVALID_GLOBAL_WORK_SIZE;
    }
    command.kernel = *kernel;
    if (!stand_in_fits(kernel)) {
        return CL_OUT_OF_RESOURCES;
    }
    for (int i = 0; i < 2; i++) {
        if (global[i] == 0 || (local != NULL && (local[i] == 0 || global[i] % local[i] != 0))) {
            return global[i] == 0 ? CL_INVALID_GLOBAL_WORK_SIZE : CL_INVALID_WORK_GROUP_SIZE;
        }
        command.begin[i] = offset != NULL ? offset[i] : 0;
        command.end[i] = command.begin[i] + global[i];
    }
    return enqueue(queue, command, CL_FALSE, count, list, event);
}

static void run_copy(const struct command *command) {
    const struct block *to = &command->to, *from = &command->from;
    for (size_t z = 0; z < command->region[2]; z++) {
        for (size_t y = 0; y < command->region[1]; y++) {
            memcpy(to->at + y * to->row_pitch + z * to->slice_pitch,
                   from->at + y * from->row_pitch + z * from->slice_pitch, command->region[0]);
        }
    }
}

/* `origin` + (y row_pitch + z slice_pitch) + x for a rectangle. False when it leaves the memory. */
static int place(struct block *block, const size_t origin[3], const size_t region[3], size_t size) {
    block->row_pitch = block->row_pitch > 0 ? block->row_pitch : region[0];
    block->slice_pitch = block->slice_pitch > 0 ? block->slice_pitch : region[1] * block->row_pitch;
    const size_t begin = origin[0] + origin[1] * block->row_pitch + origin[2] * block->slice_pitch;
    const size_t end = begin + region[0] + (region[1] - 1) * block->row_pitch +
                       (region[2] - 1) * block->slice_pitch;
    block->at += begin;
    return region[0] > 0 && region[1] > 0 && region[2] > 0 && end <= size;
}

/* Any copy. Each end is a buffer, or NULL and an address of the host. */
static cl_int copy(cl_command_queue queue, cl_bool blocking, cl_mem to, struct block to_block,
                   const size_t *to_origin, cl_mem from, struct block from_block,
                   const size_t *from_origin, const size_t *region, WAITS) {
    struct command command = {.run = run_copy, .to = to_block, .from = from_block};
    memcpy(command.region, region, sizeof command.region);
    command.to.at = to != NULL ? to->bytes : to_block.at;
    command.from.at = from != NULL ? from->bytes : from_block.at;
    if (command.to.at == NULL || command.from.at == NULL ||
        !place(&command.to, to_origin, region, to != NULL ? to->size : SIZE_MAX) ||
        !place(&command.from, from_origin, region, from != NULL ? from->size : SIZE_MAX)) {
        return CL_INVALID_VALUE;
    }
    return enqueue(queue, command, blocking, count, list, event);
}

#define LINE(offset)                                                                               \
    (const size_t[3]) {                                                                            \
        offset, 0, 0                                                                               \
    }
#define BLOCK(...)                                                                                 \
    (struct block) {                                                                               \
        __VA_ARGS__                                                                                \
    }
static const size_t start[3];

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                           size_t size, void *host, WAITS) {
    return copy(queue, blocking, NULL, BLOCK(host), start, buffer, BLOCK(NULL), LINE(offset),
                (const size_t[3]){size, 1, 1}, count, list, event);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                            size_t size, const void *host, WAITS) {
    return copy(queue, blocking, buffer, BLOCK(NULL), LINE(offset), NULL, BLOCK((void *)host),
                start, (const size_t[3]){size, 1, 1}, count, list, event);
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                           size_t to_offset, size_t size, WAITS) {
    return copy(queue, CL_FALSE, to, BLOCK(NULL), LINE(to_offset), from, BLOCK(NULL),
                LINE(from_offset), (const size_t[3]){size, 1, 1}, count, list, event);
}

cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                               const size_t *buffer_origin, const size_t *host_origin,
                               const size_t *region, size_t buffer_row, size_t buffer_slice,
                               size_t host_row, size_t host_slice, void *host, WAITS) {
    return copy(queue, blocking, NULL, BLOCK(host, host_row, host_slice), host_origin, buffer,
                BLOCK(NULL, buffer_row, buffer_slice), buffer_origin, region, count, list, event);
}

cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                const size_t *buffer_origin, const size_t *host_origin,
                                const size_t *region, size_t buffer_row, size_t buffer_slice,
                                size_t host_row, size_t host_slice, const void *host, WAITS) {
    return copy(queue, blocking, buffer, BLOCK(NULL, buffer_row, buffer_slice), buffer_origin, NULL,
                BLOCK((void *)host, host_row, host_slice), host_origin, region, count, list, event);
}

cl_int clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to,
                               const size_t *from_origin, const size_t *to_origin,
                               const size_t *region, size_t from_row, size_t from_slice,
                               size_t to_row, size_t to_slice, WAITS) {
    return copy(queue, CL_FALSE, to, BLOCK(NULL, to_row, to_slice), to_origin, from,
                BLOCK(NULL, from_row, from_slice), from_origin, region, count, list, event);
}

/* Repeats the pattern at from.at, of row_pitch bytes. */
static void run_fill(const struct command *command) {
    for (size_t i = 0; i < command->region[0]; i += command->from.row_pitch) {
        memcpy(command->to.at + i, command->from.at, command->from.row_pitch);
    }
}

cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void *pattern,
                           size_t pattern_size, size_t offset, size_t size, WAITS) {
    if (buffer == NULL || pattern == NULL || pattern_size == 0 || size % pattern_size != 0 ||
        !is_inside(buffer, offset, size)) {
        return buffer == NULL ? CL_INVALID_MEM_OBJECT : CL_INVALID_VALUE;
    }
    unsigned char *kept = malloc(pattern_size);
    if (kept == NULL) {
        return CL_OUT_OF_HOST_MEMORY;
    }
    memcpy(kept, pattern, pattern_size);
    const struct command command = {.run = run_fill,
                                    .to = {.at = buffer->bytes + offset},
                                    .from = {kept, pattern_size, 0},
                                    .region = {size, 1, 1}};
    return enqueue(queue, command, CL_FALSE, count, list, event);
}

/* A mapped buffer is the buffer's own memory: what touches it before the event, or after the
 * unmapping, meets the device there. */
void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                         cl_map_flags flags, size_t offset, size_t size, WAITS, cl_int *error) {
    (void)flags;
    const cl_int status = buffer == NULL ? CL_INVALID_MEM_OBJECT
                          : !is_inside(buffer, offset, size)
                              ? CL_INVALID_VALUE
                              : enqueue(queue, (struct command){0}, blocking, count, list, event);
    return answer(error, status) == CL_SUCCESS ? buffer->bytes + offset : NULL;
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem buffer, void *mapped, WAITS) {
    return buffer == NULL || mapped == NULL
               ? CL_INVALID_VALUE
               : enqueue(queue, (struct command){0}, CL_FALSE, count, list, event);
}

/* Without a list, a marker comes after everything in its queue, as a barrier does. */
cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, WAITS) {
    return enqueue(queue, (struct command){.is_barrier = count == 0}, CL_FALSE, count, list, event);
}

cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, WAITS) {
    return enqueue(queue, (struct command){.is_barrier = 1}, CL_FALSE, count, list, event);
}

/* ---- waiting ---- */

cl_int clFinish(cl_command_queue queue) {
    return enqueue(queue, (struct command){.is_barrier = 1}, CL_TRUE, 0, NULL, NULL);
}

cl_int clWaitForEvents(cl_uint count, const cl_event *list) {
    for (cl_uint i = 0; i < count && list != NULL; i++) {
        await(list[i]);
    }
    return count > 0 && list != NULL ? CL_SUCCESS : CL_INVALID_VALUE;
}

/* A status that says that a command is complete orders what comes after, as a wait does. */
cl_int clGetEventInfo(cl_event event, cl_event_info name, size_t size, void *value,
                      size_t *needed) {
    if (event == NULL || name != CL_EVENT_COMMAND_EXECUTION_STATUS) {
        return event == NULL ? CL_INVALID_EVENT : CL_INVALID_OPERATION;
    }
    if (value != NULL && size >= sizeof(cl_int)) {
        const int done = __atomic_load_n(&event->done, __ATOMIC_ACQUIRE);
        *(cl_int *)value = done ? CL_COMPLETE : CL_SUBMITTED;
    }
    if (needed != NULL) {
        *needed = sizeof(cl_int);
    }
    return CL_SUCCESS;
}

/* ---- calls that have nothing to do here, or that this device does not know ---- */

#define NOTHING_TO_DO(name, type)                                                                  \
    cl_int name(type object) {                                                                     \
        return object != NULL ? CL_SUCCESS : CL_INVALID_VALUE;                                     \
    }
NOTHING_TO_DO(clFlush, cl_command_queue)
NOTHING_TO_DO(clRetainMemObject, cl_mem)
NOTHING_TO_DO(clReleaseMemObject, cl_mem)
NOTHING_TO_DO(clRetainCommandQueue, cl_command_queue)
NOTHING_TO_DO(clReleaseCommandQueue, cl_command_queue)
NOTHING_TO_DO(clRetainKernel, cl_kernel)
NOTHING_TO_DO(clReleaseKernel, cl_kernel)
NOTHING_TO_DO(clRetainEvent, cl_event)
NOTHING_TO_DO(clReleaseEvent, cl_event)

#define UNKNOWN_QUERY(name, object, what)                                                          \
    cl_int name(object o, what w, size_t size, void *value, size_t *needed) {                      \
        (void)o, (void)w, (void)size, (void)value, (void)needed;                                   \
        return CL_INVALID_OPERATION;                                                               \
    }
UNKNOWN_QUERY(clGetMemObjectInfo, cl_mem, cl_mem_info)
UNKNOWN_QUERY(clGetCommandQueueInfo, cl_command_queue, cl_command_queue_info)
UNKNOWN_QUERY(clGetContextInfo, cl_context, cl_context_info)
UNKNOWN_QUERY(clGetDeviceInfo, cl_device_id, cl_device_info)
UNKNOWN_QUERY(clGetKernelInfo, cl_kernel, cl_kernel_info)
UNKNOWN_QUERY(clGetEventProfilingInfo, cl_event, cl_profiling_info)

#endif
