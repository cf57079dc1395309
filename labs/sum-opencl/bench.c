/*
 * Measures the reference solution on this machine's OpenCL device, beside the sequential loop in C.
 * Build and run it with bench.sh.
 *
 *     bench SUM.CL FILE [MOST]   SUM.CL: the kernels; FILE: where the CSV goes; MOST: the largest n
 *
 * Every result is compared with the loop's before its time is believed: the sums are exact. Times
 * are on the host's clock, in microseconds, medians of up to RUNS runs after a first one:
 *
 *     cpu_us      the loop, on one core
 *     kernel_us   one launch of sum_groups, the data being on the device (by the device's clock)
 *     sum_us      that, and the partial sums read and added up by the CPU
 *     device_us   sum_on_device's way: launches until one sum is left, and that one read
 *     upload_us   the copy of the data to the device alone
 *
 * Data that fit the caches of a GPU stay there from run to run, as they do in an iterative method.
 */
/* NOLINTNEXTLINE(bugprone-suspicious-include): its parts are timed one by one */
#include "../../solutions/sum-opencl/sum.c"

#include "../shared/opencl_measured.h"
#include "bench/statistics.h"
#include "clock.h"

#include <stdio.h>

enum { RUNS = 21, LEAST_RUNS = 3 };

static const size_t work_groups[] = {16, 32, 64, 128, 256, 512, 1024};
enum { WORK_GROUPS = sizeof work_groups / sizeof *work_groups };

_Noreturn static void give_up(const char *what, cl_int error) {
    fprintf(stderr, "bench: %s (error %d)\n", what, error);
    exit(2);
}

static void check(cl_int error, const char *what) {
    if (error != CL_SUCCESS) {
        give_up(what, error);
    }
}

/* ---- what is measured ---- */

struct work {
    struct sum_place place;
    size_t n, work_group;
    const double *host;
    cl_mem data;
    struct finish finish;
    double *partial_sums;
    double expected;
    double kernel_us; /* of the last run that knows */
};

/* One run; returns a sum, to be compared. */
typedef double measured(struct work *work);

static double on_cpu(struct work *work) {
    double sum = 0;
    for (size_t i = 0; i < work->n; i++) {
        sum += work->host[i];
    }
    return sum;
}

static double on_gpu(struct work *work) {
    const size_t groups = groups_for(work->n, work->work_group);
    const size_t items = groups * work->work_group;
    const cl_ulong elements = work->n;
    const struct argument arguments[] = {{sizeof(cl_mem), &work->data},
                                         {sizeof elements, &elements},
                                         {sizeof(cl_mem), &work->finish.sums[0]},
                                         {work->work_group * sizeof(double), NULL}};
    cl_event event;
    cl_ulong start = 0, end = 0;
    for (cl_uint i = 0; i < 4; i++) {
        check(clSetKernelArg(work->finish.kernel, i, arguments[i].bytes, arguments[i].value),
              "an argument is refused");
    }
    check(clEnqueueNDRangeKernel(work->place.queue, work->finish.kernel, 1, NULL, &items,
                                 &work->work_group, 0, NULL, &event),
          "a launch is refused");
    check(fetch(&work->place, work->finish.sums[0], groups * sizeof(double), work->partial_sums),
          "the partial sums do not come back");
    double sum = 0;
    for (size_t i = 0; i < groups; i++) {
        sum += work->partial_sums[i];
    }
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    clReleaseEvent(event);
    work->kernel_us = 1e-3 * (double)(end - start);
    return sum;
}

static double on_gpu_to_the_end(struct work *work) {
    double sum = 0;
    check(finish_sum(&work->place, &work->finish, work->data, work->n, work->work_group, &sum),
          "a sum on the device fails");
    return sum;
}

static double upload(struct work *work) {
    check(clEnqueueWriteBuffer(work->place.queue, work->data, CL_TRUE, 0, work->n * sizeof(double),
                               work->host, 0, NULL, NULL),
          "the data cannot be copied to the device");
    return work->expected;
}

struct timing {
    struct bench_statistics us, kernel_us;
    int runs;
};

/* As many runs as fit in two seconds. */
static struct timing measure(struct work *work, measured *run, const char *what) {
    double times[RUNS], kernels[RUNS];
    struct timing timing = {0};
    const double began = clock_seconds();
    for (int i = -1; i < RUNS && (i < LEAST_RUNS || clock_seconds() - began < 2); i++) {
        const double start = clock_seconds();
        const double sum = run(work);
        const double end = clock_seconds();
        if (sum != work->expected) {
            fprintf(stderr, "bench: %s: n = %zu, work_group = %zu: %.17g, not %.17g\n", what,
                    work->n, work->work_group, sum, work->expected);
            exit(1);
        }
        if (i >= 0) {
            times[i] = 1e6 * (end - start);
            kernels[i] = work->kernel_us;
            timing.runs = i + 1;
        }
    }
    timing.us = bench_statistics(times, (size_t)timing.runs);
    timing.kernel_us = bench_statistics(kernels, (size_t)timing.runs);
    return timing;
}

/* ---- the device ---- */

static char *read_text(const char *path) {
    enum { LARGEST = 1 << 20 };
    FILE *file = fopen(path, "r");
    char *text = calloc(LARGEST, 1);
    if (file == NULL || text == NULL || fread(text, 1, LARGEST - 1, file) == 0) {
        perror(path);
        exit(2);
    }
    fclose(file);
    return text;
}

static void open_place(const char *path, struct sum_place *place) {
    static char log[4096];
    char *source = read_text(path);
    cl_int error;
    cl_platform_id platform;
    check(opencl_measured(&place->device, &platform), "no OpenCL device");
    check(require_double(place->device), "the device has no double precision");
    place->context = clCreateContext(NULL, 1, &place->device, NULL, NULL, &error);
    check(error, "no context");
    place->queue =
        clCreateCommandQueue(place->context, place->device, CL_QUEUE_PROFILING_ENABLE, &error);
    check(error, "no queue");
    error = build(source, place, log, sizeof log);
    if (error != CL_SUCCESS) {
        fprintf(stderr, "%s\n", log);
        give_up("the kernels do not compile", error);
    }
    free(source);
}

static void describe(const struct sum_place *place, FILE *file) {
    char name[256] = "", driver[256] = "", platform_name[256] = "";
    cl_platform_id platform;
    clGetDeviceInfo(place->device, CL_DEVICE_NAME, sizeof name, name, NULL);
    clGetDeviceInfo(place->device, CL_DRIVER_VERSION, sizeof driver, driver, NULL);
    clGetDeviceInfo(place->device, CL_DEVICE_PLATFORM, sizeof(cl_platform_id), &platform, NULL);
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof platform_name, platform_name, NULL);
    fprintf(file, "# device: %s\n# platform: %s, driver %s\n", name, platform_name, driver);
}

/* ---- the table ---- */

static void print_range(FILE *file, const struct bench_statistics *us) {
    fprintf(file, ",%.2f,%.2f", us->minimum, us->maximum);
}

static void measure_work_group(struct work *work, const struct bench_statistics *cpu,
                               const struct bench_statistics *upload, FILE *file) {
    check(finish_open(&work->place, work->n, work->work_group, &work->finish), "no buffers");
    const size_t groups = groups_for(work->n, work->work_group);
    work->partial_sums = groups == 0 ? NULL : calloc(groups, sizeof *work->partial_sums);
    if (work->partial_sums == NULL) {
        give_up("out of memory", CL_OUT_OF_HOST_MEMORY);
    }
    const struct timing sum = measure(work, on_gpu, "finished on the CPU");
    const struct timing device = measure(work, on_gpu_to_the_end, "finished on the device");
    fprintf(file, "%zu,%zu,%.2f,%.2f,%.2f,%.2f,%.2f,%.4f,%.4f,%d", work->n, work->work_group,
            cpu->median, sum.kernel_us.median, sum.us.median, device.us.median, upload->median,
            cpu->median / sum.us.median, cpu->median / (sum.us.median + upload->median), sum.runs);
    print_range(file, cpu);
    print_range(file, &sum.kernel_us);
    print_range(file, &sum.us);
    print_range(file, &device.us);
    print_range(file, upload);
    fprintf(file, ",%.4f,%.4f\n", cpu->minimum / sum.us.maximum, cpu->maximum / sum.us.minimum);
    fflush(file);
    free(work->partial_sums);
    finish_close(&work->finish);
}

static void measure_size(struct work *work, size_t most_in_a_group, FILE *file) {
    cl_int error;
    work->data = make_buffer(&work->place, work->n * sizeof(double), NULL, &error);
    check(error, "no buffer for the data");
    work->work_group = 0;
    work->expected = on_cpu(work);
    const struct timing cpu = measure(work, on_cpu, "the loop");
    const struct timing copy = measure(work, upload, "the copy");
    for (size_t i = 0; i < WORK_GROUPS; i++) {
        work->work_group = work_groups[i];
        if (work->work_group <= most_in_a_group) {
            measure_work_group(work, &cpu.us, &copy.us, file);
        }
    }
    release_buffer(work->data);
}

int main(int argc, char **argv) {
    const size_t most = argc == 4 ? strtoull(argv[3], NULL, 10) : 100000000;
    FILE *file = argc >= 3 ? fopen(argv[2], "w") : NULL;
    if (file == NULL || most < 1000) {
        fprintf(stderr, "usage: bench SUM.CL FILE [MOST]\n");
        return 2;
    }
    struct work work = {0};
    size_t most_in_a_group = 0;
    double *host = malloc(most * sizeof *host);
    if (host == NULL) {
        give_up("out of memory for the data", CL_OUT_OF_HOST_MEMORY);
    }
    for (size_t i = 0; i < most; i++) {
        host[i] = (double)((i + 1) % 256);
    }
    work.host = host;
    open_place(argv[1], &work.place);
    describe(&work.place, file);
    clGetDeviceInfo(work.place.device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof most_in_a_group,
                    &most_in_a_group, NULL);
    fprintf(file,
            "n,work_group,cpu_us,kernel_us,sum_us,device_us,upload_us,speedup,"
            "speedup_with_upload,runs,cpu_least_us,cpu_most_us,kernel_least_us,kernel_most_us,"
            "sum_least_us,sum_most_us,device_least_us,device_most_us,upload_least_us,"
            "upload_most_us,least_speedup,most_speedup\n");
    static const size_t steps[] = {1, 2, 5};
    for (size_t power = 1000; power <= most; power *= 10) {
        for (size_t i = 0; i < 3 && steps[i] * power <= most; i++) {
            work.n = steps[i] * power;
            measure_size(&work, most_in_a_group, file);
        }
    }
    sum_close(&work.place);
    free(host);
    return fclose(file) == 0 ? 0 : 2;
}
