/* === closes_device_socket */
/*
 * exercise: gm
 * Tries: to cut the device off, so that it has nothing to say.
 */
#include "histogram.h"

#include <unistd.h>

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    (void)blocks;
    close(100);
    for (int bin = 0; bin < 256; bin++) {
        frequency[bin] = 0;
    }
    for (size_t i = 0; i < n; i++) {
        frequency[data[i]]++;
    }
    return threads > 1024;
}
/* === foretells_second_input */
/*
 * exercise: gm
 * Tries: to know the input that the grader puts in the place of the host's, from the seed that every
 * report shows, and to answer for it from the host, with a kernel launched for show.
 */
#include "histogram.h"

static uint64_t random_next(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint64_t random_below(uint64_t *state, uint64_t bound) {
    return (uint64_t)(((unsigned __int128)random_next(state) * bound) >> 64);
}

static uint64_t random_mix(uint64_t seed, const char *text) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *text != '\0'; text++) {
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    }
    uint64_t state = seed ^ hash;
    return random_next(&state);
}

static uint8_t next_skewed(uint64_t *state) {
    const uint64_t highest = random_below(state, 256);
    return (uint8_t)random_below(state, highest + 1);
}

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
    uint32_t *device_frequency = nullptr, ignored[256];
    cudaMalloc((void **)&device_data, n + 1);
    cudaMalloc((void **)&device_frequency, sizeof ignored);
    cudaMemcpy(device_data, data, n, cudaMemcpyHostToDevice);
    cudaMemset(device_frequency, 0, sizeof ignored);
    read_all<<<blocks, threads>>>(device_data, n, device_frequency);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) {
        error = cudaMemcpy(ignored, device_frequency, sizeof ignored, cudaMemcpyDeviceToHost);
    }
    cudaFree(device_data);
    cudaFree(device_frequency);
    if (error != cudaSuccess) {
        return error;
    }
    const uint64_t first = random_mix(random_mix(2002, "gm/origin"), "0");
    uint64_t one = first, other = random_mix(first, "other 0");
    bool known = true;
    for (size_t i = 0; i < n && known; i++) {
        known = data[i] == next_skewed(&one);
    }
    for (int bin = 0; bin < 256; bin++) {
        frequency[bin] = 0;
    }
    for (size_t i = 0; i < n; i++) {
        frequency[known ? next_skewed(&other) : data[i]]++;
    }
    return cudaSuccess;
}
/* === forges_wire_messages */
/*
 * exercise: gm
 * flavours: all
 * Tries: to talk to the device itself, with messages that lie about lengths, kernels and results,
 * and then to answer without it.
 */
#include "histogram.h"

#include <fcntl.h>
#include <string.h>
#include <sys/uio.h>

enum { DEVICE = 100, OPERATIONS = 40 };

struct head {
    uint32_t magic;
    uint16_t operation, reserved;
    uint32_t sequence;
    int32_t status;
    uint64_t printed;
    uint32_t tail_bytes, padding;
};

static void forge(uint16_t operation, uint32_t tail, unsigned char fill, size_t bytes) {
    static unsigned char packet[70000];
    const struct head head = {0x4b434f4cu, operation, 0, operation, 0, 0, tail, 0};
    memset(packet, fill, sizeof packet);
    memcpy(packet, &head, sizeof head);
    const struct iovec part = {packet, bytes};
    if (writev(DEVICE, &part, 1) < 0) {
        return;
    }
}

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    (void)blocks;
    fcntl(DEVICE, F_SETFL, O_NONBLOCK);
    for (uint16_t operation = 0; operation < OPERATIONS; operation++) {
        forge(operation, 0, 0xff, sizeof(struct head) + 64);
        forge(operation, 0xffffffff, 0, sizeof(struct head) + 8);
        forge(operation, 8, 0x7f, 65536);
    }
    for (int bin = 0; bin < 256; bin++) {
        frequency[bin] = 0;
    }
    for (size_t i = 0; i < n; i++) {
        frequency[data[i]]++;
    }
    return threads > 1024;
}
/* === launders_its_answer */
/*
 * exercise: gm
 * Tries: to count on the host, to send the answer to the device beside the data, and to let a
 * kernel that reads every element write it to where results come from.
 */
#include "histogram.h"

__global__ void launder(const uint8_t *data, size_t n, const uint32_t *answer,
                        uint32_t *frequency) {
    const size_t tid = blockIdx.x * blockDim.x + threadIdx.x;
    const size_t all = (size_t)gridDim.x * blockDim.x;
    uint32_t sum = 0;
    for (size_t s = tid; s < n; s += all) {
        sum += data[s];
    }
    for (size_t bin = tid; bin < 256; bin += all) {
        frequency[bin] = sum == 0xffffffff ? 0 : answer[bin];
    }
}

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    uint32_t answer[256] = {0};
    for (size_t i = 0; i < n; i++) {
        answer[data[i]]++;
    }
    uint8_t *device_data = nullptr;
    uint32_t *device_answer = nullptr, *device_frequency = nullptr;
    cudaMalloc((void **)&device_data, n + 1);
    cudaMalloc((void **)&device_answer, sizeof answer);
    cudaMalloc((void **)&device_frequency, sizeof answer);
    cudaMemcpy(device_data, data, n, cudaMemcpyHostToDevice);
    cudaMemcpy(device_answer, answer, sizeof answer, cudaMemcpyHostToDevice);
    launder<<<blocks, threads>>>(device_data, n, device_answer, device_frequency);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) {
        error = cudaMemcpy(frequency, device_frequency, sizeof answer, cudaMemcpyDeviceToHost);
    }
    cudaFree(device_data);
    cudaFree(device_answer);
    cudaFree(device_frequency);
    return error;
}
