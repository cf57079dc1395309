// The last block sets the counter back, but it does not ask whether it is the last to come.
// FIXED: Who draws the last ticket sets the counter back. All others have drawn before, fences or not: what is handed over here
// are the results of atomics.
#include <stdio.h>

#ifdef FIXED
__device__ unsigned tickets, total;

__global__ void count(unsigned *result)
{
    if (threadIdx.x == 0 && atomicAdd(&tickets, 1) == gridDim.x - 1) {
        result[0] += 1;
        tickets = 0;
    }
}

__global__ void sum(unsigned *result)
{
    __shared__ bool last;
    __shared__ unsigned part, drawn;
    if (threadIdx.x == 0)
        part = drawn = 0;
    __syncthreads();
    atomicAdd(&part, threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(&total, part);
        last = atomicAdd(&tickets, 1) == gridDim.x - 1;
    }
    if (atomicAdd(&drawn, 1) == blockDim.x - 1)
        drawn = 7;
    __syncthreads();
    if (last && threadIdx.x == 0) {
        result[1] = atomicExch(&total, 0) + drawn;
        tickets = 0;
#else
__device__ unsigned tickets;

__global__ void count(void)
{
    if (threadIdx.x == 0) {
        atomicAdd(&tickets, 1);
        if (blockIdx.x == gridDim.x - 1)
            tickets = 0;
#endif
    }
}

int main(void)
{
#ifdef FIXED
    unsigned *device, host[2];
    cudaMalloc(&device, sizeof host);
    cudaMemset(device, 0, sizeof host);
    for (int turn = 0; turn < 2; turn++) {
        count<<<4, 64>>>(device);
        sum<<<4, 64>>>(device);
    }
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    printf("%u %u\n", host[0], host[1]);
    cudaFree(device);
#else
    count<<<4, 64>>>();
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
#endif
}

/* simt --quiet
no error
--
race in kernel count
  global variable tickets
    atomic  last_ticket.cu:42        block 2, thread 0
    write   last_ticket.cu:44        block 3, thread 0
  One access is atomic, the other is not, and nothing orders them.
  Does the write set a first value? Do so before the launch: by cudaMemset(),
  or in a kernel of its own. Else make both atomic.

status 1 */
/* FIXED: simt --quiet
2 8071
--
status 0 */
