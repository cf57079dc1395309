#include "device.h"

#include "../../../kernels/reduction.h"
#include "../../shared/opencl_measured.h"
#include "../../shared/opencl_setup.h"

#include <string.h>
#include <time.h>

enum { WORK_GROUP = REDUCTION_WORK_GROUP, MOST_PCL_TIMES = 64, GROUPS_OF_A_UNIT = 8 };
enum { MOST_GPU_CACHE = 64 << 20 };

void bench_must(cl_int error, const char *what) {
    if (error != CL_SUCCESS) {
        fprintf(stderr, "bench: %s: OpenCL error %d\n", what, (int)error);
        exit(2);
    }
}

double bench_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct times times_of(double *microseconds, size_t count) {
    qsort(microseconds, count, sizeof *microseconds, compare);
    return (struct times){microseconds[count / 2], microseconds[0], microseconds[count - 1]};
}

/* ---- device and program ---- */

static void choose(struct bench_device *device) {
    cl_platform_id platform = NULL;
    bench_must(opencl_measured(&device->ladder.device, &platform), "no device");
    const cl_device_id id = device->ladder.device;
    clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof device->platform, device->platform,
                      NULL);
    clGetDeviceInfo(id, CL_DEVICE_NAME, sizeof device->name, device->name, NULL);
    clGetDeviceInfo(id, CL_DRIVER_VERSION, sizeof device->driver, device->driver, NULL);
    clGetDeviceInfo(id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof device->units, &device->units, NULL);
    clGetDeviceInfo(id, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, sizeof device->cache_bytes,
                    &device->cache_bytes, NULL);
    /* NVIDIA tells the size of the first-level caches; the second level holds 60 MB. */
    cl_device_type type = 0;
    clGetDeviceInfo(id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    if ((type & CL_DEVICE_TYPE_GPU) != 0 && device->cache_bytes < MOST_GPU_CACHE) {
        device->cache_bytes = MOST_GPU_CACHE;
    }
}

static void build(struct bench_device *device) {
    static const char *const paths[] = {"kernels/reduction_naive.cl",
                                        "solutions/reduction-ladder/reduction.cl",
                                        "labs/reduction-ladder/bench/bench.cl"};
    char *texts[3];
    for (int i = 0; i < 3; i++) {
        texts[i] = opencl_source(paths[i]);
        bench_must(texts[i] != NULL ? CL_SUCCESS : CL_INVALID_VALUE, paths[i]);
    }
    cl_int error;
    cl_program program =
        clCreateProgramWithSource(device->ladder.context, 3, (const char **)texts, NULL, &error);
    bench_must(error, "clCreateProgramWithSource");
    error = clBuildProgram(program, 1, &device->ladder.device, device->options, NULL, NULL);
    if (error != CL_SUCCESS) {
        static char log[8192];
        clGetProgramBuildInfo(program, device->ladder.device, CL_PROGRAM_BUILD_LOG, sizeof log - 1,
                              log, NULL);
        fprintf(stderr, "%s\n", log);
    }
    bench_must(error, "clBuildProgram");
    for (int i = 0; i < 3; i++) {
        free(texts[i]);
    }
    device->ladder.program = program;
}

static cl_mem buffer(const struct bench_device *device, size_t bytes, void *data) {
    cl_int error;
    cl_mem made = clCreateBuffer(device->ladder.context,
                                 CL_MEM_READ_WRITE | (data != NULL ? CL_MEM_COPY_HOST_PTR : 0),
                                 bytes, data, &error);
    bench_must(error, "clCreateBuffer");
    return made;
}

cl_uint bench_device_sum(const struct bench_device *device, cl_uint n) {
    cl_uint sum = 0;
    for (cl_uint i = 0; i < n; i++) {
        sum += device->data[i];
    }
    return sum;
}

/* ---- kernels ---- */

size_t bench_kernel_groups(cl_uint n, cl_uint times) {
    return REDUCTION_GROUPS((size_t)n, (size_t)WORK_GROUP, times);
}

cl_uint bench_pcl_times(const struct bench_device *device, cl_uint n) {
    cl_uint times = 16;
    while (times < MOST_PCL_TIMES && bench_kernel_groups(n, times) >
                                         (size_t)GROUPS_OF_A_UNIT * device->units * (times / 16)) {
        times *= 2;
    }
    return times;
}

static const struct bench_kernel pcl = {"reduce_pcl", false, true};

static void set(cl_kernel kernel, cl_uint *at, size_t bytes, const void *value) {
    bench_must(clSetKernelArg(kernel, (*at)++, bytes, value), "clSetKernelArg");
}

static cl_kernel prepare(const struct bench_device *device, const struct bench_kernel *source,
                         cl_mem src, cl_uint n, cl_uint times) {
    cl_int error;
    cl_uint at = 0;
    const cl_uint rounds = times / 16;
    cl_kernel kernel = clCreateKernel(device->ladder.program, source->name, &error);
    bench_must(error, source->name);
    set(kernel, &at, sizeof(cl_mem), &src);
    set(kernel, &at, sizeof n, &n);
    if (source->takes_times) {
        set(kernel, &at, sizeof times, &times);
    }
    if (source->is_pcl) {
        set(kernel, &at, sizeof rounds, &rounds);
        set(kernel, &at, sizeof(cl_mem), &device->state);
    }
    set(kernel, &at, sizeof(cl_mem), &device->total);
    if (!source->is_pcl) {
        set(kernel, &at, WORK_GROUP * sizeof(cl_uint), NULL);
    }
    return kernel;
}

static void launch(const struct bench_device *device, cl_kernel kernel, size_t groups,
                   cl_event *event) {
    const size_t work_group = WORK_GROUP, global_size = groups * work_group;
    bench_must(clEnqueueNDRangeKernel(device->ladder.queue, kernel, 1, NULL, &global_size,
                                      &work_group, 0, NULL, event),
               "clEnqueueNDRangeKernel");
}

/*
 * Reads so much else that nothing of src is left in a cache, and writes 0 to the total. (To write
 * so much would leave a cache full of what must still go to memory, which the next kernel would pay
 * for.)
 */
static void flush(const struct bench_device *device) {
    const cl_uint zero = 0, count = (cl_uint)(device->scratch_bytes / sizeof(cl_uint));
    launch(device, device->reader, bench_kernel_groups(count, MOST_PCL_TIMES), NULL);
    bench_must(clEnqueueFillBuffer(device->ladder.queue, device->total, &zero, sizeof zero, 0,
                                   sizeof zero, 0, NULL, NULL),
               "clEnqueueFillBuffer");
}

static double microseconds(cl_event event) {
    cl_ulong start = 0, end = 0;
    bench_must(
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL),
        "clGetEventProfilingInfo");
    bench_must(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL),
               "clGetEventProfilingInfo");
    clReleaseEvent(event);
    return (double)(end - start) * 1e-3;
}

static cl_uint fetch_total(const struct bench_device *device) {
    cl_uint got = 0;
    bench_must(clEnqueueReadBuffer(device->ladder.queue, device->total, CL_TRUE, 0, sizeof got,
                                   &got, 0, NULL, NULL),
               "clEnqueueReadBuffer");
    return got;
}

bool bench_kernel_time(const struct bench_device *device, const struct bench_kernel *kernel,
                       cl_uint n, cl_uint times, size_t runs, struct times *result) {
    double *each = malloc((runs + 1) * sizeof *each);
    bench_must(each != NULL ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY, "times");
    cl_kernel made = prepare(device, kernel, device->src, n, times);
    const size_t groups = bench_kernel_groups(n, times);
    const cl_uint expected = bench_device_sum(device, n);
    bool good = true;
    /* The first run warms up. */
    for (size_t run = 0; good && run <= runs; run++) {
        cl_event event;
        flush(device);
        launch(device, made, groups, &event);
        const cl_uint got = fetch_total(device);
        each[run] = microseconds(event);
        good = got == expected;
        if (!good) {
            fprintf(stderr, "bench: %s, n = %u, times = %u: %u instead of %u\n", kernel->name, n,
                    times, got, expected);
        }
    }
    *result = times_of(each + 1, runs);
    clReleaseKernel(made);
    free(each);
    return good;
}

struct times bench_pcl_batch(const struct bench_device *device, cl_uint n, size_t runs,
                             size_t batch) {
    double each[64];
    const cl_uint times = bench_pcl_times(device, n);
    cl_kernel made = prepare(device, &pcl, device->src, n, times);
    const size_t groups = bench_kernel_groups(n, times);
    runs = runs > 63 ? 63 : runs;
    for (size_t run = 0; run <= runs; run++) {
        clFinish(device->ladder.queue);
        const double start = bench_clock();
        for (size_t i = 0; i < batch; i++) {
            launch(device, made, groups, NULL);
        }
        clFinish(device->ladder.queue);
        each[run] = (bench_clock() - start) / (double)batch;
    }
    clReleaseKernel(made);
    return times_of(each + 1, runs);
}

/* ---- open and close ---- */

static bool naive_is_right(const struct bench_device *device) {
    static const struct bench_kernel naive = {"reduce_naive", false, false};
    const cl_uint n = device->most < 65536 ? device->most : 65536;
    const cl_uint zero = 0;
    cl_kernel kernel = prepare(device, &naive, device->src, n, 1);
    bench_must(clEnqueueWriteBuffer(device->ladder.queue, device->total, CL_TRUE, 0, sizeof zero,
                                    &zero, 0, NULL, NULL),
               "clEnqueueWriteBuffer");
    launch(device, kernel, bench_kernel_groups(n, 1), NULL);
    const bool right = fetch_total(device) == bench_device_sum(device, n);
    clReleaseKernel(kernel);
    return right;
}

void bench_device_open(struct bench_device *device, cl_uint most) {
    cl_int error;
    *device = (struct bench_device){.most = most, .options = ""};
    choose(device);
    device->ladder.context = clCreateContext(NULL, 1, &device->ladder.device, NULL, NULL, &error);
    bench_must(error, "clCreateContext");
    device->ladder.queue = clCreateCommandQueue(device->ladder.context, device->ladder.device,
                                                CL_QUEUE_PROFILING_ENABLE, &error);
    bench_must(error, "clCreateCommandQueue");
    device->data = malloc((size_t)most * sizeof *device->data);
    bench_must(device->data != NULL ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY, "data");
    for (cl_uint i = 0; i < most; i++) {
        device->data[i] = (i + 1) % 256;
    }
    cl_ulong zero = 0;
    device->src = buffer(device, (size_t)most * sizeof *device->data, device->data);
    device->total = buffer(device, sizeof(cl_uint), NULL);
    device->state = buffer(device, sizeof zero, &zero);
    device->scratch_bytes = 2 * (size_t)device->cache_bytes / 4096 * 4096 + 4096;
    device->scratch = buffer(device, device->scratch_bytes, NULL);
    cl_uint pattern = 1;
    bench_must(clEnqueueFillBuffer(device->ladder.queue, device->scratch, &pattern, sizeof pattern,
                                   0, device->scratch_bytes, 0, NULL, NULL),
               "clEnqueueFillBuffer");
    build(device);
    if (!naive_is_right(device)) {
        fprintf(stderr, "bench: this platform gets the naive kernel wrong: measured with "
                        "-cl-opt-disable, without its optimiser\n");
        clReleaseProgram(device->ladder.program);
        device->options = "-cl-opt-disable";
        build(device);
    }
    device->reader = prepare(device, &pcl, device->scratch,
                             (cl_uint)(device->scratch_bytes / sizeof(cl_uint)), MOST_PCL_TIMES);
}

void bench_device_close(struct bench_device *device) {
    cl_mem buffers[4] = {device->src, device->total, device->state, device->scratch};
    for (size_t i = 0; i < 4; i++) {
        clReleaseMemObject(buffers[i]);
    }
    clReleaseKernel(device->reader);
    opencl_tear_down(device->ladder.context, device->ladder.queue, device->ladder.program);
    free(device->data);
}
