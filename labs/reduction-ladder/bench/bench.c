/*
 * Measures the reduction ladder on an OpenCL device: the data of the paper's figures. Build and run
 * it with bench.sh, from the project's root.
 *
 *     bench TABLE FILE [EXPONENT]
 *
 * TABLE: steps, times, ways or sizes; FILE: where the CSV goes; EXPONENT: 2^EXPONENT elements at
 * most (else as many as suit the device). Medians of RUNS runs (environment; else 21) in
 * microseconds; every result is compared with the CPU's.
 */
#include "cpu.h"
#include "device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RUNS = 63, TIMES = 32 };

static size_t runs = 21;

static const struct bench_kernel naive = {"reduce_naive", false, false};
static const struct bench_kernel pcl = {"reduce_pcl", false, true};

static double gigabytes(cl_uint n, double median) {
    return (double)n * sizeof(cl_uint) / median * 1e-3;
}

/* ---- figure 8: step by step ---- */

static void steps(const struct bench_device *device, FILE *out) {
    static const struct {
        struct bench_kernel kernel;
        cl_uint times;
    } rows[] = {
        {{"reduce_naive", false, false}, 1},
        {{"reduce_divergence_free", false, false}, 1},
        {{"reduce_unrolled", false, false}, 1},
        {{"reduce_global_stride", true, false}, TIMES},
        {{"reduce_local_stride", true, false}, TIMES},
        {{"reduce_pcl", false, true}, 0}, /* chooses itself */
    };
    double first = 0;
    fprintf(out, "kernel,n,times,groups,median_us,least_us,most_us,gb_per_s,speedup\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct times t;
        const cl_uint n = device->most;
        const cl_uint times = rows[i].times > 0 ? rows[i].times : bench_pcl_times(device, n);
        if (!bench_kernel_time(device, &rows[i].kernel, n, times, runs, &t)) {
            continue;
        }
        first = i == 0 ? t.median : first;
        fprintf(out, "%s,%u,%u,%zu,%.2f,%.2f,%.2f,%.1f,%.2f\n", rows[i].kernel.name, n, times,
                bench_kernel_groups(n, times), t.median, t.least, t.most, gigabytes(n, t.median),
                first / t.median);
    }
}

/* ---- figures 7, 9 and 10: granularity ---- */

static void granularity(const struct bench_device *device, FILE *out) {
    static const struct bench_kernel rows[] = {
        {"reduce_global_stride", true, false},
        {"reduce_local_stride", true, false},
        {"stride_and_naive_tree", true, false},
        {"stride_and_unrolled_tree", true, false},
    };
    fprintf(out, "kernel,n,times,groups,median_us,least_us,most_us,gb_per_s\n");
    const cl_uint first = device->most < 1u << 20 ? device->most : 1u << 20;
    for (cl_uint n = first; n <= device->most; n *= 16) {
        for (cl_uint times = 1; times <= 1024; times *= 2) {
            for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
                struct times t;
                if (bench_kernel_time(device, &rows[i], n, times, runs, &t)) {
                    fprintf(out, "%s,%u,%u,%zu,%.2f,%.2f,%.2f,%.1f\n", rows[i].name, n, times,
                            bench_kernel_groups(n, times), t.median, t.least, t.most,
                            gigabytes(n, t.median));
                }
            }
        }
    }
}

/* ---- the three ways to finish, and PCL, as a caller sees them ---- */

static cl_int all_together(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                           cl_uint times, cl_uint *sum) {
    (void)work_group, (void)times;
    return reduce_pcl(ladder, src, n, sum);
}

static void ways(const struct bench_device *device, FILE *out) {
    static const struct {
        const char *name;
        cl_int (*function)(const struct ladder *ladder, cl_mem src, cl_uint n, size_t work_group,
                           cl_uint times, cl_uint *sum);
    } rows[] = {
        {"relaunch", reduce_relaunch},
        {"on_cpu", reduce_on_cpu},
        {"by_atomics", reduce_by_atomics},
        {"pcl", all_together},
    };
    fprintf(out, "way,n,times,median_us,least_us,most_us\n");
    for (cl_uint times = 1; times <= 256; times *= 4) {
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            double each[MOST_RUNS + 1];
            cl_uint sum = 0;
            for (size_t run = 0; run <= runs; run++) {
                const double start = bench_clock();
                bench_must(
                    rows[i].function(&device->ladder, device->src, device->most, 256, times, &sum),
                    rows[i].name);
                each[run] = bench_clock() - start;
            }
            const struct times t = times_of(each + 1, runs);
            if (sum == bench_device_sum(device, device->most)) {
                fprintf(out, "%s,%u,%u,%.2f,%.2f,%.2f\n", rows[i].name, device->most, times,
                        t.median, t.least, t.most);
            } else {
                fprintf(stderr, "bench: %s: a wrong sum\n", rows[i].name);
            }
        }
    }
}

/* ---- figure 4: against the CPU ---- */

static volatile double sink; /* keeps sums from being left out */

static double sequential(const cl_uint *data, size_t n) {
    return cpu_sum(data, n);
}

static struct times on_the_cpu(double (*function)(const cl_uint *, size_t), const cl_uint *data,
                               size_t n) {
    double each[MOST_RUNS + 1];
    const size_t batch = n < 65536 ? 65536 / n : 1;
    for (size_t run = 0; run <= runs; run++) {
        const double start = bench_clock();
        for (size_t i = 0; i < batch; i++) {
            sink = function(data, n);
        }
        each[run] = (bench_clock() - start) / (double)batch;
    }
    return times_of(each + 1, runs);
}

static void row(FILE *out, const char *variant, const char *clock, cl_uint n, struct times t,
                double sequential) {
    fprintf(out, "%s,%s,%u,%.3f,%.3f,%.3f,%.1f,%.2f\n", variant, clock, n, t.median, t.least,
            t.most, gigabytes(n, t.median), sequential / t.median);
}

static void sizes(const struct bench_device *device, FILE *out) {
    fprintf(out, "variant,clock,n,median_us,least_us,most_us,gb_per_s,speedup\n");
    for (cl_uint n = 1u << 10; n <= device->most && n != 0; n *= 2) {
        struct times t = on_the_cpu(sequential, device->data, n);
        const double one_core = t.median;
        row(out, "sequential C", "host", n, t, one_core);
        if (opencv_version() != NULL) {
            row(out, "cv::sum", "host", n, on_the_cpu(opencv_sum, device->data, n), one_core);
        }
        if (bench_kernel_time(device, &naive, n, 1, runs, &t)) {
            row(out, "naive", "event", n, t, one_core);
        }
        if (bench_kernel_time(device, &pcl, n, bench_pcl_times(device, n), runs, &t)) {
            row(out, "pcl", "event", n, t, one_core);
        }
        row(out, "pcl", "host", n, bench_pcl_batch(device, n, runs, 50), one_core);
    }
}

static const struct {
    const char *name;
    int exponent, slow_exponent; /* elements to measure with; where compiled without optimisation */
    void (*measure)(const struct bench_device *device, FILE *out);
} tables[] = {
    {"steps", 24, 18, steps},
    {"times", 24, 16, granularity},
    {"ways", 24, 18, ways},
    {"sizes", 28, 18, sizes},
};

int main(int argc, char **argv) {
    for (size_t i = 0; argc >= 3 && i < sizeof tables / sizeof *tables; i++) {
        if (strcmp(argv[1], tables[i].name) != 0) {
            continue;
        }
        FILE *out = fopen(argv[2], "w");
        if (out == NULL) {
            perror(argv[2]);
            return 2;
        }
        const char *wanted = getenv("RUNS");
        runs = wanted != NULL && atoi(wanted) >= 1 && atoi(wanted) <= MOST_RUNS
                   ? (size_t)atoi(wanted)
                   : runs;
        const int exponent = argc > 3 ? atoi(argv[3]) : tables[i].exponent;
        struct bench_device device;
        bench_device_open(&device, 1u << (exponent < 10 || exponent > 30 ? 24 : exponent));
        if (device.options[0] != '\0' && argc <= 3) {
            device.most = 1u << tables[i].slow_exponent;
        }
        fprintf(out, "# device: %s, %u compute units\n# platform: %s, driver %s\n", device.name,
                device.units, device.platform, device.driver);
        fprintf(out, "# build options: %s\n", device.options[0] != '\0' ? device.options : "none");
        fprintf(out, "# opencv: %s\n", opencv_version() != NULL ? opencv_version() : "unavailable");
        tables[i].measure(&device, out);
        bench_device_close(&device);
        return fclose(out) == 0 ? 0 : 2;
    }
    fprintf(stderr, "usage: bench steps|times|ways|sizes FILE [EXPONENT]\n");
    return 2;
}
