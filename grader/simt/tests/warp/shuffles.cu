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

/* simt --quiet
25 25 25 25 25 25 25 25 25 25 25 25 25 25 25 25 25 25 25 25 25 25 25 25 25 25 25 25 25 25 25 25 
0 1 4 0 1 4 9 16 25 36 49 64 81 100 121 144 169 196 225 256 289 324 361 400 441 484 529 576 625 676 729 784 
16 25 36 49 16 25 36 49 144 169 196 225 144 169 196 225 400 441 484 529 400 441 484 529 784 841 900 961 784 841 900 961 
81 64 121 100 169 144 225 196 1 0 9 4 25 16 49 36 625 576 729 676 841 784 961 900 289 256 361 324 441 400 529 484 
3 5 7 9 11 13 15 17 19 21 23 25 27 29 31 33 35 37 39 41 43 45 47 49 51 53 55 57 59 61 63 1 
--
status 0 */
