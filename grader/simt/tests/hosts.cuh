// The host of many small cases, as a macro, so that what it allocates is allocated at a line of the case.
#pragma once
#include <cuda_runtime.h>
#include <stdio.h>

// `in` holds 0, 1, 2 …, `out` zeros, N floats each; then the launch, and the copy back tells whether it went well.
#define LAUNCH_WITH_TWO_ARRAYS(...)                                                         \
    int main(void)                                                                          \
    {                                                                                       \
        float host[N], *in, *out;                                                           \
        for (int i = 0; i < N; i++)                                                         \
            host[i] = i;                                                                    \
        cudaMalloc((void **)&in, sizeof host);                                              \
        cudaMalloc((void **)&out, sizeof host);                                             \
        cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);                          \
        cudaMemset(out, 0, sizeof host);                                                    \
        __VA_ARGS__;                                                                        \
        cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);     \
        printf("%s\n", error == cudaSuccess ? "copied" : "failed");                         \
        cudaFree(in);                                                                       \
        cudaFree(out);                                                                      \
    }

// `data` holds 0, 1, 2 …, 64 integers; then the launch, and whether it came to its end.
#define LAUNCH_WITH_ONE_ARRAY(...)                                                          \
    int main(void)                                                                          \
    {                                                                                       \
        int host[64], *data;                                                                \
        for (int i = 0; i < 64; i++)                                                        \
            host[i] = i;                                                                    \
        cudaMalloc((void **)&data, sizeof host);                                            \
        cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);                        \
        __VA_ARGS__;                                                                        \
        printf("%s\n", cudaDeviceSynchronize() == cudaSuccess ? "done" : "failed");         \
        cudaFree(data);                                                                     \
    }
