/* Launches: what CUDA checks at once; the kernel itself runs from the queue. */
#include "session.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static cudaError_t check_shape(const struct session *session, const struct wire_launch_q *launch,
                               const struct kernel *kernel) {
    const struct simt_limits *limits = simt_device_limits(session->device);
    const uint64_t threads = simt_block_threads(limits, launch->grid, launch->block);
    if (threads == 0 || threads > limits->threads_per_block) {
        return cudaErrorInvalidConfiguration;
    }
    if (threads > kernel->info->max_threads || /* __launch_bounds__ */
        launch->shared_bytes > kernel->dynamic_shared) {
        return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

/* Replaces known data among the parameters, for an array in a struct is data, too. Addresses of the
 * device's memory are none, and tell the device nothing. */
static void replace_parameters(struct session *session, unsigned char *bytes, uint32_t count) {
    struct substitution *substitution = session->options->substitution;
    uint32_t from = 0, at = 0;
    uint64_t word;
    for (; count - at >= sizeof word; at += sizeof word) {
        memcpy(&word, bytes + at, sizeof word);
        if (simt_memory_find(session->device, word, NULL) != NULL) {
            substitution_apply(substitution, bytes + from, at - from);
            from = at + (uint32_t)sizeof word;
        }
    }
    substitution_apply(substitution, bytes + from, count - from);
}

/* Bytes of the tail behind the parameter block. */
static size_t behind_parameters(const struct wire_launch_q *question) {
    return question->local_count * sizeof(struct wire_local) +
           question->part_count * sizeof(struct wire_part) +
           question->named_count * sizeof(uint64_t);
}

/* Splits the tail, which is in one piece, into what simt_launch wants; the launch owns that. */
static bool take_tail(struct session *session, const struct wire_launch_q *question, uint32_t bytes,
                      struct simt_launch *launch) {
    const unsigned char *tail = wire_tail(&session->in, sizeof *question);
    size_t local_bytes = question->local_count * sizeof(struct wire_local);
    size_t part_bytes = question->part_count * sizeof(struct wire_part);
    size_t start = (bytes + 7) / 8 * 8;
    size_t rest = behind_parameters(question);
    unsigned char *piece = malloc(start + rest + 1);
    if (piece == NULL) {
        return false;
    }
    memcpy(piece, tail, bytes);
    memcpy(piece + start, tail + bytes, rest);
    session->report->uploaded_bytes += bytes;
    if (session->options->substitution != NULL) {
        replace_parameters(session, piece, bytes);
    }
    launch->parameters = piece;
    launch->parameter_bytes = bytes;
    launch->locals = (const struct simt_local_argument *)(const void *)(piece + start);
    launch->local_count = question->local_count;
    piece += start + local_bytes;
    launch->parts = (const struct simt_part_argument *)(const void *)piece;
    launch->part_count = question->part_count;
    launch->named = (const uint64_t *)(const void *)(piece + part_bytes);
    launch->named_count = question->named_count;
    launch->names = question->names != 0;
    return true;
}

_Static_assert(sizeof(struct wire_local) == sizeof(struct simt_local_argument) &&
                   offsetof(struct wire_local, bytes) ==
                       offsetof(struct simt_local_argument, bytes) &&
                   sizeof(struct wire_part) == sizeof(struct simt_part_argument) &&
                   offsetof(struct wire_part, bytes) == offsetof(struct simt_part_argument, bytes),
               "the wire's arguments are the machine's");

static void set_environment(const struct wire_launch_q *question, struct simt_launch *launch) {
    for (int i = 0; i < 3; i++) {
        launch->environment[SIMT_ENVIRONMENT_OFFSET + i] = (uint32_t)question->offset[i];
        launch->environment[SIMT_ENVIRONMENT_OFFSET_HIGH + i] =
            (uint32_t)(question->offset[i] >> 32);
    }
    launch->environment[SIMT_ENVIRONMENT_DIMENSIONS] = question->dimensions;
}

cudaError_t on_launch(struct session *session, const struct wire_launch_q *question,
                      struct wire_nothing *answer) {
    (void)answer;
    uint32_t bytes = wire_head(&session->in)->tail_bytes;
    int stream = stream_index(session, question->stream);
    if (question->kernel >= session->kernel_count) {
        return cudaErrorInvalidDeviceFunction;
    }
    struct kernel *kernel = &session->kernels[question->kernel];
    uint32_t parameter_bytes = kernel->info->parameter_bytes;
    if (stream < 0) {
        return cudaErrorInvalidResourceHandle;
    }
    if (question->local_count > kernel->info->parameter_count ||
        question->part_count > kernel->info->parameter_count || question->dimensions > 3 ||
        bytes != parameter_bytes + behind_parameters(question)) {
        return cudaErrorInvalidValue;
    }
    cudaError_t error = check_shape(session, question, kernel);
    if (error != cudaSuccess) {
        return error;
    }
    struct work work = {
        .kind = WORK_LAUNCH,
        .stream = (uint32_t)stream,
        .kernel = kernel,
        .guard = question->guard,
        .launch = {.kernel = kernel->info->name,
                   .dynamic_shared = (uint32_t)question->shared_bytes,
                   .budget = session->options->budget,
                   .patience = session->options->patience,
                   .schedule = session->options->schedule,
                   .cooperative = question->cooperative != 0,
                   .at_once =
                       blocks_at_once(session, kernel,
                                      question->block[0] * question->block[1] * question->block[2],
                                      (uint32_t)question->shared_bytes)},
    };
    if (!take_tail(session, question, parameter_bytes, &work.launch)) {
        return cudaErrorMemoryAllocation;
    }
    set_environment(question, &work.launch);
    memcpy(work.launch.grid, question->grid, sizeof work.launch.grid);
    memcpy(work.launch.block, question->block, sizeof work.launch.block);
    return queue_add(session, &work);
}
