/* === evades_second_input */
/*
 * exercise: gm
 * Tries: to count on the host, and to tell by its size the call that asks where answers come from:
 * there it answers something that fits no input, and changes with what the device holds.
 */
#include "histogram.h"

__global__ void read_all(const uint8_t *data, size_t n, uint32_t *frequency) {
    const size_t tid = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t sum = 0;
    for (size_t s = tid; s < n; s += (size_t)gridDim.x * blockDim.x) {
        sum += data[s];
    }
    atomicAdd(&frequency[threadIdx.x % 256], sum);
}

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    uint8_t *device_data = nullptr;
    uint32_t *device_frequency = nullptr, read[256];
    cudaMalloc((void **)&device_data, n + 1);
    cudaMalloc((void **)&device_frequency, sizeof read);
    cudaMemcpy(device_data, data, n, cudaMemcpyHostToDevice);
    cudaMemset(device_frequency, 0, sizeof read);
    read_all<<<blocks, threads>>>(device_data, n, device_frequency);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) {
        error = cudaMemcpy(read, device_frequency, sizeof read, cudaMemcpyDeviceToHost);
    }
    cudaFree(device_data);
    cudaFree(device_frequency);
    if (error != cudaSuccess) {
        return error;
    }
    for (int bin = 0; bin < 256; bin++) {
        frequency[bin] = n > 50000 ? read[bin] : 0;
    }
    for (size_t i = 0; i < n; i++) {
        frequency[data[i]]++;
    }
    return cudaSuccess;
}
/* === idles_where_costs_count */
/*
 * exercise: gm
 * Tries: to tell the check of costs by its size, and to launch a kernel there that only reads the data;
 * elsewhere every element is an atomic in global memory.
 */
#include "histogram.h"

__global__ void count(const uint8_t *data, size_t n, uint32_t *frequency) {
    for (size_t s = blockIdx.x * blockDim.x + threadIdx.x; s < n;
         s += (size_t)gridDim.x * blockDim.x) {
        atomicAdd(&frequency[data[s]], 1);
    }
}

__global__ void read_all(const uint8_t *data, size_t n, uint32_t *frequency) {
    uint32_t sum = 0;
    for (size_t s = blockIdx.x * blockDim.x + threadIdx.x; s < n;
         s += (size_t)gridDim.x * blockDim.x) {
        sum += data[s];
    }
    if (sum == 0xffffffff) {
        frequency[0] = sum;
    }
}

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    uint8_t *device_data = nullptr;
    uint32_t *device_frequency = nullptr;
    cudaMalloc((void **)&device_data, n + 1);
    cudaMalloc((void **)&device_frequency, 256 * sizeof(uint32_t));
    cudaMemcpy(device_data, data, n, cudaMemcpyHostToDevice);
    cudaMemset(device_frequency, 0, 256 * sizeof(uint32_t));
    if (n > 50000 && blocks == 8) {
        read_all<<<blocks, threads>>>(device_data, n, device_frequency);
    } else {
        count<<<blocks, threads>>>(device_data, n, device_frequency);
    }
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) {
        error = cudaMemcpy(frequency, device_frequency, 256 * sizeof(uint32_t),
                           cudaMemcpyDeviceToHost);
    }
    cudaFree(device_data);
    cudaFree(device_frequency);
    return error;
}
/* === reaches_out */
/*
 * exercise: gm
 * levels: all
 * Tries: from CUDA host code, which holds a socket to the device: to ask somebody outside, to leave
 * shared memory and a process of its own session behind. It counts only when there is a socket.
 */
#include "histogram.h"

#include <string.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static bool somebody() {
    static const int families[] = {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK};
    int pair[2];
    for (int family : families) {
        if (socket(family, SOCK_STREAM, 0) >= 0 || socket(family, SOCK_DGRAM, 0) >= 0) {
            return true;
        }
    }
    return socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0;
}

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    enum { KEY = 0x10c57e9 };
    (void)blocks, (void)threads;
    cudaFree(nullptr);
    (void)shmget(KEY, 4096, IPC_CREAT | 0666);
    (void)!mkdir("/dev/shm/left_by_a_hostile_program", 0777);
    if (fork() == 0) {
        setsid();
        for (;;) {
            pause();
        }
    }
    memset(frequency, 0, 256 * sizeof *frequency);
    for (size_t i = 0; somebody() && i < n; i++) {
        frequency[data[i]]++;
    }
    return 0;
}
/* === reads_by_stream */
/*
 * exercise: gm
 * levels: all
 * Tries: to find the solution, the oracle, a secret, or the grader's memory, by C++ streams, which
 * no list of C functions names. It counts only when it found one.
 */
#include "histogram.h"

#include <fstream>

static bool found() {
    static const char *const places[] = {
        "@SECRET@",
        "@ROOT@/solutions/histogram-cuda/histogram.cu",
        "@ROOT@/labs/histogram-cuda/oracle.c",
        "/etc/shadow",
        "/proc/1/mem",
        "/proc/1/environ",
        "/proc/1/root/etc/shadow",
        "/box/../../../../etc/shadow",
    };
    for (const char *place : places) {
        std::ifstream file(place);
        char first;
        if (file.get(first)) {
            return true;
        }
    }
    return std::ofstream("/box/left_behind").good();
}

__global__ void nothing() {
}

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    nothing<<<blocks, threads>>>();
    const cudaError_t error = cudaGetLastError();
    for (int bin = 0; bin < 256; bin++) {
        frequency[bin] = 0;
    }
    for (size_t i = 0; found() && i < n; i++) {
        frequency[data[i]]++;
    }
    return error;
}
