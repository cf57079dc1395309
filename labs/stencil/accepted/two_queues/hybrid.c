#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "stencil.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

struct halves {
    const struct stencil_device *device;
    cl_command_queue transfers;
    cl_mem buffers[2];
    float *fields[2];
    int width, upper, lower, line;
};

static cl_int make_buffers(struct halves *h, float *field) {
    const size_t bytes = (size_t)(h->upper + 2) * h->line * sizeof(float);
    cl_int e;
    for (int i = 0; i < 2; i++) {
        h->buffers[i] = clCreateBuffer(h->device->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                       bytes, field - h->line - 16, &e);
        if (e != CL_SUCCESS) {
            return e;
        }
    }
    h->transfers = clCreateCommandQueue(h->device->context, h->device->id, 0, &e);
    return e;
}

static void release(struct halves *h) {
    for (int i = 0; i < 2; i++) {
        if (h->buffers[i] != NULL) {
            clReleaseMemObject(h->buffers[i]);
        }
    }
    if (h->transfers != NULL) {
        clReleaseCommandQueue(h->transfers);
    }
}

static cl_int launch(struct halves *h, int now, int begin, int end, cl_event *event) {
    cl_kernel k = h->device->step;
    const size_t offset[2] = {0, begin}, local[2] = {16, 16};
    const size_t global[2] = {(h->width + 15) / 16 * 16, (end - begin + 15) / 16 * 16};
    clSetKernelArg(k, 0, sizeof(cl_mem), &h->buffers[1 - now]);
    clSetKernelArg(k, 1, sizeof(cl_mem), &h->buffers[now]);
    clSetKernelArg(k, 2, sizeof(int), &h->width);
    clSetKernelArg(k, 3, sizeof(int), &h->upper);
    clSetKernelArg(k, 4, sizeof(int), &h->line);
    return clEnqueueNDRangeKernel(h->device->queue, k, 2, offset, global, local, 0, NULL, event);
}

int stencil_device_steps(const struct stencil_device *device, float *field, int width, int height,
                         int line, int steps) {
    struct halves h = {.device = device, .width = width, .upper = height, .line = line};
    cl_int e = make_buffers(&h, field);
    for (int i = 0; i < steps && e == CL_SUCCESS; i++) {
        e = launch(&h, i % 2, 0, height, NULL);
    }
    if (e == CL_SUCCESS) {
        e = clFinish(device->queue);
    }
    if (e == CL_SUCCESS) {
        e = clEnqueueReadBuffer(device->queue, h.buffers[steps % 2], CL_FALSE, line * sizeof(float),
                                (size_t)height * line * sizeof(float), field - 16, 0, NULL, NULL);
        clFinish(device->queue);
    }
    release(&h);
    return e;
}

static void step_row(float *b, const float *a, int width, int line) {
    for (int x = 0; x < width; x++) {
        b[x] = .75f * a[x] + .25f * (a[x - 1] + a[x + 1]) + .25f * (a[x - line] + a[x + line]);
    }
}

/* Both border rows travel in the queue of transfers, as rectangles without the padding. */
static cl_int exchange(struct halves *h, int now, cl_event border, cl_event *arrived) {
    float *to = h->fields[1 - now];
    const size_t row = h->line * sizeof(float), zero[3] = {0, 0, 0};
    const size_t region[3] = {h->width * sizeof(float), 1, 1};
    const size_t last[3] = {16 * sizeof(float), h->upper, 0};
    const size_t below[3] = {16 * sizeof(float), h->upper + 1, 0};
    cl_event unused;
    cl_int e = clEnqueueReadBufferRect(h->transfers, h->buffers[1 - now], CL_FALSE, last, zero,
                                       region, row, 0, row, 0, to - h->line, 1, &border, &unused);
    if (e != CL_SUCCESS) {
        return e;
    }
    clReleaseEvent(unused);
    e = clEnqueueWriteBufferRect(h->transfers, h->buffers[1 - now], CL_FALSE, below, zero, region,
                                 row, 0, row, 0, to, 0, NULL, arrived);
    clFlush(h->transfers);
    return e;
}

int stencil_hybrid(const struct stencil_device *device, float *field, int width, int height,
                   int line, int steps, int device_rows) {
    struct halves h = {.device = device,
                       .width = width,
                       .upper = device_rows,
                       .lower = height - device_rows,
                       .line = line};
    const size_t floats = (size_t)(h.lower + 2) * line;
    float *spare = malloc(floats * sizeof *spare);
    cl_int e = spare == NULL ? CL_OUT_OF_HOST_MEMORY : CL_SUCCESS;
    h.fields[0] = field + device_rows * line;
    h.fields[1] = spare + line + 16;
    if (e == CL_SUCCESS) {
        memcpy(spare, h.fields[0] - line - 16, floats * sizeof *spare);
        e = device_rows > 0 ? make_buffers(&h, field) : CL_SUCCESS;
    }
#pragma omp parallel
    for (int i = 0; i < steps && e == CL_SUCCESS; i++) {
        const int now = i % 2;
        float *to = h.fields[1 - now];
        const float *from = h.fields[now];
        /* `e` is written by one thread, between barriers. */
#pragma omp barrier
#pragma omp master
        {
            const int top = (device_rows - 1) / 16 * 16;
            cl_event border = NULL, arrived = NULL;
            cl_int error = CL_SUCCESS;
            if (h.lower > 0) {
                step_row(to, from, width, line);
            }
            if (device_rows > 0) {
                error = launch(&h, now, top, device_rows, &border);
                if (error == CL_SUCCESS && top > 0) {
                    error = launch(&h, now, 0, top, NULL);
                }
                clFlush(device->queue);
            }
            if (error == CL_SUCCESS && device_rows > 0 && h.lower > 0) {
                error = exchange(&h, now, border, &arrived);
            }
            if (arrived != NULL) {
                clWaitForEvents(1, &arrived);
                clReleaseEvent(arrived);
            }
            if (border != NULL) {
                clReleaseEvent(border);
            }
            if (device_rows > 0) {
                clFinish(device->queue);
            }
            e = error;
        }
        /* The master waits for the device; the others have the rows. */
        const int others = omp_get_num_threads() - 1, me = omp_get_thread_num() - 1;
        if (others == 0 || me >= 0) {
            for (int y = 1 + (others ? me : 0); y < h.lower; y += others ? others : 1) {
                step_row(to + y * line, from + y * line, width, line);
            }
        }
#pragma omp barrier
    }
    if (e == CL_SUCCESS && steps % 2 == 1) {
        for (int y = 0; y < h.lower; y++) {
            memcpy(h.fields[0] + y * line, h.fields[1] + y * line, width * sizeof(float));
        }
    }
    if (e == CL_SUCCESS && device_rows > 0) {
        e = clEnqueueReadBuffer(device->queue, h.buffers[steps % 2], CL_TRUE, line * sizeof(float),
                                (size_t)device_rows * line * sizeof(float), field - 16, 0, NULL,
                                NULL);
    }
    release(&h);
    free(spare);
    return e;
}
