/* A sixth held-out set: 45 launches of unusual shapes, predicted before they were measured. */
#include "bench.h"

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

/* ---- tiny, huge, narrow ---------------------------------------------------------------------- */

__global__ void nothing() {}
__global__ void alone(const float *in, float *out, int n) { /* one thread adds all of it */
    float sum = 0;
    for (int k = 0; k < n; k++) sum += in[k];
    *out = sum;
}
__global__ void one_lane(const float *in, float *out) { /* blocks of one thread */
    out[blockIdx.x] = in[blockIdx.x] * 2;
}
__global__ void fill_grid(float *out, int w, int h) { /* a grid of three dimensions, blocks of 4 x 4 x 4 */
    int x = blockIdx.x * 4 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, z = blockIdx.z * 4 + threadIdx.z;
    out[(z * h + y) * w + x] = (float)(x + y + z);
}
__global__ void saxpy_odd(float a, const float *x, float *y, int n) { /* blocks of 96, half of the last warps idle */
    int i = INDEX;
    if (i < n && threadIdx.x < 80) y[i] = a * x[i] + y[i];
}

/* ---- scans, sorting, searching --------------------------------------------------------------- */

__global__ void scan_warp(const unsigned *in, unsigned *out) { /* shuffles, 1,024 threads */
    __shared__ unsigned sums[32];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, v = in[INDEX];
    for (int d = 1; d < 32; d *= 2) {
        unsigned u = __shfl_up_sync(~0u, v, d);
        if (lane >= d) v += u;
    }
    if (lane == 31) sums[warp] = v;
    __syncthreads();
    if (warp == 0) {
        unsigned s = sums[lane];
        for (int d = 1; d < 32; d *= 2) {
            unsigned u = __shfl_up_sync(~0u, s, d);
            if (lane >= d) s += u;
        }
        sums[lane] = s;
    }
    __syncthreads();
    out[INDEX] = v + (warp > 0 ? sums[warp - 1] : 0);
}
__global__ void scan_serial(const unsigned *in, unsigned *out, int each) { /* a stretch a thread: no two lanes share a line */
    unsigned sum = 0, from = INDEX * each;
    for (int k = 0; k < each; k++) out[from + k] = sum += in[from + k];
}
__global__ void bitonic_step(unsigned *data, unsigned j, unsigned k) { /* a step of a sort over all of memory */
    unsigned i = INDEX, other = i ^ j;
    if (other > i) {
        unsigned a = data[i], b = data[other];
        if ((a > b) == ((i & k) == 0)) data[i] = b, data[other] = a;
    }
}
__global__ void insertion(const unsigned *in, unsigned *out) { /* 16 keys a thread in a local array */
    unsigned key[16];
    for (int k = 0; k < 16; k++) {
        unsigned v = in[INDEX * 16 + k];
        int at = k;
        while (at > 0 && key[at - 1] > v) key[at] = key[at - 1], at--;
        key[at] = v;
    }
    for (int k = 0; k < 16; k++) out[INDEX * 16 + k] = key[k];
}
__global__ void search(const unsigned *sorted, const unsigned *key, unsigned *out, int n) { /* halving */
    unsigned want = key[INDEX], low = 0, high = n;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (sorted[middle] < want) low = middle + 1;
        else high = middle;
    }
    out[INDEX] = low;
}
__global__ void merge_ranks(const unsigned *a, const unsigned *b, unsigned *out, int n) { /* each thread finds its diagonal, then 8 steps */
    int d = INDEX * 8, low = max(0, d - n), high = min(d, n);
    while (low < high) {
        int m = (low + high) / 2;
        if (a[m] < b[d - m - 1]) low = m + 1;
        else high = m;
    }
    int i = low, j = d - low;
    for (int k = 0; k < 8; k++) {
        bool first = j >= n || (i < n && a[i] < b[j]);
        out[d + k] = first ? a[i++] : b[j++];
    }
}

/* ---- convolutions, images, stencils ---------------------------------------------------------- */

__constant__ float weights[64];

__global__ void conv_row_constant(const float *in, float *out, int n) { /* 33 weights in constant memory */
    int i = INDEX;
    float sum = 0;
    for (int k = -16; k <= 16; k++) sum += weights[k + 16] * in[min(max(i + k, 0), n - 1)];
    out[i] = sum;
}
__global__ void sobel_bytes(const unsigned char *in, unsigned char *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
    const unsigned char *p = in + y * w + x;
    int gx = p[-w + 1] + 2 * p[1] + p[w + 1] - p[-w - 1] - 2 * p[-1] - p[w - 1];
    int gy = p[w - 1] + 2 * p[w] + p[w + 1] - p[-w - 1] - 2 * p[-w] - p[-w + 1];
    out[y * w + x] = (unsigned char)min(255, abs(gx) + abs(gy));
}
__global__ void bilateral(const float *in, float *out, int w) { /* an exponential for each of 25 neighbours */
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float centre = in[y * w + x], sum = 0, all = 0;
    for (int j = -2; j <= 2; j++)
        for (int i = -2; i <= 2; i++) {
            float v = in[((y + j) & (w - 1)) * w + ((x + i) & (w - 1))], d = v - centre;
            float f = expf(-(i * i + j * j) * 0.1f - d * d * 0.001f);
            sum += f * v, all += f;
        }
    out[y * w + x] = sum / all;
}
__global__ void median9(const float *in, float *out, int w) { /* a network of minima and maxima */
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    float v[9];
#pragma unroll
    for (int k = 0; k < 9; k++) v[k] = in[(y + k / 3 - 1) * w + x + k % 3 - 1];
#pragma unroll
    for (int i = 0; i < 5; i++)
#pragma unroll
        for (int j = 0; j < 8 - i; j++) {
            float a = v[j], b = v[j + 1];
            v[j] = fminf(a, b), v[j + 1] = fmaxf(a, b);
        }
    out[y * w + x] = v[4];
}
__global__ void seven_point(const float *in, float *out, int n) { /* three dimensions, a column of z a thread */
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
    const float *p = in + y * n + x;
    float below = p[0], here = p[n * n];
    for (int z = 1; z < n - 1; z++) {
        float above = p[(z + 1) * n * n], *to = out + z * n * n + y * n + x;
        const float *q = p + z * n * n;
        *to = 0.4f * here + 0.1f * (below + above + q[-1] + q[1] + q[-n] + q[n]);
        below = here, here = above;
    }
}

/* ---- bodies, options, arithmetic ------------------------------------------------------------- */

__global__ void bodies_double(const double *x, const double *y, double *fx, double *fy, int n) {
    double px = x[INDEX], py = y[INDEX], ax = 0, ay = 0;
    for (int k = 0; k < n; k++) {
        double dx = x[k] - px, dy = y[k] - py, d = dx * dx + dy * dy + 0.5, f = rsqrt(d) / d;
        ax += dx * f, ay += dy * f;
    }
    fx[INDEX] = ax, fy[INDEX] = ay;
}
__global__ void black_scholes_double(const double *spot, double *call) {
    double s = spot[INDEX] + 50, strike = 100, t = 0.5, v = 0.3, r = 0.02;
    double d = (log(s / strike) + (r + v * v / 2) * t) / (v * sqrt(t)), e = d - v * sqrt(t);
    call[INDEX] = s * normcdf(d) - strike * exp(-r * t) * normcdf(e);
}
__global__ void binomial(const float *spot, float *price) { /* a block an option, 256 steps backwards */
    __shared__ float value[257];
    int t = threadIdx.x;
    float s = spot[blockIdx.x] + 50, u = 1.01f, p = 0.51f;
    value[t] = fmaxf(s * powf(u, 2.0f * t - 256) - 100, 0);
    if (t == 0) value[256] = fmaxf(s * powf(u, 256) - 100, 0);
    for (int step = 256; step > 0; step--) {
        __syncthreads();
        float next = t < step ? 0.9999f * (p * value[t + 1] + (1 - p) * value[t]) : 0;
        __syncthreads();
        if (t < step) value[t] = next;
    }
    if (t == 0) price[blockIdx.x] = value[0];
}
__global__ void asian(float *price, int steps) { /* Monte Carlo: Box and Muller, sines and logarithms */
    unsigned s = INDEX * 2654435761u + 1;
    float p = 100, sum = 0;
    for (int k = 0; k < steps; k++) {
        s ^= s << 13, s ^= s >> 17, s ^= s << 5;
        float u = (s >> 8) * (1.0f / 16777216) + 1e-7f;
        s ^= s << 13, s ^= s >> 17, s ^= s << 5;
        float v = (s >> 8) * (1.0f / 16777216);
        p *= __expf(0.01f * sqrtf(-2 * logf(u)) * cosf(6.2831853f * v));
        sum += p;
    }
    price[INDEX] = sum / steps;
}
__global__ void mandelbrot(unsigned *out, int w, int most) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, k = 0;
    float a = -2 + 3.0f * x / w, b = -1.5f + 3.0f * y / w, u = 0, v = 0;
    for (; k < most && u * u + v * v < 4; k++) {
        float t = u * u - v * v + a;
        v = 2 * u * v + b, u = t;
    }
    out[y * w + x] = k;
}
__global__ void collatz(unsigned *out) {
    unsigned long long n = INDEX + 1;
    unsigned k = 0;
    for (; n != 1; k++) n = n & 1 ? 3 * n + 1 : n / 2;
    out[INDEX] = k;
}
__global__ void power_mod(const unsigned *in, unsigned *out, unsigned m) { /* 64-bit products and remainders */
    unsigned long long base = in[INDEX] % m, all = 1;
    for (unsigned e = 65537; e > 0; e >>= 1) {
        if (e & 1) all = all * base % m;
        base = base * base % m;
    }
    out[INDEX] = (unsigned)all;
}

/* ---- sparse products, matrices --------------------------------------------------------------- */

__global__ void ell(const int *column, const float *value, const float *x, float *y, int n, int width) { /* by columns */
    int i = INDEX;
    float sum = 0;
    for (int k = 0; k < width; k++) sum += value[k * n + i] * x[column[k * n + i]];
    y[i] = sum;
}
__global__ void coo(const int *row, const int *column, const float *value, const float *x, float *y) { /* an atomic an entry */
    atomicAdd(&y[row[INDEX]], value[INDEX] * x[column[INDEX]]);
}
__global__ void gemv_rows(const float *a, const float *x, float *y, int n) { /* a thread a row: no two lanes share a line */
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[INDEX * n + k] * x[k];
    y[INDEX] = sum;
}
__global__ void gemm_registers(const float *a, const float *b, float *c, int n) { /* 64 x 64 tiles, 4 x 4 a thread */
    __shared__ float s[16][64], t[16][64];
    int x = threadIdx.x % 16, y = threadIdx.x / 16;
    float sum[4][4] = {{0}};
    for (int k = 0; k < n; k += 16) {
        for (int i = threadIdx.x; i < 1024; i += 256) {
            s[i % 16][i / 16] = a[(blockIdx.y * 64 + i / 16) * n + k + i % 16];
            t[i / 64][i % 64] = b[(k + i / 64) * n + blockIdx.x * 64 + i % 64];
        }
        __syncthreads();
#pragma unroll
        for (int m = 0; m < 16; m++)
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) sum[i][j] += s[m][y * 4 + i] * t[m][x * 4 + j];
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) c[(blockIdx.y * 64 + y * 4 + i) * n + blockIdx.x * 64 + x * 4 + j] = sum[i][j];
}
__global__ void lu_small(double *a) { /* a system of 8 x 8 a thread, in a local array */
    double m[8][8];
    double *from = a + (size_t)INDEX * 64;
#pragma unroll
    for (int i = 0; i < 64; i++) m[i / 8][i % 8] = from[i] + (i % 9 == 0 ? 5000 : 0);
#pragma unroll
    for (int k = 0; k < 8; k++)
#pragma unroll
        for (int i = k + 1; i < 8; i++) {
            m[i][k] /= m[k][k];
#pragma unroll
            for (int j = k + 1; j < 8; j++) m[i][j] -= m[i][k] * m[k][j];
        }
#pragma unroll
    for (int i = 0; i < 64; i++) from[i] = m[i / 8][i % 8];
}

/* ---- histograms, atomics --------------------------------------------------------------------- */

__global__ void bins_dynamic(const unsigned *in, unsigned *bins, int n, int count) { /* shared memory asked for at the launch */
    extern __shared__ unsigned s[];
    for (int k = threadIdx.x; k < count; k += blockDim.x) s[k] = 0;
    __syncthreads();
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) atomicAdd(&s[in[i] % count], 1u);
    __syncthreads();
    for (int k = threadIdx.x; k < count; k += blockDim.x)
        if (s[k] != 0) atomicAdd(&bins[k], s[k]);
}
__global__ void bins_skewed(const unsigned *in, unsigned *bins) { /* half of all meet in one bin */
    unsigned v = in[INDEX];
    atomicAdd(&bins[v & 1 ? 7 : v >> 4 & 1023], 1u);
}
__global__ void largest_float(const float *in, unsigned *out) { /* compare and swap until it is the largest */
    unsigned mine = __float_as_uint(in[INDEX]), seen = *out;
    while (__uint_as_float(seen) < __uint_as_float(mine)) {
        unsigned old = atomicCAS(out, seen, mine);
        if (old == seen) break;
        seen = old;
    }
}
__global__ void add_double(const double *in, double *sums, int count) { atomicAdd(&sums[INDEX % count], in[INDEX]); }
__global__ void shared_floats(const float *in, float *out) { /* atomics of floats in shared memory, 32 places */
    __shared__ float s[32];
    if (threadIdx.x < 32) s[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&s[threadIdx.x * 7 % 32], in[INDEX]);
    __syncthreads();
    if (threadIdx.x < 32) out[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x];
}

/* ---- occupancy, latency, spills -------------------------------------------------------------- */

__global__ void chase_shared(unsigned *out, int times) {
    __shared__ unsigned s[1024];
    for (int k = threadIdx.x; k < 1024; k += blockDim.x) s[k] = (k * 5 + 1) & 1023;
    __syncthreads();
    unsigned at = threadIdx.x;
    for (int k = 0; k < times; k++) at = s[at];
    out[INDEX] = at;
}
__global__ void chase_one(const unsigned *next, unsigned *out, int times) { /* one thread of the whole device */
    unsigned at = 0;
    for (int k = 0; k < times; k++) at = next[at];
    *out = at;
}
__global__ void much_shared(const float *in, float *out) { /* one block a multiprocessor: 100 KB asked for */
    extern __shared__ float room[];
    room[threadIdx.x] = in[INDEX];
    __syncthreads();
    float v = room[(threadIdx.x + 1) % blockDim.x];
    for (int k = 0; k < 64; k++) v = v * 1.0001f + 0.5f;
    out[INDEX] = v;
}
__global__ void __launch_bounds__(1024, 2) spilled(const float *in, float *out, int n) { /* 48 sums where 32 registers are */
    float sum[48];
#pragma unroll
    for (int k = 0; k < 48; k++) sum[k] = in[(INDEX + k) % n];
    for (int round = 0; round < 8; round++)
#pragma unroll
        for (int k = 0; k < 48; k++) sum[k] = sum[k] * sum[(k + 7) % 48] + 0.5f;
    float all = 0;
#pragma unroll
    for (int k = 0; k < 48; k++) all += sum[k];
    out[INDEX] = all;
}
__global__ void local_table(const unsigned *in, unsigned *out) { /* 64 counters of a thread's own, in local memory */
    unsigned own[64];
    for (int k = 0; k < 64; k++) own[k] = 0;
    for (int k = 0; k < 32; k++) own[in[INDEX + k * gridDim.x * blockDim.x] & 63]++;
    unsigned most = 0;
    for (int k = 0; k < 64; k++) most = max(most, own[k]);
    out[INDEX] = most;
}
__global__ void specials(const float *in, float *out) {
    float x = in[INDEX] * 0.01f;
    out[INDEX] = sinf(x) + cosf(x) + tanf(x) + expf(-x) + logf(x + 1) + powf(x, 1.3f) + atanf(x) + tanhf(x) + erff(x);
}
__global__ void doubles_mixed(const double *in, double *out) { /* a root, a division, a sine */
    double x = in[INDEX];
    out[INDEX] = sqrt(x) + 1 / (x + 1) + sin(x) + exp(-x * 1e-3);
}
__global__ void reduce_last(const float *in, float *sums, unsigned *count, float *out, int n) { /* the last block finishes */
    __shared__ float s[8];
    __shared__ bool last;
    float sum = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) sum += in[i];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        float all = 0;
        for (int k = 0; k < 8; k++) all += s[k];
        sums[blockIdx.x] = all;
        __threadfence();
        last = atomicInc(count, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        float all = 0;
        for (int k = 0; k < gridDim.x; k++) all += sums[k];
        *out = all;
    }
}

/* ---- the launches ---------------------------------------------------------------------------- */

static const int K = 1 << 10, M = 1 << 20;

static void sorts(unsigned *words, unsigned *more) {
    std::vector<unsigned> rising(2 * M);
    for (int k = 0; k < 2 * M; k++) rising[k] = 512u * unsigned(k);
    unsigned *sorted = on_device(rising);
    launch("scan_warp", 2 * M, [=] { scan_warp<<<2 * K, 1024>>>(words, more); });
    launch("scan_serial", 32, [=] { scan_serial<<<256, 64>>>(words, more, 32); });
    launch("bitonic_step", 1, [=] { bitonic_step<<<4 * K, 256>>>(more, 1, 64); });
    launch("bitonic_step", 32768, [=] { bitonic_step<<<4 * K, 256>>>(more, 32768, 65536); });
    launch("insertion", 64 * K, [=] { insertion<<<512, 128>>>(words, more); });
    launch("search", 2 * M, [=] { search<<<K, 256>>>(sorted, words, more, 2 * M); });
    launch("merge_ranks", M, [=] { merge_ranks<<<K, 256>>>(sorted, sorted + M, more, M); });
    cudaFree(sorted);
}

static void images(float *floats, float *others, unsigned *words, unsigned *more) {
    launch("conv_row_constant", M, [=] { conv_row_constant<<<2 * K, 512>>>(floats, others, M); });
    launch("sobel_bytes", 2048, [=] { sobel_bytes<<<dim3(128, 128), dim3(16, 16)>>>((unsigned char *)words, (unsigned char *)more, 2048, 2048); });
    launch("bilateral", 512, [=] { bilateral<<<dim3(8, 128), dim3(64, 4)>>>(floats, others, 512); });
    launch("median9", 1024, [=] { median9<<<dim3(31, 127), dim3(32, 8)>>>(floats, others, 1024); });
    launch("seven_point", 128, [=] { seven_point<<<dim3(4, 16), dim3(32, 8)>>>(floats, others, 128); });
}

static void arithmetic(float *floats, float *others, double *doubles, double *results, unsigned *words, unsigned *more) {
    launch("bodies_double", 4 * K, [=] { bodies_double<<<32, 128>>>(doubles, doubles + M, results, results + M, 4 * K); });
    launch("black_scholes_double", 256 * K, [=] { black_scholes_double<<<K, 256>>>(doubles, results); });
    launch("binomial", 512, [=] { binomial<<<512, 256>>>(floats, others); });
    launch("asian", 64, [=] { asian<<<256, 128>>>(others, 64); });
    launch("mandelbrot", 256, [=] { mandelbrot<<<dim3(32, 64), dim3(16, 8)>>>(more, 512, 256); });
    launch("collatz", 128 * K, [=] { collatz<<<512, 256>>>(more); });
    launch("power_mod", 64 * K, [=] { power_mod<<<256, 256>>>(words, more, 1000003); });
    launch("specials", 512 * K, [=] { specials<<<2 * K, 256>>>(floats, others); });
    launch("doubles_mixed", 256 * K, [=] { doubles_mixed<<<K, 256>>>(doubles, results); });
}

static void products(float *floats, float *others, double *results, int *columns, int *rows, unsigned *more) {
    launch("ell", 32 * K, [=] { ell<<<256, 128>>>(columns, floats, floats + 2 * M, others, 32 * K, 16); });
    launch("coo", 256 * K, [=] { coo<<<K, 256>>>(rows, columns, floats, floats + 2 * M, others); });
    launch("gemv_rows", 512, [=] { gemv_rows<<<64, 64>>>(floats, others, (float *)more, 512); });
    launch("gemm_registers", 512, [=] { gemm_registers<<<dim3(8, 8), 256>>>(floats, others, (float *)more, 512); });
    launch("lu_small", 16 * K, [=] { lu_small<<<128, 128>>>(results); });
}

int main(int argc, char **argv) {
    bench_begin(argc, argv);
    unsigned *words = drawn<unsigned>(4 * M, 1u << 30, 41), *more = drawn<unsigned>(4 * M, 1u << 30, 42);
    float *floats = drawn<float>(4 * M, 1000, 43), *others = drawn<float>(4 * M, 1000, 44);
    double *doubles = drawn<double>(2 * M, 1000, 45), *results = drawn<double>(2 * M, 1000, 46);
    int *rows = drawn<int>(M, 32 * K, 47), *columns = drawn<int>(M, 32 * K, 48);
    unsigned *counters = on_device(std::vector<unsigned>(16 * K, 0));
    cudaMemcpyToSymbol(weights, std::vector<float>(64, 0.03f).data(), 64 * sizeof(float));
    cudaFuncSetAttribute(much_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024);

    launch("nothing", 1, [=] { nothing<<<1, 1>>>(); });
    launch("nothing", 16 * K, [=] { nothing<<<16 * K, 64>>>(); });
    launch("alone", 4 * K, [=] { alone<<<1, 1>>>(floats, others, 4 * K); });
    launch("one_lane", 32 * K, [=] { one_lane<<<32 * K, 1>>>(floats, others); });
    launch("fill_grid", 128, [=] { fill_grid<<<dim3(32, 32, 32), dim3(4, 4, 4)>>>(others, 128, 128); });
    launch("saxpy_odd", 1000003, [=] { saxpy_odd<<<10418, 96>>>(2, floats, others, 1000003); });
    sorts(words, more);
    images(floats, others, words, more);
    arithmetic(floats, others, doubles, results, words, more);
    products(floats, others, results, columns, rows, more);
    for (int count : {64, 8 * K}) launch("bins_dynamic", count, [=] { bins_dynamic<<<132, 512, count * 4>>>(words, counters, 2 * M, count); });
    launch("bins_skewed", M, [=] { bins_skewed<<<4 * K, 256>>>(words, counters); });
    launch("largest_float", 256 * K, [=] { largest_float<<<K, 256>>>(floats, counters); });
    for (int count : {1, 4 * K}) launch("add_double", count, [=] { add_double<<<512, 256>>>(doubles, results, count); });
    launch("shared_floats", 512 * K, [=] { shared_floats<<<2 * K, 256>>>(floats, others); });
    launch("chase_shared", 512, [=] { chase_shared<<<264, 64>>>(more, 512); });
    {
        std::vector<unsigned> next(M);
        for (unsigned i = 0; i < unsigned(M); i++) next[i] = (i + 40503u * 8) % unsigned(M);
        unsigned *list = on_device(next);
        launch("chase_one", 512, [=] { chase_one<<<1, 1>>>(list, more, 512); });
        cudaFree(list);
    }
    launch("much_shared", 270336, [=] { much_shared<<<1056, 256, 100 * 1024>>>(floats, others); });
    launch("spilled", 256 * K, [=] { spilled<<<256, 1024>>>(floats, others, 4 * M); });
    launch("local_table", 64 * K, [=] { local_table<<<256, 256>>>(words, more); });
    launch("reduce_last", 4 * M, [=] { reduce_last<<<512, 256>>>(floats, others, counters + 8 * K, others + K, 4 * M); });
    for (void *memory : {(void *)words, (void *)more, (void *)floats, (void *)others, (void *)doubles, (void *)results, (void *)rows, (void *)columns, (void *)counters}) cudaFree(memory);
    return 0;
}
