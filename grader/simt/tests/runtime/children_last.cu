// A kernel that launches itself as the last thing it does: a launch with a shape of its own, not a jump to the beginning.
#include <cstdio>

#define LEVELS 4

__global__ void spread(int *values, int level)
{
    values[level * 32 + threadIdx.x] = blockDim.x;
    if (threadIdx.x == 0 && level + 1 < LEVELS)
        spread<<<1, 2 * blockDim.x>>>(values, level + 1);
}

int main()
{
    int *values, host[LEVELS][32];
    cudaMalloc(&values, sizeof host);
    cudaMemset(values, 0, sizeof host);
    spread<<<1, 2>>>(values, 0);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost);
    for (int level = 0; level < LEVELS; level++) {
        for (int i = 0; i < 32; i++)
            printf("%d%c", host[level][i], i < 31 ? ' ' : '\n');
    }
    cudaFree(values);
    return 0;
}

/* simt --quiet
no error
2 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
4 4 4 4 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
8 8 8 8 8 8 8 8 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
--
status 0 */
