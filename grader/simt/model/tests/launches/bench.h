/*
 * bench.h - launches to measure: each is given a name and a size, and runs either once (for Nsight
 * Compute, and for the machine) or many times between CUDA events, with the caches flushed before.
 */
#pragma once
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

struct bench {
    bool once = false;
    char *sweep = nullptr;
    size_t sweep_bytes = size_t(256) << 20;
    cudaEvent_t begin, end;
};
static bench state;

__global__ void sweep_kernel(unsigned *words, size_t count) {
    size_t step = size_t(gridDim.x) * blockDim.x;
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += step) {
        words[i] += 1;
    }
}

static void check(const char *name) {
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) {
        fprintf(stderr, "%s failed: %s\n", name, cudaGetErrorString(error));
        exit(1);
    }
}

/* `work` makes one launch. A line `name,n` or `name,n,median,least,most` in microseconds. */
template <class Work> static void launch(const char *name, long n, Work work) {
    if (state.once) {
        work();
        check(name);
        printf("%s,%ld\n", name, n);
        return;
    }
    std::vector<float> times;
    for (int run = 0; run < 14; run++) {
        float milliseconds = 0;
        sweep_kernel<<<1024, 256>>>((unsigned *)state.sweep, state.sweep_bytes / 4);
        cudaEventRecord(state.begin);
        work();
        cudaEventRecord(state.end);
        cudaEventSynchronize(state.end);
        cudaEventElapsedTime(&milliseconds, state.begin, state.end);
        if (run >= 3) {
            times.push_back(milliseconds * 1000);
        }
    }
    check(name);
    std::sort(times.begin(), times.end());
    printf("%s,%ld,%.3f,%.3f,%.3f\n", name, n, times[times.size() / 2], times.front(),
           times.back());
}

static void bench_begin(int argc, char **argv) {
    state.once = argc > 1 && strcmp(argv[1], "once") == 0;
    setvbuf(stdout, nullptr, _IOLBF, 0);
    if (!state.once) {
        cudaEventCreate(&state.begin);
        cudaEventCreate(&state.end);
        cudaMalloc((void **)&state.sweep, state.sweep_bytes);
        cudaMemset(state.sweep, 0, state.sweep_bytes);
    }
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
