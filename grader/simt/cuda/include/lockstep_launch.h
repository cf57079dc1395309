/*
 * lockstep_launch.h - attributes of launches (CUDA 12's cudaLaunchKernelEx) and of streams.
 * Priorities, hints about caches and programmatic starts change nothing here; a cluster has one
 * block.
 */
#ifndef LOCKSTEP_LAUNCH_H
#define LOCKSTEP_LAUNCH_H

#include "cuda_runtime_api.h"

typedef enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore = 0,
    cudaLaunchAttributeAccessPolicyWindow = 1,
    cudaLaunchAttributeCooperative = 2,
    cudaLaunchAttributeSynchronizationPolicy = 3,
    cudaLaunchAttributeClusterDimension = 4,
    cudaLaunchAttributeClusterSchedulingPolicyPreference = 5,
    cudaLaunchAttributeProgrammaticStreamSerialization = 6,
    cudaLaunchAttributeProgrammaticEvent = 7,
    cudaLaunchAttributePriority = 8,
    cudaLaunchAttributeMemSyncDomain = 10,
    cudaLaunchAttributePreferredSharedMemoryCarveout = 14
} cudaLaunchAttributeID;

enum cudaAccessProperty {
    cudaAccessPropertyNormal = 0,
    cudaAccessPropertyStreaming = 1,
    cudaAccessPropertyPersisting = 2
};
struct cudaAccessPolicyWindow {
    void *base_ptr;
    size_t num_bytes;
    float hitRatio;
    enum cudaAccessProperty hitProp, missProp;
};

typedef union cudaLaunchAttributeValue {
    char pad[64];
    struct cudaAccessPolicyWindow accessPolicyWindow;
    int cooperative, priority, programmaticStreamSerializationAllowed;
    unsigned int sharedMemCarveout;
    struct {
        unsigned int x, y, z;
    } clusterDim;
} cudaLaunchAttributeValue;

typedef struct cudaLaunchAttribute_st {
    cudaLaunchAttributeID id;
    char pad[8 - sizeof(cudaLaunchAttributeID)];
    cudaLaunchAttributeValue val;
} cudaLaunchAttribute;

/* Streams take some of the same. */
typedef cudaLaunchAttributeID cudaStreamAttrID;
typedef cudaLaunchAttributeValue cudaStreamAttrValue;
#define cudaStreamAttributeAccessPolicyWindow    cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeSynchronizationPolicy cudaLaunchAttributeSynchronizationPolicy
#define cudaStreamAttributePriority              cudaLaunchAttributePriority

typedef struct cudaLaunchConfig_st {
    struct dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned int numAttrs;
} cudaLaunchConfig_t;

#ifdef __cplusplus
extern "C" {
#endif
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel, void **arguments);
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute, const cudaStreamAttrValue *value);
cudaError_t cudaCtxResetPersistingL2Cache(void);
#ifdef __cplusplus
}

template <class... Parameters, class... Arguments>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Parameters...),
                                             Arguments &&...arguments) {
    return [&](Parameters... converted) {
        void *each[] = {(void *)&converted..., nullptr};
        return cudaLaunchKernelExC(config, (const void *)kernel, each);
    }(static_cast<Arguments &&>(arguments)...);
}
#endif

#endif
