/* Launches of launches.cu: sparse and dense products. */
#pragma once
#include "launches.h"

__global__ void spmv_thread(const int *row, const int *column, const float *value, const float *x, float *y, int n) {
    int i = INDEX;
    if (i < n) {
        float sum = 0;
        for (int k = row[i]; k < row[i + 1]; k++) sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}
__global__ void spmv_warp(const int *row, const int *column, const float *value, const float *x, float *y, int n) {
    int i = INDEX / 32, lane = threadIdx.x % 32;
    if (i < n) {
        float sum = 0;
        for (int k = row[i] + lane; k < row[i + 1]; k += 32) sum += value[k] * x[column[k]];
        for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
        if (lane == 0) y[i] = sum;
    }
}
__global__ void spmv_ell(const int *column, const float *value, const float *x, float *y, int n, int width) {
    int i = INDEX;
    float sum = 0;
    for (int k = 0; k < width; k++) sum += value[k * n + i] * x[column[k * n + i]];
    y[i] = sum;
}
__global__ void matvec_thread(const float *a, const float *x, float *y, int n) {
    int i = INDEX;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[i * n + k] * x[k];
    y[i] = sum;
}
__global__ void matvec_warp(const float *a, const float *x, float *y, int n) {
    int i = INDEX / 32, lane = threadIdx.x % 32;
    float sum = 0;
    for (int k = lane; k < n; k += 32) sum += a[i * n + k] * x[k];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    if (lane == 0) y[i] = sum;
}
__global__ void product_registers(const float *a, const float *b, float *c, int n) {
    __shared__ float A[8][64], B[8][64];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16, x = blockIdx.x * 64, y = blockIdx.y * 64;
    float sum[4][4] = {};
    for (int k = 0; k < n; k += 8) {
        for (int i = threadIdx.x; i < 512; i += 256) {
            A[i % 8][i / 8] = a[(y + i / 8) * n + k + i % 8];
            B[i / 64][i % 64] = b[(k + i / 64) * n + x + i % 64];
        }
        __syncthreads();
#pragma unroll
        for (int q = 0; q < 8; q++)
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) sum[i][j] += A[q][ty * 4 + i] * B[q][tx * 4 + j];
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) c[(y + ty * 4 + i) * n + x + tx * 4 + j] = sum[i][j];
}
__global__ void dot(const float *a, const float *b, float *out, int n) {
    __shared__ float s[256];
    float sum = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) sum += a[i] * b[i];
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(out, s[0]);
}
__global__ void softmax_row(const float *in, float *out, int n) {
    __shared__ float s[256];
    const float *row = in + blockIdx.x * n;
    float most = -1e30f, sum = 0;
    for (int i = threadIdx.x; i < n; i += 256) most = fmaxf(most, row[i]);
    s[threadIdx.x] = most;
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + d]);
        __syncthreads();
    }
    most = s[0];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += 256) sum += __expf(row[i] - most);
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    for (int i = threadIdx.x; i < n; i += 256) out[blockIdx.x * n + i] = __expf(row[i] - most) / s[0];
}

static void products() {
    for (int n : {4 * K, 64 * K}) {
        draws draw{5};
        std::vector<int> row(1, 0), column;
        for (int i = 0; i < n; i++) {
            int length = 4 + int(draw(25)) + (draw(64) == 0 ? 100 : 0);
            for (int k = 0; k < length; k++) column.push_back(int(draw(unsigned(n))));
            row.push_back(int(column.size()));
        }
        int *r = on_device(row), *c = on_device(column);
        launch("spmv_thread", n, [=] { spmv_thread<<<n / 128, 128>>>(r, c, floats, floats + 2 * M, others, n); });
        launch("spmv_warp", n, [=] { spmv_warp<<<n / 8, 256>>>(r, c, floats, floats + 2 * M, others, n); });
        int *e = drawn<int>(size_t(n) * 16, unsigned(n), 6);
        launch("spmv_ell", n, [=] { spmv_ell<<<n / 256, 256>>>(e, floats, floats + 2 * M, others, n, 16); });
        cudaFree(r), cudaFree(c), cudaFree(e);
    }
    for (int n : {512, 2048}) {
        launch("matvec_thread", n, [=] { matvec_thread<<<n / 128, 128>>>(floats, floats, others, n); });
        launch("matvec_warp", n, [=] { matvec_warp<<<n / 8, 256>>>(floats, floats, others, n); });
    }
    for (int n : {256, 512}) launch("product_registers", n, [=] { product_registers<<<dim3(n / 64, n / 64), 256>>>(floats, floats + M, others, n); });
    for (int n : {64 * K, 4 * M}) launch("dot", n, [=] { dot<<<264, 256>>>(floats, others, (float *)little, n); });
    launch("softmax_row", 1024, [=] { softmax_row<<<1024, 256>>>(floats, others, 1024); });
}
