/* What this device has not: native kernels. The call says so by its error. */
#include "icd.h"

cl_int clEnqueueNativeKernel(cl_command_queue queue, void(CL_CALLBACK *function)(void *),
                             void *arguments, size_t bytes, cl_uint count, const cl_mem *buffers,
                             const void **places, cl_uint wait_count, const cl_event *waits,
                             cl_event *event) {
    (void)function, (void)arguments, (void)bytes, (void)count, (void)buffers, (void)places;
    (void)wait_count, (void)waits, (void)event;
    return object_is(queue, OBJECT_QUEUE) ? CL_INVALID_OPERATION : CL_INVALID_COMMAND_QUEUE;
}
