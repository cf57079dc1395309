/* Everything written out, as textbooks do; one exit for errors. */
#define _GNU_SOURCE
#include "sum.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRY(call)                                                                                  \
    do {                                                                                           \
        error = (call);                                                                            \
        if (error != CL_SUCCESS)                                                                   \
            goto done;                                                                             \
    } while (0)
#define CHECK                                                                                      \
    do {                                                                                           \
        if (error != CL_SUCCESS)                                                                   \
            goto done;                                                                             \
    } while (0)

cl_int sum_open(const char *source, struct sum_place *place, char *log, size_t log_size) {
    cl_platform_id platforms[8];
    cl_uint count = 0;
    char *extensions = NULL;
    size_t size = 0;
    cl_int error;
    const size_t length = strlen(source);
    memset(place, 0, sizeof *place);
    TRY(clGetPlatformIDs(8, platforms, &count));
    error = CL_DEVICE_NOT_FOUND;
    for (cl_uint i = 0; i < count && error != CL_SUCCESS; i++)
        error = clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_GPU, 1, &place->device, NULL);
    for (cl_uint i = 0; i < count && error != CL_SUCCESS; i++)
        error = clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &place->device, NULL);
    CHECK;
    TRY(clGetDeviceInfo(place->device, CL_DEVICE_EXTENSIONS, 0, NULL, &size));
    extensions = malloc(size);
    TRY(clGetDeviceInfo(place->device, CL_DEVICE_EXTENSIONS, size, extensions, NULL));
    if (strstr(extensions, "cl_khr_fp64") == NULL) {
        error = SUM_NO_DOUBLE;
        goto done;
    }
    place->context = clCreateContext(NULL, 1, &place->device, NULL, NULL, &error);
    CHECK;
    place->queue =
        clCreateCommandQueue(place->context, place->device, CL_QUEUE_PROFILING_ENABLE, &error);
    CHECK;
    place->program = clCreateProgramWithSource(place->context, 1, &source, &length, &error);
    CHECK;
    error = clBuildProgram(place->program, 0, NULL, NULL, NULL, NULL);
    if (error == CL_BUILD_PROGRAM_FAILURE) {
        clGetProgramBuildInfo(place->program, place->device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
        char *text = malloc(size);
        clGetProgramBuildInfo(place->program, place->device, CL_PROGRAM_BUILD_LOG, size, text,
                              NULL);
        snprintf(log, log_size, "%s", text);
        free(text);
    }
done:
    free(extensions);
    if (error != CL_SUCCESS)
        sum_close(place);
    return error;
}

void sum_close(struct sum_place *place) {
    if (place->queue) {
        clFinish(place->queue);
        clReleaseCommandQueue(place->queue);
    }
    if (place->program)
        clReleaseProgram(place->program);
    if (place->context)
        clReleaseContext(place->context);
}

static cl_int launch(const struct sum_place *p, cl_kernel k, cl_mem in, cl_ulong n, cl_mem out,
                     size_t groups, size_t local, size_t bytes) {
    size_t global = groups * local;
    cl_int error;
    TRY(clSetKernelArg(k, 0, sizeof(cl_mem), &in));
    TRY(clSetKernelArg(k, 1, sizeof n, &n));
    TRY(clSetKernelArg(k, 2, sizeof(cl_mem), &out));
    TRY(clSetKernelArg(k, 3, local * bytes, NULL));
    TRY(clEnqueueNDRangeKernel(p->queue, k, 1, NULL, &global, &local, 0, NULL, NULL));
done:
    return error;
}

static cl_mem buffer(const struct sum_place *p, size_t bytes, cl_int *error) {
    return clCreateBuffer(p->context, CL_MEM_READ_WRITE, bytes ? bytes : 8, NULL, error);
}

cl_int sum_on_cpu(const struct sum_place *p, const double *data, size_t n, size_t local,
                  double *sum) {
    size_t groups = n / local + (n % local != 0);
    double *partial = malloc(groups * sizeof *partial + 1), total = 0;
    cl_mem in = NULL, out = NULL;
    cl_kernel k = NULL;
    cl_int error = CL_SUCCESS;
    if (n == 0)
        goto done;
    k = clCreateKernel(p->program, "sum_groups", &error);
    CHECK;
    in = clCreateBuffer(p->context, CL_MEM_READ_ONLY, n * sizeof *data, NULL, &error);
    CHECK;
    out = buffer(p, groups * sizeof *partial, &error);
    CHECK;
    TRY(clEnqueueWriteBuffer(p->queue, in, CL_TRUE, 0, n * sizeof *data, data, 0, NULL, NULL));
    TRY(launch(p, k, in, n, out, groups, local, 8));
    TRY(clEnqueueReadBuffer(p->queue, out, CL_FALSE, 0, groups * 8, partial, 0, NULL, NULL));
    TRY(clFinish(p->queue));
    for (size_t i = 0; i < groups; i++)
        total += partial[i];
done:
    if (error == CL_SUCCESS)
        *sum = total;
    if (in)
        clReleaseMemObject(in);
    if (out)
        clReleaseMemObject(out);
    if (k)
        clReleaseKernel(k);
    free(partial);
    return error;
}

/* The sum of a buffer, and where it needs: partial sums, the sum, two kernels. */
struct two {
    cl_mem partial, one;
    cl_kernel first, second;
};

static cl_int two_open(const struct sum_place *p, size_t n, size_t local, struct two *t) {
    cl_int error;
    memset(t, 0, sizeof *t);
    t->partial = buffer(p, (n / local + 1) * 8, &error);
    CHECK;
    t->one = buffer(p, 8, &error);
    CHECK;
    t->first = clCreateKernel(p->program, "sum_groups", &error);
    CHECK;
    t->second = clCreateKernel(p->program, "finish", &error);
done:
    return error;
}

static void two_close(struct two *t) {
    if (t->partial)
        clReleaseMemObject(t->partial);
    if (t->one)
        clReleaseMemObject(t->one);
    if (t->first)
        clReleaseKernel(t->first);
    if (t->second)
        clReleaseKernel(t->second);
}

static cl_int two_sum(const struct sum_place *p, struct two *t, cl_mem data, size_t n, size_t local,
                      double *sum) {
    cl_int error;
    size_t groups = (n + local - 1) / local;
    if (groups > 0)
        TRY(launch(p, t->first, data, n, t->partial, groups, local, 8));
    TRY(launch(p, t->second, t->partial, groups, t->one, 1, local, 8));
    TRY(clEnqueueReadBuffer(p->queue, t->one, CL_TRUE, 0, 8, sum, 0, NULL, NULL));
done:
    return error;
}

cl_int sum_on_device(const struct sum_place *p, cl_mem data, size_t n, size_t local, double *sum) {
    struct two t;
    cl_int error = two_open(p, n, local, &t);
    if (error == CL_SUCCESS)
        error = two_sum(p, &t, data, n, local, sum);
    two_close(&t);
    return error;
}

cl_int sum_in_loop(const struct sum_place *p, const double *data, size_t n, size_t local,
                   unsigned turns, double *sums) {
    struct two t;
    cl_mem array = NULL;
    cl_kernel step = NULL;
    cl_ulong count = n;
    size_t global = (n + local - 1) / local * local;
    cl_int error = two_open(p, n, local, &t);
    CHECK;
    array = buffer(p, n * 8, &error);
    CHECK;
    step = clCreateKernel(p->program, "advance", &error);
    CHECK;
    if (n > 0)
        TRY(clEnqueueWriteBuffer(p->queue, array, CL_FALSE, 0, n * 8, data, 0, NULL, NULL));
    TRY(clSetKernelArg(step, 0, sizeof array, &array));
    TRY(clSetKernelArg(step, 1, sizeof count, &count));
    for (unsigned i = 0; i < turns; i++) {
        TRY(two_sum(p, &t, array, n, local, &sums[i]));
        TRY(clSetKernelArg(step, 2, sizeof *sums, &sums[i]));
        if (n > 0)
            TRY(clEnqueueNDRangeKernel(p->queue, step, 1, NULL, &global, &local, 0, NULL, NULL));
    }
    TRY(clFinish(p->queue));
done:
    if (array)
        clReleaseMemObject(array);
    if (step)
        clReleaseKernel(step);
    two_close(&t);
    return error;
}

cl_int sum_find_extremes(const struct sum_place *p, const double *data, size_t n, size_t local,
                         struct sum_extremes *extremes) {
    struct {
        cl_double value[2];
        cl_ulong at[2];
    } found;
    cl_int error;
    cl_mem in = NULL, out = NULL;
    cl_kernel k = clCreateKernel(p->program, "find", &error);
    CHECK;
    in = buffer(p, n * 8, &error);
    CHECK;
    out = buffer(p, sizeof found, &error);
    CHECK;
    if (n > 0)
        TRY(clEnqueueWriteBuffer(p->queue, in, CL_TRUE, 0, n * 8, data, 0, NULL, NULL));
    TRY(launch(p, k, in, n, out, 1, local, sizeof found));
    TRY(clEnqueueReadBuffer(p->queue, out, CL_TRUE, 0, sizeof found, &found, 0, NULL, NULL));
    extremes->minimum = found.value[0];
    extremes->maximum = found.value[1];
    extremes->minimum_at = found.at[0];
    extremes->maximum_at = found.at[1];
done:
    if (in)
        clReleaseMemObject(in);
    if (out)
        clReleaseMemObject(out);
    if (k)
        clReleaseKernel(k);
    return error;
}
