// Float arithmetic rounds as IEEE 754 says, subnormal numbers included.
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>
#include <math.h>

typedef float number;

__host__ __device__ unsigned long long bits(double value)
{
    unsigned long long word;
    memcpy(&word, &value, sizeof word);
    return word;
}

__host__ __device__ unsigned long long bits(float value)
{
    unsigned word;
    memcpy(&word, &value, sizeof word);
    return word;
}

__host__ __device__ unsigned long long bits(unsigned long long value)
{
    return value;
}

__host__ __device__ unsigned long long bits(long long value)
{
    return value;
}

__host__ __device__ unsigned long long bits(unsigned value)
{
    return value;
}

__host__ __device__ unsigned long long bits(int value)
{
    return value;
}

enum { OPERATIONS = 18 };

__host__ __device__ void operate(number a, number b, unsigned long long *out)
{
    out[0] = bits(a + b);
    out[1] = bits(a - b);
    out[2] = bits(a * b);
    out[3] = bits(b != 0 ? a / b : 0.0f);
    out[4] = bits(sqrtf(a < 0 ? -a : a));
    out[5] = bits(fmaf(a, b, 1.0f));
    out[6] = bits(fminf(a, b + 1.5f));
    out[7] = bits(fmaxf(a, b + 1.5f));
    out[8] = bits(fabsf(a));
    out[9] = bits(-a);
    out[10] = bits(floorf(a * 0.7f));
    out[11] = bits(ceilf(a * 0.7f));
    out[12] = bits(truncf(a * 0.7f));
    out[13] = bits(rintf(a * 0.7f));
    out[14] = bits((a < b) + 2 * (a <= b) + 4 * (a == b));
    out[15] = bits((double)a * 3.0);
    out[16] = bits(a > -1e9f && a < 1e9f ? (int)a : 0);
    out[17] = bits(copysignf(a, b));
}

__global__ void kernel(const number *in, int count, unsigned long long *out)
{
    int i = threadIdx.x;
    for (int k = 0; k < count; k++)
        operate(in[i], in[k], out + (i * count + k) * OPERATIONS);
}

int main(void)
{
    static const char *names[OPERATIONS] = {"add", "subtract", "multiply", "divide", "root", "fma", "minimum", "maximum", "absolute", "negate", "floor", "ceiling", "truncate", "nearest", "compare", "to double", "to integer", "copy sign"};
    static const number values[] = {0.0f, -0.0f, 1.0f, -1.0f, 0.1f, 3.0f, -2.5f, 1e-38f, 1e-45f, 1e38f, 3.4e38f, 16777217.0f, 0.33333334f};
    enum { COUNT = sizeof values / sizeof *values, RESULTS = COUNT * COUNT * OPERATIONS };
    static unsigned long long host[RESULTS];
    unsigned long long expected[OPERATIONS], *out;
    int wrong[OPERATIONS] = {0};
    number *in;
    cudaMalloc((void **)&in, sizeof values);
    cudaMalloc((void **)&out, sizeof host);
    cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
    kernel<<<1, COUNT>>>(in, COUNT, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < COUNT; i++) {
        for (int k = 0; k < COUNT; k++) {
            operate(values[i], values[k], expected);
            for (int n = 0; n < OPERATIONS; n++)
                wrong[n] += host[(i * COUNT + k) * OPERATIONS + n] != expected[n];
        }
    }
    for (int n = 0; n < OPERATIONS; n++)
        printf("%-12s %s\n", names[n], wrong[n] ? "differs" : "equal");
    cudaFree(in);
    cudaFree(out);
    return 0;
}
