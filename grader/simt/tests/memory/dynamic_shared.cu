// Dynamic shared memory beside a static array, sized at the launch.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void kernel(int *out, int n)
{
    extern __shared__ int dynamic[];
    __shared__ int fixed[4];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        dynamic[i] = i * 3;
    if (threadIdx.x < 4)
        fixed[threadIdx.x] = -1;
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = fixed[0] + fixed[3];
        for (int i = 0; i < n; i++)
            sum += dynamic[i];
        out[0] = sum;
    }
}

int main(void)
{
    int host, *out;
    cudaMalloc((void **)&out, sizeof host);
    kernel<<<1, 32, 100 * sizeof(int)>>>(out, 100);
    cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host);
    kernel<<<1, 64, 1000 * sizeof(int)>>>(out, 1000);
    cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host);
    cudaFree(out);
    return 0;
}

/* simt --quiet
14848
1498498
--
status 0 */
