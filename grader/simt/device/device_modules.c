/* Modules, kernels and variables: what the program's PTX holds. */
#include "session.h"

#include <stdlib.h>
#include <string.h>

static bool is_trusted(const struct device_options *options, const char *text, size_t bytes) {
    if (options->trusted_count == 0) {
        return true;
    }
    for (size_t i = 0; i < options->trusted_count; i++) {
        if (options->trusted[i].bytes == bytes && !memcmp(options->trusted[i].text, text, bytes)) {
            return true;
        }
    }
    return false;
}

/* A file whose kernels cannot run is a finding, whatever the program makes of the error. OpenCL's
 * programs get it as the log of their build, and may try another (failed_calls.c). */
static void note_refused(struct session *session, const struct simt_error *error) {
    struct simt_finding note = {
        .kind = FINDING_REFUSED, .count = 1, .dialect = serving_dialect(session)};
    finding_says(&note, MESSAGE_CALL_MODULE_REFUSED,
                 MESSAGE_VALUES(message_string("why", error->message)));
    static const enum message advice[] = {
        [SIMT_CAUSE_TEXT] = MESSAGE_CALL_INSTRUCTION_REFUSED_ADVICE,
        [SIMT_CAUSE_CODE] = MESSAGE_CALL_MODULE_REFUSED_ADVICE,
        [SIMT_CAUSE_SHARED] = MESSAGE_CALL_SHARED_REFUSED_ADVICE,
        [SIMT_CAUSE_CONSTANT] = MESSAGE_CALL_CONSTANT_REFUSED_ADVICE};
    finding_advises(&note, advice[error->cause], NULL);
    finding_list_add(&session->report->notes, &note);
}

cudaError_t on_module(struct session *session, const struct wire_module_q *question,
                      struct wire_module_r *answer) {
    if (question->bytes > WIRE_WINDOW_BYTES) {
        return cudaErrorInvalidValue;
    }
    if (session->module_count == SESSION_MODULES ||
        question->bytes > SESSION_PTX - session->ptx_bytes) {
        return cudaErrorMemoryAllocation;
    }
    session->ptx_bytes += question->bytes;
    /* A copy of our own: the program can still write to the window while we parse. */
    size_t bytes = (size_t)question->bytes;
    char *text = malloc(bytes + 1);
    if (text == NULL) {
        return cudaErrorMemoryAllocation;
    }
    memcpy(text, session->window, bytes);
    text[bytes] = 0;
    struct simt_module *module = NULL;
    struct simt_error error = {0};
    enum simt_status status = SIMT_INVALID_PTX;
    if (is_trusted(session->options, text, bytes)) {
        status = simt_module_load(session->device, text, bytes, &module, &error);
        if (session->door == WIRE_CUDA &&
            (status == SIMT_UNSUPPORTED || status == SIMT_INVALID_PTX)) {
            note_refused(session, &error);
        }
    } else {
        strcpy(error.message, "these kernels are not the ones that were built for this run");
    }
    free(text);
    if (status != SIMT_OK) {
        wire_append(&session->out, error.message, strnlen(error.message, sizeof error.message));
        return status_of(status);
    }
    answer->module = session->module_count;
    session->modules[session->module_count++] = module;
    session->report->programs++;
    return cudaSuccess;
}

/* The request's module and its name, terminated in `name`; NULL if either is no good. */
static struct simt_module *named(struct session *session, const struct wire_name_q *question,
                                 char name[WIRE_NAME_MAX + 1]) {
    uint32_t bytes = wire_head(&session->in)->tail_bytes;
    if (question->module >= session->module_count || bytes > WIRE_NAME_MAX) {
        return NULL;
    }
    memcpy(name, wire_tail(&session->in, sizeof *question), bytes);
    name[bytes] = 0;
    return session->modules[question->module];
}

/* The kernel's number; the same one for the same kernel. */
static int kernel_number(struct session *session, struct simt_module *module,
                         const struct simt_kernel_info *info) {
    for (uint32_t i = 0; i < session->kernel_count; i++) {
        if (session->kernels[i].info == info) {
            return (int)i;
        }
    }
    if (session->kernel_count == SESSION_KERNELS) {
        return -1;
    }
    uint32_t limit = simt_device_limits(session->device)->shared_per_block;
    struct kernel *kernel = &session->kernels[session->kernel_count];
    kernel->module = module;
    kernel->info = info;
    kernel->dynamic_shared = info->static_shared < limit ? limit - info->static_shared : 0;
    return (int)session->kernel_count++;
}

cudaError_t on_kernel(struct session *session, const struct wire_name_q *question,
                      struct wire_kernel_r *answer) {
    char name[WIRE_NAME_MAX + 1];
    struct simt_module *module = named(session, question, name);
    if (module == NULL) {
        return cudaErrorInvalidResourceHandle;
    }
    const struct simt_kernel_info *info = simt_module_kernel(module, name);
    if (info == NULL) {
        return cudaErrorInvalidDeviceFunction;
    }
    int number = kernel_number(session, module, info);
    if (number < 0) {
        return cudaErrorMemoryAllocation;
    }
    if (info->parameter_bytes > WIRE_PARAMETER_MAX ||
        info->parameter_count > WIRE_TAIL_MAX / sizeof(struct wire_parameter)) {
        return cudaErrorNotSupported;
    }
    answer->kernel = (uint32_t)number;
    answer->parameters = info->parameter_count;
    answer->parameter_bytes = info->parameter_bytes;
    for (uint32_t i = 0; i < info->parameter_count; i++) {
        static const uint32_t kinds[] = {[SIMT_PARAMETER_VALUE] = WIRE_VALUE,
                                         [SIMT_PARAMETER_GLOBAL] = WIRE_GLOBAL,
                                         [SIMT_PARAMETER_CONSTANT] = WIRE_CONSTANT,
                                         [SIMT_PARAMETER_LOCAL] = WIRE_LOCAL};
        const struct simt_parameter *from = &info->parameters[i];
        struct wire_parameter parameter = {from->offset, from->size, kinds[from->kind], 0};
        wire_append(&session->out, &parameter, sizeof parameter);
    }
    return cudaSuccess;
}

cudaError_t on_symbol(struct session *session, const struct wire_name_q *question,
                      struct wire_symbol_r *answer) {
    char name[WIRE_NAME_MAX + 1];
    struct simt_module *module = named(session, question, name);
    if (module == NULL) {
        return cudaErrorInvalidResourceHandle;
    }
    return status_of(simt_module_symbol(module, name, &answer->address, &answer->bytes));
}

static struct kernel *kernel_at(struct session *session, uint32_t number) {
    return number < session->kernel_count ? &session->kernels[number] : NULL;
}

cudaError_t on_kernel_info(struct session *session, const struct wire_handle *question,
                           struct wire_kernel_info_r *answer) {
    const struct kernel *kernel = kernel_at(session, question->handle);
    if (kernel == NULL) {
        return cudaErrorInvalidDeviceFunction;
    }
    answer->static_shared = kernel->info->static_shared;
    answer->local_bytes = kernel->info->local_bytes;
    answer->registers = kernel->info->registers;
    answer->max_threads = kernel->info->max_threads;
    answer->max_dynamic_shared = kernel->dynamic_shared;
    return cudaSuccess;
}

cudaError_t on_kernel_allow(struct session *session, const struct wire_allow_q *question,
                            struct wire_nothing *answer) {
    (void)answer;
    struct kernel *kernel = kernel_at(session, question->kernel);
    if (kernel == NULL) {
        return cudaErrorInvalidDeviceFunction;
    }
    uint32_t limit = simt_device_limits(session->device)->shared_per_block_optin;
    if (question->bytes > limit || kernel->info->static_shared > limit - question->bytes) {
        return cudaErrorInvalidValue;
    }
    enum simt_status status =
        simt_kernel_allow_shared(kernel->module, kernel->info->name, question->bytes);
    if (status == SIMT_OK) {
        kernel->dynamic_shared = question->bytes;
    }
    return status_of(status);
}

static uint32_t smaller(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* Blocks that fit a multiprocessor: by threads, by blocks, by registers, by shared memory. */
static uint32_t blocks_that_fit(const struct wire_properties_r *properties,
                                const struct kernel *kernel, uint32_t threads,
                                uint32_t shared_bytes) {
    uint32_t warps = (threads + SIMT_WARP_SIZE - 1) / SIMT_WARP_SIZE;
    uint32_t registers = kernel->info->registers ? (kernel->info->registers + 7) / 8 * 8 : 8;
    uint32_t shared = kernel->info->static_shared + shared_bytes;
    shared = (shared + properties->shared_reserved + 127) / 128 * 128;
    uint32_t blocks = properties->blocks_per_processor;
    blocks = smaller(blocks, properties->threads_per_processor / (warps * SIMT_WARP_SIZE));
    blocks = smaller(blocks, properties->registers_per_processor /
                                 (smaller(registers, 255) * warps * SIMT_WARP_SIZE));
    return smaller(blocks, properties->shared_per_processor / shared);
}

uint64_t blocks_at_once(struct session *session, const struct kernel *kernel, uint32_t threads,
                        uint32_t shared_bytes) {
    struct wire_properties_r properties = {0};
    on_properties(session, &(struct wire_nothing){0}, &properties);
    return (uint64_t)blocks_that_fit(&properties, kernel, threads, shared_bytes) *
           properties.processors;
}

cudaError_t on_occupancy(struct session *session, const struct wire_occupancy_q *question,
                         struct wire_occupancy_r *answer) {
    const struct kernel *kernel = kernel_at(session, question->kernel);
    struct wire_properties_r properties = {0};
    on_properties(session, &(struct wire_nothing){0}, &properties);
    if (kernel == NULL) {
        return cudaErrorInvalidDeviceFunction;
    }
    if (question->threads == 0) {
        return cudaErrorInvalidValue;
    }
    if (question->threads > kernel->info->max_threads ||
        question->shared_bytes > kernel->dynamic_shared) {
        return cudaSuccess; /* none fits */
    }
    answer->blocks =
        blocks_that_fit(&properties, kernel, question->threads, (uint32_t)question->shared_bytes);
    return cudaSuccess;
}
