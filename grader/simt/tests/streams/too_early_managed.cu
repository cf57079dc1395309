// The host uses managed variables, and has not waited for the kernel that uses them.
#include <cuda_runtime.h>
#include <cstdio>

__managed__ int total;
__managed__ int field[3000];
__managed__ int beside;

__global__ void work(int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        field[i] = i;
        atomicAdd(&total, 1);
    }
}

__global__ void fill(int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        field[i] = 2 * i;
}

int main() {
    work<<<12, 256>>>(3000);
    beside = 1; // nobody else's
    cudaDeviceSynchronize();
    printf("%d %d\n", total, field[2999]);
    fill<<<12, 256>>>(3000);
    int early = field[10];
    cudaDeviceSynchronize();
    fill<<<12, 256>>>(3000);
    field[7] = early;
    cudaDeviceSynchronize();
    printf("%d\n", beside);
    return 0;
}

/* simt --quiet
3000 2999
1
--
race with the host
  global array field, byte 40
    write   too_early_managed.cu:28  kernel fill in the default stream
    read    too_early_managed.cu:29  the host
  The host has not waited for this work: it may still be running, or not even
  have begun.
  Wait for it first: cudaStreamSynchronize, cudaEventSynchronize with an event
  after it, or cudaDeviceSynchronize.

race with the host
  global array field, byte 28
    write   too_early_managed.cu:31  kernel fill in the default stream
    write   too_early_managed.cu:32  the host
  The host has not waited for this work: it may still be running, or not even
  have begun.
  Wait for it first: cudaStreamSynchronize, cudaEventSynchronize with an event
  after it, or cudaDeviceSynchronize.

status 1 */
