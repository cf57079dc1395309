/* Work-groups of the sum's and the stencil's kernels, by the device's clock: a line
 * `kernel,n,group,us`. `groups sum SOURCE N …`: sum_groups of N doubles that an earlier launch has
 * read, for each work-group. `groups stencil SOURCE HEIGHT`: each kernel on 8192 columns and HEIGHT
 * rows, in the shapes of labs/stencil/bench.c. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cl_context context;
static cl_command_queue queue;
static cl_program program;

static void must(cl_int error, const char *what) {
    if (error != CL_SUCCESS) {
        fprintf(stderr, "groups: %s: error %d\n", what, error);
        exit(1);
    }
}

static cl_mem make_zeros(size_t bytes) {
    cl_int error;
    cl_uint zero = 0;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &error);
    must(error, "clCreateBuffer");
    must(clEnqueueFillBuffer(queue, buffer, &zero, sizeof zero, 0, bytes, 0, NULL, NULL), "fill");
    return buffer;
}

static double run(cl_kernel kernel, cl_uint dimensions, const size_t *items, const size_t *group) {
    cl_event event;
    cl_ulong start = 0, end = 0;
    must(clEnqueueNDRangeKernel(queue, kernel, dimensions, NULL, items, group, 0, NULL, &event),
         "launch");
    must(clFinish(queue), "clFinish");
    must(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL),
         "start");
    must(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL), "end");
    clReleaseEvent(event);
    return (double)(end - start) * 1e-3;
}

static void sum(cl_ulong n) {
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, "sum_groups", &error);
    must(error, "sum_groups");
    cl_mem data = make_zeros(n * sizeof(double)), sums = make_zeros((n / 16 + 1) * sizeof(double));
    for (size_t turn = 0, group = 1024; group >= 16; turn++) {
        size_t items = (n + group - 1) / group * group;
        clSetKernelArg(kernel, 0, sizeof data, &data);
        clSetKernelArg(kernel, 1, sizeof n, &n);
        clSetKernelArg(kernel, 2, sizeof sums, &sums);
        clSetKernelArg(kernel, 3, group * sizeof(double), NULL);
        double us = run(kernel, 1, &items, &group);
        if (turn > 0) { /* the first reads what is in memory only */
            printf("sum_groups,%zu,%zu,%.3f\n", (size_t)n, group, us);
            group /= 2;
        }
    }
    clReleaseMemObject(data);
    clReleaseMemObject(sums);
    clReleaseKernel(kernel);
}

static void stencil(int height) {
    enum { WIDTH = 8192, LINE = WIDTH + 32 };
    static const struct {
        const char *name;
        size_t x, y, cells_x, cells_y; /* of a group; of a work-item */
    } shapes[] = {{"stencil_naive", 16, 16, 1, 1},        {"stencil_tile", 16, 4, 1, 4},
                  {"stencil_conflict_free", 16, 4, 1, 4}, {"stencil_marching", 32, 2, 4, 4},
                  {"stencil_marching", 32, 4, 4, 4},      {"stencil_marching", 32, 8, 4, 4},
                  {"stencil_marching", 64, 4, 4, 4},      {"stencil_marching", 128, 1, 4, 4},
                  {"stencil_marching", 128, 2, 4, 4}};
    size_t bytes = (size_t)(height + 2) * LINE * sizeof(float);
    cl_mem fields[] = {make_zeros(bytes), make_zeros(bytes)};
    int width = WIDTH, line = LINE;
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        cl_int error;
        cl_kernel kernel = clCreateKernel(program, shapes[s].name, &error);
        must(error, shapes[s].name);
        clSetKernelArg(kernel, 0, sizeof(cl_mem), &fields[1 - s % 2]);
        clSetKernelArg(kernel, 1, sizeof(cl_mem), &fields[s % 2]);
        clSetKernelArg(kernel, 2, sizeof width, &width);
        clSetKernelArg(kernel, 3, sizeof height, &height);
        clSetKernelArg(kernel, 4, sizeof line, &line);
        size_t group[] = {shapes[s].x, shapes[s].y};
        size_t items[] = {WIDTH / shapes[s].cells_x, (size_t)height / shapes[s].cells_y};
        printf("%s,%d,%zux%zu,%.3f\n", shapes[s].name, height, shapes[s].x, shapes[s].y,
               run(kernel, 2, items, group));
        clReleaseKernel(kernel);
    }
    clReleaseMemObject(fields[0]);
    clReleaseMemObject(fields[1]);
}

int main(int argc, char **argv) {
    static char source[1 << 16];
    cl_int error;
    cl_platform_id platform;
    cl_device_id device;
    FILE *file = argc > 3 ? fopen(argv[2], "r") : NULL;
    if (file == NULL || fread(source, 1, sizeof source - 1, file) == 0) {
        return 2;
    }
    fclose(file);
    must(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    must(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    must(error, "clCreateContext");
    queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
    must(error, "clCreateCommandQueue");
    const char *text = source;
    program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    must(error, "clCreateProgramWithSource");
    must(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
    for (int a = 3; a < argc; a++) {
        if (strcmp(argv[1], "sum") == 0) {
            sum(strtoull(argv[a], NULL, 10));
        } else {
            stencil(atoi(argv[a]));
        }
    }
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}
