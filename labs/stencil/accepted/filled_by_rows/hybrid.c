/* Both halves by one function; borders by blocking copies, the result by a rectangle. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdlib.h>
#include <string.h>
#include <omp.h>
#include "stencil.h"
#define TRY(e)                                                                                     \
    do {                                                                                           \
        error = (e);                                                                               \
        if (error)                                                                                 \
            goto end;                                                                              \
    } while (0)
static cl_int go(const struct stencil_device *d, cl_mem to, cl_mem from, int width, int rows,
                 int line, int y0) {
    cl_int e = 0;
    size_t global[2] = {((size_t)width + 15) / 16 * 16, ((size_t)(rows - y0) + 15) / 16 * 16},
           local[2] = {16, 16}, offset[2] = {0, (size_t)y0};
    e |= clSetKernelArg(d->step, 0, sizeof to, &to);
    e |= clSetKernelArg(d->step, 1, sizeof from, &from);
    e |= clSetKernelArg(d->step, 2, sizeof width, &width);
    e |= clSetKernelArg(d->step, 3, sizeof rows, &rows);
    e |= clSetKernelArg(d->step, 4, sizeof line, &line);
    return e ? e
             : clEnqueueNDRangeKernel(d->queue, d->step, 2, y0 ? offset : NULL, global, local, 0,
                                      NULL, NULL);
}
int stencil_device_steps(const struct stencil_device *device, float *field, int width, int height,
                         int line, int steps) {
    return stencil_hybrid(device, field, width, height, line, steps, height);
}
int stencil_hybrid(const struct stencil_device *device, float *field, int width, int height,
                   int line, int steps, int device_rows) {
    cl_int error = CL_SUCCESS;
    cl_mem f[2] = {NULL, NULL};
    const size_t L = line, bytes = (device_rows + 2) * L * sizeof(float);
    float *start = field - L - 16, *other = NULL, *g[2];
    const int on_device = device_rows > 0, on_cpu = device_rows < height;
    if (steps == 0 || height == 0)
        return CL_SUCCESS;
    other = malloc((height + 2) * L * sizeof(float));
    if (!other)
        return CL_OUT_OF_HOST_MEMORY;
    memcpy(other, start, (height + 2) * L * sizeof(float));
    g[0] = field;
    g[1] = other + L + 16;
    if (on_device) {
        for (int i = 0; i < 2; i++) {
            f[i] = clCreateBuffer(device->context, CL_MEM_READ_WRITE, bytes, NULL, &error);
            TRY(error);
            TRY(clEnqueueWriteBuffer(device->queue, f[i], CL_TRUE, 0, bytes, start, 0, NULL, NULL));
        }
    }
    for (int s = 0; s < steps; s++) {
        float *from = g[s % 2], *to = g[1 - s % 2];
        if (on_device) {
            TRY(go(device, f[1 - s % 2], f[s % 2], width, device_rows, line, 0));
            TRY(clFlush(device->queue));
        }
        if (on_cpu)
            stencil_multi(to + device_rows * L, from + device_rows * L, width, height - device_rows,
                          line);
        if (on_device && on_cpu && s + 1 < steps) {
            TRY(clEnqueueReadBuffer(device->queue, f[1 - s % 2], CL_TRUE,
                                    (device_rows * L + 16) * 4, width * 4ul,
                                    to + (device_rows - 1) * L, 0, NULL, NULL));
            TRY(clEnqueueWriteBuffer(device->queue, f[1 - s % 2], CL_TRUE,
                                     ((device_rows + 1) * L + 16) * 4, width * 4ul,
                                     to + device_rows * L, 0, NULL, NULL));
        }
    }
    if (on_device) {
        const size_t bo[3] = {64, 1, 0}, ho[3] = {0, 0, 0},
                     region[3] = {width * 4ul, device_rows, 1};
        TRY(clEnqueueReadBufferRect(device->queue, f[steps % 2], CL_TRUE, bo, ho, region, L * 4, 0,
                                    L * 4, 0, field, 0, NULL, NULL));
    }
    if (on_cpu && steps % 2)
        for (int y = device_rows; y < height; y++)
            memcpy(field + y * L, g[1] + y * L, width * sizeof(float));
end:
    clFinish(device->queue);
    for (int i = 0; i < 2; i++)
        if (f[i])
            clReleaseMemObject(f[i]);
    free(other);
    return error;
}
