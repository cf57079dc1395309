// 32-bit signed arithmetic gives the host's bits.
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

typedef int number;

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

enum { OPERATIONS = 13 };

__host__ __device__ void operate(number a, number b, unsigned long long *out)
{
    out[0] = bits(a + b);
    out[1] = bits(a - b);
    out[2] = bits((int)((unsigned)a * b));
    out[3] = bits(b ? a / b : 0);
    out[4] = bits(b ? a % b : 0);
    out[5] = bits(a >> (b & 31));
    out[6] = bits(a < b ? a : b);
    out[7] = bits(a < 0 ? -a : a);
    out[8] = bits((a < b) + 2 * (a <= b));
    out[9] = bits((long long)a * b);
    out[10] = bits((int)(signed char)a + (short)b);
    out[11] = bits((float)a * 0.5f);
    out[12] = bits((double)a / 3.0);
}

__global__ void kernel(const number *in, int count, unsigned long long *out)
{
    int i = threadIdx.x;
    for (int k = 0; k < count; k++)
        operate(in[i], in[k], out + (i * count + k) * OPERATIONS);
}

int main(void)
{
    static const char *names[OPERATIONS] = {"add", "subtract", "multiply", "divide", "remainder", "right", "minimum", "absolute", "compare", "wide", "narrow", "to float", "to double"};
    static const number values[] = {0, 1, -1, 2, -2, 7, -7, 1000, -1000, 65537, 46340, -46340};
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
