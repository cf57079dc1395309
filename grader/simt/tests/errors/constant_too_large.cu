// More __constant__ memory than a GPU has: no kernel of the file can run.
#include <cuda_runtime.h>

__constant__ float weights[20000];

__global__ void weigh(float *data)
{
    data[threadIdx.x] *= weights[threadIdx.x];
}

int main(void)
{
    float *data;
    cudaMalloc((void **)&data, 32 * sizeof(float));
    cudaMemset(data, 0, 32 * sizeof(float));
    weigh<<<1, 32>>>(data);
    cudaFree(data);
    return 0;
}
