/* Answers to info queries, and the errors of the device in OpenCL's numbers. */
#include "icd.h"

#include <string.h>

static _Thread_local cl_int last_null;

void *icd_null(cl_int *to, cl_int error) {
    last_null = error;
    if (to != NULL) {
        *to = error;
    }
    return NULL;
}

cl_int icd_last_null(void) {
    return last_null;
}

cl_int info_bytes(const void *value, size_t bytes, size_t room, void *to, size_t *needed) {
    if (to != NULL && room < bytes) {
        return CL_INVALID_VALUE;
    }
    if (to != NULL && bytes) {
        memcpy(to, value, bytes);
    }
    if (needed != NULL) {
        *needed = bytes;
    }
    return CL_SUCCESS;
}

cl_int info_text(const char *text, size_t room, void *to, size_t *needed) {
    return info_bytes(text, strlen(text) + 1, room, to, needed);
}

cl_int icd_error(cudaError_t status) {
    static const struct {
        cudaError_t status;
        cl_int error;
    } rows[] = {
        {cudaSuccess, CL_SUCCESS},
        {cudaErrorMemoryAllocation, CL_MEM_OBJECT_ALLOCATION_FAILURE},
        {cudaErrorInvalidValue, CL_INVALID_VALUE},
        {cudaErrorInvalidConfiguration, CL_INVALID_WORK_GROUP_SIZE},
        {cudaErrorInvalidDeviceFunction, CL_INVALID_KERNEL_NAME},
        {cudaErrorNoDevice, CL_DEVICE_NOT_AVAILABLE},
        {cudaErrorInitializationError, CL_DEVICE_NOT_AVAILABLE},
        {cudaErrorInvalidPtx, CL_BUILD_PROGRAM_FAILURE},
        {cudaErrorNotSupported, CL_INVALID_OPERATION},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].status == status) {
            return rows[i].error;
        }
    }
    /* A kernel that did what it must not: as real drivers say it. */
    return CL_OUT_OF_RESOURCES;
}

cl_int icd_call(struct call *call) {
    return icd_error(client_call(call));
}

cl_int icd_ask(enum wire_operation operation, const void *body, void *reply) {
    return icd_error(client_ask(operation, body, reply));
}

bool property_list_keep(struct property_list *to, const cl_ulong *properties) {
    enum { ROOM = sizeof to->values / sizeof to->values[0] };
    *to = (struct property_list){.count = properties != NULL};
    for (; properties != NULL && properties[0] != 0; properties += 2) {
        for (uint32_t n = 0; n + 1 < to->count; n += 2) {
            if (to->values[n] == properties[0]) {
                return false;
            }
        }
        if (to->count + 2 > ROOM) {
            return false;
        }
        to->values[to->count - 1] = properties[0];
        to->values[to->count] = properties[1];
        to->count += 2;
    }
    return true;
}

cl_int info_answer(const struct info_row *rows, size_t count, cl_uint name, size_t room, void *to,
                   size_t *needed) {
    for (size_t i = 0; i < count; i++) {
        if (rows[i].name == name) {
            return info_bytes(rows[i].value, rows[i].bytes, room, to, needed);
        }
    }
    return CL_INVALID_VALUE;
}
