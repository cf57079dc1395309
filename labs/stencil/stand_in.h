/*
 * The device of stencil_hybrid on the CPU: OpenCL's calls as shared/opencl_stand_in has them, with
 * the lab's step as the kernel. Its arguments: B, A, width, height, line.
 */
#ifndef STENCIL_STAND_IN_H
#define STENCIL_STAND_IN_H

#include "../shared/opencl_stand_in/calls.h"

static void stand_in_run(const struct command *command) {
    const int width = command->kernel.numbers[0], height = command->kernel.numbers[1];
    const int line = command->kernel.numbers[2];
    float *B = (float *)command->kernel.buffers[0]->bytes + line + 16;
    const float *A = (const float *)command->kernel.buffers[1]->bytes + line + 16;
    for (int y = (int)command->begin[1]; y < (int)command->end[1] && y < height; y++) {
        for (int x = (int)command->begin[0]; x < (int)command->end[0] && x < width; x++) {
            const float *a = A + y * line + x;
            B[y * line + x] = 0.75F * a[0] + 0.25F * (a[-1] + a[1] + a[-line] + a[line]);
        }
    }
}

static int stand_in_fits(const struct _cl_kernel *kernel) {
    const int *numbers = kernel->numbers;
    const size_t bytes = ((size_t)numbers[1] + 2) * (size_t)numbers[2] * sizeof(float);
    return numbers[0] >= 0 && numbers[1] >= 0 && numbers[2] >= numbers[0] + 32 &&
           kernel->buffers[0] != NULL && kernel->buffers[1] != NULL &&
           bytes <= kernel->buffers[0]->size && bytes <= kernel->buffers[1]->size;
}

/* Called anew for every host program. */
static cl_int stand_in_open(struct stencil_device *device) {
    static struct _cl_kernel kernel;
    cl_int error;
    kernel = (struct _cl_kernel){0};
    *device = (struct stencil_device){.step = &kernel};
    device->queue = clCreateCommandQueue(NULL, NULL, 0, &error);
    return error;
}

#endif
