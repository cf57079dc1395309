/*
 * cuda_errors.h - every error that this runtime can return: name, CUDA's number, text.
 * One table for the enum that programs see and for cudaGetErrorName and cudaGetErrorString.
 */
#ifndef LOCKSTEP_CUDA_ERRORS_H
#define LOCKSTEP_CUDA_ERRORS_H

#define LOCKSTEP_CUDA_ERRORS(ROW)                                                                  \
    ROW(cudaSuccess, 0, "no error")                                                                \
    ROW(cudaErrorInvalidValue, 1, "invalid argument")                                              \
    ROW(cudaErrorMemoryAllocation, 2, "out of memory")                                             \
    ROW(cudaErrorInitializationError, 3, "initialization error")                                   \
    ROW(cudaErrorCudartUnloading, 4, "driver shutting down")                                       \
    ROW(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                        \
    ROW(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")                                  \
    ROW(cudaErrorInvalidSymbol, 13, "invalid device symbol")                                       \
    ROW(cudaErrorInvalidHostPointer, 16, "invalid host pointer")                                   \
    ROW(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                               \
    ROW(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")                  \
    ROW(cudaErrorInsufficientDriver, 35,                                                           \
        "CUDA driver version is insufficient for CUDA runtime "                                    \
        "version")                                                                                 \
    ROW(cudaErrorMissingConfiguration, 52, "__global__ function call is not configured")           \
    ROW(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                             \
    ROW(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                              \
    ROW(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                     \
    ROW(cudaErrorInvalidKernelImage, 200, "device kernel image is invalid")                        \
    ROW(cudaErrorNoKernelImageForDevice, 209,                                                      \
        "no kernel image is available for execution on the device")                                \
    ROW(cudaErrorPeerAccessUnsupported, 217,                                                       \
        "peer access is not supported between these two devices")                                  \
    ROW(cudaErrorInvalidPtx, 218, "a PTX JIT compilation failed")                                  \
    ROW(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                            \
    ROW(cudaErrorIllegalState, 401, "the operation cannot be performed in the present state")      \
    ROW(cudaErrorSymbolNotFound, 500, "named symbol not found")                                    \
    ROW(cudaErrorNotReady, 600, "device not ready")                                                \
    ROW(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")                  \
    ROW(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")             \
    ROW(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")                    \
    ROW(cudaErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled")                  \
    ROW(cudaErrorPeerAccessNotEnabled, 705, "peer access has not been enabled")                    \
    ROW(cudaErrorAssert, 710, "device-side assert triggered")                                      \
    ROW(cudaErrorHostMemoryAlreadyRegistered, 712,                                                 \
        "part or all of the requested memory range is already mapped")                             \
    ROW(cudaErrorHostMemoryNotRegistered, 713,                                                     \
        "pointer does not correspond to a registered memory region")                               \
    ROW(cudaErrorIllegalInstruction, 715, "an illegal instruction was encountered")                \
    ROW(cudaErrorMisalignedAddress, 716, "misaligned address")                                     \
    ROW(cudaErrorLaunchFailure, 719, "unspecified launch failure")                                 \
    ROW(cudaErrorNotSupported, 801, "operation not supported")                                     \
    ROW(cudaErrorStreamCaptureUnsupported, 900,                                                    \
        "operation not permitted when stream is capturing")                                        \
    ROW(cudaErrorGraphExecUpdateFailure, 910,                                                      \
        "the graph update was not performed because it included changes which violated "           \
        "constraints specific to instantiated graph update")                                       \
    ROW(cudaErrorUnknown, 999, "unknown error")

#endif
