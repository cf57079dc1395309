/*
 * Known-good OpenCL kernels on the only platform that is visible: says which device would be used,
 * and whether its compiler can be trusted with barriers, local memory and atomics. Prints
 *
 *     gpu|cpu|other <tab> device <tab> platform and version <newline>
 *
 * and exits with 0 when every answer was right; else a line with the reason follows, and it exits
 * with 1. The lines before the reason may be missing.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include "lab/opencl_errors.h"

#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 160, MOST_GROUPS = 64 };

/* Each kernel leaves one number a group. What trips compilers: barriers in loops whose number of
 * rounds is known only at run time, and work-groups that are no power of two. */
static const char source[] =
    "__kernel void naive(__global const uint *data, uint n, __global double *result,\n"
    "                    __local uint *shared) {\n"
    "    uint t = get_local_id(0), i = get_global_id(0);\n"
    "    shared[t] = i < n ? data[i] : 0;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (uint s = 1; s < get_local_size(0); s *= 2) {\n"
    "        if (t % (2 * s) == 0) {\n"
    "            shared[t] += shared[t + s];\n"
    "        }\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    if (t == 0) {\n"
    "        result[get_group_id(0)] = shared[0];\n"
    "    }\n"
    "}\n"
    "__kernel void tree(__global const uint *data, uint n, __global double *result,\n"
    "                   __local double *shared) {\n"
    "    uint t = get_local_id(0), i = get_global_id(0);\n"
    "    shared[t] = i < n ? (double)data[i] : 0;\n"
    "    for (uint values = get_local_size(0); values > 1;) {\n"
    "        uint half_of_it = (values + 1) / 2;\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        if (t + half_of_it < values) {\n"
    "            shared[t] += shared[t + half_of_it];\n"
    "        }\n"
    "        values = half_of_it;\n"
    "    }\n"
    "    if (t == 0) {\n"
    "        result[get_group_id(0)] = shared[0];\n"
    "    }\n"
    "}\n"
    "__kernel void atomics(__global const uint *data, uint n, __global double *result,\n"
    "                      __local uint *shared) {\n"
    "    uint t = get_local_id(0), i = get_global_id(0);\n"
    "    if (t == 0) {\n"
    "        shared[0] = 0;\n"
    "    }\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (i < n) {\n"
    "        atomic_add(&shared[0], data[i]);\n"
    "    }\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (t == 0) {\n"
    "        result[get_group_id(0)] = shared[0];\n"
    "    }\n"
    "}\n";

/* n is no multiple of the work-group. */
static const struct {
    const char *kernel;
    cl_uint n, local;
} cases[] = {{"naive", 1000, 64}, {"tree", 300, 96}, {"atomics", 1000, 64}};

_Noreturn static void fail(const char *what, cl_int error) {
    printf("%s: %s (error %d)\n", what, opencl_error(error), error);
    exit(1);
}

static void check(cl_int error, const char *what) {
    if (error != CL_SUCCESS) {
        fail(what, error);
    }
}

static cl_device_id choose_device(void) {
    cl_platform_id platform;
    cl_device_id device;
    cl_uint count = 0;
    cl_device_type type = 0;
    char name[NAME_BYTES] = "", platform_name[NAME_BYTES] = "", version[NAME_BYTES] = "";
    check(clGetPlatformIDs(1, &platform, &count), "it offers no platform");
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL) != CL_SUCCESS) {
        check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "it has no device");
    }
    clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL);
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof platform_name, platform_name, NULL);
    clGetDeviceInfo(device, CL_DRIVER_VERSION, sizeof version, version, NULL);
    printf("%s\t%s\t%s %s\n",
           type & CL_DEVICE_TYPE_GPU   ? "gpu"
           : type & CL_DEVICE_TYPE_CPU ? "cpu"
                                       : "other",
           name, platform_name, version);
    fflush(stdout);
    return device;
}

struct device_place {
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_mem data, result;
};

/* Runs one kernel on data[i] = i % 251 and compares each group's sum. */
static void run_kernel(const struct device_place *place, const char *name, cl_uint n,
                       cl_uint local) {
    const size_t groups = (n + local - 1) / local, global = groups * local, group = local;
    cl_int error;
    cl_kernel kernel = clCreateKernel(place->program, name, &error);
    check(error, "no kernel");
    double result[MOST_GROUPS];
    memset(result, 0xa5, sizeof result);
    check(clSetKernelArg(kernel, 0, sizeof(cl_mem), &place->data) |
              clSetKernelArg(kernel, 1, sizeof n, &n) |
              clSetKernelArg(kernel, 2, sizeof(cl_mem), &place->result) |
              clSetKernelArg(kernel, 3, local * sizeof(double), NULL),
          "it refuses a kernel's arguments");
    check(clEnqueueNDRangeKernel(place->queue, kernel, 1, NULL, &global, &group, 0, NULL, NULL),
          "it refuses a launch");
    check(clEnqueueReadBuffer(place->queue, place->result, CL_TRUE, 0, groups * sizeof(double),
                              result, 0, NULL, NULL),
          "a known-good kernel does not run");
    clReleaseKernel(kernel);
    for (size_t g = 0; g < groups; g++) {
        double sum = 0;
        for (size_t i = g * local; i < (g + 1) * local && i < n; i++) {
            sum += (double)(i % 251);
        }
        if (result[g] != sum) {
            printf("it computes a known-good kernel wrong (%s: %g for %g)\n", name, result[g], sum);
            exit(1);
        }
    }
}

int main(void) {
    cl_device_id device = choose_device();
    cl_device_fp_config doubles = 0;
    struct device_place place;
    cl_int error;
    const char *text = source;
    cl_uint data[1024];
    clGetDeviceInfo(device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof doubles, &doubles, NULL);
    if (doubles == 0) {
        fail("it has no double precision", 0);
    }
    for (cl_uint i = 0; i < 1024; i++) {
        data[i] = i % 251;
    }
    place.context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    check(error, "no context");
    place.queue = clCreateCommandQueue(place.context, device, 0, &error);
    check(error, "no queue");
    place.data = clCreateBuffer(place.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof data,
                                data, &error);
    check(error, "no buffer");
    place.result = clCreateBuffer(place.context, CL_MEM_WRITE_ONLY, MOST_GROUPS * sizeof(double),
                                  NULL, &error);
    check(error, "no buffer");
    place.program = clCreateProgramWithSource(place.context, 1, &text, NULL, &error);
    check(error, "no program");
    check(clBuildProgram(place.program, 1, &device, "-cl-std=CL1.2", NULL, NULL),
          "it does not compile a known-good kernel");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        run_kernel(&place, cases[i].kernel, cases[i].n, cases[i].local);
    }
    return 0;
}
