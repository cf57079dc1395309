// Three parts of a warp: one waits at __syncwarp, two spin until others let them go on, one after the other.
#include <cuda_runtime.h>
#include <stdio.h>

__device__ volatile int first, second;

__global__ void wait_in_turn(int *out)
{
    int lane = threadIdx.x;
    if (lane < 8) {
        __syncwarp();
    } else if (lane < 16) {
        while (second == 0) {
        }
        __syncwarp();
    } else if (lane < 32) {
        while (first == 0) {
        }
        if (lane == 16) {
            __threadfence();
            second = 1;
        }
        __syncwarp();
    } else if (lane == 32) {
        for (int i = 0; i < 3000; i++) {
            out[32] = i;
        }
        __threadfence();
        first = 1;
    }
    if (lane < 32) {
        out[lane] = lane;
    }
}

int main(void)
{
    int host[33], *out, sum = 0;
    cudaMalloc((void **)&out, sizeof host);
    wait_in_turn<<<1, 64>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 33; i++) {
        sum += host[i];
    }
    printf("%s: %d\n", cudaGetErrorName(cudaGetLastError()), sum);
    cudaFree(out);
}

/* simt --quiet
cudaSuccess: 3495
--
status 0 */
