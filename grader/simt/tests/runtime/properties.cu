// Device properties and queries.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void kernel(int *out)
{
    extern __shared__ int big[];
    big[threadIdx.x] = threadIdx.x;
    *out = warpSize;
}

int main(void)
{
    cudaDeviceProp properties;
    int count = 0, device = -1, threads = 0, blocks = 0, warp = 0, *out;
    size_t free_bytes = 0, all_bytes = 0;
    cudaGetDeviceCount(&count);
    cudaGetDevice(&device);
    cudaGetDeviceProperties(&properties, 0);
    cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerBlock, 0);
    cudaMemGetInfo(&free_bytes, &all_bytes);
    printf("%d %d %d %d %d\n", count > 0, device, properties.warpSize,
           properties.maxThreadsPerBlock, threads);
    printf("%d %d\n", properties.totalGlobalMem == all_bytes, free_bytes <= all_bytes);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256, 0);
    printf("%d\n", blocks);
    int least = -1, greatest = 1; /* programs give up where priorities are not there */
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    printf("%d %d\n", properties.streamPrioritiesSupported, greatest < least);
    cudaMalloc((void **)&out, sizeof *out);
    kernel<<<1, 1, 64 * 1024>>>(out);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024);
    kernel<<<1, 1, 64 * 1024>>>(out);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    cudaMemcpy(&warp, out, sizeof warp, cudaMemcpyDeviceToHost);
    printf("%d\n", warp);
    cudaFree(out);
    return 0;
}

/* simt --quiet
1 0 32 1024 1024
1 1
8
1 1
cudaErrorInvalidValue
cudaSuccess
32
--
status 0 */
