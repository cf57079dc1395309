/* The driver API: the runtime's calls by other names, and modules that the program loads itself. */
#include "cuda_driver.h"
#include "graphs.h"
#include "../../../whole_file.h"

struct CUmod_st {
    uint32_t handle;
    struct CUfunc_st *functions;
};

/* There is one context; its handle is never looked into. */
static char the_context;

DRIVER_CALL(cuInit, (unsigned int flags), flags == 0 ? client_connect() : cudaErrorInvalidValue)
SAME(cuDriverGetVersion, (int *version), cudaDriverGetVersion(version))

static const struct {
    CUresult error;
    const char *name;
} names[] = {
#define NAME_ROW(NAME, NUMBER) {NAME, #NAME},
    LOCKSTEP_DRIVER_ERRORS(NAME_ROW)
#undef NAME_ROW
};

CUresult cuGetErrorName(CUresult error, const char **name) {
    *name = cudaGetErrorName((cudaError_t)error);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        *name = names[i].error == error ? names[i].name : *name;
    }
    return CUDA_SUCCESS;
}
CUresult cuGetErrorString(CUresult error, const char **text) {
    *text = cudaGetErrorString((cudaError_t)error);
    return CUDA_SUCCESS;
}

/* ---- the device and its context -------------------------------------------------------------- */

SAME(cuDeviceGetCount, (int *count), cudaGetDeviceCount(count))
CUresult cuDeviceGet(CUdevice *device, int number) {
    if (device == NULL || number != 0) {
        return driver_result(device == NULL ? cudaErrorInvalidValue : cudaErrorInvalidDevice);
    }
    *device = 0;
    return driver_result(cudaSuccess);
}
CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
    struct cudaDeviceProp properties;
    cudaError_t error = cudaGetDeviceProperties(&properties, device);
    if (error == cudaSuccess && name != NULL && length > 0) {
        snprintf(name, (size_t)length, "%s", properties.name);
    }
    return (CUresult)error;
}
CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device) {
    struct cudaDeviceProp properties;
    cudaError_t error = cudaGetDeviceProperties(&properties, device);
    if (error == cudaSuccess && bytes != NULL) {
        *bytes = properties.totalGlobalMem;
    }
    return (CUresult)error;
}
SAME(cuDeviceGetAttribute, (int *value, CUdevice_attribute attribute, CUdevice device),
     cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)attribute, device))

static cudaError_t give_context(CUcontext *context, CUdevice device) {
    if (context == NULL || device != 0) {
        return context == NULL ? cudaErrorInvalidValue : cudaErrorInvalidDevice;
    }
    *context = (CUcontext)&the_context;
    return client_connect();
}

CUresult lockstep_context_create(CUcontext *context, unsigned int flags, CUdevice device) {
    (void)flags;
    return driver_result(give_context(context, device));
}
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
    return driver_result(give_context(context, device));
}
CUresult cuCtxGetCurrent(CUcontext *context) {
    return driver_result(give_context(context, 0));
}
CUresult cuCtxPopCurrent(CUcontext *context) {
    CUcontext unused;
    return driver_result(give_context(context != NULL ? context : &unused, 0));
}

static cudaError_t is_context(CUcontext context) {
    return context == NULL || context == (CUcontext)&the_context ? cudaSuccess
                                                                 : cudaErrorInvalidResourceHandle;
}

DRIVER_CALL(cuCtxDestroy, (CUcontext context), is_context(context))
DRIVER_CALL(cuCtxSetCurrent, (CUcontext context), is_context(context))
DRIVER_CALL(cuCtxPushCurrent, (CUcontext context), is_context(context))
DRIVER_CALL(cuDevicePrimaryCtxRelease, (CUdevice device),
            device == 0 ? cudaSuccess : cudaErrorInvalidDevice)
CUresult cuCtxGetDevice(CUdevice *device) {
    return (CUresult)cudaGetDevice(device);
}
CUresult cuCtxSynchronize(void) {
    client_working();
    return (CUresult)cudaDeviceSynchronize();
}

/* ---- modules and launches -------------------------------------------------------------------- */

static cudaError_t load(CUmodule *module, const char *image) {
    char complaint[CLIENT_COMPLAINT_MAX];
    if (module == NULL || image == NULL) {
        return cudaErrorInvalidValue;
    }
    if (strstr(image, ".version") == NULL) {
        client_complain("a module is PTX text here (lockstep cc --ptx makes it), not a binary");
        return cudaErrorInvalidKernelImage;
    }
    *module = calloc(1, sizeof **module);
    cudaError_t error = *module == NULL ? cudaErrorMemoryAllocation : client_connect();
    if (error == cudaSuccess) {
        error = client_load_module(image, strlen(image), &(*module)->handle, complaint);
        if (complaint[0]) {
            client_complain("%s", complaint);
        }
    }
    return error;
}

CUresult cuModuleLoadData(CUmodule *module, const void *image) {
    return driver_built(load(module, image));
}
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int count,
                            CUjit_option *options, void **values) {
    for (unsigned int i = 0; i < count; i++) { /* nothing is told in the program's buffers */
        bool text = options[i] == CU_JIT_INFO_LOG_BUFFER || options[i] == CU_JIT_ERROR_LOG_BUFFER;
        if (text && values[i] != NULL) {
            *(char *)values[i] = 0;
        }
    }
    return driver_built(load(module, image));
}
CUresult cuModuleLoad(CUmodule *module, const char *path) {
    char *text = path != NULL ? whole_file(path, NULL) : NULL;
    cudaError_t error = text != NULL ? load(module, text) : cudaErrorInvalidValue;
    free(text);
    return driver_built(error);
}
/* The device keeps what it has loaded. */
CUresult cuModuleUnload(CUmodule module) {
    if (module == NULL) {
        return driver_result(cudaErrorInvalidResourceHandle);
    }
    while (module->functions != NULL) {
        struct CUfunc_st *function = module->functions;
        module->functions = function->next;
        free(function->kernel.layout);
        free(function);
    }
    free(module);
    return driver_result(cudaSuccess);
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
    client_working();
    if (function == NULL || module == NULL || name == NULL) {
        return driver_built(cudaErrorInvalidValue);
    }
    struct CUfunc_st *made = calloc(1, sizeof *made);
    struct wire_kernel_r reply = {0};
    cudaError_t error =
        made == NULL ? cudaErrorMemoryAllocation
                     : client_describe_kernel(module->handle, name, &reply, &made->kernel.layout);
    if (error != cudaSuccess) {
        free(made);
        return driver_built(error == cudaErrorInvalidDeviceFunction ? cudaErrorSymbolNotFound
                                                                    : error);
    }
    made->kernel.handle = reply.kernel;
    made->kernel.parameters = reply.parameters;
    made->kernel.parameter_bytes = reply.parameter_bytes;
    made->kernel.known = true;
    made->kernel.name = "of a module";
    made->next = module->functions;
    module->functions = *function = made;
    return driver_result(cudaSuccess);
}

CUresult cuModuleGetGlobal(CUdeviceptr *address, size_t *bytes, CUmodule module, const char *name) {
    if (module == NULL || name == NULL) {
        return driver_result(cudaErrorInvalidValue);
    }
    struct wire_symbol_r reply = {0};
    cudaError_t error = client_ask_symbol(module->handle, name, &reply);
    if (address != NULL) {
        *address = reply.address;
    }
    if (bytes != NULL) {
        *bytes = reply.bytes;
    }
    return driver_result(error == cudaErrorInvalidSymbol ? cudaErrorSymbolNotFound : error);
}

/* Arguments as one block: the pairs of `extra`. NULL if it holds none. */
static const unsigned char *block_of(void **extra, size_t *bytes) {
    const unsigned char *block = NULL;
    for (; extra != NULL && *extra != CU_LAUNCH_PARAM_END; extra += 2) {
        if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER) {
            block = extra[1];
        } else {
            *bytes = *(const size_t *)extra[1];
        }
    }
    return block;
}

CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                        unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                        unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                        void **arguments, void **extra) {
    struct dim3 grid = {grid_x, grid_y, grid_z}, block = {block_x, block_y, block_z};
    unsigned char packed[WIRE_PARAMETER_MAX] = {0};
    void *own[WIRE_TAIL_MAX / sizeof(struct wire_parameter)];
    size_t bytes = 0;
    client_working();
    client_from(__func__, __builtin_return_address(0));
    if (function == NULL) {
        return driver_not_run(cudaErrorInvalidResourceHandle);
    }
    const struct client_kernel *kernel = &function->kernel;
    const unsigned char *whole = arguments == NULL ? block_of(extra, &bytes) : NULL;
    if (whole != NULL) {
        memcpy(packed, whole, bytes < sizeof packed ? bytes : sizeof packed);
        for (uint32_t i = 0; i < kernel->parameters; i++) {
            own[i] = packed + kernel->layout[i].offset;
        }
        arguments = own;
    }
    return driver_not_run(
        client_launch(&function->kernel, grid, block, arguments, shared_bytes, stream));
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function) {
    if (function == NULL || value == NULL) {
        return driver_result(cudaErrorInvalidValue);
    }
    struct wire_kernel_info_r info = {0};
    struct wire_handle question = {.handle = function->kernel.handle};
    cudaError_t error = client_ask(WIRE_KERNEL_INFO, &question, &info);
    *value = attribute == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? (int)info.max_threads
             : attribute == CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES   ? (int)info.static_shared
                                                                  : (int)info.max_dynamic_shared;
    return driver_result(error);
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
    if (function == NULL || value < 0) {
        return driver_result(cudaErrorInvalidValue);
    }
    if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) {
        return driver_result(cudaSuccess); /* a hint about caches */
    }
    struct wire_allow_q question = {.kernel = function->kernel.handle, .bytes = (uint32_t)value};
    return driver_result(client_ask(WIRE_KERNEL_ALLOW, &question, NULL));
}
CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config) {
    (void)config;
    return driver_result(function != NULL ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

static cudaError_t occupancy(int *blocks, CUfunction function, int threads, size_t shared_bytes) {
    return blocks == NULL || function == NULL || threads <= 0
               ? cudaErrorInvalidValue
               : client_occupancy(&function->kernel, (uint32_t)threads, shared_bytes, blocks);
}

DRIVER_CALL(cuOccupancyMaxActiveBlocksPerMultiprocessor,
            (int *blocks, CUfunction function, int threads, size_t shared_bytes),
            occupancy(blocks, function, threads, shared_bytes))

/* The largest of the sizes with which most threads are there at once. */
CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function,
                                          CUoccupancyB2DSize shared_for, size_t shared_bytes,
                                          int limit) {
    int processors = 0, most = 0, best = 0;
    if (grid == NULL || block == NULL || function == NULL) {
        return driver_result(cudaErrorInvalidValue);
    }
    cudaError_t error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    if (error == cudaSuccess) {
        error = (cudaError_t)cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                                                function);
    }
    most = limit > 0 && limit < most ? limit : most;
    for (int threads = most / 32 * 32; threads > 0 && error == cudaSuccess; threads -= 32) {
        int blocks = 0;
        error = occupancy(&blocks, function, threads,
                          shared_for != NULL ? shared_for(threads) : shared_bytes);
        if (blocks * threads > best) {
            best = blocks * threads;
            *block = threads;
            *grid = blocks * processors;
        }
    }
    return driver_result(error);
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                   unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                   unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                                   void **arguments) {
    struct dim3 grid = {grid_x, grid_y, grid_z}, block = {block_x, block_y, block_z};
    client_working();
    client_from(__func__, __builtin_return_address(0));
    if (function == NULL) {
        return driver_not_run(cudaErrorInvalidResourceHandle);
    }
    return driver_not_run(
        client_launch_cooperative(&function->kernel, grid, block, arguments, shared_bytes, stream));
}

/* ---- one device ------------------------------------------------------------------------------ */

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device) {
    cudaError_t error = cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, device);
    return error == cudaSuccess
               ? (CUresult)cudaDeviceGetAttribute(minor, cudaDevAttrComputeCapabilityMinor, device)
               : (CUresult)error;
}
SAME(cuDeviceCanAccessPeer, (int *can, CUdevice device, CUdevice peer),
     cudaDeviceCanAccessPeer(can, device, peer))
CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
    (void)config;
    return driver_result(cudaSuccess);
}
SAME(cuProfilerStart, (void), cudaProfilerStart())
SAME(cuProfilerStop, (void), cudaProfilerStop())
