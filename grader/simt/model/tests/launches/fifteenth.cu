/*
 * A fifteenth held-out set: kernels as a teacher or a student writes them, most at two or three sizes; half of them are in the two headers.
 */
#include "fifteenth_grids.cuh"

/* ---- bodies ---- */
__global__ void energy_of_pairs(const float4 *p, float *out, int n) { /* j > i: the first threads have the most to do */
    int i = AT;
    float4 me = p[i];
    float sum = 0;
    for (int j = i + 1; j < n; j++) {
        float4 o = p[j];
        float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
        sum += me.w * o.w * rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
    }
    out[i] = sum;
}
__global__ void bodies_by_shuffle(const float4 *p, float3 *force, int n) { /* each lane loads a body, and hands it around its warp */
    int i = AT, lane = threadIdx.x % 32;
    float4 me = p[i];
    float3 f = make_float3(0, 0, 0);
    for (int k = 0; k < n; k += 32) {
        float4 mine = p[k + lane];
        for (int j = 0; j < 32; j++) {
            float dx = __shfl_sync(~0u, mine.x, j) - me.x, dy = __shfl_sync(~0u, mine.y, j) - me.y, dz = __shfl_sync(~0u, mine.z, j) - me.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), s = __shfl_sync(~0u, mine.w, j) * r * r * r;
            f.x += s * dx, f.y += s * dy, f.z += s * dz;
        }
    }
    force[i] = f;
}
__global__ void forces_of_cells(const float2 *p, float2 *force, int side) { /* 16 bodies a cell; those of nine cells push */
    int cell = blockIdx.x * 4 + threadIdx.x / 16, i = cell * 16 + threadIdx.x % 16, cx = cell % side, cy = cell / side;
    float2 me = p[i], f = make_float2(0, 0);
    for (int y = max(0, cy - 1); y <= min(side - 1, cy + 1); y++)
        for (int x = max(0, cx - 1); x <= min(side - 1, cx + 1); x++)
            for (int k = 0; k < 16; k++) {
                float2 o = p[(y * side + x) * 16 + k];
                float dx = me.x - o.x, dy = me.y - o.y, r2 = dx * dx + dy * dy;
                if (r2 > 0 && r2 < 900) f.x += dx / r2, f.y += dy / r2;
            }
    force[i] = f;
}

/* ---- options ---- */
__global__ void greeks(const float *spot, const float *strike, float *delta, float *gamma, float *vega, int n) {
    int i = AT;
    if (i >= n) return;
    float s = 1 + spot[i], k = 1 + strike[i], t = 1.5f, sigma = 0.25f, root = sigma * sqrtf(t);
    float d1 = (logf(s / k) + (0.03f + 0.5f * sigma * sigma) * t) / root, density = 0.39894228f * expf(-0.5f * d1 * d1);
    delta[i] = normcdff(d1), gamma[i] = density / (s * root), vega[i] = s * density * sqrtf(t);
}
__device__ unsigned xorshift(unsigned &state) {
    state ^= state << 13, state ^= state >> 17, state ^= state << 5;
    return state;
}
__device__ float gaussian(unsigned &state) { /* the sum of four uniforms */
    float sum = 0;
    for (int k = 0; k < 4; k++) sum += (xorshift(state) >> 8) * (1.0f / 16777216);
    return (sum - 2) * 1.7320508f;
}
__global__ void knock_out_paths(float *out, int steps, float barrier) { /* a path ends where it reaches the barrier */
    unsigned state = AT * 2654435761u + 12345;
    float price = 100;
    for (int k = 0; k < steps && price < barrier; k++) price *= __expf(0.0001f + 0.02f * gaussian(state));
    out[AT] = price < barrier ? fmaxf(price - 100, 0) : 0;
}
__global__ void basket_paths(float *out, int steps) { /* four assets that move together */
    unsigned state = AT * 747796405u + 1;
    float price[4] = {100, 90, 110, 95};
    for (int k = 0; k < steps; k++) {
        float z[4];
        for (int a = 0; a < 4; a++) z[a] = gaussian(state);
        for (int a = 3; a >= 0; a--) {
            float move = z[a];
            for (int b = 0; b < a; b++) move += 0.3f * z[b];
            price[a] += price[a] * (0.0001f + 0.01f * move);
        }
    }
    out[AT] = fmaxf((price[0] + price[1] + price[2] + price[3]) / 4 - 100, 0);
}
__global__ void option_grid(float *out, int steps) { /* explicit differences: a block an option, 255 inner prices */
    __shared__ float v[2][257];
    int t = threadIdx.x + 1, now = 0;
    v[0][t] = fmaxf(t - 100.0f - blockIdx.x % 7, 0);
    if (t == 1) v[0][0] = v[1][0] = 0;
    if (t == 256) v[1][256] = v[0][256];
    __syncthreads();
    for (int k = 0; k < steps; k++, now ^= 1) {
        float s = t * 1e-5f * t;
        if (t < 256) v[now ^ 1][t] = v[now][t] + s * (v[now][t + 1] - 2 * v[now][t] + v[now][t - 1]) + 1e-4f * t * (v[now][t + 1] - v[now][t]);
        __syncthreads();
    }
    if (t == 100) out[blockIdx.x] = v[now][t];
}

/* ---- occupancy and latency ---- */
__global__ void scale_shift(const float *a, float *o, int n) {
    int i = AT;
    if (i < n) o[i] = 2 * a[i] + 3;
}
template <int R> __global__ void many_registers(const float *a, float *o, int it) {
    float v[R];
    for (int k = 0; k < R; k++) v[k] = a[AT + k * STEP];
    for (int i = 0; i < it; i++) {
#pragma unroll
        for (int k = 0; k < R; k++) v[k] = v[k] * v[(k + 1) % R] + 0.5f;
    }
    float sum = 0;
    for (int k = 0; k < R; k++) sum += v[k];
    o[AT] = sum;
}
__global__ void tile_limited(const float *a, float *o, int words, int it) { /* as much shared memory as the launch asks for */
    extern __shared__ float s[];
    for (int k = threadIdx.x; k < words; k += blockDim.x) s[k] = a[k];
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < it; i++) sum += s[(threadIdx.x + i * 33) % words];
    o[AT] = sum;
}
__global__ void barrier_rounds(float *o, int it) {
    float v = threadIdx.x;
    for (int i = 0; i < it; i++) {
        v = v * 0.5f + 1;
        __syncthreads();
    }
    o[AT] = v;
}
__global__ void strided_sum(const float *a, float *o, int stride, int n) { /* how much of each sector is used */
    float sum = 0;
    for (int k = 0; k < 4; k++) sum += a[(size_t(AT) + size_t(k) * STEP) * stride % n];
    o[AT] = sum;
}
__global__ void bank_stride(float *o, int stride, int it) {
    __shared__ float s[1024];
    for (int k = threadIdx.x; k < 1024; k += blockDim.x) s[k] = k;
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < it; i++) sum += s[(threadIdx.x * stride + i) % 1024];
    o[AT] = sum;
}
__global__ void lists_of_chance(const int *length, const int *next, int *o) { /* a list for each thread, as long as the data say */
    int p = AT, left = length[AT] % 64;
    while (left-- > 0) p = next[p];
    o[AT] = p;
}
__global__ void roots_and_sines(const float *a, float *o, int it) {
    float x = a[AT];
    for (int i = 0; i < it; i++) x = sqrtf(x + 2) + sinf(x);
    o[AT] = x;
}
__global__ void exponents_of_doubles(const double *a, double *o) { o[AT] = exp(-a[AT] * 0.01) + log(a[AT] + 1); }

/* ---- divergence ---- */
__global__ void switch_of_eight(const int *op, const float *a, float *o) {
    int i = AT;
    float v = a[i];
    switch (op[i] & 7) {
    case 0: v = v + 1; break;
    case 1: v = v * v; break;
    case 2: v = sqrtf(v); break;
    case 3: v = 1 / (v + 1); break;
    case 4: v = __expf(-v); break;
    case 5: v = __sinf(v); break;
    case 6: v = fabsf(v - 50); break;
    default: v = __logf(v + 1);
    }
    o[i] = v;
}
__global__ void mandelbrot_doubles(unsigned char *out, int w, int most) {
    int x = X, y = Y, k = 0;
    double cx = -2 + 3.0 * x / w, cy = -1.5 + 3.0 * y / w, zx = 0, zy = 0;
    for (; k < most && zx * zx + zy * zy < 4; k++) {
        double next = zx * zx - zy * zy + cx;
        zy = 2 * zx * zy + cy, zx = next;
    }
    out[y * w + x] = (unsigned char)k;
}
struct sphere {
    float x, y, z, radius, shade, unused[3];
};
__constant__ sphere spheres[20];
__global__ void rays(uchar4 *out, int w) {
    int px = X, py = Y;
    float ox = px - w / 2.0f, oy = py - w / 2.0f, nearest = -1e30f, shade = 0;
    for (int k = 0; k < 20; k++) {
        float dx = ox - spheres[k].x, dy = oy - spheres[k].y, r = spheres[k].radius, rest = r * r - dx * dx - dy * dy;
        if (rest > 0) {
            float depth = sqrtf(rest), z = depth + spheres[k].z;
            if (z > nearest) nearest = z, shade = spheres[k].shade * depth / r;
        }
    }
    unsigned char v = (unsigned char)(shade * 255);
    out[py * w + px] = make_uchar4(v, v, v, 255);
}
__global__ void random_walks(int *out, int steps) {
    unsigned state = AT * 1664525u + 1013904223u;
    int x = 0, y = 0;
    for (int k = 0; k < steps; k++) {
        switch (xorshift(state) >> 30) {
        case 0: x++; break;
        case 1: x--; break;
        case 2: y++; break;
        default: y--;
        }
    }
    out[AT] = x * x + y * y;
}
__global__ void ising_half(const signed char *in, signed char *out, int w, int colour, unsigned seed) { /* the cells of one colour of a chessboard */
    int x = X, y = Y, i = y * w + x;
    signed char spin = in[i];
    if (((x + y) & 1) == colour) {
        int sum = in[y * w + (x + 1) % w] + in[y * w + (x + w - 1) % w] + in[(y + 1) % w * w + x] + in[(y + w - 1) % w * w + x];
        unsigned state = (i + 1) * 2654435761u ^ seed;
        if ((xorshift(state) >> 8) * (1.0f / 16777216) < __expf(-0.44f * sum * spin)) spin = -spin;
    }
    out[i] = spin;
}

static const int K = 1 << 10, M = 1 << 20;
#define RUN(n, what, ...) launch(#what, n, [=] { what __VA_ARGS__; })

static void sparse(int rows, int each, const float *x, float *y) {
    draws draw{unsigned(rows) + 15};
    std::vector<int> start(1, 0), column, row;
    for (int r = 0; r < rows; r++) {
        for (int k = 1 + int(draw(2 * each)); k > 0; k--) column.push_back(int(draw(rows))), row.push_back(r);
        start.push_back(int(column.size()));
    }
    int entries = int(column.size()), *s = on_device(start), *c = on_device(column), *r = on_device(row);
    RUN(rows, csr_times_eight, <<<rows / 32, 256>>>(s, c, x, x, y, rows));
    RUN(rows, csc_adds, <<<rows / 128, 128>>>(s, c, x, x, y, rows));
    RUN(rows, jacobi_of_csr, <<<rows / 128, 128>>>(s, c, x, x + M, x + 2 * M, y, rows));
    RUN(rows, sampled_dense, <<<(entries + 255) / 256, 256>>>(r, c, x, x + M, y, entries));
}

static void arrays(const float *x, float *y, const int *u, int *v, const unsigned char *bytes, unsigned *bins, float *zero, const double *doubles) {
    for (int n : {16 * K, M, 16 * M}) {
        RUN(n, one_buffer_scan<512>, <<<n / 512, 512>>>(x, y, n));
        RUN(n, reduce_modulo, <<<n / 256, 256>>>(x, y));
        RUN(n, ballot_positions, <<<n / 256, 256>>>(u, v, n));
    }
    std::vector<int> split(64);
    for (int k = 0; k < 64; k++) split[k] = k * ((1 << 30) / 64);
    int *splitters = on_device(split);
    for (int n : {64 * K, 4 * M}) {
        RUN(n, coarse_scan, <<<n / 2048, 256>>>(u, v));
        RUN(n, block_counting_sort, <<<n / 1024, 256>>>(bytes, (unsigned char *)v));
        RUN(n, bucket_of_splitters, <<<std::min(n / 256, 792), 256>>>(u, splitters, (unsigned char *)v, (int *)bins, n));
        RUN(n, hist_runs, <<<n / 32 / 128, 128>>>(bytes, bins, n, 32));
        RUN(n, hist_scaled, <<<std::min(n / 256, 528), 256>>>(x, bins, 10, 0.8f, n));
        RUN(n, reduce_by_tiles, <<<std::min(n / 1024, 528), 256>>>((const float4 *)x, zero, n / 4));
        RUN(n, embed, <<<n / 64 / 16, 256>>>(u, (const float4 *)x, (float4 *)y));
    }
    for (int n : {256 * K, 2 * M}) {
        RUN(n, tile_scan, <<<n / 128, 128>>>(u, v, n));
        RUN(n, radix_one_bit, <<<n / 512, 512>>>((const unsigned *)u, (unsigned *)v, 3));
        RUN(n, sorted_runs_of_8, <<<n / 8 / 128, 128>>>(u, v));
        RUN(n, hist_weighted, <<<n / 256, 256>>>(u, x, zero, n));
    }
    RUN(M, partition_by_pivot, <<<M / 256, 256>>>(u, v, (int *)bins + 8192, 1 << 29, M));
    RUN(M, norm_of_doubles, <<<264, 128>>>(doubles, (double *)(zero + 2 * M), M));
    RUN(4096, mean_and_variance, <<<4096 / 8, 256>>>(x, (float2 *)y, 1024));
    RUN(M, add_rows_at, <<<M / 256, 256>>>(u, x, zero));
    RUN(M, one_counter, <<<M / 256, 256>>>(u, (int *)bins, M));
    RUN(M, aggregated_counter, <<<M / 256, 256>>>(u, v, (int *)bins, M));
    RUN(M, most_by_cas, <<<528, 256>>>(x, (int *)bins + 4096, M));
    RUN(256 * K, hamming, <<<1024, 256>>>((const uint4 *)u, (const uint4 *)v, v + 8 * M, 64));
    RUN(4 * M, morton, <<<4 * M / 256, 256>>>((const ushort2 *)u, (unsigned *)v));
    RUN(4 * M, to_reversed_bits, <<<4 * M / 256, 256>>>((const float2 *)x, (float2 *)y, 22));
    RUN(M, tree_lookup, <<<M / 256, 256>>>(u, u + M, v, 20));
    sparse(8 * K, 24, x, y);
    sparse(256 * K, 6, x, y);
}

static void grids(const float *x, float *y, const int *u, int *v, const unsigned char *bytes, const double *doubles) {
    std::vector<float> some(64, 0.04f);
    cudaMemcpyToSymbol(taps, some.data(), sizeof taps);
    for (int w : {256, 2048}) {
        dim3 grid(w / 32, w / 8), block(32, 8);
        RUN(w, gauss_clamped, <<<grid, block>>>(x, y, w, w));
        RUN(w, wave_2d, <<<grid, block>>>(x, x + 4 * M, y, w, 0.1f));
        RUN(w, star_of_radius_4, <<<grid, block>>>(x, y, w));
        RUN(w, transpose_padded_rows, <<<dim3(w / 32, w / 32), block>>>(x, y, w));
        RUN(w, transpose_to_rows, <<<grid, block>>>(x, y, w));
        RUN(w, conv_strip, <<<dim3(w / 128, w / 8), 128>>>(x, y, w, w));
    }
    RUN(1024, columns_of_image, <<<dim3(32, 128), dim3(32, 8)>>>(x, y, 1024));
    RUN(2048, average_of_3x3_by_2, <<<dim3(64, 64), dim3(16, 16)>>>(x, y, 2048));
    RUN(32, heat_of_many_steps<256>, <<<32, 256>>>(x, y, 100));
    RUN(1024, heat_of_many_steps<256>, <<<1024, 256>>>(x, y, 100));
    for (int n : {256, 1024}) RUN(n, product_4x4_threads, <<<dim3(n / 64, n / 64), 256>>>(x, x + M, y, n));
    unsigned short *halves = drawn<unsigned short>(2 * M, 0x3c00, 95);
    RUN(512, product_of_halves, <<<dim3(16, 32), dim3(16, 16)>>>((__half *)halves, (__half2 *)halves, (__half2 *)y, 512));
    RUN(256, product_of_doubles, <<<dim3(16, 16), dim3(16, 16)>>>(doubles, doubles, (double *)y, 256));
    RUN(2048, outer_product, <<<dim3(64, 256), dim3(32, 8)>>>(x, x + M, y, 2048));
    RUN(M, many_small_products, <<<M / 256, 256>>>(x, x + M, y));
    for (int n : {64 * K, 4 * M}) RUN(n, knapsack_row, <<<n / 256, 256>>>(u, v, 1021, 77, n - 1));
    for (int blocks : {4, 528}) RUN(blocks, common_length, <<<blocks, 256>>>(bytes, bytes + M, v));
    RUN(64, viterbi, <<<64, 64>>>(x, x + 4096, u, (unsigned char *)v, y, 32));
    for (int n : {256 * K, 4 * M}) RUN(n, fft_radix_4, <<<n / 4 / 256, 256>>>((const float2 *)x, (float2 *)y, n, 64));
    RUN(M, walsh, <<<M / 512, 256>>>(x, y));
    RUN(2048, dft_direct, <<<16, 128>>>(x, (float2 *)y, 2048));
    sphere all[20] = {};
    for (int k = 0; k < 20; k++) all[k] = {k * 50.0f - 500, (k * 173) % 900 - 450.0f, k * 7.0f, 20.0f + k * 5, 0.04f * k, {}};
    cudaMemcpyToSymbol(spheres, all, sizeof spheres);
    RUN(1024, rays, <<<dim3(64, 64), dim3(16, 16)>>>((uchar4 *)v, 1024));
    RUN(512, mandelbrot_doubles, <<<dim3(32, 32), dim3(16, 16)>>>((unsigned char *)v, 512, 64));
    std::vector<signed char> spins(M);
    draws draw{97};
    for (signed char &spin : spins) spin = draw(2) ? 1 : -1;
    RUN(1024, ising_half, <<<dim3(32, 128), dim3(32, 8)>>>(on_device(spins), (signed char *)v, 1024, 0, 7));
}

static void threads_and_latencies(const float *x, float *y, const int *u, int *v, const double *doubles) {
    for (int n : {1024, 8192}) {
        RUN(n, energy_of_pairs, <<<n / 128, 128>>>((const float4 *)x, y, n));
        RUN(n, bodies_by_shuffle, <<<n / 128, 128>>>((const float4 *)x, (float3 *)y, n));
    }
    RUN(64, forces_of_cells, <<<64 * 64 / 4, 64>>>((const float2 *)x, (float2 *)y, 64));
    for (int n : {64 * K, M}) RUN(n, greeks, <<<n / 256, 256>>>(x, x + M, y, y + M, y + 2 * M, n));
    for (int blocks : {16, 512}) {
        RUN(blocks, knock_out_paths, <<<blocks, 128>>>(y, 64, 130));
        RUN(blocks, basket_paths, <<<blocks, 128>>>(y, 16));
    }
    RUN(132, option_grid, <<<132, 256>>>(y, 100));
    for (int block : {32, 64, 256, 1024}) RUN(block, scale_shift, <<<4 * M / block, block>>>(x, y, 4 * M));
    RUN(16, many_registers<16>, <<<264, 256>>>(x, y, 64));
    RUN(64, many_registers<64>, <<<264, 256>>>(x, y, 64));
    cudaFuncSetAttribute(tile_limited, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * K);
    for (int kb : {4, 24, 100}) RUN(kb, tile_limited, <<<528, 128, kb * K>>>(x, y, kb * 256, 128));
    for (int block : {64, 1024}) RUN(block, barrier_rounds, <<<132, block>>>(y, 128));
    for (int stride : {1, 4, 33}) RUN(stride, strided_sum, <<<512, 256>>>(x, y, stride, 16 * M));
    for (int stride : {1, 2, 32}) RUN(stride, bank_stride, <<<264, 256>>>(y, stride, 64));
    std::vector<int> next(M);
    for (int i = 0; i < M; i++) next[i] = int((i * 1664525u + 1013904223u) % M);
    int *following = on_device(next);
    for (int blocks : {8, 1024}) {
        RUN(blocks, lists_of_chance, <<<blocks, 128>>>(u, following, v));
        RUN(blocks, roots_and_sines, <<<blocks, 128>>>(x, y, 32));
        RUN(blocks, exponents_of_doubles, <<<blocks, 128>>>(doubles, (double *)y));
        RUN(blocks, random_walks, <<<blocks, 128>>>(v, 128));
        RUN(blocks, switch_of_eight, <<<blocks, 128>>>(u, x, y));
    }
}

int main(int argc, char **argv) {
    bench_begin(argc, argv);
    float *x = drawn<float>(16 * M, 100, 91), *y = drawn<float>(16 * M, 100, 92), *zero = on_device(std::vector<float>(4 * M, 0));
    int *u = drawn<int>(16 * M, 1 << 30, 93), *v = drawn<int>(16 * M, 1 << 30, 94);
    unsigned *bins = on_device(std::vector<unsigned>(M, 0));
    unsigned char *bytes = drawn<unsigned char>(4 * M, 256, 96);
    double *doubles = drawn<double>(M, 100, 98);
    arrays(x, y, u, v, bytes, bins, zero, doubles);
    grids(x, y, u, v, bytes, doubles);
    threads_and_latencies(x, y, u, v, doubles);
    return 0;
}
