/* Memory pools and other devices: there is one of the first, and there are none of the second. */
#include "runtime_calls.h"

/* Handles that are never looked into. */
static cudaMemPool_t the_pool(void) {
    return client_pointer(1);
}

static cudaError_t give_pool(cudaMemPool_t *pool, int device) {
    return ANSWER_WITH(pool, the_pool(), device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
    return client_result(give_pool(pool, device));
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
    return client_result(give_pool(pool, device));
}
CALL(cudaDeviceSetMemPool, (int device, cudaMemPool_t pool), give_pool(&pool, device))
cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *properties) {
    return client_result(properties == NULL ? cudaErrorInvalidValue
                                            : give_pool(pool, properties->location.id));
}

static cudaError_t is_pool(cudaMemPool_t pool) {
    return pool == the_pool() ? cudaSuccess : cudaErrorInvalidValue;
}

CALL(cudaMemPoolDestroy, (cudaMemPool_t pool), is_pool(pool))
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes) {
    (void)bytes;
    return client_result(is_pool(pool));
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                    void *value) {
    (void)attribute;
    return client_result(value == NULL ? cudaErrorInvalidValue : is_pool(pool));
}
/* Flags of reuse are int, sizes are 64 bits. */
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                    void *value) {
    if (value == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    if (attribute <= cudaMemPoolReuseAllowInternalDependencies) {
        *(int *)value = 1;
    } else {
        *(uint64_t *)value = 0;
    }
    return client_result(is_pool(pool));
}
/* The device's memory is its own to read and write, and there is no other. */
static cudaError_t is_here(const struct cudaMemLocation *location) {
    if (location == NULL || location->type != cudaMemLocationTypeDevice) {
        return cudaErrorInvalidValue;
    }
    return client_device_number(location->id);
}
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *accesses,
                                 size_t count) {
    cudaError_t error = accesses == NULL && count > 0 ? cudaErrorInvalidValue : is_pool(pool);
    for (size_t n = 0; n < count && error == cudaSuccess; n++) {
        error = is_here(&accesses[n].location);
        if (error == cudaSuccess && accesses[n].flags != cudaMemAccessFlagsProtReadWrite) {
            error = cudaErrorInvalidValue;
        }
    }
    return client_result(error);
}
cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
                                 struct cudaMemLocation *location) {
    cudaError_t error = flags == NULL ? cudaErrorInvalidValue : is_pool(pool);
    error = error == cudaSuccess ? is_here(location) : error;
    if (error == cudaSuccess) {
        *flags = cudaMemAccessFlagsProtReadWrite;
    }
    return client_result(error);
}
cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
    return is_pool(pool) == cudaSuccess ? cudaMallocAsync(pointer, bytes, stream)
                                        : client_result(cudaErrorInvalidValue);
}
/* Managed memory can be reached from all streams at any time. */
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t bytes,
                                     unsigned int flags) {
    (void)stream, (void)bytes;
    return client_result(pointer == NULL || flags > cudaMemAttachSingle ? cudaErrorInvalidValue
                                                                        : cudaSuccess);
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
    (void)flags;
    client_why(MESSAGE_WHY_DEVICE_NUMBER, NULL, peer, 0, 0);
    return client_result(cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    client_why(MESSAGE_WHY_DEVICE_NUMBER, NULL, peer, 0, 0);
    return client_result(cudaErrorInvalidDevice);
}
cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t bytes, cudaStream_t stream) {
    cudaError_t error = client_device_number(to_device != 0 ? to_device : from_device);
    return error != cudaSuccess
               ? client_result(error)
               : cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream);
}
cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                           size_t bytes) {
    cudaError_t error = client_device_number(to_device != 0 ? to_device : from_device);
    return error != cudaSuccess ? client_result(error)
                                : cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice);
}
