// Blocks wait for each other at a barrier made by hand, and more of them than the device holds at once: a GPU would hang.
// CUDA refuses the cooperative launch.
// FIXED: Blocks wait for each other at a barrier made by hand, in a plain launch and in a cooperative one: all fit on the device.
#include <cstdio>
#ifdef FIXED
enum { BLOCKS = 20 };
#else
enum { BLOCKS = 600 };
#endif
__device__ unsigned arrived;
__device__ volatile unsigned generation;
__device__ void barrier(unsigned blocks)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned mine = generation;
        __threadfence();
        if (atomicAdd(&arrived, 1) == blocks - 1) {
            arrived = 0;
            __threadfence();
            generation = mine + 1;
        } else
            while (generation == mine) { }
        __threadfence();
    }
    __syncthreads();
}
__global__ void work(int *data, int n, int rounds)
{
    __shared__ int kept[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    kept[threadIdx.x] = i;
    for (int r = 0; r < rounds; r++) {
        int next = data[(i + 1) % n];
        barrier(gridDim.x);
        data[i] = next + kept[threadIdx.x] - i;
        barrier(gridDim.x);
    }
}
int main(void)
{
    const int n = 64 * BLOCKS;
    static int h[n];
    int *d, rounds = 10, length = n;
    void *arguments[] = {&d, &length, &rounds};
    cudaMalloc(&d, sizeof h);
    for (int cooperative = 0; cooperative < 2; cooperative++) {
        for (int i = 0; i < n; i++) h[i] = i;
        cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
        if (cooperative)
            cudaLaunchCooperativeKernel((void *)work, dim3(BLOCKS), dim3(64), arguments, 0, 0);
        else
            work<<<BLOCKS, 64>>>(d, n, rounds);
        cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
        int wrong = 0;
        for (int i = 0; i < n; i++) wrong += h[i] != (i + 10) % n;
        printf("%d wrong\n", wrong);
    }
    cudaFree(d);
}

/* simt --quiet
38400 wrong
38400 wrong
--
endless loop in kernel work
    stops   barrier_by_hand.cu:23    block 0, thread 0
  The threads that still run read the same values again and again, and nothing
  changes them.
  Look for a flag that nobody sets, a lock that nobody releases, or blocks that
  wait for other blocks.

status 1 */
/* FIXED: simt --quiet
0 wrong
0 wrong
--
status 0 */
