/*
 * The calls of OpenCL for host programs on the CPU: what they enqueue runs as commands.h says.
 */
#ifndef OPENCL_STAND_IN_CALLS_H
#define OPENCL_STAND_IN_CALLS_H

#include "commands.h"

/* ---- objects ---- */

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host,
                      cl_int *error) {
    (void)context;
    const int given = (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
    cl_int status = size == 0                 ? CL_INVALID_BUFFER_SIZE
                    : given != (host != NULL) ? CL_INVALID_HOST_PTR
                                              : CL_SUCCESS;
    cl_mem made = status == CL_SUCCESS ? calloc(1, sizeof *made) : NULL;
    if (made != NULL) {
        made->size = size;
        made->bytes = flags & CL_MEM_USE_HOST_PTR ? host : aligned_alloc(64, (size + 63) / 64 * 64);
        if (made->bytes != NULL && flags & CL_MEM_COPY_HOST_PTR) {
            copy_words(made->bytes, host, size);
        }
    }
    if (status == CL_SUCCESS && (made == NULL || made->bytes == NULL)) {
        made = NULL;
        status = CL_MEM_OBJECT_ALLOCATION_FAILURE;
    }
    if (error != NULL) {
        *error = status;
    }
    return made;
}

cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type,
                         const void *info, cl_int *error) {
    const cl_buffer_region *region = info;
    cl_mem made = calloc(1, sizeof *made);
    (void)flags;
    const int good = buffer != NULL && made != NULL && type == CL_BUFFER_CREATE_TYPE_REGION &&
                     region->size > 0 && region->origin <= buffer->size &&
                     region->size <= buffer->size - region->origin;
    if (good) {
        *made = (struct _cl_mem){buffer->bytes + region->origin, region->size};
    }
    if (!good) {
        free(made);
        made = NULL;
    }
    if (error != NULL) {
        *error = good ? CL_SUCCESS : CL_INVALID_VALUE;
    }
    return made;
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties, cl_int *error) {
    (void)context, (void)device;
    cl_command_queue made = calloc(1, sizeof *made);
    if (made != NULL) {
        made->out_of_order = (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
    }
    if (error != NULL) {
        *error = made != NULL ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    }
    return made;
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
    if (kernel == NULL || index >= KERNEL_ARGUMENTS) {
        return kernel == NULL ? CL_INVALID_KERNEL : CL_INVALID_ARG_INDEX;
    }
    const int buffer = index < KERNEL_BUFFERS;
    void *to =
        buffer ? (void *)&kernel->buffers[index] : (void *)&kernel->numbers[index - KERNEL_BUFFERS];
    const size_t needed = buffer ? sizeof(cl_mem) : sizeof(int);
    if (size != needed || value == NULL) {
        return size != needed ? CL_INVALID_ARG_SIZE : CL_INVALID_ARG_VALUE;
    }
    memcpy(to, value, size);
    kernel->set |= 1 << index;
    return CL_SUCCESS;
}

/* ---- what is enqueued ---- */

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t *offset, const size_t *global, const size_t *local,
                              cl_uint count, const cl_event *list, cl_event *event) {
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
    return enqueue(queue, command, CL_COMMAND_NDRANGE_KERNEL, CL_FALSE, 0, count, list, event);
}

/* `origin` + (y row_pitch + z slice_pitch) + x for a rectangle. False when it leaves the buffer. */
static int place(struct block *block, const size_t origin[3], const size_t region[3], size_t size) {
    block->row_pitch = block->row_pitch > 0 ? block->row_pitch : region[0];
    block->slice_pitch = block->slice_pitch > 0 ? block->slice_pitch : region[1] * block->row_pitch;
    const size_t begin = origin[0] + origin[1] * block->row_pitch + origin[2] * block->slice_pitch;
    const size_t end = begin + region[0] + (region[1] - 1) * block->row_pitch +
                       (region[2] - 1) * block->slice_pitch;
    block->at += begin;
    return region[0] > 0 && region[1] > 0 && region[2] > 0 && end <= size;
}

static const size_t zero_origin[3];

/* Any copy: sizes are of the buffers, or SIZE_MAX for the host's memory. */
static cl_int enqueue_copy(cl_command_queue queue, cl_command_type type, cl_bool blocking,
                           struct block to, const size_t *to_origin, size_t to_size,
                           struct block from, const size_t *from_origin, size_t from_size,
                           const size_t *region, cl_uint count, const cl_event *list,
                           cl_event *event) {
    struct command command = {.run = run_copy, .to = to, .from = from};
    memcpy(command.region, region, sizeof command.region);
    if (to.at == NULL || from.at == NULL || !place(&command.to, to_origin, region, to_size) ||
        !place(&command.from, from_origin, region, from_size)) {
        return CL_INVALID_VALUE;
    }
    return enqueue(queue, command, type, blocking, 0, count, list, event);
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                           size_t size, void *host, cl_uint count, const cl_event *list,
                           cl_event *event) {
    const size_t origin[3] = {offset, 0, 0}, region[3] = {size, 1, 1};
    return buffer == NULL
               ? CL_INVALID_MEM_OBJECT
               : enqueue_copy(queue, CL_COMMAND_READ_BUFFER, blocking, (struct block){host, 0, 0},
                              zero_origin, SIZE_MAX, (struct block){buffer->bytes, 0, 0}, origin,
                              buffer->size, region, count, list, event);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                            size_t size, const void *host, cl_uint count, const cl_event *list,
                            cl_event *event) {
    const size_t origin[3] = {offset, 0, 0}, region[3] = {size, 1, 1};
    return buffer == NULL ? CL_INVALID_MEM_OBJECT
                          : enqueue_copy(queue, CL_COMMAND_WRITE_BUFFER, blocking,
                                         (struct block){buffer->bytes, 0, 0}, origin, buffer->size,
                                         (struct block){(void *)host, 0, 0}, zero_origin, SIZE_MAX,
                                         region, count, list, event);
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                           size_t to_offset, size_t size, cl_uint count, const cl_event *list,
                           cl_event *event) {
    const size_t from_origin[3] = {from_offset, 0, 0}, to_origin[3] = {to_offset, 0, 0};
    const size_t region[3] = {size, 1, 1};
    return from == NULL || to == NULL
               ? CL_INVALID_MEM_OBJECT
               : enqueue_copy(queue, CL_COMMAND_COPY_BUFFER, CL_FALSE,
                              (struct block){to->bytes, 0, 0}, to_origin, to->size,
                              (struct block){from->bytes, 0, 0}, from_origin, from->size, region,
                              count, list, event);
}

cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                               const size_t *buffer_origin, const size_t *host_origin,
                               const size_t *region, size_t buffer_row, size_t buffer_slice,
                               size_t host_row, size_t host_slice, void *host, cl_uint count,
                               const cl_event *list, cl_event *event) {
    return buffer == NULL
               ? CL_INVALID_MEM_OBJECT
               : enqueue_copy(queue, CL_COMMAND_READ_BUFFER_RECT, blocking,
                              (struct block){host, host_row, host_slice}, host_origin, SIZE_MAX,
                              (struct block){buffer->bytes, buffer_row, buffer_slice},
                              buffer_origin, buffer->size, region, count, list, event);
}

cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                const size_t *buffer_origin, const size_t *host_origin,
                                const size_t *region, size_t buffer_row, size_t buffer_slice,
                                size_t host_row, size_t host_slice, const void *host, cl_uint count,
                                const cl_event *list, cl_event *event) {
    return buffer == NULL ? CL_INVALID_MEM_OBJECT
                          : enqueue_copy(queue, CL_COMMAND_WRITE_BUFFER_RECT, blocking,
                                         (struct block){buffer->bytes, buffer_row, buffer_slice},
                                         buffer_origin, buffer->size,
                                         (struct block){(void *)host, host_row, host_slice},
                                         host_origin, SIZE_MAX, region, count, list, event);
}

cl_int clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to,
                               const size_t *from_origin, const size_t *to_origin,
                               const size_t *region, size_t from_row, size_t from_slice,
                               size_t to_row, size_t to_slice, cl_uint count, const cl_event *list,
                               cl_event *event) {
    return from == NULL || to == NULL
               ? CL_INVALID_MEM_OBJECT
               : enqueue_copy(queue, CL_COMMAND_COPY_BUFFER_RECT, CL_FALSE,
                              (struct block){to->bytes, to_row, to_slice}, to_origin, to->size,
                              (struct block){from->bytes, from_row, from_slice}, from_origin,
                              from->size, region, count, list, event);
}

cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void *pattern,
                           size_t pattern_size, size_t offset, size_t size, cl_uint count,
                           const cl_event *list, cl_event *event) {
    unsigned char *copy = malloc(pattern_size > 0 ? pattern_size : 1);
    if (buffer == NULL || pattern == NULL || copy == NULL || pattern_size == 0 ||
        size % pattern_size != 0 || offset > buffer->size || size > buffer->size - offset) {
        free(copy);
        return buffer == NULL ? CL_INVALID_MEM_OBJECT : CL_INVALID_VALUE;
    }
    memcpy(copy, pattern, pattern_size);
    struct command command = {.run = run_fill,
                              .to = {buffer->bytes + offset, 0, 0},
                              .from = {copy, pattern_size, 0},
                              .region = {size, 1, 1}};
    /* cppcheck-suppress memleak ; the command has it */
    return enqueue(queue, command, CL_COMMAND_FILL_BUFFER, CL_FALSE, 0, count, list, event);
}

/* A mapped buffer is the buffer's own memory: what touches it before the event, or after the
 * unmapping, meets the device there. */
void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                         cl_map_flags flags, size_t offset, size_t size, cl_uint count,
                         const cl_event *list, cl_event *event, cl_int *error) {
    (void)flags;
    cl_int status = buffer == NULL                                          ? CL_INVALID_MEM_OBJECT
                    : offset > buffer->size || size > buffer->size - offset ? CL_INVALID_VALUE
                                                                            : CL_SUCCESS;
    if (status == CL_SUCCESS) {
        status = enqueue(queue, (struct command){0}, CL_COMMAND_MAP_BUFFER, blocking, 0, count,
                         list, event);
    }
    if (error != NULL) {
        *error = status;
    }
    return status == CL_SUCCESS ? buffer->bytes + offset : NULL;
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem buffer, void *mapped, cl_uint count,
                               const cl_event *list, cl_event *event) {
    return buffer == NULL || mapped == NULL
               ? CL_INVALID_VALUE
               : enqueue(queue, (struct command){0}, CL_COMMAND_UNMAP_MEM_OBJECT, CL_FALSE, 0,
                         count, list, event);
}

cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count, const cl_event *list,
                                   cl_event *event) {
    return enqueue(queue, (struct command){0}, CL_COMMAND_MARKER, CL_FALSE, count == 0, count, list,
                   event);
}

cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint count, const cl_event *list,
                                    cl_event *event) {
    return enqueue(queue, (struct command){.is_barrier = 1}, CL_COMMAND_BARRIER, CL_FALSE,
                   count == 0, count, list, event);
}

/* ---- waiting ---- */

UNWATCHED cl_int clFinish(cl_command_queue queue) {
    if (queue == NULL) {
        return CL_INVALID_COMMAND_QUEUE;
    }
    for (cl_event event = queue->last; event != NULL; event = event->before) {
        await(event);
    }
    return CL_SUCCESS;
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
        *(cl_int *)value =
            __atomic_load_n(&event->done, __ATOMIC_ACQUIRE) ? CL_COMPLETE : CL_SUBMITTED;
    }
    if (needed != NULL) {
        *needed = sizeof(cl_int);
    }
    return CL_SUCCESS;
}

/* ---- calls that have nothing to do here, or that this device does not know ---- */

/* By the names for the linker, since their parameters do not matter. */
#define NOTHING_TO_DO(X)                                                                           \
    X(clFlush)                                                                                     \
    X(clRetainMemObject)                                                                           \
    X(clReleaseMemObject)                                                                          \
    X(clRetainCommandQueue)                                                                        \
    X(clReleaseCommandQueue)                                                                       \
    X(clRetainKernel)                                                                              \
    X(clReleaseKernel)                                                                             \
    X(clRetainEvent)                                                                               \
    X(clReleaseEvent) X(clRetainContext) X(clReleaseContext) X(clRetainDevice) X(clReleaseDevice)
#define UNKNOWN(X)                                                                                 \
    X(clGetMemObjectInfo)                                                                          \
    X(clGetCommandQueueInfo)                                                                       \
    X(clGetContextInfo)                                                                            \
    X(clGetKernelInfo)                                                                             \
    X(clGetKernelWorkGroupInfo)                                                                    \
    X(clGetKernelArgInfo)                                                                          \
    X(clGetEventProfilingInfo)                                                                     \
    X(clSetEventCallback)                                                                          \
    X(clSetUserEventStatus)                                                                        \
    X(clSetMemObjectDestructorCallback)                                                            \
    X(clEnqueueTask)                                                                               \
    X(clEnqueueNativeKernel)                                                                       \
    X(clEnqueueMigrateMemObjects)                                                                  \
    X(clEnqueueMarker)                                                                             \
    X(clEnqueueBarrier)                                                                            \
    X(clEnqueueWaitForEvents)                                                                      \
    X(clEnqueueReadImage)                                                                          \
    X(clEnqueueWriteImage) X(clEnqueueCopyImage) X(clEnqueueFillImage) X(clGetDeviceInfo)
#define DO_NOTHING(name)                                                                           \
    cl_int stand_in_##name(void) __asm__(#name);                                                   \
    cl_int stand_in_##name(void) {                                                                 \
        return CL_SUCCESS;                                                                         \
    }
#define REFUSE(name)                                                                               \
    cl_int stand_in_##name(void) __asm__(#name);                                                   \
    cl_int stand_in_##name(void) {                                                                 \
        return CL_INVALID_OPERATION;                                                               \
    }
NOTHING_TO_DO(DO_NOTHING)
UNKNOWN(REFUSE)

/* ---- for runner.c ---- */

/* What was enqueued and never waited for ends before the caller looks at the results. */
static void stand_in_finish(void) {
    while (__atomic_load_n(&running, __ATOMIC_RELAXED) > 0) {
        usleep(WAIT_MICROSECONDS);
    }
}

#endif
