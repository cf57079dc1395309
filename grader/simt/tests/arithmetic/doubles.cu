// Double arithmetic rounds as IEEE 754 says, subnormal numbers included.
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>
#include <math.h>

typedef double number;

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

enum { OPERATIONS = 15 };

__host__ __device__ void operate(number a, number b, unsigned long long *out)
{
    out[0] = bits(a + b);
    out[1] = bits(a - b);
    out[2] = bits(a * b);
    out[3] = bits(b != 0 ? a / b : 0.0);
    out[4] = bits(sqrt(a < 0 ? -a : a));
    out[5] = bits(fma(a, b, 1.0));
    out[6] = bits(fmin(a, b + 1.5));
    out[7] = bits(fmax(a, b + 1.5));
    out[8] = bits(fabs(a));
    out[9] = bits(floor(a * 0.7));
    out[10] = bits(ceil(a * 0.7));
    out[11] = bits(rint(a * 0.7));
    out[12] = bits((float)a);
    out[13] = bits(a > -1e9 && a < 1e9 ? (int)a : 0);
    out[14] = bits(a > -1e18 && a < 1e18 ? (long long)a : 0LL);
}

__global__ void kernel(const number *in, int count, unsigned long long *out)
{
    int i = threadIdx.x;
    for (int k = 0; k < count; k++)
        operate(in[i], in[k], out + (i * count + k) * OPERATIONS);
}

int main(void)
{
    static const char *names[OPERATIONS] = {"add", "subtract", "multiply", "divide", "root", "fma", "minimum", "maximum", "absolute", "floor", "ceiling", "nearest", "to float", "to integer", "to wide"};
    static const number values[] = {0.0, -0.0, 1.0, -1.0, 0.1, 3.0, -2.5, 1e-308, 5e-324, 1e308, 9007199254740993.0, 0.3333333333333333};
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
