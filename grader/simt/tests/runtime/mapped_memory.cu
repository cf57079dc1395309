// Pinned, mapped, registered and managed memory.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void add(int *data, int amount)
{
    data[threadIdx.x] += amount;
}

int main(void)
{
    int *pinned, *device, *managed;
    static int plain[8];
    cudaHostAlloc((void **)&pinned, 8 * sizeof(int), cudaHostAllocMapped);
    for (int i = 0; i < 8; i++)
        pinned[i] = plain[i] = i;
    cudaHostGetDevicePointer((void **)&device, pinned, 0);
    add<<<1, 8>>>(device, 100);
    cudaDeviceSynchronize();
    printf("%d %d\n", pinned[0], pinned[7]);
    cudaHostRegister(plain, sizeof plain, cudaHostRegisterMapped);
    cudaHostGetDevicePointer((void **)&device, plain, 0);
    add<<<1, 8>>>(device, 200);
    cudaDeviceSynchronize();
    printf("%d %d\n", plain[0], plain[7]);
    cudaHostUnregister(plain);
    cudaMallocManaged((void **)&managed, 8 * sizeof(int));
    for (int i = 0; i < 8; i++)
        managed[i] = i * i;
    add<<<1, 8>>>(managed, 1);
    cudaDeviceSynchronize();
    printf("%d %d\n", managed[0], managed[7]);
    cudaFreeHost(pinned);
    cudaFree(managed);
    return 0;
}

/* simt --quiet
100 107
200 207
1 50
--
status 0 */
