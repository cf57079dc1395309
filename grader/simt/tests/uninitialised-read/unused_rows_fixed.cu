// The same rows and the same end: loaded by all threads, and used by nobody.
#include <cuda_runtime.h>
#include <stdio.h>

enum { SIDE = 8, N = 13 };

__global__ void below(const float *in, float *out, int height) {
    __shared__ float tile[SIDE + 1][SIDE];
    const int x = threadIdx.x, y = threadIdx.y;
    if (y < height) {
        tile[y][x] = in[y * SIDE + x];
    }
    __syncthreads();
    const float here = tile[y][x], next = tile[y + 1][x];
    __syncthreads(); // here both have been loaded
    if (y < height - 1) {
        out[y * SIDE + x] = here + next;
    }
}

// The array is longer than the data, so that the last one may load four, too.
__global__ void by_four(const uint4 *in, unsigned *sum) {
    const uint4 four = in[threadIdx.x];
    const unsigned all[4] = {four.x, four.y, four.z, four.w};
    unsigned mine = 0;
    for (int i = 0; i < 4; i++) {
        mine += 4 * threadIdx.x + i < N ? all[i] : 0;
    }
    atomicAdd(sum, mine);
}

__global__ void by_warp(unsigned *sum) {
    __shared__ unsigned part[32];
    if (threadIdx.x < N) {
        part[threadIdx.x] = 1;
    }
    __syncwarp();
    unsigned mine = part[threadIdx.x];
    __syncwarp();
    *sum = __reduce_add_sync(0xffffffff, threadIdx.x < N ? mine : 0);
}

int main(void) {
    float host[SIDE * SIDE], *in, *out;
    unsigned numbers[N], *data, *sum, total = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        host[i] = 1.0f;
    }
    for (int i = 0; i < N; i++) {
        numbers[i] = i;
    }
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&data, (N + 3) / 4 * 16);
    cudaMalloc(&sum, sizeof *sum);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(data, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    cudaMemset(sum, 0, sizeof *sum);
    below<<<1, dim3(SIDE, SIDE)>>>(in, out, SIDE - 2);
    by_four<<<1, (N + 3) / 4>>>((const uint4 *)data, sum);
    by_warp<<<1, 32>>>(sum);
    cudaMemcpy(host, out, 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost);
    printf("%g\n", host[0]);
    cudaFree(in);
    cudaFree(out);
    cudaFree(data);
    cudaFree(sum);
    return 0;
}
