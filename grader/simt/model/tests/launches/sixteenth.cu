/*
 * A sixteenth held-out set: kernels as a course, a book or a suite of benchmarks has them, in the families of the challenge; most
 * at two or three sizes. Those of arrays, sparse matrices and grids are in the three headers. The word `check` verifies all results.
 */
#include "sixteenth_arrays.cuh"
#include "sixteenth_grids.cuh"
#include "sixteenth_sparse.cuh"

/* ---- bodies ---- */
__global__ void bodies_in_arrays(const float *px, const float *py, const float *pz, float *fx, float *fy, float *fz, int n) { /* straight from memory */
    int i = AT;
    if (i >= n) return;
    float x = px[i], y = py[i], z = pz[i], ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; j++) {
        float dx = px[j] - x, dy = py[j] - y, dz = pz[j] - z, r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), s = r * r * r;
        ax += dx * s, ay += dy * s, az += dz * s;
    }
    fx[i] = ax, fy[i] = ay, fz[i] = az;
}
template <int P> __global__ void bodies_by_tiles(const float4 *p, float4 *force, int n) { /* P bodies at a time through shared memory */
    __shared__ float4 s[P];
    float4 me = p[AT], f = make_float4(0, 0, 0, 0);
    for (int tile = 0; tile < n; tile += P) {
        s[threadIdx.x] = p[tile + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < P; j++) {
            float dx = s[j].x - me.x, dy = s[j].y - me.y, dz = s[j].z - me.z, r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), q = s[j].w * r * r * r;
            f.x += dx * q, f.y += dy * q, f.z += dz * q;
        }
        __syncthreads();
    }
    force[AT] = f;
}
__global__ void forces_of_list(const float4 *p, const int *list, float *energy, int n, int each) { /* Verlet's list: a thread's neighbours lie n apart */
    int i = AT;
    float4 me = p[i];
    float sum = 0;
    for (int k = 0; k < each; k++) {
        float4 o = p[list[k * n + i]];
        float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z, r2 = 0.1f + dx * dx + dy * dy + dz * dz;
        if (r2 < 0.5f) {
            float t = 0.05f / r2, six = t * t * t;
            sum += six * six - six;
        }
    }
    energy[i] = sum;
}

/* ---- options ---- */
__host__ __device__ inline float below(float d) { /* the normal distribution, by Hull's polynomial */
    float k = 1 / (1 + 0.2316419f * fabsf(d));
    float c = 0.39894228f * expf(-0.5f * d * d) * k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    return d > 0 ? 1 - c : c;
}
__host__ __device__ inline float2 call_and_put(float s, float k, float t) {
    float root = 0.3f * sqrtf(t), d1 = (logf(s / k) + (0.02f + 0.045f) * t) / root, d2 = d1 - root, later = k * expf(-0.02f * t);
    float c1 = below(d1), c2 = below(d2);
    return {s * c1 - later * c2, later * (1 - c2) - s * (1 - c1)};
}
__global__ void calls_and_puts(const float *s, const float *k, const float *t, float *call, float *put, int n) {
    for (int i = AT; i < n; i += STEP) {
        float2 r = call_and_put(5 + 25 * s[i], 1 + 99 * k[i], 0.25f + 9.75f * t[i]);
        call[i] = r.x, put[i] = r.y;
    }
}
template <int N> __global__ void american_puts(const float *strike, float *out) { /* a binomial tree of N steps a block, N + 1 leaves, early exercise */
    __shared__ float v[2][N + 1];
    const float up = 1.02f, p = 0.505f, discount = 0.9995f;
    int t = threadIdx.x, now = 0;
    float k = 90 + 20 * strike[blockIdx.x], price = 100 * powf(up, 2.0f * t - N);
    if (t <= N) v[0][t] = fmaxf(k - price, 0);
    __syncthreads();
    for (int step = N - 1; step >= 0; step--, now ^= 1) {
        price *= up;
        if (t <= step) v[now ^ 1][t] = fmaxf(k - price, discount * (p * v[now][t + 1] + (1 - p) * v[now][t]));
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = v[now][0];
}
__global__ void monte_carlo_by_blocks(const float *strike, float *out, int paths) { /* an option a block: Box and Muller's pairs from Philox, then a sum */
    __shared__ float s[8];
    float k = 90 + 20 * strike[blockIdx.x], sum = 0;
    for (int i = threadIdx.x; i < paths / 4; i += 256) {
        unsigned c[4] = {unsigned(i), blockIdx.x, 0, 0};
        philox(c, 9, 1);
        for (int q = 0; q < 4; q += 2) {
            float radius = sqrtf(-2 * logf((c[q] + 0.5f) * 2.3283064e-10f)), sine, cosine;
            sincosf(6.2831853f * (c[q + 1] * 2.3283064e-10f), &sine, &cosine);
            sum += fmaxf(100 * expf(-0.02f + 0.2f * radius * sine) - k, 0) + fmaxf(100 * expf(-0.02f + 0.2f * radius * cosine) - k, 0);
        }
    }
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; w++) sum += s[w];
        out[blockIdx.x] = sum / paths;
    }
}

/* ---- occupancy ---- */
template <int R> __global__ void systems_in_registers(const float *in, float *out, int systems) { /* Thomas' algorithm, R unknowns a thread */
    int t = AT;
    float c[R], d[R];
    c[0] = -1.0f / 4, d[0] = in[t] / 4;
#pragma unroll
    for (int k = 1; k < R; k++) {
        float m = 1 / (4 + c[k - 1]);
        c[k] = -m, d[k] = (in[k * systems + t] + d[k - 1]) * m;
    }
#pragma unroll
    for (int k = R - 2; k >= 0; k--) d[k] -= c[k] * d[k + 1];
#pragma unroll
    for (int k = 0; k < R; k++) out[k * systems + t] = d[k];
}
__global__ void walks_in_table(const unsigned *in, unsigned *out, int words, int steps) { /* a table in as much shared memory as the launch asks for */
    extern __shared__ unsigned table[];
    for (int k = threadIdx.x; k < words; k += blockDim.x) table[k] = in[k];
    __syncthreads();
    unsigned p = AT;
    for (int k = 0; k < steps; k++) p = table[(p ^ k) & (words - 1)];
    out[AT] = p;
}
__global__ void a_x_plus_b_y(const float *a, const float *b, float *out, int n) {
    for (int i = AT; i < n; i += STEP) out[i] = 2 * a[i] + 3 * b[i];
}

/* ---- latency ---- */
__global__ void ring_of_pointers(const unsigned *next, unsigned *out, int hops) {
    unsigned p = AT * 32;
    for (int k = 0; k < hops; k++) p = next[p];
    out[AT] = p;
}
enum operation { FMA, DIVIDE, ROOT, REMAINDER, PRODUCT_64, FMA_64, DIVIDE_64, LOGARITHM, BITS };
template <operation O> __host__ __device__ inline float one_more(float a, unsigned &b, unsigned long long &c, double &d) {
    if (O == FMA) a = a * 0.999f + 0.25f;
    if (O == DIVIDE) a = 3 / (a + 1.5f);
    if (O == ROOT) a = sqrtf(a + 2);
    if (O == REMAINDER) b = 0xfffffff1u % (b | 0x10001);
    if (O == PRODUCT_64) c = (c ^ c >> 29) * 0xbf58476d1ce4e5b9ull;
    if (O == FMA_64) d = d * 0.999 + 0.25;
    if (O == DIVIDE_64) d = 3 / (d + 1.5);
    if (O == LOGARITHM) a = logf(a + 3);
    return a;
}
template <operation O> __global__ void chain_of(const float *in, float *out, int times) {
    float a = in[AT];
    unsigned b = unsigned(a * 1024) + 5;
    unsigned long long c = b;
    double d = a;
    for (int k = 0; k < times; k++) {
        a = one_more<O>(a, b, c, d);
        if (O == BITS) b = __brev(b) + __popc(b) + (__clz(b) << 3);
    }
    out[AT] = O == REMAINDER || O == BITS ? float(b & 0xffff) : O == PRODUCT_64 ? float(c >> 50) : O == FMA_64 || O == DIVIDE_64 ? float(d) : a;
}
__global__ void tickets(unsigned *counter, unsigned *out, int each) { /* one lane of each warp draws numbers, one after the other */
    unsigned sum = 0;
    for (int k = 0; k < each; k++)
        if (threadIdx.x % 32 == 0) sum += atomicAdd(counter + (sum & 1), 2);
    if (threadIdx.x % 32 == 0) out[AT / 32] = sum & 1;
}
__global__ void quadrature_of_doubles(double *out, int each) { /* Simpson's rule for exp(-x) sin x, a stretch a thread */
    double h = 1.0 / 4096, sum = 0;
    for (int k = 0; k < each; k++) {
        double a = (AT * each + k) * h / each;
        sum += exp(-a) * sin(a) + 4 * exp(-a - h / 2) * sin(a + h / 2) + exp(-a - h) * sin(a + h);
    }
    out[AT] = sum * h / 6;
}

static void bodies_and_options() {
    auto force = [](int n, size_t i, int axis) {
        double sum = 0;
        for (int j = 0; j < n; j++) {
            double d[3], r2 = 0.01;
            for (int k = 0; k < 3; k++) d[k] = double(hx[4 * j + k]) - hx[4 * i + k], r2 += d[k] * d[k];
            sum += hx[4 * j + 3] * d[axis] / (r2 * sqrt(r2));
        }
        return sum;
    };
    for (int n : {1024, 4096}) {
        RUN(n, bodies_in_arrays, <<<n / 64, 64>>>(x, x + M, x + 2 * M, y, y + M, y + 2 * M, n));
        expect(y + M, n, [=](size_t i) {
            double sum = 0;
            for (int j = 0; j < n; j++) {
                double a = double(hx[j]) - hx[i], b = double(hx[M + j]) - hx[M + i], c = double(hx[2 * M + j]) - hx[2 * M + i], r2 = a * a + b * b + c * c + 0.01;
                sum += b / (r2 * sqrt(r2));
            }
            return sum;
        }, 2e-3);
    }
    for (int n : {2048, 16384}) {
        RUN(n, bodies_by_tiles<128>, <<<n / 128, 128>>>((const float4 *)x, (float4 *)y, n));
        expect(y, 4 * n, [=](size_t i) { return i % 4 == 3 ? 0 : force(n, i / 4, int(i % 4)); }, 2e-3);
    }
    for (int n : {8 * K, 256 * K}) {
        std::vector<int> near(size_t(24) * n);
        draws draw{31};
        for (size_t k = 0; k < near.size(); k++) near[k] = int((k % n + n - 200 + draw(400)) % n);
        int *list = on_device(near);
        RUN(n, forces_of_list, <<<n / 128, 128>>>((const float4 *)x, list, y, n, 24));
        expect(y, n, [&](size_t i) {
            float sum = 0;
            for (int k = 0; k < 24; k++) {
                const float *o = &hx[4 * near[size_t(k) * n + i]], *me = &hx[4 * i];
                float dx = o[0] - me[0], dy = o[1] - me[1], dz = o[2] - me[2], r2 = 0.1f + dx * dx + dy * dy + dz * dz, t = 0.05f / r2, six = t * t * t;
                if (r2 < 0.5f) sum += six * six - six;
            }
            return sum;
        }, 2e-3);
    }
    for (int n : {16 * K, 4 * M}) {
        RUN(n, calls_and_puts, <<<std::min(n / 128, 1056), 128>>>(x, x + 4 * M, x + 8 * M, y, y + 4 * M, n));
        expect(y + 4 * M, n, [](size_t i) { return call_and_put(5 + 25 * hx[i], 1 + 99 * hx[4 * M + i], 0.25f + 9.75f * hx[8 * M + i]).y; }, 1e-3);
    }
    for (int options : {32, 1056}) {
        RUN(options, american_puts<127>, <<<options, 128>>>(x, y));
        expect(y, options, [](size_t o) {
            double k = 90 + 20 * hx[o], w[128];
            for (int t = 0; t < 128; t++) w[t] = std::max(k - 100 * pow(1.02, 2.0 * t - 127), 0.0);
            for (int step = 126; step >= 0; step--)
                for (int t = 0; t <= step; t++) w[t] = std::max(k - 100 * pow(1.02, 2.0 * t - step), 0.9995 * (0.505 * w[t + 1] + 0.495 * w[t]));
            return w[0];
        }, 1e-3);
    }
    for (int options : {16, 264}) {
        RUN(options, monte_carlo_by_blocks, <<<options, 256>>>(x, y, 8192));
        expect(y, options, [](size_t o) {
            double sum = 0;
            for (unsigned i = 0; i < 2048; i++) {
                unsigned c[4] = {i, unsigned(o), 0, 0};
                philox(c, 9, 1);
                for (int q = 0; q < 4; q += 2) {
                    double radius = sqrt(-2 * log((c[q] + 0.5) / 4294967296)), angle = 2 * M_PI * c[q + 1] / 4294967296;
                    for (double z : {radius * sin(angle), radius * cos(angle)}) sum += std::max(100 * exp(-0.02 + 0.2 * z) - 90 - 20 * hx[o], 0.0);
                }
            }
            return sum / 8192;
        }, 2e-3);
    }
}

template <int R> static double of_system(size_t i, int systems) {
    double c[R], d[R];
    size_t t = i % systems;
    c[0] = -0.25, d[0] = hx[t] / 4;
    for (int k = 1; k < R; k++) c[k] = -1 / (4 + c[k - 1]), d[k] = (hx[size_t(k) * systems + t] + d[k - 1]) * -c[k];
    for (int k = R - 2; k >= int(i / systems); k--) d[k] -= c[k] * d[k + 1];
    return d[i / systems];
}

static void occupancies() {
    for (int systems : {8 * K, 256 * K}) {
        RUN(systems, systems_in_registers<16>, <<<systems / 128, 128>>>(x, y, systems));
        expect(y, 16 * size_t(systems), [=](size_t i) { return of_system<16>(i, systems); }, 1e-3);
    }
    RUN(128 * K, systems_in_registers<64>, <<<K, 128>>>(x, y, 128 * K));
    expect(y, 64 * size_t(128 * K), [](size_t i) { return of_system<64>(i, 128 * K); }, 1e-3);
    cudaFuncSetAttribute(walks_in_table, cudaFuncAttributeMaxDynamicSharedMemorySize, 128 * K);
    for (int kb : {2, 32, 128}) {
        RUN(kb, walks_in_table, <<<396, 128, kb * K>>>(u, v, kb * 256, 96));
        expect(v, 396 * 128, [=](size_t i) { unsigned p = unsigned(i); for (unsigned k = 0; k < 96; k++) p = hu[(p ^ k) & (kb * 256 - 1)]; return p; });
    }
    auto axpby = [](size_t i) { return 2 * hx[i] + 3 * hx[8 * M + i]; };
    for (int block : {32, 96, 512}) {
        RUN_AS("a_x_plus_b_y by blocks of", block, a_x_plus_b_y<<<(M + block - 1) / block, block>>>(x, x + 8 * M, y, M));
        expect(y, M, axpby);
    }
    for (int blocks : {1, 132}) {
        RUN_AS("a_x_plus_b_y with blocks", blocks, a_x_plus_b_y<<<blocks, 256>>>(x, x + 8 * M, y, 256 * K));
        expect(y, 256 * K, axpby);
    }
}

template <operation O> static void chain(const char *name, std::vector<int> grids) {
    for (int blocks : grids) {
        RUN_AS(name, blocks, chain_of<O><<<blocks, 128>>>(x, y, 64));
        expect(y, blocks * 128, [](size_t i) {
            float a = hx[i];
            unsigned b = unsigned(a * 1024) + 5;
            unsigned long long c = b;
            double d = a;
            for (int k = 0; k < 64; k++) {
                a = one_more<O>(a, b, c, d);
                unsigned turned = 0;
                for (int bit = 0; bit < 32; bit++) turned |= (b >> bit & 1) << (31 - bit);
                if (O == BITS) b = turned + __builtin_popcount(b) + ((b ? __builtin_clz(b) : 32) << 3);
            }
            return O == REMAINDER || O == BITS ? float(b & 0xffff) : O == PRODUCT_64 ? float(c >> 50) : O == FMA_64 || O == DIVIDE_64 ? float(d) : a;
        }, 1e-3);
    }
}

static void latencies() {
    for (int kb : {32, 8 * K, 64 * K}) { /* one cycle through all lines of a table, in an order of chance */
        std::vector<unsigned> order(kb * 8), next(kb * 256);
        draws draw{unsigned(kb)};
        for (unsigned k = 0; k < order.size(); k++) order[k] = k;
        for (unsigned k = unsigned(order.size()) - 1; k > 0; k--) std::swap(order[k], order[draw(k + 1)]);
        for (size_t k = 0; k < order.size(); k++) next[order[k] * 32] = order[(k + 1) % order.size()] * 32;
        unsigned *ring = on_device(next);
        RUN_AS("ring_of_pointers by one lane", kb, ring_of_pointers<<<1, 1>>>(ring, v, 512));
        auto right = [&](int hops) { return [&, hops](size_t i) { unsigned p = unsigned(i) * 32; for (int k = 0; k < hops; k++) p = next[p]; return p; }; };
        expect(v, 1, right(512));
        if (kb > 8 * K) {
            RUN_AS("ring_of_pointers by many lanes", kb, ring_of_pointers<<<132, 128>>>(ring, v, 32));
            expect(v, 132 * 128, right(32));
        }
        cudaFree(ring);
    }
    chain<FMA>("chain_of fma", {1});
    chain<DIVIDE>("chain_of quotients", {1, 528});
    chain<ROOT>("chain_of roots", {1});
    chain<REMAINDER>("chain_of remainders", {1, 528});
    chain<PRODUCT_64>("chain_of long products", {1});
    chain<FMA_64>("chain_of fma of doubles", {1});
    chain<DIVIDE_64>("chain_of quotients of doubles", {1, 528});
    chain<LOGARITHM>("chain_of logarithms", {528});
    chain<BITS>("chain_of bits", {528});
    for (int blocks : {2, 528}) {
        cleared(bins, 2);
        RUN(blocks, tickets, <<<blocks, 64>>>(bins, v, 16));
        if (checking) expect_one(back(bins, 1)[0], blocks * 2 * 16 * 2, 0);
        expect(v, blocks * 2, [](size_t) { return 0; });
        RUN(blocks, quadrature_of_doubles, <<<blocks, 128>>>((double *)y, 8));
        expect((double *)y, blocks * 128, [](size_t i) {
            double h = 1.0 / 4096, sum = 0;
            for (int k = 0; k < 8; k++) {
                double a = (i * 8 + k) * h / 8;
                sum += exp(-a) * sin(a) + 4 * exp(-a - h / 2) * sin(a + h / 2) + exp(-a - h) * sin(a + h);
            }
            return sum * h / 6;
        }, 1e-10);
    }
}

int main(int argc, char **argv) {
    checking = argc > 1 && strcmp(argv[1], "check") == 0;
    char once[] = "once", *words[] = {argv[0], once};
    bench_begin(checking ? 2 : argc, checking ? words : argv);
    draws draw{161};
    hx.resize(16 * M), hu.resize(16 * M), hb.resize(16 * M);
    for (float &w : hx) w = draw(1024) / 1024.0f;
    for (unsigned &w : hu) w = draw(1 << 30);
    for (byte &w : hb) w = byte(draw(256));
    x = on_device(hx), y = on_device(hx), u = on_device(hu), v = on_device(hu), bytes = on_device(hb);
    bins = on_device(std::vector<unsigned>(K, 0));
    scans();
    compactions_and_sums();
    sorts();
    histograms();
    strings_and_bits();
    sparse_products(8 * K, 8);
    sparse_products(256 * K, 6);
    graph_steps(16 * K);
    graph_steps(512 * K);
    convolutions();
    stencils();
    matrices();
    transforms();
    bodies_and_options();
    occupancies();
    latencies();
    if (checking) fprintf(stderr, "%ld wrong\n", wrong);
    return wrong > 0;
}
