/*
 * cuda_errors.h - every error that this runtime can return, or that libraries name: name, CUDA's
 * number, text. One table for the enum that programs see and for cudaGetErrorName and
 * cudaGetErrorString.
 */
#ifndef LOCKSTEP_CUDA_ERRORS_H
#define LOCKSTEP_CUDA_ERRORS_H

#define LOCKSTEP_CUDA_ERRORS(ROW)                                                                  \
    ROW(cudaSuccess, 0, "no error")                                                                \
    ROW(cudaErrorInvalidValue, 1, "invalid argument")                                              \
    ROW(cudaErrorMemoryAllocation, 2, "out of memory")                                             \
    ROW(cudaErrorInitializationError, 3, "initialization error")                                   \
    ROW(cudaErrorCudartUnloading, 4, "driver shutting down")                                       \
    ROW(cudaErrorProfilerDisabled, 5, "profiler disabled while using external profiling tool")     \
    ROW(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                        \
    ROW(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")                                  \
    ROW(cudaErrorInvalidSymbol, 13, "invalid device symbol")                                       \
    ROW(cudaErrorInvalidHostPointer, 16, "invalid host pointer")                                   \
    ROW(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                               \
    ROW(cudaErrorInvalidTexture, 18, "invalid texture reference")                                  \
    ROW(cudaErrorInvalidTextureBinding, 19, "texture is not bound to a pointer")                   \
    ROW(cudaErrorInvalidChannelDescriptor, 20, "invalid channel descriptor")                       \
    ROW(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")                  \
    ROW(cudaErrorAddressOfConstant, 22, "invalid address of constant")                             \
    ROW(cudaErrorTextureFetchFailed, 23, "fetch from texture failed")                              \
    ROW(cudaErrorTextureNotBound, 24, "cannot fetch from a texture that is not bound")             \
    ROW(cudaErrorSynchronizationError, 25, "incorrect use of __syncthreads()")                     \
    ROW(cudaErrorInvalidFilterSetting, 26, "linear filtering not supported for non-float type")    \
    ROW(cudaErrorInvalidNormSetting, 27,                                                           \
        "read as normalized float not supported for 32-bit non float type")                        \
    ROW(cudaErrorMixedDeviceExecution, 28,                                                         \
        "device emulation mode and device execution mode cannot be mixed")                         \
    ROW(cudaErrorNotYetImplemented, 31, "feature not yet implemented")                             \
    ROW(cudaErrorMemoryValueTooLarge, 32,                                                          \
        "memory size or pointer value too large to fit in 32 bit")                                 \
    ROW(cudaErrorInsufficientDriver, 35,                                                           \
        "CUDA driver version is insufficient for CUDA runtime version")                            \
    ROW(cudaErrorDuplicateVariableName, 43, "duplicate global variable looked up by string name")  \
    ROW(cudaErrorDuplicateTextureName, 44, "duplicate texture looked up by string name")           \
    ROW(cudaErrorDuplicateSurfaceName, 45, "duplicate surface looked up by string name")           \
    ROW(cudaErrorDevicesUnavailable, 46, "CUDA-capable device(s) is/are busy or unavailable")      \
    ROW(cudaErrorIncompatibleDriverContext, 49, "incompatible driver context")                     \
    ROW(cudaErrorMissingConfiguration, 52, "__global__ function call is not configured")           \
    ROW(cudaErrorPriorLaunchFailure, 53, "unspecified launch failure in prior launch")             \
    ROW(cudaErrorLaunchMaxDepthExceeded, 65,                                                       \
        "launch would exceed maximum depth of nested launches")                                    \
    ROW(cudaErrorLaunchFileScopedTex, 66,                                                          \
        "launch failed because kernel uses unsupported, file-scoped textures (texture objects "    \
        "are supported)")                                                                          \
    ROW(cudaErrorLaunchFileScopedSurf, 67,                                                         \
        "launch failed because kernel uses unsupported, file-scoped surfaces (surface objects "    \
        "are supported)")                                                                          \
    ROW(cudaErrorSyncDepthExceeded, 68,                                                            \
        "cudaDeviceSynchronize failed because caller's grid depth exceeds "                        \
        "cudaLimitDevRuntimeSyncDepth")                                                            \
    ROW(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                             \
    ROW(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                              \
    ROW(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                     \
    ROW(cudaErrorStartupFailure, 127, "startup failure in cuda runtime")                           \
    ROW(cudaErrorInvalidKernelImage, 200, "device kernel image is invalid")                        \
    ROW(cudaErrorMapBufferObjectFailed, 205, "mapping of buffer object failed")                    \
    ROW(cudaErrorUnmapBufferObjectFailed, 206, "unmapping of buffer object failed")                \
    ROW(cudaErrorAlreadyMapped, 208, "resource already mapped")                                    \
    ROW(cudaErrorNoKernelImageForDevice, 209,                                                      \
        "no kernel image is available for execution on the device")                                \
    ROW(cudaErrorECCUncorrectable, 214, "uncorrectable ECC error encountered")                     \
    ROW(cudaErrorUnsupportedLimit, 215, "limit is not supported on this architecture")             \
    ROW(cudaErrorDeviceAlreadyInUse, 216,                                                          \
        "exclusive-thread device already in use by a different thread")                            \
    ROW(cudaErrorPeerAccessUnsupported, 217,                                                       \
        "peer access is not supported between these two devices")                                  \
    ROW(cudaErrorInvalidPtx, 218, "a PTX JIT compilation failed")                                  \
    ROW(cudaErrorSharedObjectSymbolNotFound, 302, "shared object symbol not found")                \
    ROW(cudaErrorSharedObjectInitFailed, 303, "shared object initialization failed")               \
    ROW(cudaErrorOperatingSystem, 304, "OS call failed or operation not supported on this OS")     \
    ROW(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                            \
    ROW(cudaErrorIllegalState, 401, "the operation cannot be performed in the present state")      \
    ROW(cudaErrorSymbolNotFound, 500, "named symbol not found")                                    \
    ROW(cudaErrorNotReady, 600, "device not ready")                                                \
    ROW(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")                  \
    ROW(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")             \
    ROW(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")                    \
    ROW(cudaErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled")                  \
    ROW(cudaErrorPeerAccessNotEnabled, 705, "peer access has not been enabled")                    \
    ROW(cudaErrorSetOnActiveProcess, 708, "cannot set while device is active in this process")     \
    ROW(cudaErrorAssert, 710, "device-side assert triggered")                                      \
    ROW(cudaErrorTooManyPeers, 711, "peer mapping resources exhausted")                            \
    ROW(cudaErrorHostMemoryAlreadyRegistered, 712,                                                 \
        "part or all of the requested memory range is already mapped")                             \
    ROW(cudaErrorHostMemoryNotRegistered, 713,                                                     \
        "pointer does not correspond to a registered memory region")                               \
    ROW(cudaErrorIllegalInstruction, 715, "an illegal instruction was encountered")                \
    ROW(cudaErrorMisalignedAddress, 716, "misaligned address")                                     \
    ROW(cudaErrorLaunchFailure, 719, "unspecified launch failure")                                 \
    ROW(cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch")          \
    ROW(cudaErrorNotPermitted, 800, "operation not permitted")                                     \
    ROW(cudaErrorNotSupported, 801, "operation not supported")                                     \
    ROW(cudaErrorStreamCaptureUnsupported, 900,                                                    \
        "operation not permitted when stream is capturing")                                        \
    ROW(cudaErrorGraphExecUpdateFailure, 910,                                                      \
        "the graph update was not performed because it included changes which violated "           \
        "constraints specific to instantiated graph update")                                       \
    ROW(cudaErrorUnknown, 999, "unknown error")                                                    \
    ROW(cudaErrorApiFailureBase, 10000, "api failure base")

#endif
