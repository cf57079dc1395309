/* Markers and barriers. */
#include "../icd.h"

static cl_int synchronise(cl_command_queue queue, cl_command_type type, cl_uint wait_count,
                          const cl_event *waits, cl_event *event) {
    cl_int error;
    struct command *command = enqueue_begin(queue, type, wait_count, waits, &error);
    if (command != NULL) {
        command->waits_for_all = wait_count == 0;
        command->barrier = type == CL_COMMAND_BARRIER;
    }
    return enqueue_end(command, error, false, event);
}

cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint wait_count,
                                   const cl_event *waits, cl_event *event) {
    return ENQUEUED(synchronise(queue, CL_COMMAND_MARKER, wait_count, waits, event), event);
}
cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint wait_count,
                                    const cl_event *waits, cl_event *event) {
    return ENQUEUED(synchronise(queue, CL_COMMAND_BARRIER, wait_count, waits, event), event);
}

/* OpenCL 1.1's forms. */
cl_int clEnqueueMarker(cl_command_queue queue, cl_event *event) {
    return ENQUEUED(event != NULL ? synchronise(queue, CL_COMMAND_MARKER, 0, NULL, event)
                                  : CL_INVALID_VALUE,
                    event);
}
cl_int clEnqueueBarrier(cl_command_queue queue) {
    return END(synchronise(queue, CL_COMMAND_BARRIER, 0, NULL, NULL));
}
cl_int clEnqueueWaitForEvents(cl_command_queue queue, cl_uint count, const cl_event *events) {
    return END(count && events != NULL ? synchronise(queue, CL_COMMAND_BARRIER, count, events, NULL)
                                       : CL_INVALID_VALUE);
}
