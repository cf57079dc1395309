#include <CL/cl.h>

#include "stencil.h"
#include <stdlib.h>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        err = (call);                                                                              \
        if (err != CL_SUCCESS)                                                                     \
            goto end;                                                                              \
    } while (0)

int stencil_device_steps(const struct stencil_device *device, float *field, int width, int height,
                         int line, int steps) {
    size_t bytes = (size_t)(height + 2) * line * sizeof(float);
    float *host = field - line - 16;
    cl_int err;
    cl_mem a = NULL, b = NULL, swap;
    size_t global[2] = {(width + 15) / 16 * 16, (height + 15) / 16 * 16}, local[2] = {16, 16};
    int i;
    a = clCreateBuffer(device->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, host,
                       &err);
    if (err != CL_SUCCESS)
        goto end;
    b = clCreateBuffer(device->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, host,
                       &err);
    if (err != CL_SUCCESS)
        goto end;
    CHECK(clSetKernelArg(device->step, 2, sizeof(int), &width));
    CHECK(clSetKernelArg(device->step, 3, sizeof(int), &height));
    CHECK(clSetKernelArg(device->step, 4, sizeof(int), &line));
    for (i = 0; i < steps; i++) {
        CHECK(clSetKernelArg(device->step, 0, sizeof(cl_mem), &b));
        CHECK(clSetKernelArg(device->step, 1, sizeof(cl_mem), &a));
        CHECK(clEnqueueNDRangeKernel(device->queue, device->step, 2, NULL, global, local, 0, NULL,
                                     NULL));
        CHECK(clFinish(device->queue));
        swap = a;
        a = b;
        b = swap;
    }
    CHECK(clEnqueueReadBuffer(device->queue, a, CL_TRUE, 0, bytes, host, 0, NULL, NULL));
end:
    if (a != NULL)
        clReleaseMemObject(a);
    if (b != NULL)
        clReleaseMemObject(b);
    return err;
}

/* The device runs while the CPU computes; then the two rows are exchanged, one after the other. */
int stencil_hybrid(const struct stencil_device *device, float *field, int width, int height,
                   int line, int steps, int device_rows) {
    int rows = device_rows, below = height - device_rows, i, x, y;
    size_t bytes = (size_t)(rows + 2) * line * sizeof(float), row = line * sizeof(float);
    float *host = field - line - 16, *copy, *from, *to, *swap;
    cl_mem a = NULL, b = NULL, other;
    cl_int err = CL_SUCCESS;
    size_t global[2] = {(width + 15) / 16 * 16, (rows + 15) / 16 * 16}, local[2] = {16, 16};

    copy = malloc((size_t)(height + 2) * line * sizeof(float));
    if (copy == NULL)
        return CL_OUT_OF_HOST_MEMORY;
    for (i = 0; i < (height + 2) * line; i++)
        copy[i] = host[i];
    from = field + rows * line;
    to = copy + line + 16 + rows * line;
    if (rows > 0) {
        a = clCreateBuffer(device->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, host,
                           &err);
        if (err != CL_SUCCESS)
            goto end;
        b = clCreateBuffer(device->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, host,
                           &err);
        if (err != CL_SUCCESS)
            goto end;
        CHECK(clSetKernelArg(device->step, 2, sizeof(int), &width));
        CHECK(clSetKernelArg(device->step, 3, sizeof(int), &rows));
        CHECK(clSetKernelArg(device->step, 4, sizeof(int), &line));
    }
    for (i = 0; i < steps; i++) {
        if (rows > 0) {
            CHECK(clSetKernelArg(device->step, 0, sizeof(cl_mem), &b));
            CHECK(clSetKernelArg(device->step, 1, sizeof(cl_mem), &a));
            CHECK(clEnqueueNDRangeKernel(device->queue, device->step, 2, NULL, global, local, 0,
                                         NULL, NULL));
            CHECK(clFlush(device->queue));
        }
#pragma omp parallel for private(x)
        for (y = 0; y < below; y++)
            for (x = 0; x < width; x++)
                to[y * line + x] = 0.75f * from[y * line + x] +
                                   0.25f * (from[y * line + x - 1] + from[y * line + x + 1] +
                                            from[(y - 1) * line + x] + from[(y + 1) * line + x]);
        if (rows > 0 && below > 0) {
            CHECK(clEnqueueReadBuffer(device->queue, b, CL_TRUE, rows * row, row, to - line - 16, 0,
                                      NULL, NULL));
            CHECK(clEnqueueWriteBuffer(device->queue, b, CL_TRUE, (rows + 1) * row, row, to - 16, 0,
                                       NULL, NULL));
        }
        swap = from;
        from = to;
        to = swap;
        other = a;
        a = b;
        b = other;
    }
    for (y = 0; y < below; y++)
        for (x = 0; x < width; x++)
            field[(rows + y) * line + x] = from[y * line + x];
    if (rows > 0)
        CHECK(clEnqueueReadBuffer(device->queue, a, CL_TRUE, row, rows * row, field - 16, 0, NULL,
                                  NULL));
end:
    if (a != NULL)
        clReleaseMemObject(a);
    if (b != NULL)
        clReleaseMemObject(b);
    free(copy);
    return err;
}
