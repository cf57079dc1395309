/* Command queues: each is a stream of the device. */
#include "icd.h"

static void clear(void *object) {
    cl_command_queue queue = object;
    struct wire_handle question = {.handle = queue->stream};
    if (queue->stream) {
        client_ask(WIRE_STREAM_DESTROY, &question, NULL);
    }
    object_release(queue->context);
}

static cl_command_queue create(cl_context context, cl_command_queue_properties properties,
                               cl_int *error) {
    cl_command_queue queue = object_create(OBJECT_QUEUE, sizeof *queue, clear);
    if (!queue) {
        return icd_null(error, CL_OUT_OF_HOST_MEMORY);
    }
    struct wire_create_q question = {.flags = cudaStreamNonBlocking};
    struct wire_handle reply = {0};
    cl_int wrong = icd_ask(WIRE_STREAM_CREATE, &question, &reply);
    object_retain(context);
    queue->context = context;
    queue->properties = properties;
    queue->stream = reply.handle;
    if (wrong) {
        object_release(queue);
        return icd_null(error, CL_OUT_OF_RESOURCES);
    }
    order_queue_made(queue);
    return queue;
}

static cl_command_queue check_and_create(cl_context context, cl_device_id device,
                                         cl_command_queue_properties properties, cl_int *error) {
    const cl_command_queue_properties known =
        CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
    return LOCKED(!object_is(context, OBJECT_CONTEXT) ? icd_null(error, CL_INVALID_CONTEXT)
                  : device != &icd_device             ? icd_null(error, CL_INVALID_DEVICE)
                  : properties & ~known               ? icd_null(error, CL_INVALID_VALUE)
                                                      : create(context, properties, error));
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties, cl_int *error) {
    return MADE(check_and_create(context, device, properties, error));
}

/* OpenCL 2.0's way to say the same: many programs use it whatever the platform's version is. */
cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties *properties,
                                                    cl_int *error) {
    cl_command_queue_properties flags = 0;
    struct property_list made_with;
    if (!property_list_keep(&made_with, properties)) {
        return MADE(icd_null(error, CL_INVALID_QUEUE_PROPERTIES));
    }
    for (; properties != NULL && *properties; properties += 2) {
        if (properties[0] != CL_QUEUE_PROPERTIES) {
            return MADE(icd_null(error, CL_INVALID_QUEUE_PROPERTIES));
        }
        flags = properties[1];
    }
    cl_command_queue queue = check_and_create(context, device, flags, error);
    if (queue != NULL) {
        queue->made_with = made_with;
    }
    return MADE(queue);
}

cl_int clSetCommandQueueProperty(cl_command_queue queue, cl_command_queue_properties properties,
                                 cl_bool enable, cl_command_queue_properties *old) {
    if (!object_is(queue, OBJECT_QUEUE)) {
        return CL_INVALID_COMMAND_QUEUE;
    }
    if (old != NULL) {
        *old = queue->properties;
    }
    queue->properties = enable ? queue->properties | properties : queue->properties & ~properties;
    return CL_SUCCESS;
}

cl_int clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info name, size_t room,
                             void *to, size_t *needed) {
    if (!object_is(queue, OBJECT_QUEUE)) {
        return CL_INVALID_COMMAND_QUEUE;
    }
    const struct info_row answers[] = {
        ANSWER(CL_QUEUE_CONTEXT, cl_context, queue->context),
        ANSWER(CL_QUEUE_DEVICE, cl_device_id, &icd_device),
        ANSWER(CL_QUEUE_REFERENCE_COUNT, cl_uint, queue->object.references),
        LIST_ANSWER(CL_QUEUE_PROPERTIES_ARRAY, queue->made_with),
        ANSWER(CL_QUEUE_DEVICE_DEFAULT, cl_command_queue, NULL),
        ANSWER(CL_QUEUE_PROPERTIES, cl_command_queue_properties, queue->properties),
    };
    return ANSWERED(answers);
}

cl_int clFlush(cl_command_queue queue) {
    client_lock();
    cl_int error = object_is(queue, OBJECT_QUEUE) ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE;
    if (!error) {
        command_submit(queue);
    }
    client_unlock();
    return END(error);
}

static cl_int finish(cl_command_queue queue) {
    cl_int error = command_wait_queue(queue);
    if (!error) { /* all is done; the program's clock waits for it, too */
        struct wire_wait_q question = {.what = WIRE_WAIT_STREAM, .handle = queue->stream};
        error = icd_ask(WIRE_WAIT, &question, NULL);
    }
    return error;
}

cl_int clFinish(cl_command_queue queue) {
    return END(LOCKED(object_is(queue, OBJECT_QUEUE) ? finish(queue) : CL_INVALID_COMMAND_QUEUE));
}
