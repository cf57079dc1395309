/*
 * Measures the reference solution: OpenMP's schedules, the kernels on an OpenCL device, and
 * the split between the two. Build and run it with bench.sh.
 *
 *     bench schedules FILE            one step, by schedule and number of threads
 *     bench share FILE                one step by one thread, of all rows and of fewer
 *     bench kernels FILE              one step on the device, beside its copy
 *     bench split FILE STEPS STRIDE MOST REPEAT
 *                                     STEPS steps with 0, STRIDE, 2 STRIDE … MOST rows on the CPU
 *
 * 8192 x 4096 cells. FILE is where the CSV goes.
 */
#include "../shared/opencl_measured.h"
#include "../shared/opencl_setup.h"
#include "bench/statistics.h"
#include "clock.h"
#include "stencil.h"

#include <omp.h>
#include <stdbool.h>
#include <string.h>

#ifdef QUICK /* shows that it runs; its times mean nothing */
enum { WIDTH = 512, HEIGHT = 256, RUNS = 1 };
#else
enum { WIDTH = 8192, HEIGHT = 4096, RUNS = 11 };
#endif
enum { GHOST = 16, LINE = WIDTH + 2 * GHOST, MOST_RUNS = 32 };
static const size_t FLOATS = (size_t)(HEIGHT + 2) * LINE, BYTES = FLOATS * sizeof(float);
static const double PASS = 2.0 * WIDTH * HEIGHT * sizeof(float); /* bytes: each cell in and out */

static _Noreturn void out_of_memory(void) {
    fprintf(stderr, "lockstep: bench: out of memory\n");
    exit(2);
}

/* A field of the host, each row touched first by the thread that a static schedule gives it to. So
 * small that 200 steps do not overflow. */
static float *make_field(void) {
    float *field = aligned_alloc(64, BYTES);
    if (field == NULL) {
        out_of_memory();
    }
#pragma omp parallel for schedule(static)
    for (int y = 0; y < HEIGHT + 2; y++) {
        for (int x = 0; x < LINE; x++) {
            field[(size_t)y * LINE + x] = (float)((x * 7 + y * 13) % 256) * 0x1p-100F;
        }
    }
    return field;
}

static float *first_cell(float *field) {
    return field + LINE + GHOST;
}

/* ---- schedules ---- */

static struct bench_statistics time_multi(float *B, const float *A, int rows) {
    double seconds[RUNS];
    for (int run = -1; run < RUNS; run++) {
        const double start = clock_seconds();
        stencil_multi(B, A, WIDTH, rows, LINE);
        seconds[run < 0 ? 0 : run] = clock_seconds() - start;
    }
    return bench_statistics(seconds, RUNS);
}

static int measure_schedules(FILE *out) {
    static const struct {
        const char *name;
        omp_sched_t kind;
        int chunk;
    } schedules[] = {
        {"static", omp_sched_static, 0},   {"static 16", omp_sched_static, 16},
        {"dynamic", omp_sched_dynamic, 1}, {"dynamic 16", omp_sched_dynamic, 16},
        {"guided", omp_sched_guided, 1},
    };
    float *A = make_field(), *B = make_field();
    const int cores = omp_get_num_procs();
    double one = 0;
    fprintf(out, "schedule,threads,median_ms,gb_per_s,speedup,least_ms,most_ms\n");
    for (int threads = 1; threads <= cores; threads *= 2) {
        for (size_t i = 0; i < sizeof schedules / sizeof *schedules; i++) {
            omp_set_num_threads(threads);
            omp_set_schedule(schedules[i].kind, schedules[i].chunk);
            const struct bench_statistics step = time_multi(first_cell(B), first_cell(A), HEIGHT);
            one = one > 0 ? one : step.median;
            fprintf(out, "%s,%d,%.3f,%.1f,%.2f,%.3f,%.3f\n", schedules[i].name, threads,
                    1e3 * step.median, 1e-9 * PASS / step.median, one / step.median,
                    1e3 * step.minimum, 1e3 * step.maximum);
        }
    }
    free(A);
    free(B);
    return 0;
}

/* ---- what a thread's share of the rows costs ---- */

static int measure_share(FILE *out) {
    float *A = make_field(), *B = make_field();
    omp_set_num_threads(1);
    fprintf(out, "rows,least_ms,median_ms,most_ms\n");
    for (int rows = HEIGHT; rows >= 64; rows /= 2) {
        const struct bench_statistics step = time_multi(first_cell(B), first_cell(A), rows);
        fprintf(out, "%d,%.3f,%.3f,%.3f\n", rows, 1e3 * step.minimum, 1e3 * step.median,
                1e3 * step.maximum);
    }
    free(A);
    free(B);
    return 0;
}

/* ---- the device ---- */

static void must(cl_int error, const char *what) {
    if (error != CL_SUCCESS) {
        fprintf(stderr, "lockstep: bench: %s: OpenCL error %d\n", what, (int)error);
        exit(2);
    }
}

static struct stencil_device device;
static cl_program program;

static void open_device(void) {
    cl_int error;
    cl_platform_id platform;
    must(opencl_measured(&device.id, &platform), "no OpenCL device");
    device.context = clCreateContext(NULL, 1, &device.id, NULL, NULL, &error);
    must(error, "context");
    device.queue =
        clCreateCommandQueue(device.context, device.id, CL_QUEUE_PROFILING_ENABLE, &error);
    must(error, "queue");
    must(opencl_build(device.context, device.id, "solutions/stencil/stencil.cl", &program),
         "the kernels do not compile");
    device.step = clCreateKernel(program, "stencil_naive", &error);
    must(error, "stencil_naive");
}

static void print_device(FILE *out) {
    char name[256] = "", version[256] = "";
    clGetDeviceInfo(device.id, CL_DEVICE_NAME, sizeof name, name, NULL);
    clGetDeviceInfo(device.id, CL_DEVICE_VERSION, sizeof version, version, NULL);
    fprintf(out, "# opencl: %s, %s\n", name, version);
}

/* Seconds between the start and the end of the command, by the device's clock. */
static double elapsed(cl_event event) {
    cl_ulong start = 0, end = 0;
    must(clWaitForEvents(1, &event), "wait");
    must(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL),
         "profiling");
    must(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL),
         "profiling");
    clReleaseEvent(event);
    return 1e-9 * (double)(end - start);
}

static struct bench_statistics time_kernel(cl_kernel kernel, cl_mem *fields, const size_t *global,
                                           const size_t *local) {
    const int numbers[3] = {WIDTH, HEIGHT, LINE};
    double seconds[RUNS];
    for (int run = -1; run < RUNS; run++) {
        cl_event event;
        must(clSetKernelArg(kernel, 0, sizeof(cl_mem), &fields[run & 1]), "argument");
        must(clSetKernelArg(kernel, 1, sizeof(cl_mem), &fields[1 - (run & 1)]), "argument");
        for (cl_uint i = 0; i < 3; i++) {
            must(clSetKernelArg(kernel, 2 + i, sizeof(int), &numbers[i]), "argument");
        }
        must(clEnqueueNDRangeKernel(device.queue, kernel, 2, NULL, global, local, 0, NULL, &event),
             "launch");
        seconds[run < 0 ? 0 : run] = elapsed(event);
    }
    return bench_statistics(seconds, RUNS);
}

/* `bytes` are moved in each run; a copy moves `copied` bytes in a second. */
static void print_kernel(FILE *out, const char *kernel, const char *group,
                         const struct bench_statistics *run, double bytes, double copied) {
    fprintf(out, "%s,%s,%.4f,%.1f,%.3f,%.4f,%.4f\n", kernel, group, 1e3 * run->median,
            1e-9 * bytes / run->median, bytes / run->median / copied, 1e3 * run->minimum,
            1e3 * run->maximum);
}

static int measure_kernels(FILE *out) {
    static const struct {
        const char *kernel;
        size_t cells[2], local[2];
    } launches[] = {
        {"stencil_naive", {1, 1}, {16, 16}},        {"stencil_tile", {1, 4}, {16, 4}},
        {"stencil_conflict_free", {1, 4}, {16, 4}}, {"stencil_marching", {4, 4}, {32, 2}},
        {"stencil_marching", {4, 4}, {32, 4}},      {"stencil_marching", {4, 4}, {32, 8}},
        {"stencil_marching", {4, 4}, {64, 4}},      {"stencil_marching", {4, 4}, {128, 1}},
        {"stencil_marching", {4, 4}, {128, 2}},
    };
    cl_int error;
    cl_mem fields[2];
    float *start = make_field();
    for (int i = 0; i < 2; i++) {
        fields[i] = clCreateBuffer(device.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, BYTES,
                                   start, &error);
        must(error, "buffer");
    }
    free(start);
    double copies[RUNS];
    for (int run = -1; run < RUNS; run++) {
        cl_event event;
        must(clEnqueueCopyBuffer(device.queue, fields[run & 1], fields[1 - (run & 1)], 0, 0, BYTES,
                                 0, NULL, &event),
             "copy");
        copies[run < 0 ? 0 : run] = elapsed(event);
    }
    const struct bench_statistics copy = bench_statistics(copies, RUNS);
    const double copied = 2.0 * (double)BYTES / copy.median;
    print_device(out);
    fprintf(out, "kernel,group,median_ms,gb_per_s,of_copy,least_ms,most_ms\n");
    print_kernel(out, "clEnqueueCopyBuffer", "-", &copy, 2.0 * (double)BYTES, copied);
    for (size_t i = 0; i < sizeof launches / sizeof *launches; i++) {
        const size_t *cells = launches[i].cells, *local = launches[i].local;
        const size_t global[2] = {WIDTH / cells[0], HEIGHT / cells[1]};
        cl_kernel kernel = clCreateKernel(program, launches[i].kernel, &error);
        must(error, launches[i].kernel);
        const struct bench_statistics run = time_kernel(kernel, fields, global, local);
        char group[32];
        snprintf(group, sizeof group, "%zux%zu", local[0], local[1]);
        print_kernel(out, launches[i].kernel, group, &run, PASS, copied);
        clReleaseKernel(kernel);
    }
    return 0;
}

/* ---- the split ---- */

/* Seconds of one run of all steps; and of the steps alone, without the field's way there and back.
 */
struct split_run {
    double total, steps;
};

static double time_hybrid(float *field, int steps, int device_rows) {
    const double start = clock_seconds();
    must(stencil_hybrid(&device, first_cell(field), WIDTH, HEIGHT, LINE, steps, device_rows),
         "stencil_hybrid");
    return clock_seconds() - start;
}

static struct split_run time_split(int steps, int cpu_rows) {
    float *field = make_field();
    const double total = time_hybrid(field, steps, HEIGHT - cpu_rows);
    const double still = time_hybrid(field, 0, HEIGHT - cpu_rows);
    free(field);
    return (struct split_run){.total = total, .steps = total - still};
}

/* One thread on the CPU alone: what speedups are measured against. A tenth of the steps will do. */
static double time_one_thread(int steps) {
    const int some = steps < 10 ? steps : steps / 10, team = omp_get_max_threads();
    float *field = make_field(), *other = make_field();
    double seconds[3];
    omp_set_num_threads(1);
    for (int run = 0; run < 3; run++) {
        const double start = clock_seconds();
        stencil_iterate(first_cell(field), first_cell(other), WIDTH, HEIGHT, LINE, some);
        seconds[run] = clock_seconds() - start;
    }
    omp_set_num_threads(team);
    free(field);
    free(other);
    return bench_statistics(seconds, 3).median * steps / some;
}

static void print_split(FILE *out, int cpu_rows, const struct split_run *runs, int repeat,
                        int steps, double one) {
    double totals[MOST_RUNS], alone[MOST_RUNS];
    for (int run = 0; run < repeat; run++) {
        totals[run] = runs[run].total;
        alone[run] = runs[run].steps;
    }
    const struct bench_statistics total = bench_statistics(totals, (size_t)repeat);
    const struct bench_statistics step = bench_statistics(alone, (size_t)repeat);
    fprintf(out, "%d,%.2f,%.2f,%.4f,%.2f,%.2f,%.4f,%.4f,%.2f,%.2f,%.2f,%.2f\n", cpu_rows,
            1e3 * total.median, 1e3 * step.median, 1e3 * step.median / steps, one / total.median,
            one / step.median, 1e3 * step.minimum / steps, 1e3 * step.maximum / steps,
            one / total.maximum, one / total.minimum, one / step.maximum, one / step.minimum);
}

/* All splits in turn, `repeat` times: what slows the machine down for a while slows all of them. */
static int measure_split(FILE *out, int steps, int stride, int most, int repeat) {
    const int splits = most / stride + 1;
    struct split_run(*runs)[MOST_RUNS] = calloc((size_t)splits, sizeof *runs);
    if (runs == NULL) {
        out_of_memory();
    }
    omp_set_schedule(omp_sched_static, 0);
    const double one = time_one_thread(steps);
    time_split(2, HEIGHT / 2); /* warms up */
    for (int run = 0; run < repeat; run++) {
        for (int split = 0; split < splits; split++) {
            runs[split][run] = time_split(steps, split * stride);
        }
    }
    print_device(out);
    fprintf(out, "# %d steps, %d threads; one thread on the CPU alone: %.0f ms\n", steps,
            omp_get_max_threads(), 1e3 * one);
    fprintf(out, "# total: with the device's rows there and back; steps: without; medians of %d\n",
            repeat);
    fprintf(out, "cpu_rows,total_ms,steps_ms,ms_per_step,speedup_total,speedup_steps,"
                 "least_ms_per_step,most_ms_per_step,least_speedup_total,most_speedup_total,"
                 "least_speedup_steps,most_speedup_steps\n");
    for (int split = 0; split < splits; split++) {
        print_split(out, split * stride, runs[split], repeat, steps, one);
    }
    free(runs);
    return 0;
}

int main(int count, char **words) {
    FILE *out = count > 2 ? fopen(words[2], "w") : NULL;
    int status = 2;
    if (out == NULL) {
        fprintf(stderr,
                "usage: bench schedules|share|kernels|split FILE [STEPS STRIDE MOST REPEAT]\n");
        return 2;
    }
    if (strcmp(words[1], "schedules") == 0) {
        status = measure_schedules(out);
    } else if (strcmp(words[1], "share") == 0) {
        status = measure_share(out);
    } else if (strcmp(words[1], "kernels") == 0) {
        open_device();
        status = measure_kernels(out);
    } else if (strcmp(words[1], "split") == 0 && count == 7 && atoi(words[4]) > 0) {
        const int repeat = atoi(words[6]);
        open_device();
        status = measure_split(out, atoi(words[3]), atoi(words[4]), atoi(words[5]),
                               repeat < 1           ? 1
                               : repeat > MOST_RUNS ? MOST_RUNS
                                                    : repeat);
    }
    return fclose(out) == 0 ? status : 2;
}
