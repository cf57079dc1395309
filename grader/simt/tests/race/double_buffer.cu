// A scan in two buffers needs one barrier a step; in one buffer it needs two.
// FIXED: A scan in two buffers needs one barrier a step.
#include <cuda_runtime.h>
#include <stdio.h>

enum { N = 64 };

__global__ void scan(int *data)
{
    __shared__ int sums[2][N];
    int i = threadIdx.x, from = 0;
    sums[0][i] = data[i];
    __syncthreads();
    for (int distance = 1; distance < N; distance *= 2) {
#ifdef FIXED
        int to = 1 - from;
#else
        int to = from;
#endif
        sums[to][i] = sums[from][i] + (i >= distance ? sums[from][i - distance] : 0);
        from = to;
        __syncthreads();
    }
    data[i] = sums[from][i];
}

int main(void)
{
    int host[N], *data;
    for (int i = 0; i < N; i++)
        host[i] = 1;
    cudaMalloc((void **)&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    scan<<<1, N>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s\n", host[N - 1] >= N ? "done" : "wrong");
    cudaFree(data);
    return 0;
}

/* simt --quiet
done
--
race in kernel scan (321 times)
  shared array sums, element 31
    write   double_buffer.cu:20      block 0, thread 31
    read    double_buffer.cu:20      block 0, thread 32
  The threads are in one block, and no barrier lies between.
  Put __syncthreads() between the two accesses. If each step has one, look at
  the index: two threads use the same element in one step.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
