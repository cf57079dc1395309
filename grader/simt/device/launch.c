/* Launches: what CUDA checks at once; the kernel itself runs from the queue. */
#include "session.h"

#include <stdlib.h>
#include <string.h>

static cudaError_t check_shape(const struct session *session, const struct wire_launch_q *launch,
                               const struct kernel *kernel) {
    const struct simt_limits *limits = simt_device_limits(session->device);
    uint64_t threads = 1;
    for (int i = 0; i < 3; i++) {
        if (launch->grid[i] == 0 || launch->grid[i] > limits->grid[i] || launch->block[i] == 0 ||
            launch->block[i] > limits->block[i])
            return cudaErrorInvalidConfiguration;
        threads *= launch->block[i];
    }
    if (threads > limits->threads_per_block)
        return cudaErrorInvalidConfiguration;
    if (threads > kernel->info->max_threads) /* __launch_bounds__ */
        return cudaErrorInvalidValue;
    if (launch->shared_bytes > kernel->dynamic_shared)
        return cudaErrorInvalidValue;
    return cudaSuccess;
}

cudaError_t on_launch(struct session *session, const void *request, void *reply) {
    const struct wire_launch_q *question = request;
    (void)reply;
    uint32_t bytes = wire_head(&session->in)->tail_bytes;
    int stream = stream_index(session, question->stream);
    if (question->kernel >= session->kernel_count)
        return cudaErrorInvalidDeviceFunction;
    struct kernel *kernel = &session->kernels[question->kernel];
    if (stream < 0)
        return cudaErrorInvalidResourceHandle;
    if (bytes != kernel->info->parameter_bytes)
        return cudaErrorInvalidValue;
    cudaError_t error = check_shape(session, question, kernel);
    if (error != cudaSuccess)
        return error;
    void *parameters = malloc(bytes + 1);
    if (!parameters)
        return cudaErrorMemoryAllocation;
    memcpy(parameters, wire_tail(&session->in, sizeof *question), bytes);
    struct work work = {
        .kind = WORK_LAUNCH,
        .stream = (uint32_t)stream,
        .kernel = kernel,
        .launch = {.kernel = kernel->info->name,
                   .dynamic_shared = (uint32_t)question->shared_bytes,
                   .parameters = parameters,
                   .parameter_bytes = bytes,
                   .budget = session->options->budget,
                   .schedule = session->options->schedule},
    };
    memcpy(work.launch.grid, question->grid, sizeof work.launch.grid);
    memcpy(work.launch.block, question->block, sizeof work.launch.block);
    return queue_add(session, &work);
}
