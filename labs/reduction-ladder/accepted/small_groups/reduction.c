/* One function for all: what differs are the kernel, the launch and where it ends. */
#include "reduction.h"

#include <stdlib.h>

enum way { RELAUNCH, ON_CPU, ATOMICS };

static cl_int launch(const struct ladder *ladder, cl_kernel kernel, cl_mem from, cl_uint n,
                     cl_mem to, size_t work_group, cl_uint times, size_t groups) {
    const struct {
        size_t size;
        const void *at;
    } list[] = {{sizeof from, &from},
                {sizeof n, &n},
                {sizeof times, &times},
                {sizeof to, &to},
                {work_group * sizeof n, NULL}};
    const size_t size = groups * work_group;
    cl_int error = CL_SUCCESS;
    for (cl_uint i = 0; i < 5 && !error; i++) {
        error = clSetKernelArg(kernel, i, list[i].size, list[i].at);
    }
    return error ? error
                 : clEnqueueNDRangeKernel(ladder->queue, kernel, 1, NULL, &size, &work_group, 0,
                                          NULL, NULL);
}

static cl_int read(const struct ladder *ladder, cl_mem from, size_t count, cl_uint *sum) {
    cl_uint *copy = malloc(count * sizeof *copy);
    cl_int error = copy == NULL ? CL_OUT_OF_HOST_MEMORY
                                : clEnqueueReadBuffer(ladder->queue, from, CL_TRUE, 0,
                                                      count * sizeof *copy, copy, 0, NULL, NULL);
    if (!error) {
        *sum = 0;
        while (count-- > 0) {
            *sum += copy[count];
        }
    }
    free(copy);
    return error;
}

static cl_int work(const struct ladder *ladder, enum way way, cl_kernel kernel, cl_mem src,
                   cl_uint n, size_t work_group, cl_uint times, const cl_mem turn[2],
                   cl_uint *sum) {
    const size_t piece = work_group * times;
    size_t groups = (n - 1) / piece + 1;
    cl_int error = launch(ladder, kernel, src, n, turn[0], work_group, times, groups);
    int now = 0;
    while (!error && way == RELAUNCH && groups > 1) {
        const cl_uint left = (cl_uint)groups;
        groups = (left - 1) / piece + 1;
        error = launch(ladder, kernel, turn[now], left, turn[!now], work_group, times, groups);
        now = !now;
    }
    return error ? error : read(ladder, turn[now], way == ATOMICS ? 1 : groups, sum);
}

static cl_int reduce(const struct ladder *ladder, enum way way, const char *name, cl_mem src,
                     cl_uint n, size_t work_group, cl_uint times, cl_uint *sum) {
    if (n == 0) {
        *sum = 0;
        return CL_SUCCESS;
    }
    const size_t groups = (n - 1) / (work_group * times) + 1;
    cl_uint *zeros = calloc(groups, sizeof *zeros);
    cl_int error = zeros == NULL ? CL_OUT_OF_HOST_MEMORY : CL_SUCCESS;
    cl_kernel kernel = error ? NULL : clCreateKernel(ladder->program, name, &error);
    cl_mem turn[2] = {NULL, NULL};
    for (int i = 0; i < 2 && !error; i++) {
        turn[i] = way == ATOMICS
                      ? clCreateBuffer(ladder->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                       sizeof *zeros, zeros, &error)
                      : clCreateBuffer(ladder->context, CL_MEM_READ_WRITE, groups * sizeof *zeros,
                                       NULL, &error);
    }
    if (!error) {
        error = work(ladder, way, kernel, src, n, work_group, times, turn, sum);
    }
    for (int i = 0; i < 2; i++) {
        if (turn[i] != NULL) {
            clReleaseMemObject(turn[i]);
        }
    }
    if (kernel != NULL) {
        clReleaseKernel(kernel);
    }
    free(zeros);
    return error;
}

cl_int reduce_relaunch(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                       cl_uint times, cl_uint *sum) {
    return reduce(ladder, RELAUNCH, "some", src, n, work_group, times, sum);
}

cl_int reduce_on_cpu(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                     cl_uint times, cl_uint *sum) {
    return reduce(ladder, ON_CPU, "some", src, n, work_group, times, sum);
}

cl_int reduce_by_atomics(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                         cl_uint times, cl_uint *sum) {
    return reduce(ladder, ATOMICS, "reduce_global_stride", src, n, work_group, times, sum);
}

cl_int reduce_pcl(const struct ladder *ladder, cl_mem src, cl_uint n, cl_uint *sum) {
    return reduce(ladder, ATOMICS, "small_groups", src, n, 64, 64, sum);
}
