// Blocks that run on several cores read the same numbers, which no store of the module can reach.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void sums_of_all(const unsigned *numbers, unsigned *sums)
{
    unsigned sum = 0;
    for (unsigned k = 0; k < 512; k++)
        sum += numbers[(k + threadIdx.x) % 512];
    sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

int main(void)
{
    unsigned *numbers, *sums, answer = 0;
    cudaMalloc((void **)&numbers, 512 * sizeof *numbers);
    cudaMalloc((void **)&sums, 16384 * sizeof *sums);
    cudaMemset(numbers, 1, 512 * sizeof *numbers);
    sums_of_all<<<64, 256>>>(numbers, sums);
    cudaMemcpy(&answer, sums + 16383, sizeof answer, cudaMemcpyDeviceToHost);
    printf("%08x\n", answer);
    cudaFree(numbers);
    cudaFree(sums);
}

/* simt --quiet --cores 4
02020200
--
status 0 */
