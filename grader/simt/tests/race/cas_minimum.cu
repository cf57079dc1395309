// The minimum of doubles: read, compare and write with nothing atomic.
// FIXED: The minimum of doubles: a compare-and-swap loop that starts from a plain read.
#include <cuda_runtime.h>
#include <stdio.h>

enum { N = 256 };

__device__ void minimum(double *address, double value)
{
#ifdef FIXED
    unsigned long long *bits = (unsigned long long *)address;
    unsigned long long seen = *bits;
    while (value < __longlong_as_double(seen)) {
        unsigned long long before = atomicCAS(bits, seen, __double_as_longlong(value));
        if (before == seen)
            break;
        seen = before;
    }
#else
    if (value < *address)
        *address = value;
#endif
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
    printf("%g\n", result);
    cudaFree(in);
    cudaFree(out);
}

/* simt --quiet
5
--
race in kernel smallest (558 times)
  array in argument 2 (allocated at cas_minimum.cu:36), element 0
    write   cas_minimum.cu:21        block 0, thread 63
    read    cas_minimum.cu:20        block 1, thread 0
  The threads are in different blocks, which run in any order.
  Is it tested and then set? Others may pass the test, too: do both in one
  step, with atomicCAS() or atomicMax(). Else use an atomic operation, or an
  element for each thread.

race in kernel smallest (108 times)
  array in argument 2 (allocated at cas_minimum.cu:36), element 0
    write   cas_minimum.cu:21        block 0, thread 63
    write   cas_minimum.cu:21        block 1, thread 5
  The threads are in different blocks, which run in any order.
  Is it tested and then set? Others may pass the test, too: do both in one
  step, with atomicCAS() or atomicMax(). Else use an atomic operation, or an
  element for each thread.

status 1 */
/* FIXED: simt --quiet
0
--
status 0 */
