/* bench.h - launches to measure with Nsight Compute, and to run on the machine: each has a name and
 * a size. */
#pragma once
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

static void check(const char *name) {
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) {
        fprintf(stderr, "%s failed: %s\n", name, cudaGetErrorString(error));
        exit(1);
    }
}

/* `work` makes one launch. Prints a line `name,n`. */
template <class Work> static void launch(const char *name, long n, Work work) {
    work();
    check(name);
    printf("%s,%ld\n", name, n);
}

/* Numbers that look random and are always the same. */
struct draws {
    unsigned long long state;
    unsigned operator()(unsigned below) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        return unsigned((state >> 33) % below);
    }
};

template <class T> static T *on_device(const std::vector<T> &values) {
    T *there = nullptr;
    cudaMalloc((void **)&there, values.size() * sizeof(T));
    cudaMemcpy(there, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
    return there;
}

/* n numbers below `below`. */
template <class T> static T *drawn(size_t n, unsigned below, unsigned seed = 1) {
    draws draw{seed};
    std::vector<T> values(n);
    for (T &value : values) {
        value = T(draw(below));
    }
    return on_device(values);
}
