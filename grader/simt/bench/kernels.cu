// The benchmark's kernels and their host: kernels NAME N BLOCK RUNS prints the milliseconds of each launch.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BINS = 256 };

__global__ void reduction(const unsigned *in, unsigned *out)
{
    extern __shared__ unsigned sums[];
    unsigned tid = threadIdx.x;
    sums[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        if (tid % (2 * stride) == 0)
            sums[tid] += sums[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = sums[0];
}

__global__ void histogram(const unsigned char *data, unsigned n, unsigned *bins)
{
    __shared__ unsigned table[BINS];
    unsigned tid = threadIdx.x;
    table[tid] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * blockDim.x + tid; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&table[data[i]], 1);
    __syncthreads();
    atomicAdd(&bins[tid], table[tid]);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

static double run_reduction(unsigned n, unsigned block, int *right)
{
    unsigned *host = (unsigned *)malloc(n * sizeof *host), *in, *out, sum = 0, expected = 0;
    for (unsigned i = 0; i < n; i++)
        expected += host[i] = i % 256;
    cudaMalloc((void **)&in, n * sizeof *in);
    cudaMalloc((void **)&out, n / block * sizeof *out);
    cudaMemcpy(in, host, n * sizeof *in, cudaMemcpyHostToDevice);
    double start = now();
    reduction<<<n / block, block, block * sizeof(unsigned)>>>(in, out);
    cudaDeviceSynchronize();
    double taken = now() - start;
    cudaMemcpy(host, out, n / block * sizeof *out, cudaMemcpyDeviceToHost);
    for (unsigned i = 0; i < n / block; i++)
        sum += host[i];
    *right = sum == expected;
    cudaFree(in);
    cudaFree(out);
    free(host);
    return taken;
}

static double run_histogram(unsigned n, unsigned block, int *right)
{
    unsigned char *host = (unsigned char *)malloc(n), *data;
    unsigned counted[BINS], *bins;
    for (unsigned i = 0; i < n; i++)
        host[i] = i * 167 + (i >> 8) * 13;
    cudaMalloc((void **)&data, n);
    cudaMalloc((void **)&bins, sizeof counted);
    cudaMemcpy(data, host, n, cudaMemcpyHostToDevice);
    cudaMemset(bins, 0, sizeof counted);
    double start = now();
    histogram<<<64, block>>>(data, n, bins);
    cudaDeviceSynchronize();
    double taken = now() - start;
    cudaMemcpy(counted, bins, sizeof counted, cudaMemcpyDeviceToHost);
    *right = 1;
    for (unsigned i = 0; i < BINS; i++)
        *right &= counted[i] == n / BINS;
    cudaFree(data);
    cudaFree(bins);
    free(host);
    return taken;
}

int main(int argc, char **argv)
{
    unsigned n = argc > 2 ? atoi(argv[2]) : 1 << 16, block = argc > 3 ? atoi(argv[3]) : 256;
    int runs = argc > 4 ? atoi(argv[4]) : 1, right = 1;
    for (int i = 0; i < runs && right; i++)
        printf("%.2f\n", argc > 1 && !strcmp(argv[1], "histogram") ? run_histogram(n, block, &right)
                                                                    : run_reduction(n, block, &right));
    return right ? 0 : 1;
}
