/* What both front doors ask of the device about modules and their kernels. */
#include "client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cudaError_t client_load_module(const char *ptx, size_t bytes, uint32_t *module,
                               char complaint[CLIENT_COMPLAINT_MAX]) {
    complaint[0] = '\0';
    client_lock();
    cudaError_t error = client_connect();
    if (error == cudaSuccess && bytes > client_window_bytes()) {
        snprintf(complaint, CLIENT_COMPLAINT_MAX,
                 "the program's PTX is too long for the simulated GPU");
        error = cudaErrorInvalidKernelImage;
    }
    if (error == cudaSuccess) {
        memcpy(client_window(), ptx, bytes);
        struct wire_module_q question = {.bytes = bytes};
        struct wire_module_r reply = {0};
        struct call call = {.operation = WIRE_MODULE,
                            .body = &question,
                            .reply = &reply,
                            .reply_tail = complaint,
                            .reply_tail_room = CLIENT_COMPLAINT_MAX - 1};
        error = client_call(&call);
        complaint[call.reply_tail_bytes] = '\0';
        *module = reply.module;
    }
    client_unlock();
    return error;
}

cudaError_t client_describe_kernel(uint32_t module, const char *name, struct wire_kernel_r *kernel,
                                   struct wire_parameter **layout) {
    struct wire_name_q question = {.module = module};
    struct wire_parameter parameters[WIRE_TAIL_MAX / sizeof(struct wire_parameter)];
    struct call call = {.operation = WIRE_KERNEL,
                        .body = &question,
                        .tail = name,
                        .tail_bytes = strlen(name),
                        .reply = kernel,
                        .reply_tail = parameters,
                        .reply_tail_room = sizeof parameters};
    cudaError_t error = client_call(&call);
    if (error != cudaSuccess) {
        return error;
    }
    if (call.reply_tail_bytes != kernel->parameters * sizeof *parameters) {
        return cudaErrorInvalidDeviceFunction;
    }
    *layout = malloc(call.reply_tail_bytes + 1);
    if (*layout == NULL) {
        return cudaErrorMemoryAllocation;
    }
    memcpy(*layout, parameters, call.reply_tail_bytes);
    return cudaSuccess;
}
