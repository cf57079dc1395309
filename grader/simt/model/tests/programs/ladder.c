/* Launches of the reduction ladder, each once, by the device's clock: a line `kernel,n,times,us`.
 * `ladder SOURCE NAIVE KERNEL N TIMES …`, any number of launches. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORK_GROUP = 256, STATE = 1 << 16, SWEPT = 1 << 26 };

static void must(cl_int error, const char *what) {
    if (error != CL_SUCCESS) {
        fprintf(stderr, "ladder: %s: error %d\n", what, error);
        exit(1);
    }
}

static char *read_file(const char *name) {
    FILE *file = fopen(name, "r");
    char *text = calloc(1 << 16, 1);
    if (file == NULL || text == NULL || fread(text, 1, (1 << 16) - 1, file) == 0) {
        fprintf(stderr, "ladder: cannot read %s\n", name);
        exit(1);
    }
    fclose(file);
    return text;
}

/* Reads the swept memory, as the bench does: what L2 would have to write would cost the next
 * kernel. */
static const char reader[] = "kernel void reader(global const uint4 *from, global uint4 *to) {\n"
                             "    const uint4 value = from[get_global_id(0)];\n"
                             "    if (any(value != 0)) { *to = value; }\n"
                             "}\n";

struct ladder {
    cl_context context;
    cl_command_queue queue;
    cl_program program, reader;
    cl_mem state, total, swept;
};

static void set(cl_kernel kernel, cl_uint *at, size_t bytes, const void *value) {
    must(clSetKernelArg(kernel, (*at)++, bytes, value), "clSetKernelArg");
}

static void sweep(const struct ladder *ladder) {
    enum { BYTES_OF_ITEM = 16 };
    const size_t items = SWEPT / BYTES_OF_ITEM, work_group = WORK_GROUP;
    cl_int error;
    cl_uint at = 0;
    cl_kernel kernel = clCreateKernel(ladder->reader, "reader", &error);
    must(error, "reader");
    set(kernel, &at, sizeof ladder->swept, &ladder->swept);
    set(kernel, &at, sizeof ladder->state, &ladder->state);
    must(clEnqueueNDRangeKernel(ladder->queue, kernel, 1, NULL, &items, &work_group, 0, NULL, NULL),
         "clEnqueueNDRangeKernel");
    clReleaseKernel(kernel);
}

static void launch(const struct ladder *ladder, const char *name, cl_uint n, cl_uint times) {
    cl_int error;
    cl_uint at = 0, zero = 0, rounds = times / 16;
    cl_mem src = clCreateBuffer(ladder->context, CL_MEM_READ_WRITE, n * sizeof n, NULL, &error);
    must(error, "clCreateBuffer");
    cl_kernel kernel = clCreateKernel(ladder->program, name, &error);
    must(error, name);
    bool pcl = strcmp(name, "reduce_pcl") == 0, strided = strstr(name, "stride") != NULL;
    set(kernel, &at, sizeof src, &src);
    set(kernel, &at, sizeof n, &n);
    if (strided) {
        set(kernel, &at, sizeof times, &times);
    }
    if (pcl) {
        set(kernel, &at, sizeof rounds, &rounds);
        set(kernel, &at, sizeof ladder->state, &ladder->state);
    }
    set(kernel, &at, sizeof ladder->total, &ladder->total);
    if (!pcl) {
        set(kernel, &at, WORK_GROUP * sizeof(cl_uint), NULL);
    }
    size_t work_group = WORK_GROUP, each = (size_t)WORK_GROUP * times;
    size_t items = (n + each - 1) / each * work_group;
    /* the bench sweeps the caches just before: the queue is at work when the kernel comes, and L2
     * holds nothing of what it reads */
    must(
        clEnqueueFillBuffer(ladder->queue, src, &zero, sizeof zero, 0, n * sizeof n, 0, NULL, NULL),
        "clEnqueueFillBuffer");
    sweep(ladder);
    must(clEnqueueFillBuffer(ladder->queue, ladder->total, &zero, sizeof zero, 0, sizeof zero, 0,
                             NULL, NULL),
         "clEnqueueFillBuffer");
    cl_event event;
    must(clEnqueueNDRangeKernel(ladder->queue, kernel, 1, NULL, &items, &work_group, 0, NULL,
                                &event),
         "clEnqueueNDRangeKernel");
    must(clFinish(ladder->queue), "clFinish");
    cl_ulong start = 0, end = 0;
    must(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL),
         "start");
    must(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL), "end");
    printf("%s,%u,%u,%.3f\n", name, n, times, (double)(end - start) * 1e-3);
    clReleaseEvent(event);
    clReleaseKernel(kernel);
    clReleaseMemObject(src);
}

int main(int argc, char **argv) {
    cl_int error;
    cl_platform_id platform;
    cl_device_id device;
    struct ladder ladder;
    if (argc < 6) {
        return 2;
    }
    must(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    must(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    ladder.context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    must(error, "clCreateContext");
    ladder.queue = clCreateCommandQueue(ladder.context, device, CL_QUEUE_PROFILING_ENABLE, &error);
    must(error, "clCreateCommandQueue");
    char *sources[] = {read_file(argv[1]), read_file(argv[2])};
    ladder.program =
        clCreateProgramWithSource(ladder.context, 2, (const char **)sources, NULL, &error);
    must(error, "clCreateProgramWithSource");
    must(clBuildProgram(ladder.program, 1, &device, "", NULL, NULL), "clBuildProgram");
    const char *text = reader;
    ladder.reader = clCreateProgramWithSource(ladder.context, 1, &text, NULL, &error);
    must(error, "clCreateProgramWithSource");
    must(clBuildProgram(ladder.reader, 1, &device, "", NULL, NULL), "clBuildProgram");
    cl_uint zero = 0;
    ladder.state = clCreateBuffer(ladder.context, CL_MEM_READ_WRITE, STATE, NULL, &error);
    ladder.swept = clCreateBuffer(ladder.context, CL_MEM_READ_WRITE, SWEPT, NULL, &error);
    must(error, "clCreateBuffer");
    ladder.total = clCreateBuffer(ladder.context, CL_MEM_READ_WRITE, sizeof zero, NULL, &error);
    must(clEnqueueFillBuffer(ladder.queue, ladder.state, &zero, sizeof zero, 0, STATE, 0, NULL,
                             NULL),
         "clEnqueueFillBuffer");
    must(clEnqueueFillBuffer(ladder.queue, ladder.swept, &zero, sizeof zero, 0, SWEPT, 0, NULL,
                             NULL),
         "clEnqueueFillBuffer");
    for (int a = 3; a + 2 < argc; a += 3) {
        launch(&ladder, argv[a], (cl_uint)strtoul(argv[a + 1], NULL, 10),
               (cl_uint)strtoul(argv[a + 2], NULL, 10));
    }
    clReleaseMemObject(ladder.state);
    clReleaseMemObject(ladder.total);
    clReleaseMemObject(ladder.swept);
    clReleaseProgram(ladder.program);
    clReleaseProgram(ladder.reader);
    clReleaseCommandQueue(ladder.queue);
    clReleaseContext(ladder.context);
    free(sources[0]);
    free(sources[1]);
    return 0;
}
