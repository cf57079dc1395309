/* Launches of launches.cu: histograms and atomics; latencies, caches, occupancy; copies and mapped memory. */
#pragma once
#include "launches.h"

/* ---- histograms and atomics ------------------------------------------------------------------ */

__global__ void bins_shared(const unsigned *in, unsigned *bins, int n, int m) {
    extern __shared__ unsigned s[];
    for (int i = threadIdx.x; i < m; i += blockDim.x) s[i] = 0;
    __syncthreads();
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) atomicAdd(&s[in[i] & (m - 1)], 1);
    __syncthreads();
    for (int i = threadIdx.x; i < m; i += blockDim.x) atomicAdd(&bins[i], s[i]);
}
__global__ void bins_global(const unsigned *in, unsigned *bins, int n, int m) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[in[i] & (m - 1)], 1);
}
__global__ void atomic_floats(float *sums, const unsigned *in, int m) { atomicAdd(&sums[in[INDEX] & (m - 1)], 1.5f); }
__global__ void atomic_private(unsigned *words) { atomicAdd(&words[INDEX], 3); }
__global__ void atomic_most(unsigned *most, const unsigned *in) { atomicMax(most, in[INDEX]); }

static void histograms() {
    for (int m : {16, 256, 4096}) launch("bins_shared", m, [=] { bins_shared<<<264, 256, m * 4>>>(words, little, M, m); });
    for (int m : {1, 16, 1 << 10, 1 << 16, 1 << 20}) launch("bins_global", m, [=] { bins_global<<<528, 256>>>(words, more, M, m); });
    launch("atomic_floats", 256, [=] { atomic_floats<<<1024, 256>>>(others, words, 256); });
    launch("atomic_floats", 64 * K, [=] { atomic_floats<<<1024, 256>>>(others, words, 64 * K); });
    launch("atomic_private", M, [=] { atomic_private<<<M / 256, 256>>>(more); });
    launch("atomic_most", 64 * K, [=] { atomic_most<<<256, 256>>>(little, words); });
}

/* ---- latencies, caches, occupancy ------------------------------------------------------------ */

__global__ void chase(const unsigned *next, unsigned *out, int hops) {
    unsigned at = 0;
    for (int k = 0; k < hops; k++) at = next[at];
    out[threadIdx.x] = at;
}
__global__ void chase_many(const unsigned *next, unsigned *out, int hops, unsigned words) {
    unsigned at = INDEX * 64 % words;
    for (int k = 0; k < hops; k++) at = next[at];
    out[INDEX] = at;
}
__global__ void gather_mask(const float *table, const unsigned *index, float *out, unsigned mask) { out[INDEX] = table[index[INDEX] & mask]; }
__global__ void scatter(const float *in, const unsigned *index, float *table, unsigned mask) { table[index[INDEX] & mask] = in[INDEX]; }
__global__ void occupied(const float *in, float *out, int n) {
    extern __shared__ float room[];
    float sum = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) sum += in[i];
    room[threadIdx.x] = sum;
    __syncthreads();
    out[INDEX] = room[threadIdx.x ^ 1];
}
template <int N> __global__ void registers(const float *in, float *out, int n) {
    float kept[N];
#pragma unroll
    for (int k = 0; k < N; k++) kept[k] = in[(INDEX + k * 4096) & (n - 1)];
    float a = 1.0f;
    for (int round = 0; round < 4; round++) {
#pragma unroll
        for (int k = 0; k < N; k++) kept[k] = kept[k] * a + kept[(k + 1) % N];
        a += 0.5f;
    }
    float sum = 0;
#pragma unroll
    for (int k = 0; k < N; k++) sum += kept[k];
    out[INDEX] = sum;
}
__global__ void chain_shared(unsigned *out, int hops) {
    __shared__ unsigned s[256];
    s[threadIdx.x] = (threadIdx.x * 37 + 11) % 256;
    __syncthreads();
    unsigned at = threadIdx.x;
    for (int k = 0; k < hops; k++) at = s[at];
    out[INDEX] = at;
}
__global__ void barriers(float *out, int times) {
    __shared__ float s[1024];
    float v = threadIdx.x;
    for (int k = 0; k < times; k++) {
        s[threadIdx.x] = v;
        __syncthreads();
        v += s[(threadIdx.x + 32) % blockDim.x];
        __syncthreads();
    }
    out[INDEX] = v;
}
__global__ void shuffles(unsigned *out, int times) {
    unsigned v = threadIdx.x;
    for (int k = 0; k < times; k++) v += __shfl_xor_sync(~0u, v, 1 + (k & 15));
    out[INDEX] = v;
}
__global__ void integers(unsigned *out, int times) {
    unsigned a = threadIdx.x, b = a + 1, c = a ^ 7, d = a * 3;
    for (int k = 0; k < times; k++) {
        a = a * 1664525u + b;
        b = (b ^ c) + (d >> 3);
        c = (c << 5) - a;
        d = (d & a) | (c >> 7);
    }
    out[INDEX] = a + b + c + d;
}

static void latencies() {
    for (int kib : {16, 128, 1024, 16384, 131072}) {
        int nodes = kib * K / 256;
        draws draw{9};
        std::vector<unsigned> order(nodes), next(size_t(nodes) * 64);
        for (int i = 0; i < nodes; i++) order[i] = i;
        for (int i = nodes - 1; i > 0; i--) std::swap(order[i], order[draw(i + 1)]);
        for (int i = 0; i < nodes; i++) next[size_t(order[i]) * 64] = order[(i + 1) % nodes] * 64;
        unsigned *list = on_device(next), count = unsigned(nodes) * 64;
        launch("chase", kib, [=] { chase<<<1, 1>>>(list, little, 1024); });
        launch("chase_many", kib, [=] { chase_many<<<132, 128>>>(list, little, 64, count); });
        cudaFree(list);
    }
    for (int n : {K, 16 * K, 256 * K, 4 * M}) {
        launch("gather", n, [=] { gather_mask<<<M / 256, 256>>>(floats, words, others, n - 1); });
        launch("scatter", n, [=] { scatter<<<M / 256, 256>>>(floats, words, others, n - 1); });
    }
    for (int kib : {1, 16, 48}) launch("occupied", kib, [=] { occupied<<<1056, 128, kib * K>>>(floats, others, 4 * M); });
    launch("registers_16", M, [=] { registers<16><<<M / 4 / 256, 256>>>(floats, others, M); });
    launch("registers_64", M, [=] { registers<64><<<M / 4 / 256, 256>>>(floats, others, M); });
    launch("registers_128", M, [=] { registers<128><<<M / 8 / 128, 128>>>(floats, others, M); });
    launch("chain_shared", 256, [=] { chain_shared<<<132, 256>>>(little, 256); });
    for (int threads : {64, 256, 1024}) launch("barriers", threads, [=] { barriers<<<132, threads>>>(others, 64); });
    launch("shuffles", 1, [=] { shuffles<<<132, 32>>>(little, 256); });
    launch("shuffles", 32, [=] { shuffles<<<132, 1024>>>(little, 256); });
    launch("integers", 256, [=] { integers<<<264, 256>>>(little, 256); });
}

/* ---- copies ---------------------------------------------------------------------------------- */

template <int ROWS> __global__ void transpose_in(const float *in, float *out, int w) {
    __shared__ float s[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += ROWS) s[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += ROWS) out[(y + j) * w + x] = s[threadIdx.x][threadIdx.y + j];
}
__global__ void transpose_read(const double *in, double *out, int w) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    out[y * w + x] = in[x * w + y];
}
__global__ void copy_small(const float *in, float *out, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) out[i] = in[i];
}
__global__ void copy_misaligned(const float *in, float *out, int n, int by) {
    int i = INDEX;
    if (i < n) out[i] = in[i + by];
}
struct particle { float x, y, z, vx, vy, vz, m; };
__global__ void move_structs(particle *p, float dt, int n) {
    int i = INDEX;
    if (i < n) p[i].x += p[i].vx * dt, p[i].y += p[i].vy * dt, p[i].z += p[i].vz * dt;
}
__global__ void daxpy(const double *x, double *y, double a, int n) {
    int i = INDEX;
    if (i < n) y[i] = a * x[i] + y[i];
}
__global__ void sum_double(const double *in, double *out, int n) {
    __shared__ double s[256];
    double sum = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) sum += in[i];
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
__global__ void polynomial_double(const double *in, double *out, int n) {
    int i = INDEX;
    if (i < n) {
        double x = in[i], v = 1;
        for (int k = 0; k < 32; k++) v = v * x + k;
        out[i] = v;
    }
}
__global__ void mapped_sum(const unsigned *in, unsigned *out, int n) {
    unsigned sum = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) sum += in[i];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}

static void copies() {
    for (int w : {512, 2048}) {
        dim3 grid(w / 32, w / 32);
        launch("transpose_8", w, [=] { transpose_in<8><<<grid, dim3(32, 8)>>>(floats, others, w); });
        launch("transpose_32", w, [=] { transpose_in<32><<<grid, dim3(32, 32)>>>(floats, others, w); });
    }
    launch("transpose_read", 1024, [=] { transpose_read<<<dim3(64, 64), dim3(16, 16)>>>(doubles, results, 1024); });
    for (int n : {K, 4 * K, 16 * K}) launch("copy_small", n, [=] { copy_small<<<n / 256, 256>>>(floats, others, n); });
    launch("copy_one_block", 64 * K, [=] { copy_small<<<1, 1024>>>(floats, others, 64 * K); });
    launch("copy_misaligned", 4 * M - 64, [=] { copy_misaligned<<<4 * M / 256, 256>>>(floats, others, 4 * M - 64, 1); });
    launch("move_structs", 256 * K, [=] { move_structs<<<K, 256>>>((particle *)others, 0.5f, 256 * K); });
    for (int n : {64 * K, M}) {
        launch("daxpy", n, [=] { daxpy<<<n / 256, 256>>>(doubles, results, 2.5, n); });
        launch("sum_double", n, [=] { sum_double<<<std::min(n / 256, 528), 256>>>(doubles, results, n); });
        launch("polynomial_double", n, [=] { polynomial_double<<<n / 256, 256>>>(doubles, results, n); });
    }
    unsigned *host, *mapped;
    cudaHostAlloc((void **)&host, 4 * M * sizeof *host, cudaHostAllocMapped);
    for (int i = 0; i < 4 * M; i++) host[i] = unsigned(i);
    cudaHostGetDevicePointer((void **)&mapped, host, 0);
    for (int n : {K, 64 * K, M, 4 * M}) {
        launch("mapped_copy", n, [=] { copy_small<<<std::max(1, std::min(n / 256, 528)), 256>>>((float *)mapped, others, n); });
        launch("mapped_sum", n, [=] { mapped_sum<<<std::max(1, std::min(n / 256, 264)), 256>>>(mapped, little, n); });
    }
    cudaFreeHost(host);
}
