/* The CUDA runtime's types: errors, copy kinds, flags, properties, handles. */
#ifndef LOCKSTEP_DRIVER_TYPES_H
#define LOCKSTEP_DRIVER_TYPES_H
#define __DRIVER_TYPES_H__ /* by these names other headers ask whether CUDA is there */

#include <stddef.h>

#include "cuda_errors.h"
#include "vector_types.h"

#define LOCKSTEP_ERROR_ROW(NAME, NUMBER, TEXT) NAME = (NUMBER),
enum cudaError { LOCKSTEP_CUDA_ERRORS(LOCKSTEP_ERROR_ROW) };
#undef LOCKSTEP_ERROR_ROW
typedef enum cudaError cudaError_t;

enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4
};

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct CUmemPoolHandle_st *cudaMemPool_t;
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void *data);
typedef void (*cudaHostFn_t)(void *data);

#define cudaStreamDefault     0x00
#define cudaStreamNonBlocking 0x01
#define cudaStreamLegacy      ((cudaStream_t)0x1)
#define cudaStreamPerThread   ((cudaStream_t)0x2)

#define cudaEventDefault       0x00
#define cudaEventBlockingSync  0x01
#define cudaEventDisableTiming 0x02
#define cudaEventInterprocess  0x04
#define cudaEventRecordDefault 0x00
#define cudaEventWaitDefault   0x00

#define cudaHostAllocDefault       0x00
#define cudaHostAllocPortable      0x01
#define cudaHostAllocMapped        0x02
#define cudaHostAllocWriteCombined 0x04

#define cudaHostRegisterDefault  0x00
#define cudaHostRegisterPortable 0x01
#define cudaHostRegisterMapped   0x02
#define cudaHostRegisterReadOnly 0x08

#define cudaMemAttachGlobal 0x01
#define cudaMemAttachHost   0x02
#define cudaMemAttachSingle 0x04

#define cudaDeviceScheduleAuto         0x00
#define cudaDeviceScheduleSpin         0x01
#define cudaDeviceScheduleYield        0x02
#define cudaDeviceScheduleBlockingSync 0x04
#define cudaDeviceBlockingSync         0x04
#define cudaDeviceMapHost              0x08
#define cudaDeviceLmemResizeToMax      0x10

#define cudaCpuDeviceId      ((int)-1)
#define cudaOccupancyDefault 0x00

enum cudaComputeMode {
    cudaComputeModeDefault = 0,
    cudaComputeModeExclusive = 1,
    cudaComputeModeProhibited = 2,
    cudaComputeModeExclusiveProcess = 3
};

enum cudaFuncCache {
    cudaFuncCachePreferNone = 0,
    cudaFuncCachePreferShared = 1,
    cudaFuncCachePreferL1 = 2,
    cudaFuncCachePreferEqual = 3
};

enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault = 0,
    cudaSharedMemBankSizeFourByte = 1,
    cudaSharedMemBankSizeEightByte = 2
};

enum cudaLimit {
    cudaLimitStackSize = 0,
    cudaLimitPrintfFifoSize = 1,
    cudaLimitMallocHeapSize = 2,
    cudaLimitDevRuntimeSyncDepth = 3,
    cudaLimitDevRuntimePendingLaunchCount = 4,
    cudaLimitMaxL2FetchGranularity = 5,
    cudaLimitPersistingL2CacheSize = 6
};

enum cudaMemoryType {
    cudaMemoryTypeUnregistered = 0,
    cudaMemoryTypeHost = 1,
    cudaMemoryTypeDevice = 2,
    cudaMemoryTypeManaged = 3
};

enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1,
    cudaMemAdviseUnsetReadMostly = 2,
    cudaMemAdviseSetPreferredLocation = 3,
    cudaMemAdviseUnsetPreferredLocation = 4,
    cudaMemAdviseSetAccessedBy = 5,
    cudaMemAdviseUnsetAccessedBy = 6
};

enum cudaDeviceP2PAttr {
    cudaDevP2PAttrPerformanceRank = 1,
    cudaDevP2PAttrAccessSupported = 2,
    cudaDevP2PAttrNativeAtomicSupported = 3,
    cudaDevP2PAttrCudaArrayAccessSupported = 4
};

enum cudaMemLocationType { cudaMemLocationTypeInvalid = 0, cudaMemLocationTypeDevice = 1, cudaMemLocationTypeHost = 2 };
struct cudaMemLocation {
    enum cudaMemLocationType type;
    int id;
};

/* Memory pools: one pool, whose attributes are kept and change nothing. */
enum cudaMemPoolAttr {
    cudaMemPoolReuseFollowEventDependencies = 1,
    cudaMemPoolReuseAllowOpportunistic = 2,
    cudaMemPoolReuseAllowInternalDependencies = 3,
    cudaMemPoolAttrReleaseThreshold = 4,
    cudaMemPoolAttrReservedMemCurrent = 5,
    cudaMemPoolAttrReservedMemHigh = 6,
    cudaMemPoolAttrUsedMemCurrent = 7,
    cudaMemPoolAttrUsedMemHigh = 8
};
enum cudaMemAllocationType { cudaMemAllocationTypeInvalid = 0, cudaMemAllocationTypePinned = 1 };
enum cudaMemAllocationHandleType { cudaMemHandleTypeNone = 0, cudaMemHandleTypePosixFileDescriptor = 1 };
enum cudaMemAccessFlags {
    cudaMemAccessFlagsProtNone = 0,
    cudaMemAccessFlagsProtRead = 1,
    cudaMemAccessFlagsProtReadWrite = 3
};
struct cudaMemAccessDesc {
    struct cudaMemLocation location;
    enum cudaMemAccessFlags flags;
};
struct cudaMemPoolProps {
    enum cudaMemAllocationType allocType;
    enum cudaMemAllocationHandleType handleTypes;
    struct cudaMemLocation location;
    void *win32SecurityAttributes;
    size_t maxSize;
    unsigned short usage;
    unsigned char reserved[54];
};

enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9
};

enum cudaSharedCarveout {
    cudaSharedmemCarveoutDefault = -1,
    cudaSharedmemCarveoutMaxShared = 100,
    cudaSharedmemCarveoutMaxL1 = 0
};

/* What can be asked of a device: its name here and in cuda.h, CUDA's number, and the field of
 * cudaDeviceProp that has the answer. */
#define LOCKSTEP_DEVICE_ATTRIBUTES(ROW)                                                                                \
    ROW(MaxThreadsPerBlock, MAX_THREADS_PER_BLOCK, 1, maxThreadsPerBlock)                                              \
    ROW(MaxBlockDimX, MAX_BLOCK_DIM_X, 2, maxThreadsDim[0])                                                            \
    ROW(MaxBlockDimY, MAX_BLOCK_DIM_Y, 3, maxThreadsDim[1])                                                            \
    ROW(MaxBlockDimZ, MAX_BLOCK_DIM_Z, 4, maxThreadsDim[2])                                                            \
    ROW(MaxGridDimX, MAX_GRID_DIM_X, 5, maxGridSize[0])                                                                \
    ROW(MaxGridDimY, MAX_GRID_DIM_Y, 6, maxGridSize[1])                                                                \
    ROW(MaxGridDimZ, MAX_GRID_DIM_Z, 7, maxGridSize[2])                                                                \
    ROW(MaxSharedMemoryPerBlock, MAX_SHARED_MEMORY_PER_BLOCK, 8, sharedMemPerBlock)                                    \
    ROW(TotalConstantMemory, TOTAL_CONSTANT_MEMORY, 9, totalConstMem)                                                  \
    ROW(WarpSize, WARP_SIZE, 10, warpSize)                                                                             \
    ROW(MaxPitch, MAX_PITCH, 11, memPitch)                                                                             \
    ROW(MaxRegistersPerBlock, MAX_REGISTERS_PER_BLOCK, 12, regsPerBlock)                                               \
    ROW(ClockRate, CLOCK_RATE, 13, clockRate)                                                                          \
    ROW(TextureAlignment, TEXTURE_ALIGNMENT, 14, textureAlignment)                                                     \
    ROW(GpuOverlap, GPU_OVERLAP, 15, deviceOverlap)                                                                    \
    ROW(MultiProcessorCount, MULTIPROCESSOR_COUNT, 16, multiProcessorCount)                                            \
    ROW(KernelExecTimeout, KERNEL_EXEC_TIMEOUT, 17, kernelExecTimeoutEnabled)                                          \
    ROW(Integrated, INTEGRATED, 18, integrated)                                                                        \
    ROW(CanMapHostMemory, CAN_MAP_HOST_MEMORY, 19, canMapHostMemory)                                                   \
    ROW(ComputeMode, COMPUTE_MODE, 20, computeMode)                                                                    \
    ROW(MaxTexture1DWidth, MAXIMUM_TEXTURE1D_WIDTH, 21, maxTexture1D)                                                  \
    ROW(MaxTexture2DWidth, MAXIMUM_TEXTURE2D_WIDTH, 22, maxTexture2D[0])                                               \
    ROW(MaxTexture2DHeight, MAXIMUM_TEXTURE2D_HEIGHT, 23, maxTexture2D[1])                                             \
    ROW(MaxTexture3DWidth, MAXIMUM_TEXTURE3D_WIDTH, 24, maxTexture3D[0])                                               \
    ROW(MaxTexture3DHeight, MAXIMUM_TEXTURE3D_HEIGHT, 25, maxTexture3D[1])                                             \
    ROW(MaxTexture3DDepth, MAXIMUM_TEXTURE3D_DEPTH, 26, maxTexture3D[2])                                               \
    ROW(SurfaceAlignment, SURFACE_ALIGNMENT, 30, surfaceAlignment)                                                     \
    ROW(ConcurrentKernels, CONCURRENT_KERNELS, 31, concurrentKernels)                                                  \
    ROW(EccEnabled, ECC_ENABLED, 32, ECCEnabled)                                                                       \
    ROW(PciBusId, PCI_BUS_ID, 33, pciBusID)                                                                            \
    ROW(PciDeviceId, PCI_DEVICE_ID, 34, pciDeviceID)                                                                   \
    ROW(TccDriver, TCC_DRIVER, 35, tccDriver)                                                                          \
    ROW(MemoryClockRate, MEMORY_CLOCK_RATE, 36, memoryClockRate)                                                       \
    ROW(GlobalMemoryBusWidth, GLOBAL_MEMORY_BUS_WIDTH, 37, memoryBusWidth)                                             \
    ROW(L2CacheSize, L2_CACHE_SIZE, 38, l2CacheSize)                                                                   \
    ROW(MaxThreadsPerMultiProcessor, MAX_THREADS_PER_MULTIPROCESSOR, 39, maxThreadsPerMultiProcessor)                  \
    ROW(AsyncEngineCount, ASYNC_ENGINE_COUNT, 40, asyncEngineCount)                                                    \
    ROW(UnifiedAddressing, UNIFIED_ADDRESSING, 41, unifiedAddressing)                                                  \
    ROW(ComputeCapabilityMajor, COMPUTE_CAPABILITY_MAJOR, 75, major)                                                   \
    ROW(ComputeCapabilityMinor, COMPUTE_CAPABILITY_MINOR, 76, minor)                                                   \
    ROW(StreamPrioritiesSupported, STREAM_PRIORITIES_SUPPORTED, 78, streamPrioritiesSupported)                         \
    ROW(GlobalL1CacheSupported, GLOBAL_L1_CACHE_SUPPORTED, 79, globalL1CacheSupported)                                 \
    ROW(LocalL1CacheSupported, LOCAL_L1_CACHE_SUPPORTED, 80, localL1CacheSupported)                                    \
    ROW(MaxSharedMemoryPerMultiprocessor, MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, 81, sharedMemPerMultiprocessor)        \
    ROW(MaxRegistersPerMultiprocessor, MAX_REGISTERS_PER_MULTIPROCESSOR, 82, regsPerMultiprocessor)                    \
    ROW(ManagedMemory, MANAGED_MEMORY, 83, managedMemory)                                                              \
    ROW(IsMultiGpuBoard, MULTI_GPU_BOARD, 84, isMultiGpuBoard)                                                         \
    ROW(HostNativeAtomicSupported, HOST_NATIVE_ATOMIC_SUPPORTED, 86, hostNativeAtomicSupported)                        \
    ROW(SingleToDoublePrecisionPerfRatio, SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO, 87, singleToDoublePrecisionPerfRatio) \
    ROW(PageableMemoryAccess, PAGEABLE_MEMORY_ACCESS, 88, pageableMemoryAccess)                                        \
    ROW(ConcurrentManagedAccess, CONCURRENT_MANAGED_ACCESS, 89, concurrentManagedAccess)                               \
    ROW(ComputePreemptionSupported, COMPUTE_PREEMPTION_SUPPORTED, 90, computePreemptionSupported)                      \
    ROW(CanUseHostPointerForRegisteredMem, CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM, 91,                                \
        canUseHostPointerForRegisteredMem)                                                                             \
    ROW(CooperativeLaunch, COOPERATIVE_LAUNCH, 95, cooperativeLaunch)                                                  \
    ROW(MaxSharedMemoryPerBlockOptin, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 97, sharedMemPerBlockOptin)                   \
    ROW(HostRegisterSupported, HOST_REGISTER_SUPPORTED, 99, hostRegisterSupported)                                     \
    ROW(PageableMemoryAccessUsesHostPageTables, PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES, 100,                     \
        pageableMemoryAccessUsesHostPageTables)                                                                        \
    ROW(DirectManagedMemAccessFromHost, DIRECT_MANAGED_MEM_ACCESS_FROM_HOST, 101, directManagedMemAccessFromHost)      \
    ROW(MaxBlocksPerMultiprocessor, MAX_BLOCKS_PER_MULTIPROCESSOR, 106, maxBlocksPerMultiProcessor)                    \
    ROW(ReservedSharedMemoryPerBlock, RESERVED_SHARED_MEMORY_PER_BLOCK, 111, reservedSharedMemPerBlock)                \
    ROW(MemoryPoolsSupported, MEMORY_POOLS_SUPPORTED, 115, memoryPoolsSupported)

#define LOCKSTEP_ATTRIBUTE_ROW(NAME, DRIVER, NUMBER, FIELD) cudaDevAttr##NAME = NUMBER,
enum cudaDeviceAttr { LOCKSTEP_DEVICE_ATTRIBUTES(LOCKSTEP_ATTRIBUTE_ROW) };
#undef LOCKSTEP_ATTRIBUTE_ROW

typedef struct cudaUUID_st {
    char bytes[16];
} cudaUUID_t;

/* Fields that a student's GPU would fill and that mean nothing here are 0. */
struct cudaDeviceProp {
    char name[256];
    cudaUUID_t uuid;
    char luid[8];
    unsigned int luidDeviceNodeMask;
    size_t totalGlobalMem;
    size_t sharedMemPerBlock;
    int regsPerBlock;
    int warpSize;
    size_t memPitch;
    int maxThreadsPerBlock;
    int maxThreadsDim[3];
    int maxGridSize[3];
    int clockRate; /* kHz */
    size_t totalConstMem;
    int major;
    int minor;
    size_t textureAlignment;
    int deviceOverlap;
    int multiProcessorCount;
    int kernelExecTimeoutEnabled;
    int integrated;
    int canMapHostMemory;
    int computeMode;
    int concurrentKernels;
    int ECCEnabled;
    int pciBusID;
    int pciDeviceID;
    int pciDomainID;
    int tccDriver;
    int asyncEngineCount;
    int unifiedAddressing;
    int memoryClockRate; /* kHz */
    int memoryBusWidth;  /* bits */
    int l2CacheSize;
    int maxThreadsPerMultiProcessor;
    int streamPrioritiesSupported;
    int globalL1CacheSupported;
    int localL1CacheSupported;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor;
    int managedMemory;
    int isMultiGpuBoard;
    int pageableMemoryAccess;
    int concurrentManagedAccess;
    int computePreemptionSupported;
    int canUseHostPointerForRegisteredMem;
    int cooperativeLaunch;
    size_t sharedMemPerBlockOptin;
    int maxBlocksPerMultiProcessor;
    size_t reservedSharedMemPerBlock;
    size_t texturePitchAlignment;
    size_t surfaceAlignment;
    int maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear;
    int maxTexture2D[2], maxTexture2DMipmap[2], maxTexture2DLinear[3], maxTexture2DGather[2];
    int maxTexture3D[3], maxTexture3DAlt[3], maxTextureCubemap;
    int maxTexture1DLayered[2], maxTexture2DLayered[3], maxTextureCubemapLayered[2];
    int maxSurface1D, maxSurface2D[2], maxSurface3D[3];
    int maxSurface1DLayered[2], maxSurface2DLayered[3], maxSurfaceCubemap;
    int maxSurfaceCubemapLayered[2];
    int multiGpuBoardGroupID;
    int hostNativeAtomicSupported;
    int singleToDoublePrecisionPerfRatio;
    int cooperativeMultiDeviceLaunch;
    int pageableMemoryAccessUsesHostPageTables;
    int directManagedMemAccessFromHost;
    int persistingL2CacheMaxSize;
    int accessPolicyMaxWindowSize;
    int hostRegisterSupported;
    int sparseCudaArraySupported;
    int hostRegisterReadOnlySupported;
    int timelineSemaphoreInteropSupported;
    int memoryPoolsSupported;
    int gpuDirectRDMASupported;
    unsigned int gpuDirectRDMAFlushWritesOptions;
    int gpuDirectRDMAWritesOrdering;
    unsigned int memoryPoolSupportedHandleTypes;
    int deferredMappingCudaArraySupported;
    int ipcEventSupported;
    int clusterLaunch;
    int unifiedFunctionPointers;
};

struct cudaFuncAttributes {
    size_t sharedSizeBytes;
    size_t constSizeBytes;
    size_t localSizeBytes;
    int maxThreadsPerBlock;
    int numRegs; /* an estimate from live values */
    int ptxVersion;
    int binaryVersion;
    int cacheModeCA;
    int maxDynamicSharedSizeBytes;
    int preferredShmemCarveout;
};

struct cudaPointerAttributes {
    union {
        enum cudaMemoryType type;
        enum cudaMemoryType memoryType __attribute__((unavailable("CUDA 11 and later have no memoryType: take type")));
    };
    int device;
    void *devicePointer;
    void *hostPointer;
};

#endif
