/*
 * slow.cu - what instructions cost whose time hangs on values: divisions and roots that go aside,
 * sines of large angles; and double precision's sequences. A line `what,case,warps,cycles` each:
 * cycles of one operation of a chain, by the multiprocessor's clock.
 *
 *     nvcc -O3 -std=c++17 -arch=native slow.cu -o slow && ./slow
 */
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

enum { TIMES = 64 };
static unsigned *took;
static float *sink;

/* Each operation's operand hangs on the last result by a zero that the compiler does not know. */
#define CHAIN(NAME, T, EXPRESSION) \
    __global__ void NAME(unsigned *took, float *sink, T a, T b, T zero) { \
        T r = 0; \
        long long begin = 0; \
        for (int round = 0; round < 3; round++) { \
            begin = clock64(); \
            _Pragma("unroll 1") for (int k = 0; k < TIMES; k++) { \
                T x = a + r * zero, y = b; \
                (void)y; \
                r = EXPRESSION; \
            } \
            __syncthreads(); \
            begin = clock64() - begin; \
        } \
        if (threadIdx.x == 0) *took = (unsigned)begin; \
        if (r == (T)1234.5678) *sink = 1; \
    }
CHAIN(nothing, float, x + y)
CHAIN(divide, float, x / y)
CHAIN(reciprocal, float, 1 / x)
CHAIN(root, float, sqrtf(x))
CHAIN(inverse_root, float, rsqrtf(x))
CHAIN(sine, float, sinf(x))
CHAIN(power, float, powf(x, y))
CHAIN(exponential, float, expf(x))
CHAIN(logarithm, float, logf(x))
CHAIN(nothing_d, double, x + y)
CHAIN(divide_d, double, x / y)
CHAIN(reciprocal_d, double, 1 / x)
CHAIN(root_d, double, sqrt(x))
CHAIN(inverse_root_d, double, rsqrt(x))
CHAIN(sine_d, double, sin(x))
CHAIN(power_d, double, pow(x, y))
CHAIN(exponential_d, double, exp(x))
CHAIN(logarithm_d, double, log(x))
CHAIN(error_d, double, erfc(x))
CHAIN(normal_d, double, normcdf(x))
CHAIN(divide_u64, unsigned long long, (x | 1) * y / (zero + 1000003))
CHAIN(remainder_u64, unsigned long long, (x * y) % (zero + 1000003))
CHAIN(divide_u32, unsigned, (x * y) / (zero + 103))
CHAIN(remainder_u32, unsigned, (x * y) % (zero + 103))

template <class T, class F> static void say(const char *what, F kernel, double a, double b) {
    for (int warps : {1, 32}) {
        kernel<<<1, 32 * warps>>>(took, sink, (T)a, (T)b, (T)0);
        unsigned cycles = 0;
        if (cudaMemcpy(&cycles, took, sizeof cycles, cudaMemcpyDeviceToHost) != cudaSuccess) {
            fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(cudaGetLastError()));
            exit(1);
        }
        printf("%s,%g %g,%d,%.2f\n", what, a, b, warps, (double)cycles / TIMES);
    }
}

int main() {
    cudaMalloc((void **)&took, 64), cudaMalloc((void **)&sink, 64);
    printf("what,case,warps,cycles\n");
    say<float>("nothing", nothing, 1, 1);
    for (double a : {7.0, 0.0, 1e-20, 1e-30, 1e-35, 1e-37, 1e-39, 1e30, 1e38}) say<float>("divide", divide, a, 3);
    for (double b : {1e-20, 1e-30, 1e-37, 1e-39, 1e20, 1e30, 1e37}) say<float>("divide", divide, 7, b);
    say<float>("divide", divide, 1e-20, 1e20), say<float>("divide", divide, 1e-18, 1e18), say<float>("divide", divide, 1e20, 1e-17);
    for (double a : {7.0, 0.0, 1e-30, 1e-39, 1e30, 1e38}) say<float>("reciprocal", reciprocal, a, 0);
    for (double a : {7.0, 0.0, 1e-30, 1e-39, 1e30}) say<float>("root", root, a, 0);
    for (double a : {7.0, 1e-39}) say<float>("inverse_root", inverse_root, a, 0);
    for (double a : {1.0, 1000.0, 1e5, 2e5, 1e9}) say<float>("sine", sine, a, 0);
    for (double a : {1.5, 1e-39}) say<float>("power", power, a, 1.3), say<float>("logarithm", logarithm, a, 0);
    say<float>("exponential", exponential, 1.5, 0);
    say<double>("nothing_d", nothing_d, 1, 1);
    for (double a : {7.0, 0.0, 1e-290, 1e290}) say<double>("divide_d", divide_d, a, 3);
    for (double a : {7.0, 1e-310, 1e300}) say<double>("reciprocal_d", reciprocal_d, a, 0);
    for (double a : {7.0, 0.0, 1e-310}) say<double>("root_d", root_d, a, 0), say<double>("inverse_root_d", inverse_root_d, a, 0);
    for (double a : {1.0, 1000.0, 1e9}) say<double>("sine_d", sine_d, a, 0);
    say<double>("power_d", power_d, 1.5, 1.3), say<double>("exponential_d", exponential_d, 1.5, 0), say<double>("logarithm_d", logarithm_d, 1.5, 0);
    for (double a : {0.3, 1.5, 4.0}) say<double>("error_d", error_d, a, 0), say<double>("normal_d", normal_d, a, 0);
    say<unsigned long long>("divide_u64", divide_u64, 12345678901.0, 98765), say<unsigned long long>("remainder_u64", remainder_u64, 12345678901.0, 98765);
    say<unsigned>("divide_u32", divide_u32, 1234567, 98765), say<unsigned>("remainder_u32", remainder_u32, 1234567, 98765);
    cudaFree(took), cudaFree(sink);
    return 0;
}
