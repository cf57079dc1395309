/* The host of kernels.cl: opencl_host kernels.cl NAME N BLOCK RUNS prints milliseconds a launch. */
#define CL_TARGET_OPENCL_VERSION 120
#include "../../clock.h"
#include "../../whole_file.h"

#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BINS = 256 };

struct bench_session {
    cl_context context;
    cl_command_queue queue;
    cl_program program;
};

static int open_session(struct bench_session *session, const char *path) {
    const char *text = whole_file(path, NULL);
    cl_platform_id platform;
    cl_device_id device;
    if (text == NULL || clGetPlatformIDs(1, &platform, NULL) ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)) {
        return -1;
    }
    session->context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    session->queue = clCreateCommandQueue(session->context, device, 0, NULL);
    session->program = clCreateProgramWithSource(session->context, 1, &text, NULL, NULL);
    return clBuildProgram(session->program, 1, &device, "", NULL, NULL);
}

static double launch(struct bench_session *session, cl_kernel kernel, size_t global, size_t block) {
    clFinish(session->queue);
    double start = clock_seconds();
    clEnqueueNDRangeKernel(session->queue, kernel, 1, NULL, &global, &block, 0, NULL, NULL);
    clFinish(session->queue);
    return (clock_seconds() - start) * 1e3;
}

/* Both kernels get (in, out, n): sums of blocks, or how often each value occurs, add up to all. */
static double run(struct bench_session *session, const char *name, cl_uint n, size_t block,
                  int *right) {
    const int counts = strcmp(name, "histogram") == 0;
    const size_t results = counts ? BINS : n / block;
    cl_uint *host = malloc(n * sizeof *host), zero = 0, sum = 0, expected = 0;
    for (cl_uint i = 0; i < n; i++) {
        expected += host[i] = (i * 167 + (i >> 8) * 13) % BINS;
    }
    cl_mem in = clCreateBuffer(session->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                               n * sizeof *host, host, NULL);
    cl_mem out =
        clCreateBuffer(session->context, CL_MEM_READ_WRITE, results * sizeof *host, NULL, NULL);
    clEnqueueFillBuffer(session->queue, out, &zero, sizeof zero, 0, results * sizeof *host, 0, NULL,
                        NULL);
    cl_kernel kernel = clCreateKernel(session->program, name, NULL);
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &in);
    clSetKernelArg(kernel, 1, sizeof(cl_mem), &out);
    clSetKernelArg(kernel, 2, sizeof n, &n);
    double taken = launch(session, kernel, counts ? 64 * block : n, block);
    clEnqueueReadBuffer(session->queue, out, CL_TRUE, 0, results * sizeof *host, host, 0, NULL,
                        NULL);
    for (cl_uint i = 0; i < results; i++) {
        sum += counts ? i * host[i] : host[i];
    }
    *right = sum == expected;
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clReleaseKernel(kernel);
    free(host);
    return taken;
}

int main(int argc, char **argv) {
    struct bench_session session;
    if (argc < 6 || open_session(&session, argv[1])) {
        fprintf(stderr, "opencl_host: no OpenCL device, or %s does not compile\n",
                argc > 1 ? argv[1] : "the kernel");
        return 2;
    }
    cl_uint n = (cl_uint)strtoul(argv[3], NULL, 10);
    size_t block = strtoul(argv[4], NULL, 10);
    int right = 1;
    long runs = strtol(argv[5], NULL, 10);
    for (long i = 0; i < runs && right; i++) {
        printf("%.2f\n", run(&session, argv[2], n, block, &right));
    }
    return right ? 0 : 1;
}
