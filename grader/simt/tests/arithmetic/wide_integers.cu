// 64-bit arithmetic gives the host's bits.
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

typedef unsigned long long number;

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

enum { OPERATIONS = 12 };

__host__ __device__ void operate(number a, number b, unsigned long long *out)
{
    out[0] = bits(a + b);
    out[1] = bits(a - b);
    out[2] = bits(a * b);
    out[3] = bits(b ? a / b : 0);
    out[4] = bits(b ? a % b : 0);
    out[5] = bits(a << (b & 63));
    out[6] = bits(a >> (b & 63));
    out[7] = bits((long long)a >> (b & 63));
    out[8] = bits((int)((long long)a < (long long)b));
    out[9] = bits((unsigned)a ^ (unsigned)(b >> 32));
    out[10] = bits((float)a);
    out[11] = bits((double)(long long)a);
}

__global__ void kernel(const number *in, int count, unsigned long long *out)
{
    int i = threadIdx.x;
    for (int k = 0; k < count; k++)
        operate(in[i], in[k], out + (i * count + k) * OPERATIONS);
}

int main(void)
{
    static const char *names[OPERATIONS] = {"add", "subtract", "multiply", "divide", "remainder", "left", "right", "signed right", "signed compare", "low word", "to float", "to double"};
    static const number values[] = {0ULL, 1ULL, 3ULL, 0xffffULL, 0xffffffffULL, 0x100000000ULL, 0x7fffffffffffffffULL, 0x8000000000000000ULL, 0xffffffffffffffffULL};
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
