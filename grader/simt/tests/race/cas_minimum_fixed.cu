// The minimum of doubles: a compare-and-swap loop that starts from a plain read.
#include <cuda_runtime.h>
#include <stdio.h>

enum { N = 256 };

__device__ void minimum(double *address, double value)
{
    unsigned long long *bits = (unsigned long long *)address;
    unsigned long long seen = *bits;
    while (value < __longlong_as_double(seen)) {
        unsigned long long before = atomicCAS(bits, seen, __double_as_longlong(value));
        if (before == seen)
            break;
        seen = before;
    }
}

__global__ void smallest(const double *in, double *out)
{
    minimum(out, in[blockIdx.x * blockDim.x + threadIdx.x]);
}

int main(void)
{
    double host[N], result = 1e300, *in, *out;
    for (int i = 0; i < N; i++)
        host[i] = (i * 37 + 11) % N;
    cudaMalloc((void **)&in, sizeof host);
    cudaMalloc((void **)&out, sizeof *out);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(out, &result, sizeof result, cudaMemcpyHostToDevice);
    smallest<<<4, N / 4>>>(in, out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%s\n", result == 0 ? "done" : "wrong");
    cudaFree(in);
    cudaFree(out);
    return 0;
}
