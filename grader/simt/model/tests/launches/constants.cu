/*
 * Loads of __constant__ memory whose lanes ask for 1 to 32 places, next to each other or 64 bytes apart: cycles of a warp for each load, once the
 * constants are there. LOADS loads do not wait for one another.
 *
 *     nvcc -O3 -std=c++17 -arch=native constants.cu -o constants; ./constants
 */
#include <cuda_runtime.h>

#include <cstdio>

enum { WORDS = 2048, LOADS = 16, PASSES = 8 };
__constant__ float table[WORDS];

__global__ void spread(float *out, long long *cycles, int places, int apart) {
    float sum = 0;
    long long begin = 0;
    int at = (int)threadIdx.x % places * apart;
    for (int pass = 0; pass < PASSES; pass++) {
        if (pass == 1) begin = clock64();
#pragma unroll
        for (int k = 0; k < LOADS; k++) sum += table[(at + k * 64 + pass) & (WORDS - 1)];
    }
    long long end = clock64();
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
    if (threadIdx.x % 32 == 0) cycles[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = end - begin;
}

int main() {
    float *out, host[WORDS] = {0};
    long long *cycles, all[32];
    cudaMalloc((void **)&out, sizeof(float) * 1024);
    cudaMalloc((void **)&cycles, sizeof all);
    cudaMemcpyToSymbol(table, host, sizeof host);
    printf("apart,places,warps,cycles\n");
    for (int apart : {1, 16})
        for (int warps : {1, 4, 16, 32})
            for (int places : {1, 2, 4, 8, 16, 32}) {
                long long most = 0;
                for (int run = 0; run < 3; run++) spread<<<1, warps * 32>>>(out, cycles, places, apart);
                cudaMemcpy(all, cycles, sizeof all, cudaMemcpyDeviceToHost);
                for (int w = 0; w < warps; w++) most = all[w] > most ? all[w] : most;
                printf("%d,%d,%d,%.2f\n", apart, places, warps, (double)most / LOADS / (PASSES - 1));
            }
    return cudaGetLastError() != cudaSuccess;
}
