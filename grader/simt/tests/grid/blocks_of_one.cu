/* The two numbers of a launch exchanged: 2,048 blocks of one thread, each of which merges a table of 256 counters.
 * What blocks hand on to each other by atomics must not take a time that grows with the square of their number. */
#include <stdio.h>

__global__ void count(const unsigned char *data, unsigned n, unsigned *frequency) {
    __shared__ unsigned table[256];
    for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        table[bin] = 0;
    }
    __syncthreads();
    for (unsigned i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
        atomicAdd(&table[data[i]], 1);
    }
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        atomicAdd(&frequency[bin], table[bin]);
    }
}

int main(void) {
    enum { N = 4096, BLOCKS = 2048 };
    unsigned char *data;
    unsigned *frequency, seven;
    cudaMalloc((void **)&data, N);
    cudaMalloc((void **)&frequency, 256 * sizeof *frequency);
    cudaMemset(data, 7, N);
    cudaMemset(frequency, 0, 256 * sizeof *frequency);
    count<<<BLOCKS, 1>>>(data, N, frequency);
    cudaMemcpy(&seven, frequency + 7, sizeof seven, cudaMemcpyDeviceToHost);
    printf("%u\n", seven);
    cudaFree(frequency);
    cudaFree(data);
}

/* simt --quiet
4096
--
status 0 */
