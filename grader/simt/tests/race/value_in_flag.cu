// Volatile words of other blocks: read once, without waiting; waited for and updated by all; each is a race.
#include <stdio.h>

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
}

int main(void) {
    unsigned int host[BLOCKS], *out;
    cudaMalloc(&out, sizeof host);
    hopeful<<<BLOCKS, 1>>>(out);
    lost<<<BLOCKS, 1>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%u\n", host[BLOCKS - 1]);
    cudaFree(out);
    return 0;
}
