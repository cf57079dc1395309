/* Relaunching as recursion; partial sums of a level live as long as its call. */
#include "reduction.h"

#include <stdlib.h>

static cl_int run(const struct ladder *ladder, const char *name, cl_mem src, cl_uint n,
                  size_t work_group, cl_uint times, cl_mem to) {
    cl_int error;
    cl_kernel kernel = clCreateKernel(ladder->program, name, &error);
    if (error) {
        return error;
    }
    const size_t piece = work_group * times, size = (n + piece - 1) / piece * work_group;
    cl_uint at = 0;
    if (!(error = clSetKernelArg(kernel, at++, sizeof src, &src)) &&
        !(error = clSetKernelArg(kernel, at++, sizeof n, &n)) &&
        !(error = clSetKernelArg(kernel, at++, sizeof times, &times)) &&
        !(error = clSetKernelArg(kernel, at++, sizeof to, &to)) &&
        !(error = clSetKernelArg(kernel, at++, 4 * work_group, NULL))) {
        error = clEnqueueNDRangeKernel(ladder->queue, kernel, 1, NULL, &size, &work_group, 0, NULL,
                                       NULL);
    }
    clReleaseKernel(kernel);
    return error;
}

cl_int reduce_relaunch(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                       cl_uint times, cl_uint *sum) {
    if (n == 0) {
        *sum = 0;
        return CL_SUCCESS;
    }
    if (n == 1) {
        return clEnqueueReadBuffer(ladder->queue, src, CL_TRUE, 0, 4, sum, 0, NULL, NULL);
    }
    const size_t piece = work_group * times;
    const cl_uint groups = (cl_uint)((n + piece - 1) / piece);
    cl_int error;
    cl_mem partials = clCreateBuffer(ladder->context, CL_MEM_READ_WRITE, 4 * groups, NULL, &error);
    if (error) {
        return error;
    }
    error = run(ladder, "leave_partials", src, n, work_group, times, partials);
    if (!error) {
        error = reduce_relaunch(ladder, partials, groups, work_group, times, sum);
    }
    clReleaseMemObject(partials);
    return error;
}

cl_int reduce_on_cpu(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                     cl_uint times, cl_uint *sum) {
    const size_t piece = work_group * times, groups = (n + piece - 1) / piece;
    cl_int error = CL_SUCCESS;
    cl_mem partials = NULL;
    cl_uint *copy = calloc(groups + 1, sizeof *copy), all = 0;
    if (copy == NULL) {
        return CL_OUT_OF_HOST_MEMORY;
    }
    if (n > 0) {
        partials = clCreateBuffer(ladder->context, CL_MEM_WRITE_ONLY, 4 * groups, NULL, &error);
        if (!error) {
            error = run(ladder, "leave_partials", src, n, work_group, times, partials);
        }
        if (!error) {
            error = clEnqueueReadBuffer(ladder->queue, partials, CL_TRUE, 0, 4 * groups, copy, 0,
                                        NULL, NULL);
        }
        if (partials) {
            clReleaseMemObject(partials);
        }
    }
    for (size_t i = 0; i < groups; i++) {
        all += copy[i];
    }
    free(copy);
    if (!error) {
        *sum = all;
    }
    return error;
}

static cl_int make_total(const struct ladder *ladder, cl_mem *total) {
    const cl_uint zero = 0;
    cl_int error;
    *total = clCreateBuffer(ladder->context, CL_MEM_READ_WRITE, sizeof zero, NULL, &error);
    if (error) {
        return error;
    }
    error =
        clEnqueueWriteBuffer(ladder->queue, *total, CL_TRUE, 0, sizeof zero, &zero, 0, NULL, NULL);
    if (error) {
        clReleaseMemObject(*total);
    }
    return error;
}

static cl_int take_total(const struct ladder *ladder, cl_mem total, cl_int error, cl_uint *sum) {
    if (!error) {
        error =
            clEnqueueReadBuffer(ladder->queue, total, CL_TRUE, 0, sizeof *sum, sum, 0, NULL, NULL);
    }
    clReleaseMemObject(total);
    return error;
}

cl_int reduce_by_atomics(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                         cl_uint times, cl_uint *sum) {
    cl_mem total;
    cl_int error = make_total(ladder, &total);
    if (error) {
        return error;
    }
    if (n > 0) {
        error = run(ladder, "reduce_global_stride", src, n, work_group, times, total);
    }
    return take_total(ladder, total, error, sum);
}

cl_int reduce_pcl(const struct ladder *ladder, cl_mem src, cl_uint n, cl_uint *sum) {
    const size_t work_group = 256, wanted = n / 8192 + 1;
    const size_t size = (wanted < 512 ? wanted : 512) * work_group;
    cl_mem total;
    cl_int error = make_total(ladder, &total);
    if (error) {
        return error;
    }
    cl_kernel kernel = clCreateKernel(ladder->program, "all_together", &error);
    if (!error) {
        if (!(error = clSetKernelArg(kernel, 0, sizeof src, &src)) &&
            !(error = clSetKernelArg(kernel, 1, sizeof n, &n)) &&
            !(error = clSetKernelArg(kernel, 2, sizeof total, &total))) {
            error = clEnqueueNDRangeKernel(ladder->queue, kernel, 1, NULL, &size, &work_group, 0,
                                           NULL, NULL);
        }
        clReleaseKernel(kernel);
    }
    return take_total(ladder, total, error, sum);
}
