/* The host program of the device, alone and beside the CPU. The contract is stencil.h. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "stencil.h"

#ifdef SOLUTION
#include <stdlib.h>
#include <string.h>

enum {
    GHOST = 16, /* floats of a row in front of its first cell */
    GROUP = 16  /* work-items of a group, in either direction */
};

/* The device's part of the field, twice: a step reads one and writes the other. */
struct part {
    cl_mem fields[2]; /* rows + 2 rows of `line` floats each */
    int width, rows, line;
};

static size_t row_bytes(const struct part *part) {
    return (size_t)part->line * sizeof(float);
}

static void part_release(struct part *part) {
    for (int i = 0; i < 2; i++) {
        if (part->fields[i] != NULL) {
            clReleaseMemObject(part->fields[i]);
        }
    }
}

/* Brings the part to the device; `field` points to its cell (0, 0). The other field is a copy, made
 * on the device: the ghost cells are needed in both. */
static cl_int part_create(struct part *part, const struct stencil_device *device, float *field) {
    const size_t bytes = ((size_t)part->rows + 2) * row_bytes(part);
    cl_int error = CL_SUCCESS;
    part->fields[0] = clCreateBuffer(device->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                     bytes, field - part->line - GHOST, &error);
    if (error == CL_SUCCESS) {
        part->fields[1] = clCreateBuffer(device->context, CL_MEM_READ_WRITE, bytes, NULL, &error);
    }
    return error == CL_SUCCESS ? clEnqueueCopyBuffer(device->queue, part->fields[0],
                                                     part->fields[1], 0, 0, bytes, 0, NULL, NULL)
                               : error;
}

/* The arguments of the step that reads fields[now]: nothing moves but two names. */
static cl_int set_arguments(const struct part *part, cl_kernel kernel, int now) {
    const struct {
        size_t size;
        const void *value;
    } arguments[] = {{sizeof(cl_mem), &part->fields[1 - now]},
                     {sizeof(cl_mem), &part->fields[now]},
                     {sizeof(int), &part->width},
                     {sizeof(int), &part->rows},
                     {sizeof(int), &part->line}};
    cl_int error = CL_SUCCESS;
    for (cl_uint i = 0; i < 5 && error == CL_SUCCESS; i++) {
        error = clSetKernelArg(kernel, i, arguments[i].size, arguments[i].value);
    }
    return error;
}

static size_t round_up(int n) {
    return ((size_t)n + GROUP - 1) / GROUP * GROUP;
}

/* One step of the rows from `begin` (a multiple of 16) to `end`; none is none. */
static cl_int enqueue_step(const struct part *part, const struct stencil_device *device, int begin,
                           int end) {
    const size_t offset[2] = {0, (size_t)begin};
    const size_t global[2] = {round_up(part->width), round_up(end - begin)};
    const size_t local[2] = {GROUP, GROUP};
    return begin < end ? clEnqueueNDRangeKernel(device->queue, device->step, 2, offset, global,
                                                local, 0, NULL, NULL)
                       : CL_SUCCESS;
}

/* Waits, and brings the part's rows back to `field`. */
static cl_int part_read(const struct part *part, const struct stencil_device *device, int now,
                        float *field) {
    return clEnqueueReadBuffer(device->queue, part->fields[now], CL_TRUE, row_bytes(part),
                               (size_t)part->rows * row_bytes(part), field - GHOST, 0, NULL, NULL);
}
#endif

int stencil_device_steps(const struct stencil_device *device, float *field, int width, int height,
                         int line, int steps) {
#ifdef SOLUTION
    struct part part = {.width = width, .rows = height, .line = line};
    cl_int error = part_create(&part, device, field);
    for (int step = 0; step < steps && error == CL_SUCCESS; step++) {
        error = set_arguments(&part, device->step, step % 2);
        if (error == CL_SUCCESS) {
            error = enqueue_step(&part, device, 0, height);
        }
    }
    if (error == CL_SUCCESS) {
        error = part_read(&part, device, steps % 2, field);
    }
    part_release(&part);
    return error;
#else
    /* 1. two buffers, 2. the start to both, 3. a launch a step, arguments exchanged, 4. back */
    (void)device, (void)field, (void)width, (void)height, (void)line, (void)steps;
    return CL_SUCCESS;
#endif
}

#ifdef SOLUTION
/* One row of one step. */
static void step_row(float *restrict B, const float *A, int width, int line) {
    const float *north = A - line, *south = A + line;
    for (int x = 0; x < width; x++) {
        B[x] = 0.75F * A[x] + 0.25F * (A[x - 1] + A[x + 1] + north[x] + south[x]);
    }
}

/*
 * The device's half of a step, enqueued and not waited for. Its southern row comes first, so that
 * it can travel to the CPU while the device computes the others; `to` is the CPU's first row of the
 * same step, already computed, which travels to the device.
 */
static cl_int enqueue_half(const struct part *part, const struct stencil_device *device, int now,
                           float *to, int cpu_rows) {
    const int border = (part->rows - 1) / GROUP * GROUP; /* a launch begins at a whole group */
    const size_t bytes = row_bytes(part), last = (size_t)part->rows * bytes;
    const cl_mem next = part->fields[1 - now];
    cl_int error = set_arguments(part, device->step, now);
    if (error == CL_SUCCESS) {
        error = enqueue_step(part, device, border, part->rows);
    }
    if (error == CL_SUCCESS && cpu_rows > 0) {
        error = clEnqueueReadBuffer(device->queue, next, CL_FALSE, last, bytes,
                                    to - part->line - GHOST, 0, NULL, NULL);
    }
    if (error == CL_SUCCESS) {
        error = enqueue_step(part, device, 0, border);
    }
    if (error == CL_SUCCESS && cpu_rows > 0) {
        error = clEnqueueWriteBuffer(device->queue, next, CL_FALSE, last + bytes, bytes, to - GHOST,
                                     0, NULL, NULL);
    }
    return error == CL_SUCCESS ? clFlush(device->queue) : error;
}

/* One step of both halves: `from` and `to` point to the CPU's first cell. */
static cl_int step_both(const struct part *part, const struct stencil_device *device, int now,
                        float *to, const float *from, int cpu_rows) {
    const int width = part->width, line = part->line;
    cl_int error = CL_SUCCESS;
#pragma omp parallel
    {
        /* One thread starts the device; the others need not wait for it, and it joins them after.
         */
#pragma omp single nowait
        {
            if (cpu_rows > 0) {
                step_row(to, from, width, line);
            }
            if (part->rows > 0) {
                error = enqueue_half(part, device, now, to, cpu_rows);
            }
        }
#pragma omp for schedule(dynamic, 8)
        for (int y = 1; y < cpu_rows; y++) {
            step_row(to + y * line, from + y * line, width, line);
        }
    }
    /* Both halves have ended before either begins the next step. */
    const cl_int finished = part->rows > 0 ? clFinish(device->queue) : CL_SUCCESS;
    return error != CL_SUCCESS ? error : finished;
}
#endif

int stencil_hybrid(const struct stencil_device *device, float *field, int width, int height,
                   int line, int steps, int device_rows) {
#ifdef SOLUTION
    struct part part = {.width = width, .rows = device_rows, .line = line};
    const int cpu_rows = height - device_rows;
    const size_t floats = ((size_t)cpu_rows + 2) * (size_t)line;
    float *const lower = field + device_rows * line; /* the CPU's first cell */
    float *const spare = malloc(floats * sizeof *spare);
    if (spare == NULL) {
        return CL_OUT_OF_HOST_MEMORY;
    }
    /* The CPU's part twice as well, ghost cells and the device's last row included. */
    memcpy(spare, lower - line - GHOST, floats * sizeof *spare);
    float *const fields[2] = {lower, spare + line + GHOST};

    cl_int error = device_rows > 0 ? part_create(&part, device, field) : CL_SUCCESS;
    for (int step = 0; step < steps && error == CL_SUCCESS; step++) {
        const int now = step % 2;
        error = step_both(&part, device, now, fields[1 - now], fields[now], cpu_rows);
    }
    if (error == CL_SUCCESS && steps % 2 == 1) { /* the CPU's result is in the spare field */
        for (int y = 0; y < cpu_rows; y++) {
            memcpy(lower + y * line, fields[1] + y * line, (size_t)width * sizeof *lower);
        }
    }
    if (error == CL_SUCCESS && device_rows > 0) {
        error = part_read(&part, device, steps % 2, field);
    }
    part_release(&part);
    free(spare);
    return error;
#else
    /* As above for the upper rows, with OpenMP for the others, and the two border rows each step.
     */
    (void)device, (void)field, (void)width, (void)height, (void)line, (void)steps;
    (void)device_rows;
    return CL_SUCCESS;
#endif
}
