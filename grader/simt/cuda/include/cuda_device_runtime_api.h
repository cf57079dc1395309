/*
 * cuda_device_runtime_api.h - what kernels would call to launch kernels. There is no code behind
 * it: libraries name these functions in places that no kernel here comes to. Where one does, the
 * function is named.
 */
#ifndef LOCKSTEP_CUDA_DEVICE_RUNTIME_API_H
#define LOCKSTEP_CUDA_DEVICE_RUNTIME_API_H

#include "cuda_runtime_api.h"

#ifdef __CUDA__
__device__ cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance(void);
__device__ void *cudaGetParameterBuffer(size_t alignment, size_t bytes);
__device__ cudaError_t cudaLaunchDevice(void *kernel, void *parameters, dim3 grid, dim3 block,
                                        unsigned int shared_bytes, cudaStream_t stream);
#endif

#endif
