#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "stencil.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* All that the thread that drives the device must know. */
struct driver {
    const struct stencil_device *device;
    cl_mem fields[2];
    float *host[2]; /* the CPU's first cell in its two fields */
    int width, rows, line, steps, below;
    cl_int error;
};

static cl_int launch(struct driver *d, int from) {
    const size_t global[2] = {(d->width + 15) & ~15, (d->rows + 15) & ~15}, local[2] = {16, 16};
    cl_kernel k = d->device->step;
    cl_int e = clSetKernelArg(k, 0, sizeof(cl_mem), &d->fields[!from]);
    e = e ? e : clSetKernelArg(k, 1, sizeof(cl_mem), &d->fields[from]);
    e = e ? e : clSetKernelArg(k, 2, sizeof(int), &d->width);
    e = e ? e : clSetKernelArg(k, 3, sizeof(int), &d->rows);
    e = e ? e : clSetKernelArg(k, 4, sizeof(int), &d->line);
    return e ? e
             : clEnqueueNDRangeKernel(d->device->queue, k, 2, NULL, global, local, 0, NULL, NULL);
}

static cl_int make(struct driver *d, float *field) {
    const size_t bytes = (size_t)(d->rows + 2) * d->line * sizeof(float);
    cl_int e = CL_SUCCESS;
    for (int i = 0; i < 2 && e == CL_SUCCESS; i++) {
        d->fields[i] = clCreateBuffer(d->device->context, CL_MEM_READ_WRITE, bytes, NULL, &e);
        e = e ? e
              : clEnqueueWriteBuffer(d->device->queue, d->fields[i], CL_TRUE, 0, bytes,
                                     field - d->line - 16, 0, NULL, NULL);
    }
    return e;
}

static cl_int bring_back(struct driver *d, float *field) {
    const size_t row = d->line * sizeof(float);
    return clEnqueueReadBuffer(d->device->queue, d->fields[d->steps % 2], CL_TRUE, row,
                               d->rows * row, field - 16, 0, NULL, NULL);
}

static void drop(struct driver *d) {
    for (int i = 0; i < 2; i++) {
        if (d->fields[i]) {
            clReleaseMemObject(d->fields[i]);
        }
    }
}

int stencil_device_steps(const struct stencil_device *device, float *field, int width, int height,
                         int line, int steps) {
    struct driver d = {
        .device = device, .width = width, .rows = height, .line = line, .steps = steps};
    cl_int e = make(&d, field);
    for (int i = 0; i < steps && !e; i++) {
        e = launch(&d, i % 2);
    }
    e = e ? e : bring_back(&d, field);
    drop(&d);
    return e;
}

/* The driver's part of a step, before and after the CPU has its rows. */
static void begin_step(struct driver *d, int i) {
    const size_t row = d->line * sizeof(float);
    d->error = launch(d, i % 2);
    if (!d->error && d->below > 0) {
        d->error =
            clEnqueueReadBuffer(d->device->queue, d->fields[(i + 1) % 2], CL_TRUE, d->rows * row,
                                row, d->host[(i + 1) % 2] - d->line - 16, 0, NULL, NULL);
    }
}

static void end_step(struct driver *d, int i) {
    const size_t row = d->line * sizeof(float);
    if (d->below > 0) {
        d->error = clEnqueueWriteBuffer(d->device->queue, d->fields[(i + 1) % 2], CL_TRUE,
                                        (d->rows + 1) * row, row, d->host[(i + 1) % 2] - 16, 0,
                                        NULL, NULL);
    }
}

static void step_rows(float *to, const float *from, int width, int rows, int line) {
#pragma omp parallel for
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < width; x++) {
            const float *a = from + y * line + x;
            to[y * line + x] = 0.75f * a[0] + 0.25f * ((a[-1] + a[1]) + (a[-line] + a[line]));
        }
    }
}

int stencil_hybrid(const struct stencil_device *device, float *field, int width, int height,
                   int line, int steps, int device_rows) {
    struct driver d = {.device = device,
                       .width = width,
                       .rows = device_rows,
                       .line = line,
                       .steps = steps,
                       .below = height - device_rows};
    const size_t floats = (size_t)(d.below + 2) * line;
    float *spare = malloc(floats * sizeof *spare);
    const int threaded = device_rows > 0;
    if (!spare) {
        return CL_OUT_OF_HOST_MEMORY;
    }
    d.host[0] = field + device_rows * line;
    d.host[1] = spare + line + 16;
    memcpy(spare, d.host[0] - line - 16, floats * sizeof *spare);
    cl_int e = threaded ? make(&d, field) : CL_SUCCESS;
    /* Two threads: the last one drives the device, the first one has a team for the rows. */
    omp_set_max_active_levels(2);
    if (!e) {
#pragma omp parallel num_threads(2)
        for (int i = 0; i < steps; i++) {
            const int driver = omp_get_thread_num() == omp_get_num_threads() - 1 && threaded;
            if (driver && !d.error) {
                begin_step(&d, i);
            }
            if (omp_get_thread_num() == 0) {
                step_rows(d.host[(i + 1) % 2], d.host[i % 2], width, d.below, line);
            }
#pragma omp barrier
            if (driver && !d.error) {
                end_step(&d, i);
            }
        }
        e = d.error;
    }
    for (int y = 0; y < d.below && steps % 2; y++) {
        memcpy(d.host[0] + y * line, d.host[1] + y * line, width * sizeof(float));
    }
    if (!e && threaded) {
        e = bring_back(&d, field);
    }
    drop(&d);
    free(spare);
    return e;
}
