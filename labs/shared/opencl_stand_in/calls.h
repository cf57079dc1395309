/*
 * The calls of OpenCL for host programs on the CPU: what they enqueue runs as commands.h says.
 * Arguments are hardly looked at: an OpenCL library does that, where the same program is graded on
 * a simulated GPU. What leaves a buffer leaves an allocation, and is seen.
 */
#ifndef OPENCL_STAND_IN_CALLS_H
#define OPENCL_STAND_IN_CALLS_H

#include "commands.h"

/* ---- objects ---- */

static void *answer(void *made, cl_int *error) {
    if (error != NULL) {
        *error = made != NULL ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    }
    return made;
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host,
                      cl_int *error) {
    (void)context;
    void *bytes = flags & CL_MEM_USE_HOST_PTR ? host : malloc(size);
    if (flags & CL_MEM_COPY_HOST_PTR && bytes != NULL) {
        memcpy(bytes, host, size);
    }
    return answer(bytes, error); /* a buffer is its bytes */
}

cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type,
                         const void *region, cl_int *error) {
    (void)flags, (void)type;
    return answer(bytes_of(buffer) + ((const cl_buffer_region *)region)->origin, error);
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties, cl_int *error) {
    (void)context, (void)device;
    cl_command_queue made = calloc(1, sizeof *made);
    if (made != NULL) {
        made->out_of_order = (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
    }
    return answer(made, error);
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
    if (index >= KERNEL_ARGUMENTS || size > sizeof kernel->arguments[index]) {
        return index >= KERNEL_ARGUMENTS ? CL_INVALID_ARG_INDEX : CL_INVALID_ARG_SIZE;
    }
    memcpy(&kernel->arguments[index], value, size);
    return CL_SUCCESS;
}

/* ---- what is enqueued ---- */

#define WAITS cl_uint count, const cl_event *list, cl_event *event

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t *offset, const size_t *global, const size_t *local,
                              WAITS) {
    (void)local;
    struct command command = {.run = stand_in_run, .kernel = *kernel};
    for (cl_uint i = 0; i < dimensions; i++) {
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

static cl_int copy(cl_command_queue queue, cl_bool blocking, struct block to, struct block from,
                   const size_t region[3], WAITS) {
    const struct command command = {
        .run = run_copy, .to = to, .from = from, .region = {region[0], region[1], region[2]}};
    return enqueue(queue, command, blocking, count, list, event);
}

static cl_int copy_line(cl_command_queue queue, cl_bool blocking, unsigned char *to,
                        unsigned char *from, size_t size, WAITS) {
    return copy(queue, blocking, (struct block){to, size, size}, (struct block){from, size, size},
                (const size_t[3]){size, 1, 1}, count, list, event);
}

/* Where a rectangle begins; pitches of 0: rows and slices follow each other. */
static struct block block(void *at, const size_t origin[3], const size_t region[3], size_t row,
                          size_t slice) {
    row = row > 0 ? row : region[0];
    slice = slice > 0 ? slice : region[1] * row;
    return (struct block){bytes_of(at) + origin[0] + origin[1] * row + origin[2] * slice, row,
                          slice};
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                           size_t size, void *host, WAITS) {
    return copy_line(queue, blocking, host, bytes_of(buffer) + offset, size, count, list, event);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                            size_t size, const void *host, WAITS) {
    return copy_line(queue, blocking, bytes_of(buffer) + offset, (void *)host, size, count, list,
                     event);
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                           size_t to_offset, size_t size, WAITS) {
    return copy_line(queue, CL_FALSE, bytes_of(to) + to_offset, bytes_of(from) + from_offset, size,
                     count, list, event);
}

cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                               const size_t *origin, const size_t *host_origin,
                               const size_t *region, size_t row, size_t slice, size_t host_row,
                               size_t host_slice, void *host, WAITS) {
    return copy(queue, blocking, block(host, host_origin, region, host_row, host_slice),
                block(buffer, origin, region, row, slice), region, count, list, event);
}

cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                const size_t *origin, const size_t *host_origin,
                                const size_t *region, size_t row, size_t slice, size_t host_row,
                                size_t host_slice, const void *host, WAITS) {
    return copy(queue, blocking, block(buffer, origin, region, row, slice),
                block((void *)host, host_origin, region, host_row, host_slice), region, count, list,
                event);
}

cl_int clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to,
                               const size_t *from_origin, const size_t *to_origin,
                               const size_t *region, size_t from_row, size_t from_slice,
                               size_t to_row, size_t to_slice, WAITS) {
    return copy(queue, CL_FALSE, block(to, to_origin, region, to_row, to_slice),
                block(from, from_origin, region, from_row, from_slice), region, count, list, event);
}

/* Every row is a copy of the pattern. */
cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void *pattern,
                           size_t pattern_size, size_t offset, size_t size, WAITS) {
    unsigned char *kept = malloc(pattern_size);
    if (kept == NULL) {
        return CL_OUT_OF_HOST_MEMORY;
    }
    memcpy(kept, pattern, pattern_size);
    return copy(queue, CL_FALSE, (struct block){bytes_of(buffer) + offset, pattern_size, 0},
                (struct block){kept, 0, 0}, (const size_t[3]){pattern_size, size / pattern_size, 1},
                count, list, event);
}

/* A mapped buffer is the buffer's own memory: what touches it before the event, or after the
 * unmapping, meets the device there. */
void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                         cl_map_flags flags, size_t offset, size_t size, WAITS, cl_int *error) {
    (void)flags, (void)size;
    const cl_int status = enqueue(queue, (struct command){0}, blocking, count, list, event);
    return answer(status == CL_SUCCESS ? bytes_of(buffer) + offset : NULL, error);
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem buffer, void *mapped, WAITS) {
    (void)buffer, (void)mapped;
    return enqueue(queue, (struct command){0}, CL_FALSE, count, list, event);
}

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
    for (cl_uint i = 0; i < count; i++) {
        await(list[i]);
    }
    return count > 0 ? CL_SUCCESS : CL_INVALID_VALUE;
}

/* A status that says that a command is complete orders what comes after, as a wait does. */
cl_int clGetEventInfo(cl_event event, cl_event_info name, size_t size, void *value,
                      size_t *needed) {
    if (name != CL_EVENT_COMMAND_EXECUTION_STATUS || size < sizeof(cl_int)) {
        return CL_INVALID_OPERATION;
    }
    (void)needed;
    const int done = __atomic_load_n(&event->done, __ATOMIC_ACQUIRE);
    *(cl_int *)value = done ? CL_COMPLETE : CL_SUBMITTED;
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

#define UNKNOWN(name, type, what)                                                                  \
    cl_int name(type object, what info, size_t size, void *value, size_t *needed) {                \
        (void)object, (void)info, (void)size, (void)value, (void)needed;                           \
        return CL_INVALID_OPERATION;                                                               \
    }
UNKNOWN(clGetMemObjectInfo, cl_mem, cl_mem_info)
UNKNOWN(clGetCommandQueueInfo, cl_command_queue, cl_command_queue_info)
UNKNOWN(clGetContextInfo, cl_context, cl_context_info)
UNKNOWN(clGetDeviceInfo, cl_device_id, cl_device_info)
UNKNOWN(clGetKernelInfo, cl_kernel, cl_kernel_info)
UNKNOWN(clGetEventProfilingInfo, cl_event, cl_profiling_info)

#endif
