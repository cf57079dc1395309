// open.cu - copies, strides, transposes, products, reductions, histograms, arithmetic, divergence,
// bank conflicts, atomics, gathers: the 78 launches that the model was first held against
// (handouts/data/model/open.csv).
#include "bench.h"

__global__ void vadd(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
__global__ void copy4(const float4 *a, float4 *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i];
}
__global__ void copybytes(const unsigned char *a, unsigned char *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i];
}
__global__ void strided(const float *a, float *c, int n, int s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / s)
        c[i] = a[(size_t)i * s];
}
__global__ void chunked(const float *a, float *c, int n, int per) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int k = 0; k < per; k++) {
        size_t i = (size_t)t * per + k;
        if (i < n)
            s += a[i];
    }
    c[t] = s;
}
__global__ void transpose_naive(const float *a, float *c, int w) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        c[(size_t)x * w + y + j] = a[(size_t)(y + j) * w + x];
}
template <int P> __global__ void transpose_tile(const float *a, float *c, int w) {
    __shared__ float t[32][32 + P];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        t[threadIdx.y + j][threadIdx.x] = a[(size_t)(y + j) * w + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        c[(size_t)(y + j) * w + x] = t[threadIdx.x][threadIdx.y + j];
}
__global__ void matmul_naive(const float *a, const float *b, float *c, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float s = 0;
    for (int k = 0; k < n; k++)
        s += a[y * n + k] * b[k * n + x];
    c[y * n + x] = s;
}
template <int T> __global__ void matmul_tile(const float *a, const float *b, float *c, int n) {
    __shared__ float A[T][T], B[T][T];
    int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
    float s = 0;
    for (int k = 0; k < n; k += T) {
        A[threadIdx.y][threadIdx.x] = a[y * n + k + threadIdx.x];
        B[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + x];
        __syncthreads();
        for (int i = 0; i < T; i++)
            s += A[threadIdx.y][i] * B[i][threadIdx.x];
        __syncthreads();
    }
    c[y * n + x] = s;
}
__global__ void red0(const unsigned *a, unsigned *o, int n) {
    extern __shared__ unsigned s[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? a[i] : 0;
    __syncthreads();
    for (int k = 1; k < blockDim.x; k *= 2) {
        if (t % (2 * k) == 0)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (!t)
        o[blockIdx.x] = s[0];
}
__global__ void red1(const unsigned *a, unsigned *o, int n) {
    extern __shared__ unsigned s[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? a[i] : 0;
    __syncthreads();
    for (int k = 1; k < blockDim.x; k *= 2) {
        int x = 2 * k * t;
        if (x < blockDim.x)
            s[x] += s[x + k];
        __syncthreads();
    }
    if (!t)
        o[blockIdx.x] = s[0];
}
__global__ void red2(const unsigned *a, unsigned *o, int n) {
    extern __shared__ unsigned s[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? a[i] : 0;
    __syncthreads();
    for (int k = blockDim.x / 2; k; k /= 2) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (!t)
        o[blockIdx.x] = s[0];
}
__global__ void red_shfl(const unsigned *a, unsigned *o, int n) {
    unsigned v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        v += a[i];
    for (int k = 16; k; k /= 2)
        v += __shfl_down_sync(~0u, v, k);
    if (threadIdx.x % 32 == 0)
        atomicAdd(o, v);
}
__global__ void hist_shared(const unsigned char *a, unsigned *h, int n) {
    __shared__ unsigned s[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        s[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&s[a[i]], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        atomicAdd(&h[i], s[i]);
}
__global__ void hist_global(const unsigned char *a, unsigned *h, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&h[a[i]], 1u);
}
__global__ void fma32(float *o, int it) {
    float a = threadIdx.x, b = 1.0001f, c = 0.5f, d = a + 1, e = a + 2, f = a + 3;
    for (int i = 0; i < it; i++) {
        a = a * b + c;
        d = d * b + c;
        e = e * b + c;
        f = f * b + c;
    }
    o[blockIdx.x * blockDim.x + threadIdx.x] = a + d + e + f;
}
__global__ void fma64(double *o, int it) {
    double a = threadIdx.x, b = 1.0001, c = 0.5, d = a + 1, e = a + 2, f = a + 3;
    for (int i = 0; i < it; i++) {
        a = a * b + c;
        d = d * b + c;
        e = e * b + c;
        f = f * b + c;
    }
    o[blockIdx.x * blockDim.x + threadIdx.x] = a + d + e + f;
}
__global__ void chain32(float *o, int it) {
    float a = threadIdx.x;
    for (int i = 0; i < it; i++)
        a = a * 1.0001f + 0.5f;
    o[blockIdx.x * blockDim.x + threadIdx.x] = a;
}
__global__ void diverge(float *o, int it, int ways) {
    float a = threadIdx.x;
    int w = threadIdx.x % ways;
    for (int k = 0; k < ways; k++)
        if (w == k)
            for (int i = 0; i < it; i++)
                a = a * 1.0001f + k;
    o[blockIdx.x * blockDim.x + threadIdx.x] = a;
}
__global__ void conflicts(float *o, int it, int stride) {
    __shared__ float s[32 * 32];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        s[i] = i;
    __syncthreads();
    int x = (threadIdx.x * stride) % 1024;
    float a = 0;
    for (int i = 0; i < it; i++) {
        a += s[x];
        x = (x + 32) % 1024;
    }
    o[blockIdx.x * blockDim.x + threadIdx.x] = a;
}
__global__ void atomics_one(unsigned *c, int per) {
    for (int i = 0; i < per; i++)
        atomicAdd(c, 1u);
}
__global__ void gather(const float *a, const unsigned *ix, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[ix[i]];
}
/* An array of numbers that are always the same: 0 to 65535, or a byte of that. */
template <class T> static T *dev(size_t n, unsigned seed = 1) {
    std::vector<T> host(n);
    unsigned s = seed * 2654435761u + 12345;
    for (T &value : host) {
        s = s * 1664525u + 1013904223u;
        value = (T)(s >> 16);
    }
    return on_device(host);
}

int main(int argc, char **argv) {
    bench_begin(argc, argv);
    const int M = 1 << 24;
    float *a = dev<float>(M), *b = dev<float>(M, 2), *c = dev<float>(M, 3);
    unsigned *u = dev<unsigned>(M), *o = dev<unsigned>(1 << 17);
    unsigned char *by = dev<unsigned char>(M);
    double *d = dev<double>(1 << 19);
    for (int n : {1 << 16, 1 << 20, 1 << 24}) {
        int g = n / 256;
        launch("vadd", n, [=] { vadd<<<g, 256>>>(a, b, c, n); });
        launch("copy4", n, [=] { copy4<<<g / 4, 256>>>((float4 *)a, (float4 *)c, n / 4); });
        launch("copybytes", n, [=] { copybytes<<<g, 256>>>(by, (unsigned char *)c, n); });
        for (int s : {2, 8, 32}) {
            char nm[32];
            sprintf(nm, "strided_%d", s);
            launch(nm, n, [=] { strided<<<(g + s - 1) / s, 256>>>(a, c, n, s); });
        }
        launch("chunked_16", n, [=] { chunked<<<g / 16, 256>>>(a, c, n, 16); });
        launch("red0", n, [=] { red0<<<g, 256, 1024>>>(u, o, n); });
        launch("red1", n, [=] { red1<<<g, 256, 1024>>>(u, o, n); });
        launch("red2", n, [=] { red2<<<g, 256, 1024>>>(u, o, n); });
        launch("red_shfl", n, [=] { red_shfl<<<std::min(g, 528), 256>>>(u, o, n); });
        launch("hist_shared", n, [=] { hist_shared<<<std::min(g, 264), 256>>>(by, o, n); });
        launch("gather", n, [=] { gather<<<g, 256>>>(a, u, c, n); }); // indices are below 65536
    }
    for (int n : {1 << 16, 1 << 20})
        launch("hist_global", n, [=] { hist_global<<<std::min(n / 256, 264), 256>>>(by, o, n); });
    for (int w : {256, 1024, 4096}) {
        dim3 g(w / 32, w / 32), t(32, 8);
        launch("transpose_naive", w, [=] { transpose_naive<<<g, t>>>(a, c, w); });
        launch("transpose_tile", w, [=] { transpose_tile<0><<<g, t>>>(a, c, w); });
        launch("transpose_pad", w, [=] { transpose_tile<1><<<g, t>>>(a, c, w); });
    }
    for (int n : {128, 512}) {
        launch("matmul_naive", n,
               [=] { matmul_naive<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n); });
        launch("matmul_tile16", n,
               [=] { matmul_tile<16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n); });
        launch("matmul_tile32", n,
               [=] { matmul_tile<32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(a, b, c, n); });
    }
    for (int bl : {1, 132, 1056}) {
        launch("fma32", bl, [=] { fma32<<<bl, 256>>>(c, 512); });
        launch("fma64", bl, [=] { fma64<<<bl, 256>>>(d, 512); });
        launch("chain32", bl, [=] { chain32<<<bl, 256>>>(c, 512); });
        launch("chain32_1warp", bl, [=] { chain32<<<bl, 32>>>(c, 512); });
    }
    for (int w : {1, 2, 8, 32})
        launch("diverge", w, [=] { diverge<<<264, 256>>>(c, 64, w); });
    for (int s : {1, 2, 8, 32})
        launch("conflicts", s, [=] { conflicts<<<264, 256>>>(c, 256, s); });
    for (int g : {1, 132})
        launch("atomics_one", g, [=] { atomics_one<<<g, 256>>>(o, 16); });
}
