// Volatile words of other blocks: read once, without waiting; waited for and updated by all; each is a race.
// FIXED: Each block hands its sum on in the word that the next one waits for: who reads that it is there has read it, too.
// Nothing else is announced, so no fence is needed.
#include <stdio.h>

#ifdef FIXED
enum { BLOCKS = 4, BLOCK = 64 };
const unsigned int THERE = 1u << 31;

__device__ volatile unsigned int handed_on[BLOCKS];

__global__ void prefix(const int *in, int *out) {
    __shared__ unsigned int before;
    if (threadIdx.x == 0) {
        unsigned int read = THERE, sum;
        if (blockIdx.x > 0) {
            do {
                read = handed_on[blockIdx.x - 1];
            } while ((read & THERE) == 0);
        }
        before = sum = read & ~THERE;
        for (int i = 0; i < BLOCK; i++)
            sum += in[blockIdx.x * BLOCK + i];
        handed_on[blockIdx.x] = sum | THERE;
    }
    __syncthreads();
    out[blockIdx.x * BLOCK + threadIdx.x] = before;
#else
enum { BLOCKS = 4 };

__device__ volatile unsigned int handed_on[BLOCKS], arrived;

__global__ void hopeful(unsigned int *out) {
    unsigned int sum = 0;
    handed_on[blockIdx.x] = blockIdx.x + 1;
    for (int i = 0; i < BLOCKS && i <= (int)blockIdx.x; i++)
        sum += handed_on[i];
    out[blockIdx.x] = sum;
}

__global__ void lost(unsigned int *out) {
    arrived = arrived + 1;
    while (arrived < blockIdx.x + 1) {
    }
    out[blockIdx.x] = arrived;
#endif
}

int main(void) {
#ifdef FIXED
    int host[BLOCKS * BLOCK], *in, *out;
    for (int i = 0; i < BLOCKS * BLOCK; i++)
        host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    prefix<<<BLOCKS, BLOCK>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[BLOCKS * BLOCK - 1]);
    cudaFree(in);
#else
    unsigned int host[BLOCKS], *out;
    cudaMalloc(&out, sizeof host);
    hopeful<<<BLOCKS, 1>>>(out);
    lost<<<BLOCKS, 1>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%u\n", host[BLOCKS - 1]);
#endif
    cudaFree(out);
}

/* simt --quiet
4
--
race in kernel hopeful (6 times)
  global array handed_on, element 0
    write   value_in_flag.cu:35      block 0, thread 0
    read    value_in_flag.cu:37      block 1, thread 0
  The threads are in different blocks, which run in any order.
  Put __threadfence() between the write and the flag or ticket announcing it.

race in kernel lost (6 times)
  global variable arrived
    write   value_in_flag.cu:42      block 0, thread 0
    read    value_in_flag.cu:42      block 1, thread 0
  The threads are in different blocks, which run in any order.
  Use an atomic operation, or give each thread its own element.

race in kernel lost (3 times)
  global variable arrived
    read    value_in_flag.cu:45      block 0, thread 0
    write   value_in_flag.cu:42      block 1, thread 0
  The threads are in different blocks, which run in any order.
  Put __threadfence() between the write and the flag or ticket announcing it.

status 1 */
/* FIXED: simt --quiet
18336
--
status 0 */
