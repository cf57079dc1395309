/* Sums on the device end in one atomic addition for each work-group: a single launch. */
#include "sum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- a place to work ---- */

/* The first GPU of the platform, or else its first device. */
static cl_int find_device(cl_device_id *device) {
    cl_platform_id platform;
    cl_int error = clGetPlatformIDs(1, &platform, NULL);
    if (error == CL_SUCCESS) {
        error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, device, NULL);
    }
    if (error == CL_DEVICE_NOT_FOUND) {
        error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, device, NULL);
    }
    return error;
}

static cl_int require_double(cl_device_id device) {
    cl_device_fp_config abilities = 0;
    const cl_int error =
        clGetDeviceInfo(device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof abilities, &abilities, NULL);
    return error == CL_SUCCESS && abilities == 0 ? SUM_NO_DOUBLE : error;
}

/* What the compiler said, as much of it as fits. */
static void fetch_log(const struct sum_place *place, char *log, size_t log_size) {
    size_t size = 0;
    clGetProgramBuildInfo(place->program, place->device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
    char *all = calloc(size + 1, 1);
    if (all != NULL && log_size > 0) {
        clGetProgramBuildInfo(place->program, place->device, CL_PROGRAM_BUILD_LOG, size, all, NULL);
        strncpy(log, all, log_size - 1);
        log[log_size - 1] = '\0';
    }
    free(all);
}

static cl_int build(const char *source, struct sum_place *place, char *log, size_t log_size) {
    cl_int error;
    place->program = clCreateProgramWithSource(place->context, 1, &source, NULL, &error);
    if (error == CL_SUCCESS) {
        error = clBuildProgram(place->program, 1, &place->device, "-cl-std=CL1.2", NULL, NULL);
        if (error == CL_BUILD_PROGRAM_FAILURE) {
            fetch_log(place, log, log_size);
        }
    }
    return error;
}

cl_int sum_open(const char *source, struct sum_place *place, char *log, size_t log_size) {
    *place = (struct sum_place){0};
    cl_int error = find_device(&place->device);
    if (error == CL_SUCCESS) {
        error = require_double(place->device);
    }
    if (error == CL_SUCCESS) {
        place->context = clCreateContext(NULL, 1, &place->device, NULL, NULL, &error);
    }
    if (error == CL_SUCCESS) {
        place->queue = clCreateCommandQueue(place->context, place->device, 0, &error);
    }
    if (error == CL_SUCCESS) {
        error = build(source, place, log, log_size);
    }
    if (error != CL_SUCCESS) {
        sum_close(place);
    }
    return error;
}

void sum_close(struct sum_place *place) {
    if (place->program != NULL) {
        clReleaseProgram(place->program);
    }
    if (place->queue != NULL) {
        clReleaseCommandQueue(place->queue);
    }
    if (place->context != NULL) {
        clReleaseContext(place->context);
    }
    *place = (struct sum_place){0};
}

/* ---- launches ---- */

/* At least one work-group: a launch of nothing is an error before OpenCL 2.1. */
static size_t groups_for(size_t n, size_t work_group) {
    return n == 0 ? 1 : (n + work_group - 1) / work_group;
}

/* An argument of a kernel; where `value` is NULL, local memory of that size. */
struct argument {
    size_t bytes;
    const void *value;
};

/* Puts a launch over n elements into the queue. */
static cl_int launch(const struct sum_place *place, cl_kernel kernel,
                     const struct argument *arguments, cl_uint count, size_t n, size_t work_group) {
    cl_int error = CL_SUCCESS;
    for (cl_uint i = 0; error == CL_SUCCESS && i < count; i++) {
        error = clSetKernelArg(kernel, i, arguments[i].bytes, arguments[i].value);
    }
    if (error == CL_SUCCESS) {
        const size_t items = groups_for(n, work_group) * work_group;
        error = clEnqueueNDRangeKernel(place->queue, kernel, 1, NULL, &items, &work_group, 0, NULL,
                                       NULL);
    }
    return error;
}

/* input[0 … n - 1] to one partial sum for each work-group. */
static cl_int launch_sum(const struct sum_place *place, cl_kernel kernel, cl_mem input, size_t n,
                         size_t work_group, cl_mem partial_sums) {
    const cl_ulong elements = n;
    const struct argument arguments[] = {{sizeof input, &input},
                                         {sizeof elements, &elements},
                                         {sizeof partial_sums, &partial_sums},
                                         {work_group * sizeof(double), NULL}};
    return launch(place, kernel, arguments, 4, n, work_group);
}

/* A buffer of `bytes`, but never of none. Where `data` is not NULL it begins as a copy of it. */
static cl_mem make_buffer(const struct sum_place *place, size_t bytes, const void *data,
                          cl_int *error) {
    if (data == NULL || bytes == 0) {
        return clCreateBuffer(place->context, CL_MEM_READ_WRITE, bytes > 0 ? bytes : 1, NULL,
                              error);
    }
    return clCreateBuffer(place->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                          (void *)data, error);
}

static void release_buffer(cl_mem buffer) {
    if (buffer != NULL) {
        clReleaseMemObject(buffer);
    }
}

static void release_kernel(cl_kernel kernel) {
    if (kernel != NULL) {
        clReleaseKernel(kernel);
    }
}

/* Reads from the start of a buffer, and waits until that is done. */
static cl_int fetch(const struct sum_place *place, cl_mem from, size_t bytes, void *to) {
    return clEnqueueReadBuffer(place->queue, from, CL_TRUE, 0, bytes, to, 0, NULL, NULL);
}

cl_int sum_on_cpu(const struct sum_place *place, const double *data, size_t n, size_t work_group,
                  double *sum) {
    const size_t groups = groups_for(n, work_group);
    cl_mem input = NULL, partial = NULL;
    double *partial_sums = malloc(groups * sizeof *partial_sums);
    cl_int error = partial_sums == NULL ? CL_OUT_OF_HOST_MEMORY : CL_SUCCESS;
    cl_kernel kernel = NULL;
    if (error == CL_SUCCESS) {
        kernel = clCreateKernel(place->program, "sum_groups", &error);
    }
    if (error == CL_SUCCESS) {
        input = make_buffer(place, n * sizeof *data, data, &error);
    }
    if (error == CL_SUCCESS) {
        partial = make_buffer(place, groups * sizeof *partial_sums, NULL, &error);
    }
    if (error == CL_SUCCESS) {
        error = launch_sum(place, kernel, input, n, work_group, partial);
    }
    if (error == CL_SUCCESS) {
        error = fetch(place, partial, groups * sizeof *partial_sums, partial_sums);
    }
    if (error == CL_SUCCESS) {
        double total = 0;
        for (size_t i = 0; i < groups; i++) {
            total += partial_sums[i];
        }
        *sum = total;
    }
    release_buffer(partial);
    release_buffer(input);
    release_kernel(kernel);
    free(partial_sums);
    return error;
}

/* One launch into a total that is 0, and one double to read. Few work-groups: each work-item walks.
 */
static cl_int sum_atomically(const struct sum_place *place, cl_kernel kernel, cl_mem data, size_t n,
                             size_t work_group, cl_mem total, double *sum) {
    enum { MOST_GROUPS = 16 };
    const double zero = 0;
    const size_t items = n < MOST_GROUPS * work_group ? n : MOST_GROUPS * work_group;
    const cl_ulong elements = n;
    const size_t local_bytes = work_group * sizeof(double);
    cl_int error =
        clEnqueueFillBuffer(place->queue, total, &zero, sizeof zero, 0, sizeof zero, 0, NULL, NULL);
    const struct argument arguments[] = {{sizeof data, &data},
                                         {sizeof elements, &elements},
                                         {sizeof total, &total},
                                         {local_bytes, NULL}};
    if (error == CL_SUCCESS) {
        error = launch(place, kernel, arguments, 4, items, work_group);
    }
    return error == CL_SUCCESS ? fetch(place, total, sizeof *sum, sum) : error;
}

cl_int sum_on_device(const struct sum_place *place, cl_mem data, size_t n, size_t work_group,
                     double *sum) {
    cl_int error;
    cl_mem total = NULL;
    cl_kernel kernel = clCreateKernel(place->program, "sum_all", &error);
    if (error == CL_SUCCESS) {
        total = make_buffer(place, sizeof *sum, NULL, &error);
    }
    if (error == CL_SUCCESS) {
        error = sum_atomically(place, kernel, data, n, work_group, total, sum);
    }
    release_buffer(total);
    release_kernel(kernel);
    return error;
}

cl_int sum_in_loop(const struct sum_place *place, const double *data, size_t n, size_t work_group,
                   unsigned turns, double *sums) {
    const cl_ulong elements = n;
    cl_mem array = NULL, total = NULL;
    cl_int error;
    cl_kernel advance = NULL, kernel = clCreateKernel(place->program, "sum_all", &error);
    if (error == CL_SUCCESS) {
        advance = clCreateKernel(place->program, "advance", &error);
    }
    if (error == CL_SUCCESS) {
        array = make_buffer(place, n * sizeof *data, data, &error);
    }
    if (error == CL_SUCCESS) {
        total = make_buffer(place, sizeof *sums, NULL, &error);
    }
    for (unsigned turn = 0; error == CL_SUCCESS && turn < turns; turn++) {
        error = sum_atomically(place, kernel, array, n, work_group, total, &sums[turn]);
        const struct argument arguments[] = {
            {sizeof array, &array}, {sizeof elements, &elements}, {sizeof *sums, &sums[turn]}};
        if (error == CL_SUCCESS) {
            error = launch(place, advance, arguments, 3, n, work_group);
        }
    }
    clFinish(place->queue);
    release_buffer(total);
    release_buffer(array);
    release_kernel(advance);
    release_kernel(kernel);
    return error;
}

/* As in sum.cl. */
struct partial_extremes {
    cl_double minimum, maximum;
    cl_ulong minimum_at, maximum_at;
};

/* Work-groups come in the order of their elements: of equal values, the earlier one stays. */
static struct sum_extremes join(const struct partial_extremes *partial, size_t count, size_t n) {
    struct sum_extremes all = {INFINITY, -INFINITY, n, n};
    for (size_t i = 0; i < count; i++) {
        if (partial[i].minimum < all.minimum || all.minimum_at == n) {
            all.minimum = partial[i].minimum;
            all.minimum_at = partial[i].minimum_at;
        }
        if (partial[i].maximum > all.maximum || all.maximum_at == n) {
            all.maximum = partial[i].maximum;
            all.maximum_at = partial[i].maximum_at;
        }
    }
    return all;
}

static cl_int launch_extremes(const struct sum_place *place, cl_kernel kernel, cl_mem input,
                              size_t n, size_t work_group, cl_mem partial) {
    const cl_ulong elements = n;
    const struct argument arguments[] = {
        {sizeof input, &input},
        {sizeof elements, &elements},
        {sizeof partial, &partial},
        {work_group * 2 * (sizeof(cl_double) + sizeof(cl_ulong)), NULL}};
    return launch(place, kernel, arguments, 4, n, work_group);
}

cl_int sum_find_extremes(const struct sum_place *place, const double *data, size_t n,
                         size_t work_group, struct sum_extremes *extremes) {
    const size_t groups = groups_for(n, work_group);
    struct partial_extremes *found = malloc(groups * sizeof *found);
    cl_mem input = NULL, partial = NULL;
    cl_kernel kernel = NULL;
    cl_int error = found == NULL ? CL_OUT_OF_HOST_MEMORY : CL_SUCCESS;
    if (error == CL_SUCCESS) {
        kernel = clCreateKernel(place->program, "extremes_of_groups", &error);
    }
    if (error == CL_SUCCESS) {
        input = make_buffer(place, n * sizeof *data, data, &error);
    }
    if (error == CL_SUCCESS) {
        partial = make_buffer(place, groups * sizeof *found, NULL, &error);
    }
    if (error == CL_SUCCESS) {
        error = launch_extremes(place, kernel, input, n, work_group, partial);
    }
    if (error == CL_SUCCESS) {
        error = fetch(place, partial, groups * sizeof *found, found);
    }
    if (error == CL_SUCCESS) {
        *extremes = join(found, groups, n);
    }
    release_buffer(partial);
    release_buffer(input);
    release_kernel(kernel);
    free(found);
    return error;
}
