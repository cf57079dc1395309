/* Launches and what can be asked about a kernel. */
#include "graphs.h"
#include "../../client/guard.h"
#include "managed_memory.h"
#include "../include/lockstep_launch.h"

#include <stdio.h>
#include <string.h>

/* kernel<<<grid, block, shared, stream>>>(…) is a push, a call of the kernel's stub, and a pop in
 * there; arguments may launch kernels themselves, hence a stack. */
enum { CONFIGURATIONS = 16 };
static _Thread_local struct {
    struct dim3 grid;
    struct dim3 block;
    size_t shared_bytes;
    void *stream;
    const void *caller; /* the line of the launch */
} pushed[CONFIGURATIONS];
static _Thread_local int pushed_count;
static _Thread_local const void *popped; /* the line that the stub launches for; NULL: none */

unsigned int __cudaPushCallConfiguration(struct dim3 grid, struct dim3 block, size_t shared_bytes,
                                         void *stream) {
    if (pushed_count == CONFIGURATIONS) {
        return cudaErrorInvalidConfiguration; /* not 0: the caller skips the stub */
    }
    pushed[pushed_count].grid = grid;
    pushed[pushed_count].block = block;
    pushed[pushed_count].shared_bytes = shared_bytes;
    pushed[pushed_count].stream = stream;
    pushed[pushed_count].caller = __builtin_return_address(0);
    pushed_count++;
    return 0;
}

cudaError_t __cudaPopCallConfiguration(struct dim3 *grid, struct dim3 *block, size_t *shared_bytes,
                                       void *stream) {
    if (pushed_count == 0) {
        return client_result(cudaErrorMissingConfiguration);
    }
    pushed_count--;
    *grid = pushed[pushed_count].grid;
    *block = pushed[pushed_count].block;
    *shared_bytes = pushed[pushed_count].shared_bytes;
    *(void **)stream = pushed[pushed_count].stream;
    popped = pushed[pushed_count].caller;
    return cudaSuccess;
}

/* Gathers the arguments into the block that the PTX describes. */
static bool pack(const struct client_kernel *kernel, void **arguments, unsigned char *block) {
    if (kernel->parameters && arguments == NULL) {
        return false;
    }
    memset(block, 0, kernel->parameter_bytes);
    for (uint32_t i = 0; i < kernel->parameters; i++) {
        const struct wire_parameter *parameter = &kernel->layout[i];
        if (arguments[i] == NULL || parameter->offset > kernel->parameter_bytes ||
            parameter->bytes > kernel->parameter_bytes - parameter->offset) {
            return false;
        }
        memcpy(block + parameter->offset, arguments[i], parameter->bytes);
    }
    return true;
}

static void explain_sides(const uint32_t *asked, const uint32_t *most, enum message why) {
    static const char *const sides[] = {"x", "y", "z"};
    for (int i = 0; i < 3; i++) {
        if (asked[i] > most[i]) {
            client_why(why, sides[i], most[i], asked[i], 0);
        }
    }
}

/* Why the device does not launch a kernel of that shape; the last reason that holds is told. */
static void explain_shape(const struct client_kernel *kernel, const struct wire_launch_q *launch) {
    struct wire_properties_r device = {0};
    struct wire_kernel_info_r info = {0};
    struct wire_handle handle = {.handle = kernel->handle};
    const uint32_t *grid = launch->grid, *block = launch->block;
    if (client_ask(WIRE_PROPERTIES, NULL, &device) != cudaSuccess ||
        client_ask(WIRE_KERNEL_INFO, &handle, &info) != cudaSuccess) {
        return;
    }
    uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
    if (launch->shared_bytes > info.max_dynamic_shared) {
        client_why(MESSAGE_WHY_SHARED_BYTES, NULL, info.max_dynamic_shared,
                   (int64_t)launch->shared_bytes, 0);
    }
    if (threads > info.max_threads) {
        client_why(MESSAGE_WHY_KERNEL_THREADS, kernel->name, info.max_threads, (int64_t)threads, 0);
    }
    explain_sides(block, device.block, MESSAGE_WHY_BLOCK_SIDE);
    if (threads > device.threads_per_block) {
        client_why(MESSAGE_WHY_BLOCK_THREADS, NULL, device.threads_per_block, (int64_t)threads, 0);
    }
    explain_sides(grid, device.grid, MESSAGE_WHY_GRID_SIDE);
    if (threads == 0) {
        client_why(MESSAGE_WHY_BLOCK_EMPTY, NULL, block[0], block[1], block[2]);
    }
    if (grid[0] == 0 || grid[1] == 0 || grid[2] == 0) {
        client_why(MESSAGE_WHY_GRID_EMPTY, NULL, grid[0], grid[1], grid[2]);
    }
}

/* Guards the arrays of the host's memory whose addresses are among the parameters. */
static void guard_parameters(uint32_t number, const unsigned char *bytes, size_t count) {
    uint64_t word;
    for (size_t at = 0; number != 0 && count - at >= sizeof word; at += sizeof word) {
        struct shared_range range;
        memcpy(&word, bytes + at, sizeof word);
        if (client_find_shared(client_pointer(word), 1, &range)) {
            client_guard(number, range.address, range.bytes, false);
        }
    }
}

cudaError_t client_launch_packed(const struct wire_launch_q *launch, const unsigned char *bytes,
                                 size_t count) {
    struct wire_launch_q question = *launch;
    managed_upload();
    question.guard = client_shares_memory() ? guard_number() : 0;
    struct call call = {
        .operation = WIRE_LAUNCH, .body = &question, .tail = bytes, .tail_bytes = count};
    cudaError_t error = client_call(&call);
    if (error == cudaSuccess) {
        guard_parameters(question.guard, bytes, count);
        managed_guard(question.guard);
    }
    return error;
}

cudaError_t client_occupancy(const struct client_kernel *kernel, uint32_t threads,
                             uint64_t shared_bytes, int *blocks) {
    struct wire_occupancy_q question = {
        .kernel = kernel->handle, .threads = threads, .shared_bytes = shared_bytes};
    struct wire_occupancy_r reply = {0};
    cudaError_t error = client_ask(WIRE_OCCUPANCY, &question, &reply);
    *blocks = (int)reply.blocks;
    return error;
}

/* How many of its blocks live at once on the whole device; 0: unknown. */
static uint64_t most_at_once(const struct client_kernel *kernel,
                             const struct wire_launch_q *launch) {
    const uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2];
    struct wire_properties_r device = {0};
    int blocks = 0;
    bool known = client_occupancy(kernel, threads, launch->shared_bytes, &blocks) == cudaSuccess &&
                 client_ask(WIRE_PROPERTIES, NULL, &device) == cudaSuccess;
    return known ? (uint64_t)blocks * device.processors : 0;
}

static bool fits_at_once(const struct client_kernel *kernel, const struct wire_launch_q *launch) {
    uint64_t wanted = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    uint64_t most = most_at_once(kernel, launch);
    char why[160];
    if (wanted <= most || most == 0) {
        return true;
    }
    snprintf(why, sizeof why,
             "%llu blocks must wait for each other, but at most %llu fit on the device at once",
             (unsigned long long)wanted, (unsigned long long)most);
    client_why(MESSAGE_WHY_TEXT, why, 0, 0, 0);
    return false;
}

static cudaError_t send_launch(const struct client_kernel *kernel, struct wire_launch_q question,
                               void **arguments, cudaStream_t stream) {
    unsigned char parameters[WIRE_PARAMETER_MAX];
    client_working();
    bool captured = graph_captures(stream);
    if (!captured && !client_handle(stream, &question.stream)) {
        return client_explain_stream(cudaErrorInvalidResourceHandle, stream);
    }
    if (kernel->parameter_bytes > sizeof parameters || !pack(kernel, arguments, parameters)) {
        return cudaErrorInvalidValue;
    }
    question.kernel = kernel->handle;
    if (question.cooperative != 0 && !fits_at_once(kernel, &question)) {
        return cudaErrorCooperativeLaunchTooLarge;
    }
    if (captured) {
        struct graph_step step = {.kind = GRAPH_KERNEL,
                                  .launch = question,
                                  .bytes = parameters,
                                  .byte_count = kernel->parameter_bytes};
        return graph_capture(stream, &step);
    }
    cudaError_t error = client_launch_packed(&question, parameters, kernel->parameter_bytes);
    if (error == cudaErrorInvalidConfiguration || error == cudaErrorInvalidValue) {
        explain_shape(kernel, &question);
    }
    return client_explain_stream(error, stream);
}

static struct wire_launch_q shape_of(struct dim3 grid, struct dim3 block, size_t shared_bytes) {
    return (struct wire_launch_q){.grid = {grid.x, grid.y, grid.z},
                                  .block = {block.x, block.y, block.z},
                                  .shared_bytes = shared_bytes};
}

cudaError_t client_launch(const struct client_kernel *kernel, struct dim3 grid, struct dim3 block,
                          void **arguments, size_t shared_bytes, cudaStream_t stream) {
    return send_launch(kernel, shape_of(grid, block, shared_bytes), arguments, stream);
}
cudaError_t client_launch_cooperative(const struct client_kernel *kernel, struct dim3 grid,
                                      struct dim3 block, void **arguments, size_t shared_bytes,
                                      cudaStream_t stream) {
    struct wire_launch_q question = shape_of(grid, block, shared_bytes);
    question.cooperative = 1;
    return send_launch(kernel, question, arguments, stream);
}

static cudaError_t launch(const void *host, const struct wire_launch_q *question, void **arguments,
                          cudaStream_t stream) {
    struct client_kernel *kernel = NULL;
    client_working();
    cudaError_t error = client_find_kernel(host, &kernel);
    if (error != cudaSuccess) {
        if (error == cudaErrorInvalidDeviceFunction) {
            client_why(MESSAGE_WHY_KERNEL_UNKNOWN, NULL, 0, 0, 0);
        }
        return error;
    }
    return send_launch(kernel, *question, arguments, stream);
}

cudaError_t cudaLaunchKernel(const void *kernel, struct dim3 grid, struct dim3 block,
                             void **arguments, size_t shared_bytes, cudaStream_t stream) {
    const void *caller = popped;
    popped = NULL;
    client_from("the launch", caller != NULL ? caller : __builtin_return_address(0));
    const struct wire_launch_q question = shape_of(grid, block, shared_bytes);
    cudaError_t error = launch(kernel, &question, arguments, stream);
    return caller != NULL ? client_end_launch(caller, error)
                          : client_result_of(MESSAGE_RESULT_NOT_RUN, error);
}

cudaError_t cudaLaunchCooperativeKernel(const void *kernel, struct dim3 grid, struct dim3 block,
                                        void **arguments, size_t shared_bytes,
                                        cudaStream_t stream) {
    struct wire_launch_q question = shape_of(grid, block, shared_bytes);
    client_from(__func__, __builtin_return_address(0));
    question.cooperative = 1;
    return client_result_of(MESSAGE_RESULT_NOT_RUN, launch(kernel, &question, arguments, stream));
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel,
                                void **arguments) {
    if (config == NULL) {
        client_why(MESSAGE_WHY_NULL, "configuration of the launch", 0, 0, 0);
        return client_result(cudaErrorInvalidValue);
    }
    client_from(__func__, __builtin_return_address(0));
    struct wire_launch_q question =
        shape_of(config->gridDim, config->blockDim, config->dynamicSmemBytes);
    for (unsigned int i = 0; i < config->numAttrs; i++) {
        const cudaLaunchAttribute *attribute = &config->attrs[i];
        if (attribute->id == cudaLaunchAttributeCooperative && attribute->val.cooperative) {
            question.cooperative = 1;
        }
        if (attribute->id == cudaLaunchAttributeClusterDimension &&
            attribute->val.clusterDim.x * attribute->val.clusterDim.y *
                    attribute->val.clusterDim.z >
                1) {
            client_why(MESSAGE_WHY_TEXT, "Lockstep has no clusters of several blocks", 0, 0, 0);
            return client_result_of(MESSAGE_RESULT_NOT_RUN, cudaErrorNotSupported);
        }
    }
    return client_result_of(MESSAGE_RESULT_NOT_RUN,
                            launch(kernel, &question, arguments, config->stream));
}

static cudaError_t kernel_info(const void *host, struct wire_kernel_info_r *info) {
    struct client_kernel *kernel = NULL;
    cudaError_t error = client_find_kernel(host, &kernel);
    if (error != cudaSuccess) {
        return error;
    }
    struct wire_handle question = {.handle = kernel->handle};
    return client_ask(WIRE_KERNEL_INFO, &question, info);
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *kernel) {
    if (attributes == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    struct wire_kernel_info_r info = {0};
    cudaError_t error = kernel_info(kernel, &info);
    if (error == cudaSuccess) {
        *attributes =
            (struct cudaFuncAttributes){.sharedSizeBytes = info.static_shared,
                                        .localSizeBytes = info.local_bytes,
                                        .maxThreadsPerBlock = (int)info.max_threads,
                                        .numRegs = (int)info.registers,
                                        .ptxVersion = 80,
                                        .binaryVersion = 80,
                                        .maxDynamicSharedSizeBytes = (int)info.max_dynamic_shared,
                                        .preferredShmemCarveout = cudaSharedmemCarveoutDefault};
    }
    return client_result(error);
}

cudaError_t cudaFuncSetAttribute(const void *host, enum cudaFuncAttribute attribute, int value) {
    struct client_kernel *kernel = NULL;
    cudaError_t error = client_find_kernel(host, &kernel);
    if (error != cudaSuccess) {
        return client_result(error);
    }
    if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) {
        return client_result(value >= -1 && value <= 100 ? cudaSuccess : cudaErrorInvalidValue);
    }
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0) {
        return client_result(cudaErrorInvalidValue);
    }
    struct wire_allow_q question = {.kernel = kernel->handle, .bytes = (uint32_t)value};
    return client_result(client_ask(WIRE_KERNEL_ALLOW, &question, NULL));
}

/* Preferences about caches change nothing that is counted here. */
static cudaError_t is_kernel(const void *host) {
    struct client_kernel *kernel = NULL;
    return client_find_kernel(host, &kernel);
}
CALL(cudaFuncSetCacheConfig, (const void *host, enum cudaFuncCache config),
     ((void)config, is_kernel(host)))
CALL(cudaFuncSetSharedMemConfig, (const void *host, enum cudaSharedMemConfig config),
     ((void)config, is_kernel(host)))

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *host,
                                                          int block_threads, size_t shared_bytes) {
    struct client_kernel *kernel = NULL;
    cudaError_t error = client_find_kernel(host, &kernel);
    if (error == cudaSuccess) {
        error = blocks == NULL || block_threads <= 0
                    ? cudaErrorInvalidValue
                    : client_occupancy(kernel, (uint32_t)block_threads, shared_bytes, blocks);
    }
    return client_result(error);
}
