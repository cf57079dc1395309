// What every micro-kernel program shares: seeded inputs, checked calls, and a hash of each result,
// so that the same program prints the same lines on a GPU and on the SIMT machine.
#pragma once
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

static inline void must(cudaError_t error, const char *what) {
    if (error != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
        exit(1);
    }
}

// A fixed mixing of i: the inputs must not depend on any library's rand().
static inline unsigned mixed(unsigned i) {
    i ^= i >> 16;
    i *= 0x7feb352dU;
    i ^= i >> 15;
    i *= 0x846ca68bU;
    return i ^ (i >> 16);
}

// `count` elements on the device; element i is mixed(i) % range.
template <typename T> T *device_input(unsigned count, unsigned range) {
    T *host = (T *)malloc(count * sizeof(T));
    T *device = NULL;
    for (unsigned i = 0; i < count; i++)
        host[i] = (T)(mixed(i) % range);
    must(cudaMalloc((void **)&device, count * sizeof(T)), "cudaMalloc");
    must(cudaMemcpy(device, host, count * sizeof(T), cudaMemcpyHostToDevice), "copy of the input");
    free(host);
    return device;
}

// `count` elements of zero bytes on the device.
template <typename T> T *device_zeros(unsigned count) {
    T *device = NULL;
    must(cudaMalloc((void **)&device, count * sizeof(T)), "cudaMalloc");
    must(cudaMemset(device, 0, count * sizeof(T)), "cudaMemset");
    return device;
}

// Waits for the kernel launched last and prints its name with the FNV-1a hash of what it wrote.
template <typename T> void show(const char *kernel, const T *device, unsigned count) {
    must(cudaGetLastError(), kernel);
    must(cudaDeviceSynchronize(), kernel);
    unsigned char *host = (unsigned char *)malloc(count * sizeof(T));
    must(cudaMemcpy(host, device, count * sizeof(T), cudaMemcpyDeviceToHost), "copy of the result");
    unsigned long long hash = 14695981039346656037ULL;
    for (size_t i = 0; i < count * sizeof(T); i++)
        hash = (hash ^ host[i]) * 1099511628211ULL;
    printf("%s %016llx\n", kernel, hash);
    free(host);
}
