/* First steps: the host program in OpenCL. What the function must do is written in first_steps.h.
 */
#include "first_steps.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

/* All that the host program makes. What was not made is NULL. */
struct objects {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    cl_mem data, squares;
    cl_event launched, read;
};

/* From the platform to the queue, which keeps a profile of each command. */
static cl_int open(struct objects *made) {
    cl_platform_id platform;
    cl_int error = clGetPlatformIDs(1, &platform, NULL);
    if (error == CL_SUCCESS) {
        error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &made->device, NULL);
    }
    if (error == CL_SUCCESS) {
        made->context = clCreateContext(NULL, 1, &made->device, NULL, NULL, &error);
    }
    if (error == CL_SUCCESS) {
        made->queue =
            clCreateCommandQueue(made->context, made->device, CL_QUEUE_PROFILING_ENABLE, &error);
    }
    return error;
}

/* From the text to the kernel. */
static cl_int build(struct objects *made, const char *source) {
    cl_int error;
    made->program = clCreateProgramWithSource(made->context, 1, &source, NULL, &error);
    if (error == CL_SUCCESS) {
        error = clBuildProgram(made->program, 1, &made->device, "-cl-std=CL1.2", NULL, NULL);
    }
    if (error == CL_SUCCESS) {
        made->kernel = clCreateKernel(made->program, "square", &error);
    }
    return error;
}

/* The buffers, and the kernel's arguments. */
static cl_int prepare(struct objects *made, const uint32_t *data, size_t n) {
    const size_t bytes = n * sizeof *data;
    const cl_uint elements = (cl_uint)n;
    cl_int error;
    made->data = clCreateBuffer(made->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes,
                                (void *)data, &error);
    if (error == CL_SUCCESS) {
        made->squares = clCreateBuffer(made->context, CL_MEM_WRITE_ONLY, bytes, NULL, &error);
    }
    if (error == CL_SUCCESS) {
        error = clSetKernelArg(made->kernel, 0, sizeof made->data, &made->data);
    }
    if (error == CL_SUCCESS) {
        error = clSetKernelArg(made->kernel, 1, sizeof made->squares, &made->squares);
    }
    if (error == CL_SUCCESS) {
        error = clSetKernelArg(made->kernel, 2, sizeof elements, &elements);
    }
    return error;
}

/* Launches, and reads back. Both calls only put a command into the queue. */
static cl_int run(struct objects *made, uint32_t *squares, size_t n, size_t work_group) {
    const size_t items = (n + work_group - 1) / work_group * work_group; /* rounded up */
    cl_int error = clEnqueueNDRangeKernel(made->queue, made->kernel, 1, NULL, &items, &work_group,
                                          0, NULL, &made->launched);
    if (error == CL_SUCCESS) {
        error = clEnqueueReadBuffer(made->queue, made->squares, CL_FALSE, 0, n * sizeof *squares,
                                    squares, 1, &made->launched, &made->read);
    }
    return error == CL_SUCCESS ? clWaitForEvents(1, &made->read) : error;
}

static cl_int take_time(const struct objects *made, uint64_t *nanoseconds) {
    cl_ulong start = 0, end = 0;
    cl_int error = clGetEventProfilingInfo(made->launched, CL_PROFILING_COMMAND_START, sizeof start,
                                           &start, NULL);
    if (error == CL_SUCCESS) {
        error = clGetEventProfilingInfo(made->launched, CL_PROFILING_COMMAND_END, sizeof end, &end,
                                        NULL);
    }
    *nanoseconds = end - start;
    return error;
}

static void release_run(struct objects *made) {
    if (made->launched != NULL) {
        clReleaseEvent(made->launched);
    }
    if (made->read != NULL) {
        clReleaseEvent(made->read);
    }
    if (made->data != NULL) {
        clReleaseMemObject(made->data);
    }
    if (made->squares != NULL) {
        clReleaseMemObject(made->squares);
    }
}

static void release(struct objects *made) {
    release_run(made);
    if (made->kernel != NULL) {
        clReleaseKernel(made->kernel);
    }
    if (made->program != NULL) {
        clReleaseProgram(made->program);
    }
    if (made->queue != NULL) {
        clReleaseCommandQueue(made->queue);
    }
    if (made->context != NULL) {
        clReleaseContext(made->context);
    }
}

int square_vector(const char *source, const uint32_t *data, uint32_t *squares, size_t n,
                  size_t work_group, uint64_t *nanoseconds) {
    struct objects made = {0};
    if (n == 0) {
        *nanoseconds = 0;
        return CL_SUCCESS;
    }
    cl_int error = open(&made);
    if (error == CL_SUCCESS) {
        error = build(&made, source);
    }
    if (error == CL_SUCCESS) {
        error = prepare(&made, data, n);
    }
    if (error == CL_SUCCESS) {
        error = run(&made, squares, n, work_group);
    }
    if (error == CL_SUCCESS) {
        error = take_time(&made, nanoseconds);
    }
    release(&made);
    return error;
}
