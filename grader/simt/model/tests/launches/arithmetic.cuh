/* Launches of launches.cu: bodies, options, other arithmetic. */
#pragma once
#include "launches.h"

__global__ void nbody(const float4 *body, float4 *force, int n) {
    float4 me = body[INDEX];
    float x = 0, y = 0, z = 0;
    for (int j = 0; j < n; j++) {
        float4 other = body[j];
        float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
        float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
        float s = other.w * inverse * inverse * inverse;
        x += dx * s, y += dy * s, z += dz * s;
    }
    force[INDEX] = make_float4(x, y, z, 0);
}
__global__ void nbody_tile(const float4 *body, float4 *force, int n) {
    __shared__ float4 tile[128];
    float4 me = body[INDEX];
    float x = 0, y = 0, z = 0;
    for (int from = 0; from < n; from += 128) {
        tile[threadIdx.x] = body[from + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; j++) {
            float4 other = tile[j];
            float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
            float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            float s = other.w * inverse * inverse * inverse;
            x += dx * s, y += dy * s, z += dz * s;
        }
        __syncthreads();
    }
    force[INDEX] = make_float4(x, y, z, 0);
}
__global__ void nbody_double(const double4 *body, double4 *force, int n) {
    double4 me = body[INDEX];
    double x = 0, y = 0, z = 0;
    for (int j = 0; j < n; j++) {
        double dx = body[j].x - me.x, dy = body[j].y - me.y, dz = body[j].z - me.z;
        double inverse = 1 / sqrt(dx * dx + dy * dy + dz * dz + 0.01);
        double s = body[j].w * inverse * inverse * inverse;
        x += dx * s, y += dy * s, z += dz * s;
    }
    force[INDEX].x = x, force[INDEX].y = y, force[INDEX].z = z;
}
__device__ float normal(float d) {
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float c = 0.39894228f * expf(-0.5f * d * d) * (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1.0f - c : c;
}
__global__ void options(const float *price, const float *strike, const float *years, float *call, float *put, int n) {
    int i = INDEX;
    if (i < n) {
        float s = price[i] + 1, x = strike[i] + 1, t = (years[i] + 1) * 1e-3f, r = 0.02f, v = 0.3f;
        float root = sqrtf(t), d1 = (logf(s / x) + (r + 0.5f * v * v) * t) / (v * root), d2 = d1 - v * root;
        float a = normal(d1), b = normal(d2), e = expf(-r * t);
        call[i] = s * a - x * e * b;
        put[i] = x * e * (1.0f - b) - s * (1.0f - a);
    }
}
__global__ void options_fast(const float *price, const float *strike, const float *years, float *call, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        float s = price[i] + 1, x = strike[i] + 1, t = (years[i] + 1) * 1e-3f, r = 0.02f, v = 0.3f;
        float root = __fsqrt_rn(t), d1 = __fdividef(__logf(__fdividef(s, x)) + (r + 0.5f * v * v) * t, v * root), d2 = d1 - v * root;
        call[i] = s * 0.5f * erfcf(-d1 * 0.70710678f) - x * __expf(-r * t) * 0.5f * erfcf(-d2 * 0.70710678f);
    }
}
__global__ void mandelbrot(byte *out, int w, int most) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, k = 0;
    float cr = x * 3.0f / w - 2.0f, ci = y * 2.0f / w - 1.0f, a = 0, b = 0;
    while (k < most && a * a + b * b < 4) {
        float next = a * a - b * b + cr;
        b = 2 * a * b + ci;
        a = next;
        k++;
    }
    out[y * w + x] = k;
}
__global__ void pi_draws(unsigned *hits, int each) {
    unsigned long long s = INDEX * 7919ULL + 13;
    unsigned inside = 0;
    for (int k = 0; k < each; k++) {
        s = s * 6364136223846793005ULL + 1442695040888963407ULL;
        float x = (unsigned)(s >> 40) * 5.96e-8f;
        s = s * 6364136223846793005ULL + 1442695040888963407ULL;
        float y = (unsigned)(s >> 40) * 5.96e-8f;
        inside += x * x + y * y < 1;
    }
    hits[INDEX] = inside;
}
enum { SINE, EXPONENTIAL, LOGARITHM, ROOT, QUOTIENT, POWER, FAST_SINE, TANGENT };
template <int F> __global__ void special(float *data, int times) {
    float v = data[INDEX] * 1e-3f + 0.5f;
    for (int k = 0; k < times; k++) {
        if (F == SINE) v = sinf(v) + 1.1f;
        if (F == EXPONENTIAL) v = expf(-v);
        if (F == LOGARITHM) v = logf(v + 2.0f);
        if (F == ROOT) v = sqrtf(v + 1.0f);
        if (F == QUOTIENT) v = 3.0f / (v + 1.0f);
        if (F == POWER) v = powf(v + 0.1f, 0.7f);
        if (F == FAST_SINE) v = __sinf(v) + 1.1f;
        if (F == TANGENT) v = tanhf(v + 0.2f);
    }
    data[INDEX] = v;
}
template <int F> __global__ void special_double(double *data, int times) {
    double v = data[INDEX] * 1e-3 + 0.5;
    for (int k = 0; k < times; k++) {
        if (F == SINE) v = sin(v) + 1.1;
        if (F == EXPONENTIAL) v = exp(-v);
        if (F == ROOT) v = sqrt(v + 1.0);
        if (F == QUOTIENT) v = 3.0 / (v + 1.0);
    }
    data[INDEX] = v;
}
__global__ void modulo(unsigned *data, unsigned by, int times) {
    unsigned v = data[INDEX];
    for (int k = 0; k < times; k++) v = v % (by + k) + 12345u * k;
    data[INDEX] = v;
}

static void arithmetic() {
    for (int n : {1024, 4096}) {
        launch("nbody", n, [=] { nbody<<<n / 128, 128>>>((float4 *)floats, (float4 *)others, n); });
        launch("nbody_tile", n, [=] { nbody_tile<<<n / 128, 128>>>((float4 *)floats, (float4 *)others, n); });
    }
    launch("nbody_double", 1024, [=] { nbody_double<<<8, 128>>>((double4 *)doubles, (double4 *)results, 1024); });
    for (int n : {16 * K, 256 * K, M}) {
        launch("options", n, [=] { options<<<n / 256, 256>>>(floats, floats + M, floats + 2 * M, others, others + M, n); });
        launch("options_fast", n, [=] { options_fast<<<std::min(n / 256, 264), 256>>>(floats, floats + M, floats + 2 * M, others, n); });
    }
    launch("mandelbrot", 256, [=] { mandelbrot<<<dim3(8, 32), dim3(32, 8)>>>(bytes, 256, 256); });
    launch("mandelbrot", 512, [=] { mandelbrot<<<dim3(32, 32), dim3(16, 16)>>>(bytes, 512, 128); });
    launch("pi_draws", 64, [=] { pi_draws<<<264, 128>>>(little, 64); });
    launch("sine", 16, [=] { special<SINE><<<264, 256>>>(others, 16); });
    launch("exponential", 16, [=] { special<EXPONENTIAL><<<264, 256>>>(others, 16); });
    launch("logarithm", 16, [=] { special<LOGARITHM><<<264, 256>>>(others, 16); });
    launch("root", 16, [=] { special<ROOT><<<264, 256>>>(others, 16); });
    launch("quotient", 16, [=] { special<QUOTIENT><<<264, 256>>>(others, 16); });
    launch("power", 16, [=] { special<POWER><<<264, 256>>>(others, 16); });
    launch("fast_sine", 64, [=] { special<FAST_SINE><<<1056, 256>>>(others, 64); });
    launch("tangent", 16, [=] { special<TANGENT><<<264, 256>>>(others, 16); });
    launch("sine_double", 8, [=] { special_double<SINE><<<132, 256>>>(results, 8); });
    launch("exponential_double", 8, [=] { special_double<EXPONENTIAL><<<132, 256>>>(results, 8); });
    launch("root_double", 8, [=] { special_double<ROOT><<<132, 256>>>(results, 8); });
    launch("quotient_double", 8, [=] { special_double<QUOTIENT><<<132, 256>>>(results, 8); });
    launch("modulo", 16, [=] { modulo<<<264, 256>>>(more, 77, 16); });
}
