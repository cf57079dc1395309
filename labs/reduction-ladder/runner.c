/*
 * Launches the student's kernels, and calls the student's host functions. Parameters, as oracle.c
 * sets them: n, work_group, times, groups.
 */
#include "run/runner.h"

#include "../shared/opencl_setup.h"
#include "reduction.h"

#include <string.h>

enum { N, WORK_GROUP, TIMES, GROUPS };
enum { ERROR, SUM };
enum { CERTAINLY_TOO_MANY = 65536 };

static cl_mem src_buffer(const struct ladder *ladder, const struct runner_call *call,
                         cl_int *error) {
    static cl_uint nothing;
    const size_t n = call->parameter[N];
    void *data = n > 0 ? (void *)call->input[0] : &nothing;
    return clCreateBuffer(ladder->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                          (n > 0 ? n : 1) * sizeof(cl_uint), data, error);
}

/* ---- kernels ---- */

static const struct {
    const char *exercise, *kernel;
    int takes_times;
} kernels[] = {
    {"strided_index", "reduce_strided_index", 0}, {"divergence_free", "reduce_divergence_free", 0},
    {"unrolled", "reduce_unrolled", 0},           {"global_stride", "reduce_global_stride", 1},
    {"local_stride", "reduce_local_stride", 1},   {"sub_groups", "reduce_sub_groups", 0},
};

static cl_int launch(const struct ladder *ladder, const struct runner_call *call, cl_kernel kernel,
                     int takes_times, cl_mem src, cl_mem total) {
    const cl_uint n = (cl_uint)call->parameter[N], times = (cl_uint)call->parameter[TIMES];
    const size_t work_group = call->parameter[WORK_GROUP];
    const size_t global_size = call->parameter[GROUPS] * work_group;
    cl_uint at = 0;
    cl_int error = clSetKernelArg(kernel, at++, sizeof(cl_mem), &src);
    if (error == CL_SUCCESS) {
        error = clSetKernelArg(kernel, at++, sizeof n, &n);
    }
    if (error == CL_SUCCESS && takes_times) {
        error = clSetKernelArg(kernel, at++, sizeof times, &times);
    }
    if (error == CL_SUCCESS) {
        error = clSetKernelArg(kernel, at++, sizeof(cl_mem), &total);
    }
    if (error == CL_SUCCESS) {
        error = clSetKernelArg(kernel, at, work_group * sizeof(cl_uint), NULL);
    }
    if (error == CL_SUCCESS) {
        error = clEnqueueNDRangeKernel(ladder->queue, kernel, 1, NULL, &global_size, &work_group, 0,
                                       NULL, NULL);
    }
    return error;
}

static cl_int run_kernel(const struct ladder *ladder, const struct runner_call *call,
                         const char *name, int takes_times, cl_mem src, cl_uint *sum) {
    cl_uint zero = 0;
    cl_int error;
    cl_kernel kernel = clCreateKernel(ladder->program, name, &error);
    if (error != CL_SUCCESS) {
        return error;
    }
    cl_mem total = clCreateBuffer(ladder->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                  sizeof zero, &zero, &error);
    if (error == CL_SUCCESS) {
        error = launch(ladder, call, kernel, takes_times, src, total);
    }
    if (error == CL_SUCCESS) {
        error =
            clEnqueueReadBuffer(ladder->queue, total, CL_TRUE, 0, sizeof *sum, sum, 0, NULL, NULL);
    }
    if (total != NULL) {
        clReleaseMemObject(total);
    }
    clReleaseKernel(kernel);
    return error;
}

/* ---- host functions ---- */

static const struct {
    const char *exercise;
    cl_int (*function)(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                       cl_uint times, cl_uint *sum);
} functions[] = {
    {"relaunch", reduce_relaunch},
    {"on_cpu", reduce_on_cpu},
    {"by_atomics", reduce_by_atomics},
};

/* Returns 1 when there is no such exercise. */
static int run(const struct ladder *ladder, const struct runner_call *call, cl_mem src,
               cl_uint *sum, cl_int *error) {
    const cl_uint n = (cl_uint)call->parameter[N], times = (cl_uint)call->parameter[TIMES];
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        if (strcmp(call->exercise, kernels[i].exercise) == 0) {
            *error = run_kernel(ladder, call, kernels[i].kernel, kernels[i].takes_times, src, sum);
            return 0;
        }
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (strcmp(call->exercise, functions[i].exercise) == 0) {
            *error = functions[i].function(ladder, src, n, call->parameter[WORK_GROUP], times, sum);
            return 0;
        }
    }
    if (strcmp(call->exercise, "pcl") == 0) {
        *error = reduce_pcl(ladder, src, n, sum);
        return 0;
    }
    return 1;
}

/* A reduce_global_stride that is right, for the host functions. */
static const char given_kernel[] =
    "__kernel void reduce_global_stride(__global const uint *src, uint n, uint times,\n"
    "                                   __global uint *sum, __local uint *partial) {\n"
    "    const uint local_id = get_local_id(0);\n"
    "    uint mine = 0;\n"
    "    for (uint i = 0, at = get_global_id(0); i < times && at < n;\n"
    "         i++, at += get_global_size(0)) {\n"
    "        mine += src[at];\n"
    "    }\n"
    "    partial[local_id] = mine;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (uint width = get_local_size(0) / 2; width > 0; width /= 2) {\n"
    "        if (local_id < width) {\n"
    "            partial[local_id] += partial[local_id + width];\n"
    "        }\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    if (local_id == 0) {\n"
    "        atomic_add(sum, partial[0]);\n"
    "    }\n"
    "}\n";

/* Is it one of the kernels that are judged, or a host function? */
static int is_kernel(const char *exercise) {
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        if (strcmp(exercise, kernels[i].exercise) == 0) {
            return 1;
        }
    }
    return 0;
}

static cl_int build(const char *exercise, struct ladder *ladder) {
    if (strcmp(exercise, "sub_groups") == 0) {
        return opencl_build_file_as(ladder->context, ladder->device, "sub_groups.cl",
                                    "-cl-std=CL3.0", &ladder->program);
    }
    return is_kernel(exercise)
               ? opencl_build(ladder->context, ladder->device, "reduction.cl", &ladder->program)
               : opencl_build_given(ladder->context, ladder->device, "reduction.cl",
                                    "reduce_global_stride", given_kernel, &ladder->program);
}

/* Made once for all calls, which are all of one exercise. */
static cl_int find_ladder(const char *exercise, const struct ladder **ladder) {
    static struct ladder made;
    static cl_int error = 1;
    if (error == 1) {
        error = opencl_open(&made.device, &made.context, &made.queue);
        if (error == CL_SUCCESS) {
            error = build(exercise, &made);
        }
    }
    *ladder = &made;
    return error;
}

int runner_call(const struct runner_call *call) {
    const struct ladder *ladder;
    cl_int *result = call->output[ERROR], error = find_ladder(call->exercise, &ladder);
    cl_mem src = error == CL_SUCCESS ? src_buffer(ladder, call, &error) : NULL;
    int unknown = 0;
    if (error == CL_SUCCESS) {
        unknown = run(ladder, call, src, call->output[SUM], &error);
    }
    if (src != NULL) {
        clReleaseMemObject(src);
    }
    /* Where the launch cannot be made, any error is right: 1 stands for it. */
    *result = call->parameter[WORK_GROUP] == CERTAINLY_TOO_MANY ? error != CL_SUCCESS : error;
    return unknown;
}
