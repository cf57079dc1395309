/*
 * Profiling events of what a student's program asks of an OpenCL device: each launch, copy and
 * fill. The linker brings the calls here (--wrap, see programs.c). Every queue gets a clock, and a
 * buffer that is made with data gets it by a copy that is timed.
 */
#include "measure.h"

#include <pthread.h>
#include <stddef.h>

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>

enum { MOST_EVENTS = 8192 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    cl_event event;
    int kernel;
} works[MOST_EVENTS];
static size_t used;
static int failed;
static cl_command_queue newest;

/* Keeps the event of a call that went well; the student's own, where there is one, stays theirs. */
static cl_int keep(cl_int result, cl_event mine, const cl_event *theirs, int kernel) {
    if (result != CL_SUCCESS) {
        return result;
    }
    pthread_mutex_lock(&lock);
    if (used < MOST_EVENTS) {
        works[used].event = theirs != NULL ? *theirs : mine;
        works[used++].kernel = kernel;
        if (theirs != NULL) {
            clRetainEvent(*theirs);
        }
    } else {
        failed = 1;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

int device_seconds(double *kernels, double *all) {
    *kernels = *all = 0;
    for (size_t i = 0; i < used; i++) {
        cl_ulong begin = 0, end = 0;
        failed |= clWaitForEvents(1, &works[i].event) != CL_SUCCESS ||
                  clGetEventProfilingInfo(works[i].event, CL_PROFILING_COMMAND_START, sizeof begin,
                                          &begin, NULL) != CL_SUCCESS ||
                  clGetEventProfilingInfo(works[i].event, CL_PROFILING_COMMAND_END, sizeof end,
                                          &end, NULL) != CL_SUCCESS;
        *all += 1e-9 * (double)(end - begin);
        *kernels += works[i].kernel ? 1e-9 * (double)(end - begin) : 0;
        clReleaseEvent(works[i].event);
    }
    const int good = !failed && used > 0;
    used = 0;
    failed = 0;
    return good;
}

cl_command_queue __real_clCreateCommandQueue(cl_context context, cl_device_id device,
                                             cl_command_queue_properties properties, cl_int *error);
cl_command_queue __wrap_clCreateCommandQueue(cl_context context, cl_device_id device,
                                             cl_command_queue_properties properties,
                                             cl_int *error) {
    newest =
        __real_clCreateCommandQueue(context, device, properties | CL_QUEUE_PROFILING_ENABLE, error);
    return newest;
}

/* The calls that put something into a queue: name, parameters before the events, and arguments. */
#define WRAP(call, parameters, arguments, kernel)                                                  \
    cl_int __real_##call(UNPACK parameters, cl_uint count, const cl_event *before,                 \
                         cl_event *event);                                                         \
    cl_int __wrap_##call(UNPACK parameters, cl_uint count, const cl_event *before,                 \
                         cl_event *event) {                                                        \
        cl_event mine = NULL;                                                                      \
        const cl_int result =                                                                      \
            __real_##call(UNPACK arguments, count, before, event != NULL ? event : &mine);         \
        return keep(result, mine, event, kernel);                                                  \
    }
#define UNPACK(...) __VA_ARGS__

WRAP(clEnqueueNDRangeKernel,
     (cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
      const size_t *global, const size_t *local),
     (queue, kernel, dimensions, offset, global, local), 1)
WRAP(clEnqueueReadBuffer,
     (cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t bytes,
      void *to),
     (queue, buffer, blocking, offset, bytes, to), 0)
WRAP(clEnqueueWriteBuffer,
     (cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t bytes,
      const void *from),
     (queue, buffer, blocking, offset, bytes, from), 0)
WRAP(clEnqueueCopyBuffer,
     (cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset,
      size_t bytes),
     (queue, from, to, from_offset, to_offset, bytes), 0)
WRAP(clEnqueueFillBuffer,
     (cl_command_queue queue, cl_mem buffer, const void *pattern, size_t pattern_bytes,
      size_t offset, size_t bytes),
     (queue, buffer, pattern, pattern_bytes, offset, bytes), 0)

cl_mem __real_clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void *data,
                             cl_int *error);
cl_mem __wrap_clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void *data,
                             cl_int *error) {
    cl_int code = CL_SUCCESS;
    cl_int *told = error != NULL ? error : &code;
    if ((flags & CL_MEM_COPY_HOST_PTR) == 0 || data == NULL || newest == NULL) {
        return __real_clCreateBuffer(context, flags, bytes, data, error);
    }
    cl_mem buffer = __real_clCreateBuffer(context, flags & ~(cl_mem_flags)CL_MEM_COPY_HOST_PTR,
                                          bytes, NULL, told);
    if (buffer != NULL && *told == CL_SUCCESS) {
        *told = __wrap_clEnqueueWriteBuffer(newest, buffer, CL_TRUE, 0, bytes, data, 0, NULL, NULL);
    }
    return buffer;
}
