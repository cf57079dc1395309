/* Every function from top to bottom, with goto. */
#include "reduction.h"

#include <stdlib.h>

#define TRY(call)                                                                                  \
    do {                                                                                           \
        error = (call);                                                                            \
        if (error != CL_SUCCESS)                                                                   \
            goto end;                                                                              \
    } while (0)

static cl_int set(cl_kernel kernel, cl_mem src, cl_uint n, cl_uint times, cl_mem to, size_t local) {
    cl_int error;
    TRY(clSetKernelArg(kernel, 0, sizeof src, &src));
    TRY(clSetKernelArg(kernel, 1, sizeof n, &n));
    TRY(clSetKernelArg(kernel, 2, sizeof times, &times));
    TRY(clSetKernelArg(kernel, 3, sizeof to, &to));
    TRY(clSetKernelArg(kernel, 4, local * sizeof(cl_uint), NULL));
end:
    return error;
}

cl_int reduce_relaunch(const struct ladder *l, cl_mem src, cl_uint n, size_t work_group,
                       cl_uint times, cl_uint *sum) {
    cl_mem buffers[34] = {src};
    cl_uint count = 0, left = n;
    cl_kernel kernel = NULL;
    cl_int error = CL_SUCCESS;
    if (n == 0) {
        *sum = 0;
        return CL_SUCCESS;
    }
    kernel = clCreateKernel(l->program, "partial_sums", &error);
    if (error != CL_SUCCESS) {
        return error;
    }
    /* A buffer for each level. */
    while (left > 1 || count == 0) {
        const size_t groups = (left + work_group * times - 1) / (work_group * times);
        const size_t global = groups * work_group;
        buffers[count + 1] =
            clCreateBuffer(l->context, CL_MEM_READ_WRITE, groups * sizeof(cl_uint), NULL, &error);
        if (error != CL_SUCCESS) {
            goto end;
        }
        count++;
        TRY(set(kernel, buffers[count - 1], left, times, buffers[count], work_group));
        TRY(clEnqueueNDRangeKernel(l->queue, kernel, 1, NULL, &global, &work_group, 0, NULL, NULL));
        left = (cl_uint)groups;
    }
    TRY(clFinish(l->queue));
    TRY(clEnqueueReadBuffer(l->queue, buffers[count], CL_TRUE, 0, sizeof *sum, sum, 0, NULL, NULL));
end:
    for (; count > 0; count--) {
        clReleaseMemObject(buffers[count]);
    }
    clReleaseKernel(kernel);
    return error;
}

cl_int reduce_on_cpu(const struct ladder *l, cl_mem src, cl_uint n, size_t work_group,
                     cl_uint times, cl_uint *sum) {
    const size_t groups = (n + work_group * times - 1) / (work_group * times);
    const size_t global = groups * work_group;
    cl_uint *copy = NULL;
    cl_kernel kernel = NULL;
    cl_mem dest = NULL;
    cl_int error;
    if (n == 0) {
        *sum = 0;
        return CL_SUCCESS;
    }
    dest = clCreateBuffer(l->context, CL_MEM_WRITE_ONLY, groups * sizeof(cl_uint), NULL, &error);
    if (error != CL_SUCCESS) {
        return error;
    }
    kernel = clCreateKernel(l->program, "partial_sums", &error);
    if (error != CL_SUCCESS) {
        goto end;
    }
    TRY(set(kernel, src, n, times, dest, work_group));
    TRY(clEnqueueNDRangeKernel(l->queue, kernel, 1, NULL, &global, &work_group, 0, NULL, NULL));
    copy = calloc(groups, sizeof *copy);
    TRY(copy == NULL ? CL_OUT_OF_HOST_MEMORY : CL_SUCCESS);
    TRY(clEnqueueReadBuffer(l->queue, dest, CL_FALSE, 0, groups * sizeof *copy, copy, 0, NULL,
                            NULL));
    TRY(clFinish(l->queue));
    cl_uint all = 0;
    for (size_t i = 0; i < groups; i++) {
        all += copy[i];
    }
    *sum = all;
end:
    free(copy);
    if (kernel != NULL) {
        clReleaseKernel(kernel);
    }
    clReleaseMemObject(dest);
    return error;
}

static cl_int with_atomics(const struct ladder *l, const char *name, cl_mem src, cl_uint n,
                           size_t work_group, cl_uint times, cl_uint *sum) {
    const size_t global = (n + work_group * times - 1) / (work_group * times) * work_group;
    cl_uint zero = 0;
    cl_kernel kernel = NULL;
    cl_mem dest = NULL;
    cl_int error;
    if (n == 0) {
        *sum = 0;
        return CL_SUCCESS;
    }
    dest = clCreateBuffer(l->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof zero, &zero,
                          &error);
    if (error != CL_SUCCESS) {
        return error;
    }
    kernel = clCreateKernel(l->program, name, &error);
    if (error != CL_SUCCESS) {
        goto end;
    }
    TRY(set(kernel, src, n, times, dest, work_group));
    TRY(clEnqueueNDRangeKernel(l->queue, kernel, 1, NULL, &global, &work_group, 0, NULL, NULL));
    TRY(clEnqueueReadBuffer(l->queue, dest, CL_TRUE, 0, sizeof *sum, sum, 0, NULL, NULL));
end:
    if (kernel != NULL) {
        clReleaseKernel(kernel);
    }
    clReleaseMemObject(dest);
    return error;
}

cl_int reduce_by_atomics(const struct ladder *l, cl_mem src, cl_uint n, size_t work_group,
                         cl_uint times, cl_uint *sum) {
    return with_atomics(l, "reduce_global_stride", src, n, work_group, times, sum);
}

cl_int reduce_pcl(const struct ladder *l, cl_mem src, cl_uint n, cl_uint *sum) {
    return with_atomics(l, "pcl", src, n, 256, 32, sum);
}
