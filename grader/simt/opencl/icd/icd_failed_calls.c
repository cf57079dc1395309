/* Calls that failed, told to the device by the names of the call and of its error. */
#include "icd.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define NAME(error)                                                                                \
    { error, #error }
static const struct {
    cl_int error;
    const char *name;
} names[] = {
    NAME(CL_DEVICE_NOT_FOUND),
    NAME(CL_DEVICE_NOT_AVAILABLE),
    NAME(CL_COMPILER_NOT_AVAILABLE),
    NAME(CL_MEM_OBJECT_ALLOCATION_FAILURE),
    NAME(CL_OUT_OF_RESOURCES),
    NAME(CL_OUT_OF_HOST_MEMORY),
    NAME(CL_PROFILING_INFO_NOT_AVAILABLE),
    NAME(CL_MEM_COPY_OVERLAP),
    NAME(CL_BUILD_PROGRAM_FAILURE),
    NAME(CL_IMAGE_FORMAT_MISMATCH),
    NAME(CL_IMAGE_FORMAT_NOT_SUPPORTED),
    NAME(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR),
    NAME(CL_INVALID_IMAGE_DESCRIPTOR),
    NAME(CL_INVALID_IMAGE_SIZE),
    NAME(CL_INVALID_SAMPLER),
    NAME(CL_MAP_FAILURE),
    NAME(CL_MISALIGNED_SUB_BUFFER_OFFSET),
    NAME(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST),
    NAME(CL_COMPILE_PROGRAM_FAILURE),
    NAME(CL_LINK_PROGRAM_FAILURE),
    NAME(CL_INVALID_VALUE),
    NAME(CL_INVALID_DEVICE_TYPE),
    NAME(CL_INVALID_PLATFORM),
    NAME(CL_INVALID_DEVICE),
    NAME(CL_INVALID_CONTEXT),
    NAME(CL_INVALID_QUEUE_PROPERTIES),
    NAME(CL_INVALID_COMMAND_QUEUE),
    NAME(CL_INVALID_HOST_PTR),
    NAME(CL_INVALID_MEM_OBJECT),
    NAME(CL_INVALID_BINARY),
    NAME(CL_INVALID_BUILD_OPTIONS),
    NAME(CL_INVALID_PROGRAM),
    NAME(CL_INVALID_PROGRAM_EXECUTABLE),
    NAME(CL_INVALID_KERNEL_NAME),
    NAME(CL_INVALID_KERNEL_DEFINITION),
    NAME(CL_INVALID_KERNEL),
    NAME(CL_INVALID_ARG_INDEX),
    NAME(CL_INVALID_ARG_VALUE),
    NAME(CL_INVALID_ARG_SIZE),
    NAME(CL_INVALID_KERNEL_ARGS),
    NAME(CL_INVALID_WORK_DIMENSION),
    NAME(CL_INVALID_WORK_GROUP_SIZE),
    NAME(CL_INVALID_WORK_ITEM_SIZE),
    NAME(CL_INVALID_GLOBAL_OFFSET),
    NAME(CL_INVALID_EVENT_WAIT_LIST),
    NAME(CL_INVALID_EVENT),
    NAME(CL_INVALID_OPERATION),
    NAME(CL_INVALID_BUFFER_SIZE),
    NAME(CL_INVALID_GLOBAL_WORK_SIZE),
    NAME(CL_INVALID_PROPERTY),
    NAME(CL_INVALID_COMPILER_OPTIONS),
    NAME(CL_INVALID_LINKER_OPTIONS),
};

static const char *name_of(cl_int error) {
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (names[i].error == error) {
            return names[i].name;
        }
    }
    return "an error";
}

/* CL_INVALID_WORK_GROUP_SIZE: "invalid work group size", where there is no more to say. */
static void spell(char *text, size_t size, cl_int error) {
    const char *name = error == CL_INVALID_VALUE
                           ? "an argument has a value that the call does not accept"
                       : error == CL_INVALID_OPERATION ? "not allowed for this object now"
                                                       : name_of(error);
    snprintf(text, size, "%s", !strncmp(name, "CL_", 3) ? name + 3 : name);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '_' ? ' ' : (char)tolower((unsigned char)*c);
    }
}

/* What does not come to pass when a call of such a name fails; the first row that fits. */
static enum message result_of(const char *call) {
    static const struct {
        const char *beginning;
        enum message result;
    } rows[] = {
        {"clSetKernelArg", MESSAGE_RESULT_NOT_SET},
        {"clEnqueueNDRangeKernel", MESSAGE_RESULT_NOT_RUN},
        {"clEnqueueTask", MESSAGE_RESULT_NOT_RUN},
        {"clEnqueueFill", MESSAGE_RESULT_NOT_FILLED},
        {"clEnqueueMap", MESSAGE_RESULT_NOT_MAPPED},
        {"clEnqueueUnmap", MESSAGE_RESULT_NONE},
        {"clEnqueueRead", MESSAGE_RESULT_NOT_COPIED},
        {"clEnqueueWrite", MESSAGE_RESULT_NOT_COPIED},
        {"clEnqueueCopy", MESSAGE_RESULT_NOT_COPIED},
        {"clBuildProgram", MESSAGE_RESULT_NOT_BUILT},
        {"clCreate", MESSAGE_RESULT_NOT_MADE},
        {"clRelease", MESSAGE_RESULT_NOT_FREED},
        {"clFinish", MESSAGE_RESULT_NOT_WAITED},
        {"clWaitForEvents", MESSAGE_RESULT_NOT_WAITED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!strncmp(call, rows[i].beginning, strlen(rows[i].beginning))) {
            return rows[i].result;
        }
    }
    return MESSAGE_RESULT_NONE;
}

/* Errors that a kernel's fault, or a device that is gone, brings to calls that come later. */
static bool is_of_device(cl_int error) {
    return error == CL_OUT_OF_RESOURCES || error == CL_DEVICE_NOT_AVAILABLE ||
           error == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
}

cl_int icd_end(const char *call, const void *caller, cl_int error) {
    if (error >= 0 || (is_of_device(error) && !client_has_reason())) {
        client_no_reason();
        return error;
    }
    char text[64];
    spell(text, sizeof text, error);
    bool misused =
        client_reason_is(MESSAGE_WHY_RELEASED) || client_reason_is(MESSAGE_WHY_RELEASED_TOO_OFTEN);
    client_tell_wrong(&(struct client_wrong){.what = misused ? WIRE_MISUSED : WIRE_CALL_FAILED,
                                             .call = call,
                                             .caller = caller,
                                             .error = name_of(error),
                                             .number = error,
                                             .text = text,
                                             .result = result_of(call)});
    return error;
}

void *icd_made(const char *call, const void *caller, void *object, cl_int *error) {
    struct object *made = object;
    if (made == NULL) {
        icd_end(call, caller, icd_last_null());
        return NULL;
    }
    icd_null(error, CL_SUCCESS);
    client_no_reason();
    client_lock();
    made->made_by = call;
    made->made_at = caller;
    client_unlock();
    return object;
}

cl_int icd_enqueued(const char *call, const void *caller, cl_int error, cl_event *event) {
    client_lock();
    if (error >= 0 && event != NULL && object_lives(*event, OBJECT_EVENT)) {
        (*event)->object.made_by = call;
        (*event)->object.made_at = caller;
    }
    client_unlock();
    return icd_end(call, caller, error);
}

void icd_left(const struct object *object) {
    static const char *const kinds[OBJECT_KINDS] = {
        [OBJECT_CONTEXT] = "a context", [OBJECT_QUEUE] = "a command queue",
        [OBJECT_MEMORY] = "a buffer",   [OBJECT_PROGRAM] = "a program",
        [OBJECT_KERNEL] = "a kernel",   [OBJECT_EVENT] = "an event",
        [OBJECT_SAMPLER] = "a sampler"};
    if (kinds[object->kind] == NULL || (object->made_by == NULL && object->kind != OBJECT_MEMORY)) {
        return;
    }
    uint64_t address =
        object->kind == OBJECT_MEMORY ? ((const struct _cl_mem *)(const void *)object)->address : 0;
    client_why(MESSAGE_WHY_TEXT, kinds[object->kind], (int64_t)address, 0, 0);
    client_tell_wrong(&(struct client_wrong){.what = WIRE_LEFT,
                                             .call = object->made_by != NULL ? object->made_by : "",
                                             .caller = object->made_at,
                                             .error = "",
                                             .result = MESSAGE_RESULT_NONE});
}

void icd_stuck(const struct object *event) {
    client_why(MESSAGE_WHY_NEVER_SET, NULL, 0, 0, 0);
    client_tell_wrong(&(struct client_wrong){.what = WIRE_STUCK,
                                             .call = "clCreateUserEvent",
                                             .caller = event != NULL ? event->made_at : NULL,
                                             .error = "",
                                             .result = MESSAGE_RESULT_NONE});
}
