/* Kernels that the model saw for the first time when it had its mechanisms: a second held-out set. */
#include "bench.h"

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
typedef unsigned char byte;

__global__ void fft_stage(float2 *data, int half) {
    int i = INDEX, k = i % half, a = (i / half) * half * 2 + k, b = a + half;
    float s, c;
    sincosf(-3.14159265f * k / half, &s, &c);
    float2 x = data[a], y = data[b];
    float re = y.x * c - y.y * s, im = y.x * s + y.y * c;
    data[a] = make_float2(x.x + re, x.y + im);
    data[b] = make_float2(x.x - re, x.y - im);
}
__global__ void floyd_step(float *d, int n, int k) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float through = d[y * n + k] + d[k * n + x];
    if (through < d[y * n + x]) d[y * n + x] = through;
}
__global__ void nearest(const float2 *points, const float2 *centres, int *out, int k) {
    float2 p = points[INDEX];
    float best = 1e30f;
    int which = 0;
    for (int c = 0; c < k; c++) {
        float dx = p.x - centres[c].x, dy = p.y - centres[c].y, d = dx * dx + dy * dy;
        if (d < best) best = d, which = c;
    }
    out[INDEX] = which;
}
__global__ void frontier(const int *row, const int *column, const int *level, int *next, int n, int now) {
    int i = INDEX;
    if (i < n && level[i] == now)
        for (int k = row[i]; k < row[i + 1]; k++)
            if (level[column[k]] < 0) next[column[k]] = now + 1;
}
__global__ void median9(const float *in, float *out, int w) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x == 0 || y == 0 || x == w - 1 || y == w - 1) return;
    float v[9];
    for (int j = 0; j < 9; j++) v[j] = in[(y + j / 3 - 1) * w + x + j % 3 - 1];
    for (int i = 0; i < 5; i++)
        for (int j = i + 1; j < 9; j++) {
            float low = fminf(v[i], v[j]), high = fmaxf(v[i], v[j]);
            v[i] = low, v[j] = high;
        }
    out[y * w + x] = v[4];
}
__global__ void crc(const byte *in, unsigned *out, int each) {
    unsigned c = ~0u;
    for (int k = 0; k < each; k++) {
        c ^= in[INDEX * each + k];
        for (int b = 0; b < 8; b++) c = c & 1 ? c >> 1 ^ 0xEDB88320u : c >> 1;
    }
    out[INDEX] = ~c;
}
__global__ void arg_max(const float *in, float *best, int *where, int n) {
    __shared__ float v[256];
    __shared__ int at[256];
    float most = -1e30f;
    int place = 0, t = threadIdx.x;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)
        if (in[i] > most) most = in[i], place = i;
    v[t] = most, at[t] = place;
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (t < d && v[t + d] > v[t]) v[t] = v[t + d], at[t] = at[t + d];
        __syncthreads();
    }
    if (t == 0) best[blockIdx.x] = v[0], where[blockIdx.x] = at[0];
}
__global__ void product_double(const double *a, const double *b, double *c, int n) {
    __shared__ double A[16][16], B[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    double sum = 0;
    for (int k = 0; k < n; k += 16) {
        A[ty][tx] = a[y * n + k + tx];
        B[ty][tx] = b[(k + ty) * n + x];
        __syncthreads();
        for (int q = 0; q < 16; q++) sum += A[ty][q] * B[q][tx];
        __syncthreads();
    }
    c[y * n + x] = sum;
}
__global__ void layer_norm(const float *in, float *out, int n) {
    const float *row = in + (INDEX / 32) * n;
    int lane = threadIdx.x % 32;
    float sum = 0, squares = 0;
    for (int i = lane; i < n; i += 32) sum += row[i], squares += row[i] * row[i];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d), squares += __shfl_xor_sync(~0u, squares, d);
    float mean = sum / n, scale = rsqrtf(squares / n - mean * mean + 1e-5f);
    for (int i = lane; i < n; i += 32) out[(INDEX / 32) * n + i] = (row[i] - mean) * scale;
}
__global__ void interpolate(const float *table, const float *x, float *out, int n, int size) {
    int i = INDEX;
    if (i < n) {
        float p = x[i] * 1e-3f * (size - 2);
        int k = (int)p;
        float f = p - k;
        out[i] = table[k] * (1 - f) + table[k + 1] * f;
    }
}
__global__ void walk(unsigned *ends, int steps) {
    unsigned s = INDEX * 2654435761u + 1;
    int x = 0, y = 0;
    for (int k = 0; k < steps; k++) {
        s ^= s << 13, s ^= s >> 17, s ^= s << 5;
        if (s & 1) x += s & 2 ? 1 : -1;
        else y += s & 2 ? 1 : -1;
    }
    ends[INDEX] = x * x + y * y;
}
__global__ void segment_sum(const float *in, const int *segment, float *sums) { atomicAdd(&sums[segment[INDEX]], in[INDEX]); }
__global__ void search(const unsigned *sorted, const unsigned *keys, int *found, int n) {
    unsigned key = keys[INDEX];
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (sorted[middle] < key) low = middle + 1;
        else high = middle;
    }
    found[INDEX] = low;
}
__global__ void gray(const uchar4 *in, byte *out, int n) {
    int i = INDEX;
    if (i < n) {
        uchar4 p = in[i];
        out[i] = (byte)(0.299f * p.x + 0.587f * p.y + 0.114f * p.z);
    }
}

static const int K = 1 << 10, M = 1 << 20;
int main(int argc, char **argv) {
    bench_begin(argc, argv);
    float *a = drawn<float>(4 * M, 1000), *b = drawn<float>(4 * M, 1000, 2);
    double *x = drawn<double>(M, 100, 3), *y = drawn<double>(M, 100, 4);
    unsigned *u = drawn<unsigned>(M, 1u << 30, 5), *o = drawn<unsigned>(M, 16, 6);
    byte *bytes = drawn<byte>(4 * M, 256, 7);
    int *few = drawn<int>(M, 1000, 8), *level = drawn<int>(64 * K, 3, 9);
    std::vector<unsigned> order(M);
    for (int i = 0; i < M; i++) order[i] = i * 1024u;
    unsigned *sorted = on_device(order);
    draws draw{3};
    std::vector<int> row(1, 0), column;
    for (int i = 0; i < 64 * K; i++) {
        for (unsigned k = 0, many = 2 + draw(14); k < many; k++) column.push_back(int(draw(64 * K)));
        row.push_back(int(column.size()));
    }
    int *rows = on_device(row), *columns = on_device(column);
    for (int n : {64 * K, M}) {
        launch("fft_stage_far", n, [=] { fft_stage<<<n / 512, 256>>>((float2 *)a, n / 2); });
        launch("fft_stage_near", n, [=] { fft_stage<<<n / 512, 256>>>((float2 *)a, 8); });
        launch("nearest_16", n, [=] { nearest<<<n / 256, 256>>>((float2 *)a, (float2 *)b, (int *)o, 16); });
        launch("arg_max", n, [=] { arg_max<<<std::min(n / 256, 264), 256>>>(a, b, (int *)o, n); });
        launch("interpolate", n, [=] { interpolate<<<n / 256, 256>>>(a, b + M, b, n, 64 * K); });
        launch("segment_sum", n, [=] { segment_sum<<<n / 256, 256>>>(a, few, b); });
        launch("search", n, [=] { search<<<n / 256, 256>>>(sorted, u, (int *)o, M); });
        launch("gray", n, [=] { gray<<<n / 256, 256>>>((uchar4 *)bytes, (byte *)b, n); });
    }
    for (int w : {256, 1024}) {
        launch("floyd_step", w, [=] { floyd_step<<<dim3(w / 32, w / 8), dim3(32, 8)>>>(a, w, 7); });
        launch("median9", w, [=] { median9<<<dim3(w / 32, w / 8), dim3(32, 8)>>>(a, b, w); });
    }
    for (int n : {128, 512}) launch("product_double", n, [=] { product_double<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(x, y, x + M / 2, n); });
    launch("nearest_256", 64 * K, [=] { nearest<<<256, 256>>>((float2 *)a, (float2 *)b, (int *)o, 256); });
    launch("frontier", 64 * K, [=] { frontier<<<256, 256>>>(rows, columns, level, few, 64 * K, 1); });
    launch("crc", 64, [=] { crc<<<132, 128>>>(bytes, o, 64); });
    launch("layer_norm", 1024, [=] { layer_norm<<<256, 256>>>(a, b, 1024); });
    launch("layer_norm", 128, [=] { layer_norm<<<1024, 256>>>(a, b, 128); });
    launch("walk", 256, [=] { walk<<<264, 256>>>(o, 256); });
    for (void *memory : {(void *)a, (void *)b, (void *)x, (void *)y, (void *)u, (void *)o, (void *)bytes, (void *)few, (void *)level, (void *)sorted, (void *)rows, (void *)columns}) cudaFree(memory);
    return 0;
}
