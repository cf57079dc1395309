// A shared-memory histogram whose bins are incremented with ++.
// FIXED: A shared-memory histogram with atomic increments.
#include <cuda_runtime.h>
#include <stdio.h>

enum { N = 1024, BINS = 16 };

__global__ void histogram(const unsigned char *data, unsigned *out)
{
    __shared__ unsigned table[BINS];
    if (threadIdx.x < BINS)
        table[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < N; i += blockDim.x)
#ifdef FIXED
        atomicAdd(&table[data[i]], 1);
#else
        table[data[i]]++;
#endif
    __syncthreads();
    if (threadIdx.x < BINS)
        out[threadIdx.x] = table[threadIdx.x];
}

int main(void)
{
    unsigned char host[N], *data;
    unsigned bins[BINS], *out, most = 0;
    for (int i = 0; i < N; i++)
        host[i] = i * 7 % BINS;
    cudaMalloc((void **)&data, N);
    cudaMalloc((void **)&out, sizeof bins);
    cudaMemcpy(data, host, N, cudaMemcpyHostToDevice);
    histogram<<<1, 128>>>(data, out);
    cudaMemcpy(bins, out, sizeof bins, cudaMemcpyDeviceToHost);
    for (int i = 0; i < BINS; i++)
        most = bins[i] > most ? bins[i] : most;
#ifdef FIXED
    printf("%s\n", most == N / BINS ? "done" : "wrong");
#else
    printf("%s\n", most <= N / BINS ? "done" : "wrong");
#endif
    cudaFree(data);
    cudaFree(out);
}

/* simt --quiet
done
--
race in kernel histogram (2064 times)
  shared array table, element 0
    write   histogram_shared.cu:18   block 0, thread 16
    read    histogram_shared.cu:18   block 0, thread 32
  The threads are in one block, and no barrier lies between.
  Use an atomic operation, or give each thread its own element. If they belong
  to two steps of a loop, put __syncthreads() between the steps.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
