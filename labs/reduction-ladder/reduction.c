/* The reduction ladder: the host functions. What each must do is written in reduction.h. */
#include "reduction.h"

#include <stdlib.h>
#ifdef SOLUTION

static size_t group_count(cl_uint n, size_t work_group, cl_uint times) {
    const size_t piece = work_group * times;
    return (n + piece - 1) / piece;
}

/*
 * Launches `name` from reduction.cl with the arguments (from, n, times, to, local memory for one
 * uint for each work-item).
 */
static cl_int launch(const struct ladder *ladder, const char *name, cl_mem from, cl_uint n,
                     size_t work_group, cl_uint times, cl_mem to) {
    cl_int error;
    cl_kernel kernel = clCreateKernel(ladder->program, name, &error);
    if (error != CL_SUCCESS) {
        return error;
    }
    const size_t local_bytes = work_group * sizeof(cl_uint);
    const size_t global_size = group_count(n, work_group, times) * work_group;
    const struct {
        size_t bytes;
        const void *value; /* NULL: local memory */
    } arguments[] = {
        {sizeof(cl_mem), &from}, {sizeof n, &n},      {sizeof times, &times},
        {sizeof(cl_mem), &to},   {local_bytes, NULL},
    };
    for (cl_uint i = 0; error == CL_SUCCESS && i < 5; i++) {
        error = clSetKernelArg(kernel, i, arguments[i].bytes, arguments[i].value);
    }
    if (error == CL_SUCCESS) {
        error = clEnqueueNDRangeKernel(ladder->queue, kernel, 1, NULL, &global_size, &work_group, 0,
                                       NULL, NULL);
    }
    clReleaseKernel(kernel);
    return error;
}

static cl_mem make_buffer(const struct ladder *ladder, size_t count, cl_int *error) {
    return clCreateBuffer(ladder->context, CL_MEM_READ_WRITE, count * sizeof(cl_uint), NULL, error);
}

static void release(cl_mem buffer) {
    if (buffer != NULL) {
        clReleaseMemObject(buffer);
    }
}

/* Reads `count` uints from the start of a buffer, when all commands before are done. */
static cl_int fetch(const struct ladder *ladder, cl_mem from, size_t count, cl_uint *to) {
    return clEnqueueReadBuffer(ladder->queue, from, CL_TRUE, 0, count * sizeof *to, to, 0, NULL,
                               NULL);
}
#endif

cl_int reduce_relaunch(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                       cl_uint times, cl_uint *sum) {
#ifdef SOLUTION
    if (n == 0) {
        *sum = 0;
        return CL_SUCCESS;
    }
    /* Two buffers take turns: a launch must not write where its other work-groups still read. */
    const size_t first = group_count(n, work_group, times);
    cl_int error;
    cl_mem from = NULL, to = make_buffer(ladder, first, &error);
    if (error == CL_SUCCESS) {
        from = make_buffer(ladder, group_count((cl_uint)first, work_group, times), &error);
    }
    cl_mem data = src;
    cl_uint left = n;
    do {
        if (error == CL_SUCCESS) {
            error = launch(ladder, "reduce_to_partial_sums", data, left, work_group, times, to);
        }
        left = (cl_uint)group_count(left, work_group, times);
        data = to;
        to = from;
        from = data;
    } while (error == CL_SUCCESS && left > 1);
    if (error == CL_SUCCESS) {
        error = fetch(ladder, data, 1, sum);
    }
    release(from);
    release(to);
    return error;
#else
    /* Your code goes here, instead of the next two lines. */
    (void)ladder, (void)src, (void)n, (void)work_group, (void)times, (void)sum;
    return CL_SUCCESS;
#endif
}

cl_int reduce_on_cpu(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                     cl_uint times, cl_uint *sum) {
#ifdef SOLUTION
    if (n == 0) {
        *sum = 0;
        return CL_SUCCESS;
    }
    const size_t count = group_count(n, work_group, times);
    cl_int error;
    cl_mem partial_sums = make_buffer(ladder, count, &error);
    if (error == CL_SUCCESS) {
        error = launch(ladder, "reduce_to_partial_sums", src, n, work_group, times, partial_sums);
    }
    cl_uint *copy = malloc(count * sizeof *copy);
    if (error == CL_SUCCESS) {
        error = copy != NULL ? fetch(ladder, partial_sums, count, copy) : CL_OUT_OF_HOST_MEMORY;
    }
    if (error == CL_SUCCESS) {
        *sum = 0;
        for (size_t i = 0; i < count; i++) {
            *sum += copy[i];
        }
    }
    free(copy);
    release(partial_sums);
    return error;
#else
    /* Your code goes here, instead of the next two lines. */
    (void)ladder, (void)src, (void)n, (void)work_group, (void)times, (void)sum;
    return CL_SUCCESS;
#endif
}

cl_int reduce_by_atomics(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                         cl_uint times, cl_uint *sum) {
#ifdef SOLUTION
    if (n == 0) {
        *sum = 0;
        return CL_SUCCESS;
    }
    const cl_uint zero = 0;
    cl_int error;
    cl_mem total = make_buffer(ladder, 1, &error);
    if (error == CL_SUCCESS) {
        error = clEnqueueFillBuffer(ladder->queue, total, &zero, sizeof zero, 0, sizeof zero, 0,
                                    NULL, NULL);
    }
    if (error == CL_SUCCESS) {
        error = launch(ladder, "reduce_global_stride", src, n, work_group, times, total);
    }
    if (error == CL_SUCCESS) {
        error = fetch(ladder, total, 1, sum);
    }
    release(total);
    return error;
#else
    /* Your code goes here, instead of the next two lines. */
    (void)ladder, (void)src, (void)n, (void)work_group, (void)times, (void)sum;
    return CL_SUCCESS;
#endif
}
#ifdef SOLUTION

/* Each work-item takes 16 elements a round. One round, when that makes no more than 8 work-groups
 * for each compute unit; two, when that makes no more than 16; else four. */
static cl_int pcl_rounds(const struct ladder *ladder, cl_uint n, cl_uint *rounds) {
    enum { MOST_ROUNDS = 4, GROUPS_OF_A_UNIT = 8 };
    cl_uint units = 1;
    cl_int error =
        clGetDeviceInfo(ladder->device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
    *rounds = 1;
    while (*rounds < MOST_ROUNDS &&
           group_count(n, 256, 16 * *rounds) > (size_t)GROUPS_OF_A_UNIT * units * *rounds) {
        *rounds *= 2;
    }
    return error;
}

/* Launches the kernel for the n elements of src; `state` holds 0, and the sum goes to `result`. */
static cl_int launch_pcl(const struct ladder *ladder, cl_mem src, cl_uint n, cl_mem state,
                         cl_mem result) {
    cl_int error;
    cl_kernel kernel = clCreateKernel(ladder->program, "reduce_pcl", &error);
    if (error != CL_SUCCESS) {
        return error;
    }
    cl_uint rounds = 1;
    error = pcl_rounds(ladder, n, &rounds);
    const struct {
        size_t bytes;
        const void *value;
    } arguments[] = {{sizeof(cl_mem), &src},
                     {sizeof n, &n},
                     {sizeof rounds, &rounds},
                     {sizeof(cl_mem), &state},
                     {sizeof(cl_mem), &result}};
    for (cl_uint i = 0; error == CL_SUCCESS && i < 5; i++) {
        error = clSetKernelArg(kernel, i, arguments[i].bytes, arguments[i].value);
    }
    const size_t work_group = 256, global_size = group_count(n, 256, 16 * rounds) * work_group;
    if (error == CL_SUCCESS) {
        error = clEnqueueNDRangeKernel(ladder->queue, kernel, 1, NULL, &global_size, &work_group, 0,
                                       NULL, NULL);
    }
    clReleaseKernel(kernel);
    return error;
}
#endif

cl_int reduce_pcl(const struct ladder *ladder, cl_mem src, cl_uint n, cl_uint *sum) {
#ifdef SOLUTION
    if (n == 0) {
        *sum = 0;
        return CL_SUCCESS;
    }
    cl_ulong zero = 0;
    cl_int error;
    cl_mem state = clCreateBuffer(ladder->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                  sizeof zero, &zero, &error);
    cl_mem result = NULL;
    if (error == CL_SUCCESS) {
        result = make_buffer(ladder, 1, &error);
    }
    if (error == CL_SUCCESS) {
        error = launch_pcl(ladder, src, n, state, result);
    }
    if (error == CL_SUCCESS) {
        error = fetch(ladder, result, 1, sum);
    }
    release(result);
    release(state);
    return error;
#else
    /* Your code goes here, instead of the next two lines. */
    (void)ladder, (void)src, (void)n, (void)sum;
    return CL_SUCCESS;
#endif
}
