/*
 * An OpenCL device to measure on: kernels of the solution, of kernels/ and of bench.cl, data that
 * is there already, and times from profiling events. An error goes to stderr and ends the
 * program: there is nothing to measure then.
 */
#ifndef REDUCTION_BENCH_DEVICE_H
#define REDUCTION_BENCH_DEVICE_H

#include "../reduction.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct times {
    double median, least, most; /* microseconds */
};

/* Of `count` >= 1 times, which it sorts. */
struct times times_of(double *microseconds, size_t count);

struct bench_device {
    struct ladder ladder; /* its queue has profiling on */
    char name[128], platform[128], driver[64];
    const char *options; /* for clBuildProgram */
    cl_uint units;
    cl_ulong cache_bytes;
    size_t scratch_bytes; /* twice that, and more */
    cl_mem src, total, state, scratch;
    cl_kernel reader; /* reads the scratch: flushes the caches */
    cl_uint most;     /* elements in src */
    cl_uint *data;    /* the same on the host */
};

/*
 * The first GPU of all platforms, else the first device (environment BENCH_PLATFORM: only of
 * platforms with that in their name), with `most` elements i % 256 on it. PoCL 3.1 miscompiles
 * barriers in loops: where the naïve kernel comes out wrong, all is built without optimisation.
 */
void bench_device_open(struct bench_device *device, cl_uint most);

/* Releases the device and what was opened with it. */
void bench_device_close(struct bench_device *device);

/* The sum of the first n elements. */
cl_uint bench_device_sum(const struct bench_device *device, cl_uint n);

/* A kernel to measure: (src, n, [times,] total, local memory), or reduce_pcl's arguments, whose
 * `times` are 16 a round. */
struct bench_kernel {
    const char *name;
    bool takes_times, is_pcl;
};

/*
 * Launches the kernel `runs` times and times it by events. Before each it reads so much else that
 * nothing of src is left in a cache. False, with a line on stderr, when a result was wrong.
 * `times`: elements for each work-item.
 */
bool bench_kernel_time(const struct bench_device *device, const struct bench_kernel *kernel,
                       cl_uint n, cl_uint times, size_t runs, struct times *result);

/* The granularity that the solution chooses for reduce_pcl. */
cl_uint bench_pcl_times(const struct bench_device *device, cl_uint n);

/* Work-groups that bench_kernel_time launches. */
size_t bench_kernel_groups(cl_uint n, cl_uint times);

/*
 * By the host's clock: microseconds for each of many launches of reduce_pcl in a row (`runs` times
 * `batch`), where nobody waits in between and no cache is flushed.
 */
struct times bench_pcl_batch(const struct bench_device *device, cl_uint n, size_t runs,
                             size_t batch);

/* Microseconds of the host's clock. */
double bench_clock(void);

/* Ends the program after a line on stderr, when the error is one. */
void bench_must(cl_int error, const char *what);

#ifdef __cplusplus
}
#endif

#endif
