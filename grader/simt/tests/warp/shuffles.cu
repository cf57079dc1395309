// The four shuffles, in whole warps and in parts of a warp.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void kernel(int *out)
{
    int lane = threadIdx.x, value = lane * lane;
    out[lane] = __shfl_sync(0xffffffff, value, 5);
    out[32 + lane] = __shfl_up_sync(0xffffffff, value, 3);
    out[64 + lane] = __shfl_down_sync(0xffffffff, value, 4, 8);
    out[96 + lane] = __shfl_xor_sync(0xffffffff, value, 9);
    double wide = lane + 0.5;
    out[128 + lane] = (int)(2 * __shfl_sync(0xffffffff, wide, (lane + 1) % 32));
}

int main(void)
{
    int host[160], *out;
    cudaMalloc((void **)&out, sizeof host);
    kernel<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int k = 0; k < 5; k++) {
        for (int i = 0; i < 32; i++)
            printf("%d ", host[k * 32 + i]);
        printf("\n");
    }
    cudaFree(out);
    return 0;
}
