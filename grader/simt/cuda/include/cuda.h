/*
 * cuda.h - the part of the driver API that Lockstep's device answers: modules of PTX text,
 * launches, memory. Contexts are there in name: a program has one device, and no second context.
 */
#ifndef LOCKSTEP_CUDA_H
#define LOCKSTEP_CUDA_H
#define __cuda_cuda_h__ /* by these names other headers ask whether the driver API is there */

#include "cuda_runtime.h"

#ifndef CUDA_VERSION
#define CUDA_VERSION 12000
#endif

typedef int CUdevice;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
typedef unsigned long long CUdeviceptr;

/* The runtime's errors have the same numbers. */
#define LOCKSTEP_DRIVER_ERRORS(ROW)                                                                                    \
    ROW(CUDA_SUCCESS, 0)                                                                                               \
    ROW(CUDA_ERROR_INVALID_VALUE, 1)                                                                                   \
    ROW(CUDA_ERROR_OUT_OF_MEMORY, 2)                                                                                   \
    ROW(CUDA_ERROR_NOT_INITIALIZED, 3)                                                                                 \
    ROW(CUDA_ERROR_DEINITIALIZED, 4)                                                                                   \
    ROW(CUDA_ERROR_PROFILER_DISABLED, 5)                                                                               \
    ROW(CUDA_ERROR_NO_DEVICE, 100)                                                                                     \
    ROW(CUDA_ERROR_INVALID_DEVICE, 101)                                                                                \
    ROW(CUDA_ERROR_INVALID_IMAGE, 200)                                                                                 \
    ROW(CUDA_ERROR_INVALID_CONTEXT, 201)                                                                               \
    ROW(CUDA_ERROR_MAP_FAILED, 205)                                                                                    \
    ROW(CUDA_ERROR_UNMAP_FAILED, 206)                                                                                  \
    ROW(CUDA_ERROR_ALREADY_MAPPED, 208)                                                                                \
    ROW(CUDA_ERROR_NO_BINARY_FOR_GPU, 209)                                                                             \
    ROW(CUDA_ERROR_NOT_MAPPED, 211)                                                                                    \
    ROW(CUDA_ERROR_ECC_UNCORRECTABLE, 214)                                                                             \
    ROW(CUDA_ERROR_UNSUPPORTED_LIMIT, 215)                                                                             \
    ROW(CUDA_ERROR_CONTEXT_ALREADY_IN_USE, 216)                                                                        \
    ROW(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, 217)                                                                       \
    ROW(CUDA_ERROR_INVALID_PTX, 218)                                                                                   \
    ROW(CUDA_ERROR_INVALID_SOURCE, 300)                                                                                \
    ROW(CUDA_ERROR_FILE_NOT_FOUND, 301)                                                                                \
    ROW(CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND, 302)                                                                \
    ROW(CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, 303)                                                                     \
    ROW(CUDA_ERROR_OPERATING_SYSTEM, 304)                                                                              \
    ROW(CUDA_ERROR_INVALID_HANDLE, 400)                                                                                \
    ROW(CUDA_ERROR_ILLEGAL_STATE, 401)                                                                                 \
    ROW(CUDA_ERROR_NOT_FOUND, 500)                                                                                     \
    ROW(CUDA_ERROR_NOT_READY, 600)                                                                                     \
    ROW(CUDA_ERROR_ILLEGAL_ADDRESS, 700)                                                                               \
    ROW(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, 701)                                                                       \
    ROW(CUDA_ERROR_LAUNCH_TIMEOUT, 702)                                                                                \
    ROW(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, 704)                                                                   \
    ROW(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, 705)                                                                       \
    ROW(CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE, 708)                                                                        \
    ROW(CUDA_ERROR_CONTEXT_IS_DESTROYED, 709)                                                                          \
    ROW(CUDA_ERROR_ASSERT, 710)                                                                                        \
    ROW(CUDA_ERROR_TOO_MANY_PEERS, 711)                                                                                \
    ROW(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, 712)                                                                \
    ROW(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, 713)                                                                    \
    ROW(CUDA_ERROR_ILLEGAL_INSTRUCTION, 715)                                                                           \
    ROW(CUDA_ERROR_MISALIGNED_ADDRESS, 716)                                                                            \
    ROW(CUDA_ERROR_LAUNCH_FAILED, 719)                                                                                 \
    ROW(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, 720)                                                                  \
    ROW(CUDA_ERROR_NOT_PERMITTED, 800)                                                                                 \
    ROW(CUDA_ERROR_NOT_SUPPORTED, 801)                                                                                 \
    ROW(CUDA_ERROR_UNKNOWN, 999)

#define LOCKSTEP_ERROR_ROW(NAME, NUMBER) NAME = NUMBER,
typedef enum cudaError_enum { LOCKSTEP_DRIVER_ERRORS(LOCKSTEP_ERROR_ROW) } CUresult;
#undef LOCKSTEP_ERROR_ROW

#define LOCKSTEP_ATTRIBUTE_ROW(NAME, DRIVER, NUMBER, FIELD) CU_DEVICE_ATTRIBUTE_##DRIVER = NUMBER,
typedef enum CUdevice_attribute_enum { LOCKSTEP_DEVICE_ATTRIBUTES(LOCKSTEP_ATTRIBUTE_ROW) } CUdevice_attribute;
#undef LOCKSTEP_ATTRIBUTE_ROW

enum {
    CU_COMPUTEMODE_DEFAULT = 0,
    CU_COMPUTEMODE_PROHIBITED = 2,
    CU_CTX_SCHED_AUTO = 0,
    CU_CTX_SCHED_SPIN = 1,
    CU_CTX_SCHED_BLOCKING_SYNC = 4,
    CU_CTX_MAP_HOST = 8,
    CU_STREAM_DEFAULT = 0,
    CU_STREAM_NON_BLOCKING = 1,
    CU_EVENT_DEFAULT = 0,
    CU_EVENT_BLOCKING_SYNC = 1,
    CU_EVENT_DISABLE_TIMING = 2
};

#define CU_LAUNCH_PARAM_END            ((void *)0x00)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *)0x01)
#define CU_LAUNCH_PARAM_BUFFER_SIZE    ((void *)0x02)

typedef enum CUjit_option_enum {
    CU_JIT_MAX_REGISTERS = 0,
    CU_JIT_THREADS_PER_BLOCK = 1,
    CU_JIT_WALL_TIME = 2,
    CU_JIT_INFO_LOG_BUFFER = 3,
    CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4,
    CU_JIT_ERROR_LOG_BUFFER = 5,
    CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
    CU_JIT_OPTIMIZATION_LEVEL = 7,
    CU_JIT_TARGET_FROM_CUCONTEXT = 8,
    CU_JIT_LOG_VERBOSE = 12
} CUjit_option;

typedef enum CUfunction_attribute_enum {
    CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
    CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8
} CUfunction_attribute;

typedef enum CUfunc_cache_enum {
    CU_FUNC_CACHE_PREFER_NONE = 0,
    CU_FUNC_CACHE_PREFER_SHARED = 1,
    CU_FUNC_CACHE_PREFER_L1 = 2,
    CU_FUNC_CACHE_PREFER_EQUAL = 3
} CUfunc_cache;

typedef enum CUjitInputType_enum {
    CU_JIT_INPUT_CUBIN = 0,
    CU_JIT_INPUT_PTX = 1,
    CU_JIT_INPUT_FATBINARY = 2,
    CU_JIT_INPUT_OBJECT = 3,
    CU_JIT_INPUT_LIBRARY = 4
} CUjitInputType;

enum {
    CU_MEM_ATTACH_GLOBAL = 1,
    CU_MEM_ATTACH_HOST = 2,
    CU_MEMHOSTALLOC_PORTABLE = 1,
    CU_MEMHOSTALLOC_DEVICEMAP = 2,
    CU_MEMHOSTALLOC_WRITECOMBINED = 4,
    CU_MEMHOSTREGISTER_PORTABLE = 1,
    CU_MEMHOSTREGISTER_DEVICEMAP = 2
};

typedef struct CUlinkState_st *CUlinkState;
typedef size_t (*CUoccupancyB2DSize)(int block_threads);

typedef struct CUctxCreateParams_st {
    void *execAffinityParams;
    int numExecAffinityParams;
    void *cigParams;
} CUctxCreateParams;

#ifdef __cplusplus
extern "C" {
#endif

CUresult cuInit(unsigned int flags);
CUresult cuDriverGetVersion(int *version);
CUresult cuGetErrorName(CUresult error, const char **name);
CUresult cuGetErrorString(CUresult error, const char **text);

CUresult cuDeviceGetCount(int *count);
CUresult cuDeviceGet(CUdevice *device, int number);
CUresult cuDeviceGetName(char *name, int length, CUdevice device);
CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device);
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device);

CUresult lockstep_context_create(CUcontext *context, unsigned int flags, CUdevice device);
CUresult cuCtxDestroy(CUcontext context);
CUresult cuCtxSynchronize(void);
CUresult cuCtxSetCurrent(CUcontext context);
CUresult cuCtxGetCurrent(CUcontext *context);
CUresult cuCtxPushCurrent(CUcontext context);
CUresult cuCtxPopCurrent(CUcontext *context);
CUresult cuCtxGetDevice(CUdevice *device);
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device);
CUresult cuDevicePrimaryCtxRelease(CUdevice device);

/* The image is PTX text, with a NUL behind it. */
CUresult cuModuleLoadData(CUmodule *module, const void *image);
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int count, CUjit_option *options,
                            void **values);
CUresult cuModuleLoad(CUmodule *module, const char *file);
CUresult cuModuleUnload(CUmodule module);
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name);
CUresult cuModuleGetGlobal(CUdeviceptr *address, size_t *bytes, CUmodule module, const char *name);
CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
                        unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared_bytes,
                        CUstream stream, void **arguments, void **extra);
CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
                                   unsigned int block_x, unsigned int block_y, unsigned int block_z,
                                   unsigned int shared_bytes, CUstream stream, void **arguments);
CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function);
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value);
CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads,
                                                     size_t shared_bytes);
CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function, CUoccupancyB2DSize shared_for,
                                          size_t shared_bytes, int limit);
/* Of PTX texts; a name that is defined in two of them is an error when the module is loaded. */
CUresult cuLinkCreate(unsigned int count, CUjit_option *options, void **values, CUlinkState *state);
CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t bytes, const char *name,
                       unsigned int count, CUjit_option *options, void **values);
CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned int count,
                       CUjit_option *options, void **values);
CUresult cuLinkComplete(CUlinkState state, void **image, size_t *bytes);
CUresult cuLinkDestroy(CUlinkState state);
CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device);
CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer);
CUresult cuCtxSetCacheConfig(CUfunc_cache config);
CUresult cuProfilerStart(void);
CUresult cuProfilerStop(void);

CUresult cuMemAlloc(CUdeviceptr *pointer, size_t bytes);
CUresult cuMemFree(CUdeviceptr pointer);
CUresult cuMemGetInfo(size_t *free_bytes, size_t *total_bytes);
CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *bytes, CUdeviceptr pointer);
CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes);
CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes);
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes);
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes, CUstream stream);
CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t bytes, CUstream stream);
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream);
CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes);
CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream);
CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t count);
CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream);
CUresult cuMemsetD16(CUdeviceptr to, unsigned short value, size_t count);
CUresult cuMemsetD32(CUdeviceptr to, unsigned int value, size_t count);
CUresult cuMemsetD32Async(CUdeviceptr to, unsigned int value, size_t count, CUstream stream);
CUresult cuMemAllocHost(void **pointer, size_t bytes);
CUresult cuMemHostAlloc(void **pointer, size_t bytes, unsigned int flags);
CUresult cuMemFreeHost(void *pointer);
CUresult cuMemHostRegister(void *pointer, size_t bytes, unsigned int flags);
CUresult cuMemHostUnregister(void *pointer);
CUresult cuMemHostGetDevicePointer(CUdeviceptr *pointer, void *host, unsigned int flags);
CUresult cuMemAllocManaged(CUdeviceptr *pointer, size_t bytes, unsigned int flags);
CUresult cuMemAllocPitch(CUdeviceptr *pointer, size_t *pitch, size_t width, size_t height, unsigned int element);

/* Virtual memory: addresses without memory, to which memory is mapped later. */
#define LOCKSTEP_REFUSED                                                                                               \
    __attribute__((unavailable("Lockstep does not map memory to reserved addresses: take "                             \
                               "cuMemAlloc for all of the array, or cuMemAllocManaged")))
typedef unsigned long long CUmemGenericAllocationHandle LOCKSTEP_REFUSED;
typedef struct CUmemAllocationProp_st CUmemAllocationProp LOCKSTEP_REFUSED;
typedef struct CUmemAccessDesc_st CUmemAccessDesc LOCKSTEP_REFUSED;
typedef int CUmemAllocationGranularity_flags LOCKSTEP_REFUSED;
LOCKSTEP_REFUSED CUresult cuMemAddressReserve(CUdeviceptr *pointer, size_t bytes, size_t alignment, CUdeviceptr wanted,
                                              unsigned long long flags);
LOCKSTEP_REFUSED CUresult cuMemAddressFree(CUdeviceptr pointer, size_t bytes);
#undef LOCKSTEP_REFUSED

#define LOCKSTEP_REFUSED                                                                                               \
    __attribute__((unavailable("Lockstep's driver has no arrays and textures: take the runtime's "                     \
                               "cudaArray_t and texture objects")))
typedef struct CUarray_st *CUarray LOCKSTEP_REFUSED;
typedef struct CUtexref_st *CUtexref LOCKSTEP_REFUSED;
#undef LOCKSTEP_REFUSED

CUresult cuStreamCreate(CUstream *stream, unsigned int flags);
CUresult cuStreamDestroy(CUstream stream);
CUresult cuStreamSynchronize(CUstream stream);
CUresult cuStreamQuery(CUstream stream);
CUresult cuEventCreate(CUevent *event, unsigned int flags);
CUresult cuEventDestroy(CUevent event);
CUresult cuEventRecord(CUevent event, CUstream stream);
CUresult cuEventSynchronize(CUevent event);
CUresult cuEventQuery(CUevent event);
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags);
CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority);
CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end);

#ifdef __cplusplus
}
/* As CUDA 12 has it, and as CUDA 13. */
static inline CUresult cuCtxCreate(CUcontext *context, unsigned int flags, CUdevice device) {
    return lockstep_context_create(context, flags, device);
}
static inline CUresult cuCtxCreate(CUcontext *context, CUctxCreateParams *, unsigned int flags, CUdevice device) {
    return lockstep_context_create(context, flags, device);
}
#else
#define cuCtxCreate lockstep_context_create
#endif
#endif
