/*
 * merged.cu - stores of parts of sectors: which of them L1 sends together. Each launch stores four bytes a lane, again and
 * again, until sectors are whole. With `once` each runs once, for Nsight Compute and for the machine; `names` lists them.
 *
 *     nvcc -O3 -std=c++17 -arch=native merged.cu -o merged; ./merged names
 *     ncu --clock-control none --metrics gpu__time_duration.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum,l1tex__m_l1tex2xbar_write_sectors.sum ./merged once
 */
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

#define AT (blockIdx.x * (size_t)blockDim.x + threadIdx.x)

/* A lane has `SETS` places, `STRIDE` words from those of its neighbours, and stores the first word of each, then the second… */
template <int SETS, int STRIDE, int WORDS> __global__ void sets(int *to) {
#pragma unroll
    for (int k = 0; k < WORDS; k++)
#pragma unroll
        for (int s = 0; s < SETS; s++) to[((s * (size_t)gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x) * STRIDE + k] = k;
}

/* Eight warps store a word each of the same 32 sectors, after a barrier. */
__global__ void eight_warps(int *to, int rounds) {
    int lane = threadIdx.x % 32, word = threadIdx.x / 32 % 8, group = threadIdx.x / 256;
    for (int k = 0; k < rounds; k++) {
        __syncthreads();
        to[(((k * (size_t)gridDim.x + blockIdx.x) * (blockDim.x / 256) + group) * 32 + lane) * 8 + word] = k;
    }
}

/* The threads of a block store to `digits` rows of `each` words, as keys go to the places of their digits. */
__global__ void to_digits(int *to, int digits, int each) {
    size_t digit = threadIdx.x % digits, place = threadIdx.x / digits;
    to[(digit * gridDim.x + blockIdx.x) * each + place] = 1;
}

/* The words of a lane's own sector, with a load of something else before each. */
__global__ void beside_loads(int *to, const int *from) {
    int sum = 0;
    for (int k = 0; k < 8; k++) {
        sum += from[(k * (size_t)gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x];
        to[AT * 8 + k] = sum;
    }
}

static bool names;

template <class F> static void launch(const char *name, int blocks, int threads, F run) {
    if (names) {
        printf("%s,%d,%d\n", name, blocks, threads);
    } else {
        run();
    }
}
#define RUN(blocks, threads, what, ...) launch(what, blocks, threads, [=] { __VA_ARGS__; })
#define SETS(n, stride, words, blocks, threads) \
    RUN(blocks, threads, "sets " #n " " #stride " " #words, sets<n, stride, words><<<blocks, threads>>>(to))

int main(int argc, char **argv) {
    names = argc > 1 && strcmp(argv[1], "names") == 0;
    int *to = nullptr, *from = nullptr;
    cudaMalloc(&to, size_t(512) << 20), cudaMalloc(&from, size_t(64) << 20);
    cudaMemset(from, 0, size_t(64) << 20);
    SETS(1, 8, 8, 132, 32), SETS(2, 8, 8, 132, 32), SETS(3, 8, 8, 132, 32), SETS(4, 8, 8, 132, 32), SETS(8, 8, 8, 132, 32);
    SETS(1, 16, 4, 132, 32), SETS(2, 16, 4, 132, 32), SETS(1, 32, 4, 132, 32), SETS(2, 32, 4, 132, 32);
    SETS(1, 4, 4, 132, 32), SETS(2, 4, 4, 132, 32), SETS(4, 4, 4, 132, 32), SETS(6, 4, 4, 132, 32), SETS(8, 4, 4, 132, 32);
    SETS(1, 2, 2, 132, 32), SETS(2, 2, 2, 132, 32), SETS(4, 2, 2, 132, 32), SETS(8, 2, 2, 132, 32);
    for (int threads : {64, 128, 256, 512, 1024}) SETS(1, 8, 8, 132, threads);
    SETS(1, 8, 8, 528, 128), SETS(1, 8, 8, 2112, 128), SETS(3, 8, 8, 2112, 128);
    for (int threads : {256, 512, 1024}) RUN(132, threads, "eight_warps", eight_warps<<<132, threads>>>(to, 4));
    RUN(1056, 256, "eight_warps", eight_warps<<<1056, 256>>>(to, 4));
    for (int blocks : {132, 1056, 8448}) RUN(blocks, 256, "to_digits 16", to_digits<<<blocks, 256>>>(to, 16, 16));
    for (int digits : {4, 8, 32, 64, 256}) RUN(1056, 256, digits == 4 ? "to_digits 4" : digits == 8 ? "to_digits 8" : digits == 32 ? "to_digits 32" : digits == 64 ? "to_digits 64" : "to_digits 256", to_digits<<<1056, 256>>>(to, digits, 256 / digits));
    for (int blocks : {132, 1056}) RUN(blocks, 128, "beside_loads", beside_loads<<<blocks, 128>>>(to, from));
    if (cudaDeviceSynchronize() != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(cudaGetLastError()));
        return 1;
    }
    return 0;
}
