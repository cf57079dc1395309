/* Contexts: of one device, so there is little to them. */
#include "icd.h"

#include <stdlib.h>
#include <string.h>

static cl_int check_properties(const cl_context_properties *properties, size_t *count) {
    *count = 0;
    if (properties == NULL) {
        return CL_SUCCESS;
    }
    bool platform = false, synchronises = false;
    for (; properties[*count]; *count += 2) {
        cl_context_properties name = properties[*count], value = properties[*count + 1];
        if (name == CL_CONTEXT_PLATFORM) {
            if (platform) {
                return CL_INVALID_PROPERTY;
            }
            platform = true;
            if (value != (cl_context_properties)&icd_platform) {
                return CL_INVALID_PLATFORM;
            }
        } else if (name != CL_CONTEXT_INTEROP_USER_SYNC || synchronises ||
                   (value != CL_TRUE && value != CL_FALSE)) {
            return CL_INVALID_PROPERTY;
        } else {
            synchronises = true;
        }
    }
    (*count)++;
    return CL_SUCCESS;
}

static void clear(void *object) {
    cl_context context = object;
    while (context->destructors != NULL) {
        struct context_callback *callback = context->destructors;
        context->destructors = callback->next;
        callback->notify(context, callback->data);
        free(callback);
    }
    free(context->properties);
}

static cl_context create(const cl_context_properties *properties, cl_int *error) {
    size_t count;
    cl_int wrong = check_properties(properties, &count);
    if (wrong) {
        return icd_null(error, wrong);
    }
    if (client_connect() != cudaSuccess) {
        return icd_null(error, CL_DEVICE_NOT_AVAILABLE);
    }
    cl_context context = object_create(OBJECT_CONTEXT, sizeof *context, clear);
    if (!context) {
        return icd_null(error, CL_OUT_OF_HOST_MEMORY);
    }
    if (count) {
        context->properties = malloc(count * sizeof *properties);
        if (context->properties == NULL) {
            object_release(context);
            return icd_null(error, CL_OUT_OF_HOST_MEMORY);
        }
        memcpy(context->properties, properties, count * sizeof *properties);
        context->property_count = count;
    }
    return context;
}

cl_context clCreateContext(const cl_context_properties *properties, cl_uint count,
                           const cl_device_id *devices,
                           void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
                           void *data, cl_int *error) {
    if (devices == NULL || count == 0 || (notify == NULL && data != NULL)) {
        return MADE(icd_null(error, CL_INVALID_VALUE));
    }
    for (cl_uint i = 0; i < count; i++) {
        if (devices[i] != &icd_device) {
            return MADE(icd_null(error, CL_INVALID_DEVICE));
        }
    }
    return MADE(LOCKED(create(properties, error)));
}

cl_context clCreateContextFromType(const cl_context_properties *properties, cl_device_type type,
                                   void(CL_CALLBACK *notify)(const char *, const void *, size_t,
                                                             void *),
                                   void *data, cl_int *error) {
    cl_uint count = 0;
    if (notify == NULL && data != NULL) {
        return MADE(icd_null(error, CL_INVALID_VALUE));
    }
    cl_int wrong = clGetDeviceIDs(NULL, type, 0, NULL, &count);
    if (wrong) {
        return MADE(icd_null(error, wrong));
    }
    return MADE(LOCKED(create(properties, error)));
}

cl_int clGetContextInfo(cl_context context, cl_context_info name, size_t room, void *to,
                        size_t *needed) {
    if (!object_is(context, OBJECT_CONTEXT)) {
        return CL_INVALID_CONTEXT;
    }
    const struct info_row answers[] = {
        ANSWER(CL_CONTEXT_REFERENCE_COUNT, cl_uint, context->object.references),
        ANSWER(CL_CONTEXT_NUM_DEVICES, cl_uint, 1),
        ANSWER(CL_CONTEXT_DEVICES, cl_device_id, &icd_device),
        {CL_CONTEXT_PROPERTIES, context->properties,
         context->property_count * sizeof(cl_context_properties)},
    };
    return ANSWERED(answers);
}

cl_int clSetContextDestructorCallback(cl_context context,
                                      void(CL_CALLBACK *notify)(cl_context, void *), void *data) {
    if (!object_is(context, OBJECT_CONTEXT)) {
        return END(CL_INVALID_CONTEXT);
    }
    struct context_callback *callback = notify != NULL ? malloc(sizeof *callback) : NULL;
    if (callback == NULL) {
        return END(notify != NULL ? CL_OUT_OF_HOST_MEMORY : CL_INVALID_VALUE);
    }
    client_lock();
    *callback = (struct context_callback){context->destructors, notify, data};
    context->destructors = callback;
    client_unlock();
    return END(CL_SUCCESS);
}
