// Threads of one block smooth an array in place.
// FIXED: Threads of one block smooth an array in place, with every read before the barrier and every write after it.
#include <cuda_runtime.h>
#include <stdio.h>

enum { N = 96 };

__global__ void smooth(float *data)
{
    int i = threadIdx.x;
#ifdef FIXED
    float mean = i > 0 && i < N - 1 ? (data[i - 1] + data[i] + data[i + 1]) / 3 : data[i];
    __syncthreads();
    data[i] = mean;
#else
    if (i > 0 && i < N - 1)
        data[i] = (data[i - 1] + data[i] + data[i + 1]) / 3;
#endif
}

int main(void)
{
    float host[N], *data;
    for (int i = 0; i < N; i++)
        host[i] = 3 * i;
    cudaMalloc((void **)&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    smooth<<<1, N>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    printf("%g %g\n", host[0], host[N - 1]);
    cudaFree(data);
    return 0;
}

/* simt --quiet
0 285
--
race in kernel smooth (96 times)
  array in argument 1 (allocated at global_in_block.cu:26), element 31
    write   global_in_block.cu:17    block 0, thread 31
    read    global_in_block.cu:17    block 0, thread 32
  The threads are in one block, and no barrier lies between.
  Put __syncthreads() between the two accesses. If each step has one, look at
  the index: two threads use the same element in one step.

status 1 */
/* FIXED: simt --quiet
0 285
--
status 0 */
