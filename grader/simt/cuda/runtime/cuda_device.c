/* The one device and its properties. */
#include "runtime_calls.h"

#include <stdio.h>
#include <string.h>

static unsigned int device_flags = cudaDeviceMapHost;

static cudaError_t ask_properties(struct wire_properties_r *properties) {
    static struct wire_properties_r known;
    static bool asked;
    cudaError_t error = cudaSuccess;
    client_lock();
    if (!asked) {
        error = client_ask(WIRE_PROPERTIES, NULL, &known);
        known.name[sizeof known.name - 1] = 0;
        asked = error == cudaSuccess;
    }
    *properties = known;
    client_unlock();
    return error;
}

cudaError_t client_device_number(int device) {
    if (device != 0) {
        client_why(MESSAGE_WHY_DEVICE_NUMBER, NULL, device, 0, 0);
    }
    return device != 0 ? cudaErrorInvalidDevice : cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device) {
    struct wire_properties_r wire = {0};
    cudaError_t error = ask_properties(&wire);
    if (error == cudaSuccess && properties == NULL) {
        error = cudaErrorInvalidValue;
    }
    error = error == cudaSuccess ? client_device_number(device) : error;
    if (error != cudaSuccess) {
        return client_result(error);
    }
    *properties = (struct cudaDeviceProp){
        .totalGlobalMem = wire.global_bytes,
        .sharedMemPerBlock = wire.shared_per_block,
        .regsPerBlock = (int)wire.registers_per_block,
        .warpSize = 32,
        .memPitch = 0x7fffffff,
        .maxThreadsPerBlock = (int)wire.threads_per_block,
        .maxThreadsDim = {(int)wire.block[0], (int)wire.block[1], (int)wire.block[2]},
        .maxGridSize = {(int)wire.grid[0], (int)wire.grid[1], (int)wire.grid[2]},
        .clockRate = (int)wire.clock_khz,
        .totalConstMem = wire.constant_bytes,
        .major = (int)wire.major,
        .minor = (int)wire.minor,
        .textureAlignment = 512,
        .deviceOverlap = 1,
        .multiProcessorCount = (int)wire.processors,
        .cooperativeLaunch = 1,
        .canMapHostMemory = 1,
        .concurrentKernels = 1,
        .asyncEngineCount = 2,
        .unifiedAddressing = 1,
        .memoryClockRate = (int)wire.memory_clock_khz,
        .memoryBusWidth = (int)wire.memory_bus_bits,
        .l2CacheSize = (int)wire.l2_bytes,
        .maxThreadsPerMultiProcessor = (int)wire.threads_per_processor,
        .streamPrioritiesSupported = 1,
        .globalL1CacheSupported = 1,
        .localL1CacheSupported = 1,
        .sharedMemPerMultiprocessor = wire.shared_per_processor,
        .regsPerMultiprocessor = (int)wire.registers_per_processor,
        .managedMemory = 1,
        .concurrentManagedAccess = 1,
        .canUseHostPointerForRegisteredMem = 1,
        .sharedMemPerBlockOptin = wire.shared_per_block_optin,
        .maxBlocksPerMultiProcessor = (int)wire.blocks_per_processor,
        .reservedSharedMemPerBlock = wire.shared_reserved,
        .texturePitchAlignment = 32,
        .surfaceAlignment = 512,
        .maxTexture1D = 131072,
        .maxTexture1DLinear = 268435456,
        .maxTexture2D = {131072, 65536},
        .maxTexture2DLinear = {131072, 65000, 2097120},
        .maxTexture3D = {16384, 16384, 16384},
        .maxTexture1DLayered = {32768, 2048},
        .maxTexture2DLayered = {32768, 32768, 2048},
        .maxSurface1D = 32768,
        .maxSurface2D = {131072, 65536},
        .maxSurface3D = {16384, 16384, 16384},
        .singleToDoublePrecisionPerfRatio = 2,
        .hostRegisterSupported = 1,
        .memoryPoolsSupported = 1,
    };
    memcpy(properties->name, wire.name, sizeof wire.name);
    return client_result(cudaSuccess);
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device) {
    struct cudaDeviceProp p = {0};
    if (value == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    cudaError_t error = cudaGetDeviceProperties(&p, device);
    if (error != cudaSuccess) {
        return error;
    }
    const struct {
        enum cudaDeviceAttr attribute;
        long long value;
    } table[] = {
#define ATTRIBUTE_ROW(NAME, DRIVER, NUMBER, FIELD) {cudaDevAttr##NAME, (long long)p.FIELD},
        LOCKSTEP_DEVICE_ATTRIBUTES(ATTRIBUTE_ROW)
#undef ATTRIBUTE_ROW
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (table[i].attribute == attribute) {
            *value = (int)table[i].value;
            return client_result(cudaSuccess);
        }
    }
    return client_result(cudaErrorInvalidValue);
}

cudaError_t cudaGetDeviceCount(int *count) {
    if (count == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    cudaError_t error = client_connect();
    *count = error == cudaSuccess;
    return client_result(error);
}

static cudaError_t only_device(int device) {
    cudaError_t error = client_connect();
    return error == cudaSuccess ? client_device_number(device) : error;
}

CALL(cudaSetDevice, (int device), only_device(device))

CALL(cudaGetDevice, (int *device), ANSWER_WITH(device, 0, client_connect()))

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted) {
    return wanted != NULL ? cudaGetDevice(device) : client_result(cudaErrorInvalidValue);
}

cudaError_t cudaDeviceReset(void) {
    cudaError_t error = client_ask(WIRE_RESET, NULL, NULL);
    if (error == cudaSuccess) {
        client_forget_modules();
        client_forget_shared();
        client_forget_errors();
        handles_forget();
    }
    return client_result(error);
}
cudaError_t cudaThreadExit(void) {
    return cudaDeviceReset();
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
    if (flags & ~(cudaDeviceScheduleSpin | cudaDeviceScheduleYield |
                  cudaDeviceScheduleBlockingSync | cudaDeviceMapHost | cudaDeviceLmemResizeToMax)) {
        return client_result(cudaErrorInvalidValue);
    }
    device_flags = flags | cudaDeviceMapHost;
    return client_result(cudaSuccess);
}
CALL(cudaGetDeviceFlags, (unsigned int *flags), ANSWER_WITH(flags, device_flags, cudaSuccess))

static size_t limits[] = {[cudaLimitStackSize] = 1024,
                          [cudaLimitPrintfFifoSize] = 1 << 20,
                          [cudaLimitMallocHeapSize] = 8 << 20,
                          [cudaLimitDevRuntimeSyncDepth] = 2,
                          [cudaLimitDevRuntimePendingLaunchCount] = 2048,
                          [cudaLimitMaxL2FetchGranularity] = 64,
                          [cudaLimitPersistingL2CacheSize] = 0};

/* The heap of kernels is as large as is said. The others are remembered, but stack and printf are
 * as large as they need to be, and nothing stays in L2. */
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) {
    if ((size_t)limit >= sizeof limits / sizeof limits[0]) {
        return client_result(cudaErrorInvalidValue);
    }
    cudaError_t error = client_connect();
    if (limit == cudaLimitMallocHeapSize && error == cudaSuccess) {
        struct wire_heap_q question = {.bytes = value};
        error = client_ask(WIRE_KERNEL_HEAP, &question, NULL);
    }
    limits[limit] = error == cudaSuccess ? value : limits[limit];
    return client_result(error);
}
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) {
    if (value == NULL || (size_t)limit >= sizeof limits / sizeof limits[0]) {
        return client_result(cudaErrorInvalidValue);
    }
    *value = limits[limit];
    return client_result(client_connect());
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config) {
    (void)config;
    return client_result(client_connect());
}
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config) {
    return client_result(ANSWER_WITH(config, cudaFuncCachePreferNone, client_connect()));
}
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config) {
    (void)config;
    return client_result(client_connect());
}
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config) {
    return client_result(ANSWER_WITH(config, cudaSharedMemBankSizeFourByte, client_connect()));
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    if (least != NULL) {
        *least = 0;
    }
    if (greatest != NULL) {
        *greatest = STREAM_GREATEST_PRIORITY;
    }
    return client_result(client_connect());
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
    cudaError_t error = ANSWER_WITH(can, 0, only_device(device));
    return client_result(error == cudaSuccess && peer != 0 ? cudaErrorInvalidDevice : error);
}

CALL(cudaDriverGetVersion, (int *version), ANSWER_WITH(version, CUDART_VERSION, cudaSuccess))
cudaError_t cudaRuntimeGetVersion(int *version) {
    return cudaDriverGetVersion(version);
}

CALL(cudaProfilerStart, (void), client_connect())
CALL(cudaProfilerStop, (void), client_connect())

/* There is one device, and no other reaches its memory. */
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int device,
                                      int peer) {
    (void)attribute;
    if (value == NULL) {
        client_why(MESSAGE_WHY_NULL, "address for the answer", 0, 0, 0);
        return client_result(cudaErrorInvalidValue);
    }
    *value = 0;
    return client_result(device != 0 || peer != 0 ? cudaErrorInvalidDevice : cudaSuccess);
}
cudaError_t cudaDeviceGetPCIBusId(char *name, int length, int device) {
    if (name == NULL || length < 13) {
        return client_result(cudaErrorInvalidValue);
    }
    if (device != 0) {
        return client_result(cudaErrorInvalidDevice);
    }
    snprintf(name, (size_t)length, "0000:00:00.0");
    return client_result(client_connect());
}
cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags) {
    (void)device_flags, (void)flags;
    return cudaSetDevice(device);
}
