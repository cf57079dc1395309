/* What this device has not: native kernels, pipes and programs in SPIR-V. Each call says so by its
 * error. */
#include "icd.h"

cl_int clEnqueueNativeKernel(cl_command_queue queue, void(CL_CALLBACK *function)(void *),
                             void *arguments, size_t bytes, cl_uint count, const cl_mem *buffers,
                             const void **places, cl_uint wait_count, const cl_event *waits,
                             cl_event *event) {
    (void)function, (void)arguments, (void)bytes, (void)count, (void)buffers, (void)places;
    (void)wait_count, (void)waits, (void)event;
    return object_is(queue, OBJECT_QUEUE) ? CL_INVALID_OPERATION : CL_INVALID_COMMAND_QUEUE;
}

cl_mem clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint size, cl_uint count,
                    const cl_pipe_properties *properties, cl_int *error) {
    (void)flags, (void)size, (void)count, (void)properties;
    if (error != NULL) {
        *error = object_is(context, OBJECT_CONTEXT) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT;
    }
    return NULL;
}

cl_program clCreateProgramWithIL(cl_context context, const void *code, size_t bytes,
                                 cl_int *error) {
    (void)code, (void)bytes;
    if (error != NULL) {
        *error = object_is(context, OBJECT_CONTEXT) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT;
    }
    return NULL;
}
