/* Launches of launches.cu: convolutions and stencils. */
#pragma once
#include "launches.h"

__constant__ float weights[64];
__global__ void conv_row(const float *in, float *out, int n, int radius) {
    int i = INDEX;
    float sum = 0;
    for (int k = -radius; k <= radius; k++) {
        if (i + k >= 0 && i + k < n) sum += in[i + k] * weights[k + radius];
    }
    if (i < n) out[i] = sum;
}
template <int R> __global__ void conv_row_shared(const float *in, float *out, int n) {
    __shared__ float s[256 + 2 * R];
    int i = INDEX, t = threadIdx.x;
    s[t + R] = i < n ? in[i] : 0;
    if (t < R) {
        s[t] = i >= R ? in[i - R] : 0;
        s[t + 256 + R] = i + 256 < n ? in[i + 256] : 0;
    }
    __syncthreads();
    float sum = 0;
    for (int k = 0; k <= 2 * R; k++) sum += s[t + k] * weights[k];
    if (i < n) out[i] = sum;
}
__global__ void conv_column(const float *in, float *out, int w, int h, int radius) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = -radius; k <= radius; k++) {
        if (y + k >= 0 && y + k < h) sum += in[(y + k) * w + x] * weights[k + radius];
    }
    out[y * w + x] = sum;
}
template <int R> __global__ void conv_plane(const float *in, float *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    if (x >= R && y >= R && x < w - R && y < h - R) {
        for (int j = -R; j <= R; j++)
            for (int i = -R; i <= R; i++) sum += in[(y + j) * w + x + i] * weights[(j + R) * (2 * R + 1) + i + R];
        out[y * w + x] = sum;
    }
}
template <int R> __global__ void conv_plane_shared(const float *in, float *out, int w, int h) {
    __shared__ float s[16 + 2 * R][16 + 2 * R];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    for (int j = threadIdx.y; j < 16 + 2 * R; j += 16)
        for (int i = threadIdx.x; i < 16 + 2 * R; i += 16) {
            int u = blockIdx.x * 16 + i - R, v = blockIdx.y * 16 + j - R;
            s[j][i] = u >= 0 && v >= 0 && u < w && v < h ? in[v * w + u] : 0;
        }
    __syncthreads();
    float sum = 0;
    for (int j = 0; j <= 2 * R; j++)
        for (int i = 0; i <= 2 * R; i++) sum += s[threadIdx.y + j][threadIdx.x + i] * weights[j * (2 * R + 1) + i];
    out[y * w + x] = sum;
}
__global__ void jacobi(const float *in, float *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
        out[y * w + x] = 0.25f * (in[y * w + x - 1] + in[y * w + x + 1] + in[(y - 1) * w + x] + in[(y + 1) * w + x]);
}
__global__ void heat3d(const float *in, float *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    int i = (z * n + y) * n + x;
    if (x > 0 && y > 0 && z > 0 && x < n - 1 && y < n - 1 && z < n - 1)
        out[i] = in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - n * n] + in[i + n * n] - 6 * in[i]);
}
__global__ void life(const byte *in, byte *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int around = 0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
            if (i || j) around += in[((y + j + h) % h) * w + (x + i + w) % w];
    out[y * w + x] = around == 3 || (around == 2 && in[y * w + x]);
}

static void convolutions() {
    for (int n : {64 * K, M}) {
        launch("conv_row_4", n, [=] { conv_row<<<n / 256, 256>>>(floats, others, n, 4); });
        launch("conv_row_16", n, [=] { conv_row<<<n / 256, 256>>>(floats, others, n, 16); });
        launch("conv_row_shared_8", n, [=] { conv_row_shared<8><<<n / 256, 256>>>(floats, others, n); });
    }
    for (int w : {256, 1024}) {
        dim3 grid(w / 16, w / 16), block(16, 16), wide(w / 32, w / 8), row(32, 8);
        launch("conv_column_8", w, [=] { conv_column<<<wide, row>>>(floats, others, w, w, 8); });
        launch("conv_plane_1", w, [=] { conv_plane<1><<<grid, block>>>(floats, others, w, w); });
        launch("conv_plane_3", w, [=] { conv_plane<3><<<grid, block>>>(floats, others, w, w); });
        launch("conv_plane_shared_2", w, [=] { conv_plane_shared<2><<<grid, block>>>(floats, others, w, w); });
        launch("jacobi", w, [=] { jacobi<<<wide, row>>>(floats, others, w, w); });
        launch("life", w, [=] { life<<<wide, row>>>(bytes, bytes + M, w, w); });
    }
    launch("jacobi", 2048, [=] { jacobi<<<dim3(64, 256), dim3(32, 8)>>>(floats, others, 2048, 2048); });
    launch("heat3d", 128, [=] { heat3d<<<dim3(4, 16, 128), dim3(32, 8)>>>(floats, others, 128); });
}
