// Each block hands its sum on in the word that the next one waits for: who reads that it is there has read it, too.
// Nothing else is announced, so no fence is needed.
#include <stdio.h>

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
}

int main(void) {
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
    cudaFree(out);
    return 0;
}
