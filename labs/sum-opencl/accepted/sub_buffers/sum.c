/* Helpers that remember the first error; two halves of one buffer, mapped memory, a callback. */
#include "sum.h"
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
struct job {
    const struct sum_place *place;
    cl_int error;
    cl_mem mem[8];
    int mems;
    cl_kernel kernel[4];
    int kernels;
};
static cl_mem buffer(struct job *j, cl_mem_flags flags, size_t bytes, const void *from) {
    if (j->error)
        return NULL;
    cl_mem m = clCreateBuffer(j->place->context, flags, bytes ? bytes : 1, (void *)from, &j->error);
    if (!j->error)
        j->mem[j->mems++] = m;
    return m;
}
static cl_mem part(struct job *j, cl_mem whole, size_t at, size_t bytes) {
    cl_buffer_region r = {at, bytes};
    if (j->error)
        return NULL;
    cl_mem m = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &r, &j->error);
    if (!j->error)
        j->mem[j->mems++] = m;
    return m;
}
static cl_kernel kernel(struct job *j, const char *name) {
    if (j->error)
        return NULL;
    cl_kernel k = clCreateKernel(j->place->program, name, &j->error);
    if (!j->error)
        j->kernel[j->kernels++] = k;
    return k;
}
static void arg(struct job *j, cl_kernel k, cl_uint i, size_t size, const void *v) {
    if (!j->error)
        j->error = clSetKernelArg(k, i, size, v);
}
static void launch(struct job *j, cl_kernel k, size_t n, size_t group) {
    size_t global = (n + group - 1) / group * group;
    if (!j->error)
        j->error =
            clEnqueueNDRangeKernel(j->place->queue, k, 1, NULL, &global, &group, 0, NULL, NULL);
}
static cl_int end(struct job *j) {
    clFinish(j->place->queue);
    while (j->mems)
        clReleaseMemObject(j->mem[--j->mems]);
    while (j->kernels)
        clReleaseKernel(j->kernel[--j->kernels]);
    return j->error;
}
static void sum_args(struct job *j, cl_kernel k, cl_mem in, size_t n, cl_mem out, size_t group) {
    arg(j, k, 0, sizeof in, &in);
    arg(j, k, 1, sizeof(cl_ulong), &(cl_ulong){n});
    arg(j, k, 2, sizeof out, &out);
    arg(j, k, 3, group * sizeof(cl_double), NULL);
}
static void CL_CALLBACK told(const char *what, const void *info, size_t size, void *user) {
    (void)what, (void)info, (void)size, (void)user;
}
cl_int sum_open(const char *source, struct sum_place *place, char *log, size_t log_size) {
    cl_uint platforms;
    cl_platform_id *all = NULL;
    cl_int error = clGetPlatformIDs(0, NULL, &platforms);
    if (error)
        return error;
    all = malloc(platforms * sizeof *all);
    clGetPlatformIDs(platforms, all, NULL);
    cl_platform_id first = all[0];
    free(all);
    cl_uint devices = 0;
    cl_device_id list[4];
    error = clGetDeviceIDs(first, CL_DEVICE_TYPE_GPU, 4, list, &devices);
    if (error == CL_DEVICE_NOT_FOUND)
        error = clGetDeviceIDs(
            first, CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_DEFAULT, 4,
            list, &devices);
    if (error)
        return error;
    place->device = list[0];
    cl_ulong fp = 0;
    clGetDeviceInfo(place->device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof fp, &fp, NULL);
    if (!fp)
        return SUM_NO_DOUBLE;
    place->context = clCreateContext(NULL, 1, &place->device, told, NULL, &error);
    if (error)
        return error;
    place->queue = clCreateCommandQueue(place->context, place->device, 0, &error);
    if (error) {
        clReleaseContext(place->context);
        return error;
    }
    place->program = clCreateProgramWithSource(place->context, 1, &source, NULL, &error);
    if (error) {
        clReleaseCommandQueue(place->queue);
        clReleaseContext(place->context);
        return error;
    }
    error = clBuildProgram(place->program, 0, NULL, NULL, NULL, NULL);
    if (error) {
        size_t size;
        if (error == CL_BUILD_PROGRAM_FAILURE && log_size &&
            !clGetProgramBuildInfo(place->program, place->device, CL_PROGRAM_BUILD_LOG, 0, NULL,
                                   &size)) {
            char text[size + 1];
            clGetProgramBuildInfo(place->program, place->device, CL_PROGRAM_BUILD_LOG, size, text,
                                  NULL);
            text[size] = '\0';
            strncpy(log, text, log_size - 1);
            log[log_size - 1] = '\0';
        }
        sum_close(place);
    }
    return error;
}
void sum_close(struct sum_place *place) {
    clReleaseProgram(place->program);
    clReleaseCommandQueue(place->queue);
    clReleaseContext(place->context);
}
cl_int sum_on_cpu(const struct sum_place *place, const double *data, size_t n, size_t work_group,
                  double *sum) {
    struct job j = {.place = place};
    size_t groups = (n + work_group - 1) / work_group;
    double total = 0;
    if (n == 0)
        return *sum = 0, CL_SUCCESS;
    cl_mem in = buffer(&j, CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR, n * 8, NULL),
           out = buffer(&j, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, groups * 8, NULL);
    cl_kernel k = kernel(&j, "sum_groups");
    if (!j.error) {
        double *mapped =
            clEnqueueMapBuffer(place->queue, in, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0, n * 8,
                               0, NULL, NULL, &j.error);
        if (!j.error) {
            memcpy(mapped, data, n * 8);
            j.error = clEnqueueUnmapMemObject(place->queue, in, mapped, 0, NULL, NULL);
        }
    }
    sum_args(&j, k, in, n, out, work_group);
    launch(&j, k, n, work_group);
    if (!j.error) {
        double *mapped = clEnqueueMapBuffer(place->queue, out, CL_TRUE, CL_MAP_READ, 0, groups * 8,
                                            0, NULL, NULL, &j.error);
        if (!j.error) {
            for (size_t g = 0; g < groups; g++)
                total += mapped[g];
            j.error = clEnqueueUnmapMemObject(place->queue, out, mapped, 0, NULL, NULL);
        }
    }
    if (!j.error)
        *sum = total;
    return end(&j);
}
static void to_one(struct job *j, cl_kernel k, cl_mem data, size_t n, size_t group, cl_mem ping[2],
                   cl_mem *last) {
    int turn = 0;
    do {
        sum_args(j, k, data, n, ping[turn], group);
        launch(j, k, n, group);
        data = ping[turn];
        turn = !turn;
        n = (n + group - 1) / group;
    } while (n > 1);
    *last = data;
}
cl_int sum_on_device(const struct sum_place *place, cl_mem data, size_t n, size_t work_group,
                     double *sum) {
    struct job j = {.place = place};
    size_t bytes = ((n + work_group - 1) / work_group * 8 + 4095) / 4096 * 4096;
    if (n == 0) {
        *sum = 0;
        return 0;
    }
    cl_mem whole = buffer(&j, CL_MEM_READ_WRITE, 2 * bytes, NULL);
    cl_mem ping[2] = {part(&j, whole, 0, bytes), part(&j, whole, bytes, bytes)}, last = NULL;
    cl_kernel k = kernel(&j, "sum_groups");
    to_one(&j, k, data, n, work_group, ping, &last);
    double s;
    if (!j.error)
        j.error = clEnqueueReadBuffer(place->queue, last, CL_TRUE, 0, 8, &s, 0, NULL, NULL);
    if (!j.error)
        *sum = s;
    return end(&j);
}
cl_int sum_in_loop(const struct sum_place *place, const double *data, size_t n, size_t work_group,
                   unsigned turns, double *sums) {
    struct job j = {.place = place};
    if (turns == 0)
        return CL_SUCCESS;
    if (n == 0) {
        for (unsigned t = 0; t < turns; t++)
            sums[t] = 0;
        return CL_SUCCESS;
    }
    size_t bytes = (n + work_group - 1) / work_group * 8;
    double *got = calloc(turns, 8);
    cl_mem in = buffer(&j, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, n * 8, data),
           ping[2] = {buffer(&j, 0, bytes, NULL), buffer(&j, 0, bytes, NULL)}, last = NULL;
    cl_kernel k = kernel(&j, "sum_groups"), a = kernel(&j, "advance");
    for (unsigned t = 0; t < turns && !j.error; t++) {
        to_one(&j, k, in, n, work_group, ping, &last);
        if (!j.error)
            j.error =
                clEnqueueReadBuffer(place->queue, last, CL_TRUE, 0, 8, &got[t], 0, NULL, NULL);
        arg(&j, a, 0, sizeof in, &in);
        arg(&j, a, 1, sizeof(cl_ulong), &(cl_ulong){n});
        arg(&j, a, 2, 8, &got[t]);
        if (t + 1 < turns)
            launch(&j, a, n, 32);
    }
    if (!j.error)
        memcpy(sums, got, turns * 8);
    cl_int e = end(&j);
    free(got);
    return e;
}
cl_int sum_find_extremes(const struct sum_place *place, const double *data, size_t n,
                         size_t work_group, struct sum_extremes *extremes) {
    struct job j = {.place = place};
    struct sum_extremes e = {
        .minimum = INFINITY, .maximum = -INFINITY, .minimum_at = n, .maximum_at = n};
    size_t groups = (n + work_group - 1) / work_group;
    if (n > 0) {
        cl_mem in = buffer(&j, CL_MEM_READ_ONLY, n * 8, NULL), v = buffer(&j, 0, groups * 16, NULL),
               w = buffer(&j, 0, groups * 16, NULL);
        cl_double2 *vs = malloc(groups * 16);
        cl_ulong2 *ws = malloc(groups * 16);
        cl_event written = NULL;
        if (!j.error)
            j.error =
                clEnqueueWriteBuffer(place->queue, in, CL_FALSE, 0, n * 8, data, 0, NULL, &written);
        cl_kernel k = kernel(&j, "find");
        arg(&j, k, 0, sizeof in, &in);
        arg(&j, k, 1, 8, &(cl_ulong){n});
        arg(&j, k, 2, sizeof v, &v);
        arg(&j, k, 3, sizeof w, &w);
        arg(&j, k, 4, work_group * sizeof(cl_double2), NULL);
        arg(&j, k, 5, work_group * sizeof(cl_ulong2), NULL);
        launch(&j, k, n, work_group);
        if (!j.error)
            j.error =
                clEnqueueReadBuffer(place->queue, v, CL_FALSE, 0, groups * 16, vs, 0, NULL, NULL);
        if (!j.error)
            j.error =
                clEnqueueReadBuffer(place->queue, w, CL_TRUE, 0, groups * 16, ws, 0, NULL, NULL);
        for (size_t g = 0; g < groups && !j.error; g++) {
            if (vs[g].s[0] < e.minimum) {
                e.minimum = vs[g].s[0];
                e.minimum_at = ws[g].s[0];
            }
            if (vs[g].s[1] > e.maximum) {
                e.maximum = vs[g].s[1];
                e.maximum_at = ws[g].s[1];
            }
        }
        free(vs);
        free(ws);
        if (written)
            clReleaseEvent(written);
    }
    if (!j.error)
        *extremes = e;
    return end(&j);
}
