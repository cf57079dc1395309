// The last block adds what all have published: behind a fence that orders memory for the block's own threads only.
// FIXED: The last block adds what all have published: behind a fence that orders memory for the whole device.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void sum(const int *in, int *part, unsigned *done, int *out)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = 2 * in[blockIdx.x];
#ifdef FIXED
        __threadfence();
#else
        __threadfence_block();
#endif
        last = atomicAdd(done, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int total = 0;
        for (int i = 0; i < gridDim.x; i++) {
            total += part[i];
        }
        *out = total;
    }
}

// Inside of a block that fence is enough.
__global__ void hand_on(int *data, int *out)
{
    __shared__ int flag;
    flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        data[0] = 5;
        __threadfence_block();
        atomicExch(&flag, 1);
    } else if (threadIdx.x == 32) {
        while (atomicAdd(&flag, 0) == 0) {
        }
        __threadfence_block();
        *out += data[0];
    }
}

int main(void)
{
    int *in, *part, *out, result;
    unsigned *done;
    cudaMalloc(&in, 8 * sizeof *in);
    cudaMalloc(&part, 8 * sizeof *part);
    cudaMalloc(&done, sizeof *done);
    cudaMalloc(&out, sizeof *out);
    cudaMemset(in, 0, 8 * sizeof *in);
    cudaMemset(done, 0, sizeof *done);
    sum<<<8, 32>>>(in, part, done, out);
    hand_on<<<1, 64>>>(part, out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    cudaFree(in);
    cudaFree(part);
    cudaFree(done);
    cudaFree(out);
}

/* simt --quiet
5
--
race in kernel sum (7 times)
  array in argument 2 (allocated at fence_of_block.cu:51), element 0
    write   fence_of_block.cu:10     block 0, thread 0
    read    fence_of_block.cu:22     block 7, thread 0
  The threads are in different blocks, which run in any order.
  Put __threadfence() between the write and the flag or ticket announcing it.

status 1 */
/* FIXED: simt --quiet
5
--
status 0 */
