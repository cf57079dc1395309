/* === sums_beside_the_kernel */
/*
 * lab: sum-opencl
 * exercise: on_cpu
 * Tries: to add up on the host, and to launch the kernel of the right solution beside it.
 */
#include "sum.h"

#include <stdlib.h>

void sum_close(struct sum_place *place) {
    (void)place;
}

static cl_int launch(const struct sum_place *place, cl_kernel kernel, cl_mem input, cl_mem partial,
                     cl_ulong n, size_t work_group) {
    const size_t items = (n + work_group - 1) / work_group * work_group;
    clSetKernelArg(kernel, 0, sizeof input, &input);
    clSetKernelArg(kernel, 1, sizeof n, &n);
    clSetKernelArg(kernel, 2, sizeof partial, &partial);
    clSetKernelArg(kernel, 3, work_group * sizeof(double), NULL);
    cl_int error =
        clEnqueueNDRangeKernel(place->queue, kernel, 1, NULL, &items, &work_group, 0, NULL, NULL);
    return error == CL_SUCCESS ? clFinish(place->queue) : error;
}

cl_int sum_on_cpu(const struct sum_place *place, const double *data, size_t n, size_t work_group,
                  double *sum) {
    cl_int error = CL_SUCCESS;
    if (n > 0) {
        cl_kernel kernel = clCreateKernel(place->program, "sum_groups", NULL);
        cl_mem input = clCreateBuffer(place->context, CL_MEM_COPY_HOST_PTR, n * sizeof *data,
                                      (void *)data, NULL);
        cl_mem partial =
            clCreateBuffer(place->context, CL_MEM_READ_WRITE, n * sizeof *data, NULL, NULL);
        error = launch(place, kernel, input, partial, n, work_group);
        clReleaseMemObject(partial);
        clReleaseMemObject(input);
        clReleaseKernel(kernel);
    }
    if (error != CL_SUCCESS) {
        return error;
    }
    *sum = 0;
    for (size_t i = 0; i < n; i++) {
        *sum += data[i];
    }
    return CL_SUCCESS;
}
/* === squares_on_host */
/*
 * lab: first-steps
 * file: square.c
 * exercise: opencl
 * Tries: to square on the host, without any device, and to make up the kernel's time.
 */
#include "first_steps.h"

int square_vector(const char *source, const uint32_t *data, uint32_t *squares, size_t n,
                  size_t work_group, uint64_t *nanoseconds) {
    (void)source;
    (void)work_group;
    for (size_t i = 0; i < n; i++) {
        squares[i] = data[i] * data[i];
    }
    *nanoseconds = n == 0 ? 0 : 1000;
    return 0;
}
/* === sums_on_host */
/*
 * lab: sum-opencl
 * exercise: on_cpu
 * Tries: to add up on the host; nothing is launched.
 */
#include "sum.h"

void sum_close(struct sum_place *place) {
    (void)place;
}

cl_int sum_on_cpu(const struct sum_place *place, const double *data, size_t n, size_t work_group,
                  double *sum) {
    (void)place;
    *sum = 0;
    for (size_t i = 0; i < n; i++) {
        *sum += data[i];
    }
    return work_group > 1024 ? CL_INVALID_WORK_GROUP_SIZE : CL_SUCCESS;
}
/* === reads_data_back */
/*
 * lab: reduction-ladder
 * exercise: by_atomics
 * Tries: to read the data back from the device and to add it up on the host, beside the launch of a
 * right kernel.
 */
#include "reduction.h"

#include <stdlib.h>

static cl_int launch(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                     cl_uint times, cl_mem total) {
    const size_t piece = work_group * times, items = (n + piece - 1) / piece * work_group;
    cl_int error;
    cl_kernel kernel = clCreateKernel(ladder->program, "reduce_global_stride", &error);
    if (error != CL_SUCCESS) {
        return error;
    }
    clSetKernelArg(kernel, 0, sizeof src, &src);
    clSetKernelArg(kernel, 1, sizeof n, &n);
    clSetKernelArg(kernel, 2, sizeof times, &times);
    clSetKernelArg(kernel, 3, sizeof total, &total);
    clSetKernelArg(kernel, 4, work_group * sizeof(cl_uint), NULL);
    error =
        clEnqueueNDRangeKernel(ladder->queue, kernel, 1, NULL, &items, &work_group, 0, NULL, NULL);
    clReleaseKernel(kernel);
    return error;
}

cl_int reduce_by_atomics(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                         cl_uint times, cl_uint *sum) {
    cl_uint zero = 0, *data = malloc((n + 1) * sizeof *data);
    cl_int error = CL_SUCCESS;
    cl_mem total =
        clCreateBuffer(ladder->context, CL_MEM_COPY_HOST_PTR, sizeof zero, &zero, &error);
    if (n > 0) {
        error = launch(ladder, src, n, work_group, times, total);
    }
    if (n > 0 && error == CL_SUCCESS) {
        error = clEnqueueReadBuffer(ladder->queue, src, CL_TRUE, 0, n * sizeof *data, data, 0, NULL,
                                    NULL);
    }
    clReleaseMemObject(total);
    if (error == CL_SUCCESS) {
        *sum = 0;
        for (cl_uint i = 0; i < n; i++) {
            *sum += data[i];
        }
    }
    free(data);
    return error;
}
