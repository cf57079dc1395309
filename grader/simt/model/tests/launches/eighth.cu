/* An eighth held-out set: 42 launches of kernels that no other set has, predicted before they were measured. */
#include "bench.h"
#define G __global__ void
#define I (blockIdx.x * blockDim.x + threadIdx.x)
typedef const float *F;

/* ---- scans, sorting, searching ---- */
G scan_warps(const int *in, int *out) { /* a scan of 1024 by warps, each lane four elements */
    __shared__ int totals[8];
    int4 v = ((const int4 *)in)[I];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, own = v.x + v.y + v.z + v.w, sum = own;
    for (int d = 1; d < 32; d *= 2) {
        int other = __shfl_up_sync(~0u, sum, d);
        if (lane >= d) sum += other;
    }
    if (lane == 31) totals[warp] = sum;
    __syncthreads();
    int before = sum - own;
    for (int w = 0; w < warp; w++) before += totals[w];
    v.x += before, v.y += v.x, v.z += v.y, v.w += v.z;
    ((int4 *)out)[I] = v;
}
G bitonic_step(unsigned *keys, unsigned far, unsigned block) { /* one step of the sort, in global memory */
    unsigned i = I / far * 2 * far + I % far, a = keys[i], b = keys[i + far];
    if ((a > b) == ((i & block) == 0)) keys[i] = b, keys[i + far] = a;
}
G scatter_digits(const unsigned *in, const unsigned *start, unsigned *out) { /* radix sort: 16 digits a block, to their places */
    __shared__ unsigned next[16];
    if (threadIdx.x < 16) next[threadIdx.x] = start[threadIdx.x] + blockIdx.x * 64;
    __syncthreads();
    unsigned key = in[I], place = atomicAdd(&next[key >> 4 & 15], 1);
    out[place] = key;
}
G lower_bounds(const unsigned *sorted, const unsigned *keys, int *out, int n) { /* in shared memory the first 256 steps of the way */
    __shared__ unsigned top[256];
    top[threadIdx.x] = sorted[(size_t)threadIdx.x * (n / 256)];
    __syncthreads();
    unsigned key = keys[I];
    int at = 0;
    for (int d = 128; d > 0; d /= 2)
        if (top[at + d] <= key) at += d;
    int low = at * (n / 256);
    for (int d = n / 512; d > 0; d /= 2)
        if (sorted[low + d] <= key) low += d;
    out[I] = low;
}
G find_text(const unsigned char *text, const unsigned char *word, int *count, int length) { /* a thread a place */
    int k = 0;
    while (k < length && text[I + k] == word[k]) k++;
    if (k == length) atomicAdd(count, 1);
}
/* ---- grids ---- */
G stencil_27(F in, float *out, int n) { /* all neighbours of a cube */
    int x = threadIdx.x + 1, y = blockIdx.x + 1, z = blockIdx.y + 1;
    float sum = 0;
    for (int k = -1; k <= 1; k++)
        for (int j = -1; j <= 1; j++)
            for (int i = -1; i <= 1; i++) sum += in[((z + k) * n + y + j) * n + x + i];
    out[(z * n + y) * n + x] = sum * 0.037f;
}
G heat_planes(F in, float *out, int n) { /* a block walks through the planes, the one it stands in in shared memory */
    __shared__ float s[18][18];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y, w = n + 2, at = (y + 1) * w + x + 1;
    float below = in[at], here = in[at + w * w];
    for (int z = 1; z <= n; z++) {
        float above = in[at + (z + 1) * w * w];
        s[threadIdx.y + 1][threadIdx.x + 1] = here;
        if (threadIdx.x == 0) s[threadIdx.y + 1][0] = in[at + z * w * w - 1];
        if (threadIdx.x == 15) s[threadIdx.y + 1][17] = in[at + z * w * w + 1];
        if (threadIdx.y == 0) s[0][threadIdx.x + 1] = in[at + z * w * w - w];
        if (threadIdx.y == 15) s[17][threadIdx.x + 1] = in[at + z * w * w + w];
        __syncthreads();
        out[at + z * w * w] = here + 0.1f * (above + below + s[threadIdx.y][threadIdx.x + 1] + s[threadIdx.y + 2][threadIdx.x + 1] +
                                             s[threadIdx.y + 1][threadIdx.x] + s[threadIdx.y + 1][threadIdx.x + 2] - 6 * here);
        below = here, here = above;
        __syncthreads();
    }
}
G life_bits(const unsigned *in, unsigned *out, int words, int rows) { /* 32 cells a word, sums by full adders */
    int x = I % words, y = I / words;
    unsigned two = 0, one = 0, four = 0;
    for (int j = -1; j <= 1; j++) {
        const unsigned *row = in + ((y + j) & (rows - 1)) * words;
        unsigned c = row[x], l = c << 1 | row[(x - 1) & (words - 1)] >> 31, r = c >> 1 | row[(x + 1) & (words - 1)] << 31;
        unsigned cells[3] = {l, r, j == 0 ? 0 : c};
        for (int k = 0; k < 3; k++) {
            unsigned carry = one & cells[k];
            one ^= cells[k];
            four |= two & carry;
            two ^= carry;
        }
    }
    out[I] = two & ~four & (one | in[I]);
}
G max_pool(F in, float *out, int w) { /* 2 x 2 */
    int x = I % (w / 2), y = I / (w / 2);
    const float2 *row = (const float2 *)(in + 2 * y * w) + x;
    float2 a = row[0], b = row[w / 2];
    out[I] = fmaxf(fmaxf(a.x, a.y), fmaxf(b.x, b.y));
}
G resize(F in, float *out, int w, int from) { /* bilinear */
    float fx = (I % w + 0.5f) * from / w - 0.5f, fy = (I / w + 0.5f) * from / w - 0.5f;
    int x = max(0, min((int)fx, from - 2)), y = max(0, min((int)fy, from - 2));
    float u = fx - x, v = fy - y, a = in[y * from + x], b = in[y * from + x + 1], c = in[(y + 1) * from + x], d = in[(y + 1) * from + x + 1];
    out[I] = (a + (b - a) * u) * (1 - v) + (c + (d - c) * u) * v;
}
G transpose_padded(const double *in, double *out, int w) { /* doubles, tiles of 32 x 32, eight rows of threads */
    __shared__ double s[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8) s[threadIdx.y + k][threadIdx.x] = in[(size_t)(y + k) * w + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8) out[(size_t)(y + k) * w + x] = s[threadIdx.x][threadIdx.y + k];
}
/* ---- products ---- */
template <int T> G product(F a, F b, float *c, int n) { /* tiles of T x T, a thread an element */
    __shared__ float s[T][T], t[T][T];
    int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k += T) {
        s[threadIdx.y][threadIdx.x] = a[y * n + k + threadIdx.x];
        t[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + x];
        __syncthreads();
        for (int i = 0; i < T; i++) sum += s[threadIdx.y][i] * t[i][threadIdx.x];
        __syncthreads();
    }
    c[y * n + x] = sum;
}
G product_column(F a, F b, float *c, int n) { /* four elements of a column a thread, tiles of 32 x 32 */
    __shared__ float s[32][33], t[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    float sum[4] = {0, 0, 0, 0};
    for (int k = 0; k < n; k += 32) {
        for (int r = 0; r < 32; r += 8) {
            s[threadIdx.y + r][threadIdx.x] = a[(y + r) * n + k + threadIdx.x];
            t[threadIdx.y + r][threadIdx.x] = b[(k + threadIdx.y + r) * n + x];
        }
        __syncthreads();
        for (int i = 0; i < 32; i++)
            for (int r = 0; r < 4; r++) sum[r] += s[threadIdx.y + 8 * r][i] * t[i][threadIdx.x];
        __syncthreads();
    }
    for (int r = 0; r < 4; r++) c[(y + 8 * r) * n + x] = sum[r];
}
G ell(const int *column, F value, F x, float *y, int rows, int width) { /* a sparse product, columns beside each other */
    float sum = 0;
    for (int k = 0; k < width; k++) sum += value[k * rows + I] * x[column[k * rows + I]];
    y[I] = sum;
}
G rank_push(const int *from, const int *to, F rank, float *next) { /* an edge a thread: float sums at random places */
    atomicAdd(&next[to[I]], rank[from[I]] * 0.85f);
}
/* ---- learning ---- */
G nearest_centre(F point, F centre, int *out, int n, int centres) { /* k-means: 8 dimensions, centres in shared memory */
    extern __shared__ float s[];
    for (int k = threadIdx.x; k < centres * 8; k += blockDim.x) s[k] = centre[k];
    __syncthreads();
    float p[8], least = 1e30f;
    int best = 0;
    for (int d = 0; d < 8; d++) p[d] = point[d * n + I];
    for (int c = 0; c < centres; c++) {
        float far = 0;
        for (int d = 0; d < 8; d++) far += (p[d] - s[c * 8 + d]) * (p[d] - s[c * 8 + d]);
        if (far < least) least = far, best = c;
    }
    out[I] = best;
}
G norm_rows(F in, F gain, float *out, int w) { /* a block of 256 a row: mean and deviation by shared memory */
    __shared__ float s[256], q[256];
    F row = in + (size_t)blockIdx.x * w;
    float sum = 0, square = 0;
    for (int k = threadIdx.x; k < w; k += 256) sum += row[k], square += row[k] * row[k];
    s[threadIdx.x] = sum, q[threadIdx.x] = square;
    for (int d = 128; d > 0; d /= 2) {
        __syncthreads();
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d], q[threadIdx.x] += q[threadIdx.x + d];
    }
    __syncthreads();
    float mean = s[0] / w, scale = rsqrtf(q[0] / w - mean * mean + 1e-5f);
    for (int k = threadIdx.x; k < w; k += 256) out[(size_t)blockIdx.x * w + k] = (row[k] - mean) * scale * gain[k];
}
G gelu(F in, float *out) {
    float x = in[I] * 0.01f - 5;
    out[I] = 0.5f * x * (1 + tanhf(0.79788456f * (x + 0.044715f * x * x * x)));
}
/* ---- arithmetic, latency, occupancy ---- */
G implied(F price, float *out, int rounds) { /* Newton's method on an option's price */
    float p = price[I] * 1e-4f + 0.05f, v = 0.3f;
    for (int k = 0; k < rounds; k++) {
        float d = (0.02f + 0.5f * v * v) / v, density = 0.39894228f * expf(-0.5f * d * d);
        float value = 0.5f * erfcf(-d * 0.70710678f) - 0.5f * erfcf((v - d) * 0.70710678f);
        v -= 0.5f * (value - p) / density;
    }
    out[I] = v;
}
G julia(unsigned char *out, int w, int most) {
    float x = (I % w) * 3.0f / w - 1.5f, y = (I / w) * 3.0f / w - 1.5f;
    int k = 0;
    for (; k < most && x * x + y * y < 4; k++) {
        float t = x * x - y * y - 0.8f;
        y = 2 * x * y + 0.156f, x = t;
    }
    out[I] = k;
}
G mix(unsigned *out, int rounds) { /* xorshift, four states a thread */
    unsigned s[4] = {I + 1, I * 3 + 7, I ^ 0x9E3779B9u, ~I};
    for (int r = 0; r < rounds; r++)
        for (int k = 0; k < 4; k++) s[k] ^= s[k] << 13, s[k] ^= s[k] >> 17, s[k] ^= s[k] << 5;
    out[I] = s[0] + s[1] + s[2] + s[3];
}
G shared_chase(int *out, int hops) { /* a chain through shared memory */
    __shared__ int next[1024];
    for (int k = threadIdx.x; k < 1024; k += blockDim.x) next[k] = (k * 37 + 11) & 1023;
    __syncthreads();
    int at = threadIdx.x;
    for (int k = 0; k < hops; k++) at = next[at];
    out[I] = at;
}
G structs(F in, float *out) { /* an array of structures of six floats: sums of each */
    F own = in + 6 * (size_t)I;
    out[I] = own[0] + own[1] + own[2] + own[3] + own[4] + own[5];
}

static const int K = 1 << 10, M = 1 << 20;
#define RUN(n, what, ...) launch(#what, n, [=] { what __VA_ARGS__; })
int main(int argc, char **argv) {
    bench_begin(argc, argv);
    unsigned *u = drawn<unsigned>(4 * M, M, 61), *v = drawn<unsigned>(4 * M, M, 62);
    float *x = drawn<float>(8 * M, 1000, 63), *y = drawn<float>(8 * M, 1000, 64);
    double *d = drawn<double>(M, 1000, 65), *e = drawn<double>(M, 1000, 66);
    unsigned char *text = drawn<unsigned char>(M + 64, 2, 67), *word = drawn<unsigned char>(64, 2, 68);
    int *counter = on_device(std::vector<int>(64, 0));
    std::vector<unsigned> rising(M), starts(16);
    for (int k = 0; k < M; k++) rising[k] = k;
    for (int k = 0; k < 16; k++) starts[k] = k * 4 * 65536;
    unsigned *sorted = on_device(rising), *start = on_device(starts);
    for (int k : {64, 1024}) RUN(k * K, scan_warps, <<<k, 256>>>((int *)u, (int *)v));
    for (int f : {16, 65536}) RUN(f, bitonic_step, <<<2 * K, 256>>>(v, f, 2 * f));
    RUN(M, scatter_digits, <<<4 * K, 256>>>(u, start, v));
    for (int k : {16, 1024}) RUN(k * 256, lower_bounds, <<<k, 256>>>(sorted, u, (int *)v, M));
    RUN(M, find_text, <<<4 * K, 256>>>(text, word, counter, 16));
    for (int n : {66, 130}) RUN(n, stencil_27, <<<dim3(n - 2, n - 2), n - 2>>>(x, y, n));
    for (int n : {64, 128}) RUN(n, heat_planes, <<<dim3(n / 16, n / 16), dim3(16, 16)>>>(x, y, n));
    for (int r : {512, 4096}) RUN(r, life_bits, <<<r / 2, 128>>>(u, v, 64, r));
    for (int w : {512, 2048}) RUN(w, max_pool, <<<w * (w / 4) / 256, 256>>>(x, y, w));
    for (int w : {256, 1536}) RUN(w, resize, <<<w * w / 256, 256>>>(x, y, w, 1000));
    for (int w : {256, 1024}) RUN(w, transpose_padded, <<<dim3(w / 32, w / 32), dim3(32, 8)>>>(d, e, w));
    RUN(320, product<8>, <<<dim3(40, 40), dim3(8, 8)>>>(x, x + M, y, 320));
    RUN(320, product<16>, <<<dim3(20, 20), dim3(16, 16)>>>(x, x + M, y, 320));
    RUN(320, product<32>, <<<dim3(10, 10), dim3(32, 32)>>>(x, x + M, y, 320));
    for (int n : {256, 512}) RUN(n, product_column, <<<dim3(n / 32, n / 32), dim3(32, 8)>>>(x, x + M, y, n));
    for (int r : {8, 128}) RUN(r * K, ell, <<<r * 4, 256>>>((int *)u, x, x + 4 * M, y, r * K, 16));
    RUN(M, rank_push, <<<4 * K, 256>>>((int *)u, (int *)u + M, x, y));
    for (int c : {16, 128}) RUN(c, nearest_centre, <<<512, 256, c * 32>>>(x, y, (int *)v, 128 * K, c));
    for (int w : {256, 4096}) RUN(w, norm_rows, <<<M / w, 256>>>(x, x + 4 * M, y, w));
    RUN(4 * M, gelu, <<<16 * K, 256>>>(x, y));
    RUN(64 * K, implied, <<<256, 256>>>(x, y, 8));
    for (int w : {256, 512}) RUN(w, julia, <<<w * w / 256, 256>>>((unsigned char *)v, w, 200));
    RUN(256, mix, <<<264, 256>>>(v, 256));
    for (int k : {1, 264}) RUN(k, shared_chase, <<<k, 128>>>((int *)v, 512));
    RUN(M, structs, <<<4 * K, 256>>>(x, y));
    return 0;
}
