// Blocks take tasks in turn, and a block that has done its first one waits for blocks that have not begun (as in-place padding does).
#include <cstdio>
__global__ void chain(int *flags, int tasks, int *out)
{
    for (int s = blockIdx.x; s < tasks; s += gridDim.x) {
        __syncthreads();
        if (threadIdx.x == 0) {
            while (atomicAdd(&flags[s], 0) == 0) { }
            atomicAdd(&flags[s + 1], 1);
        }
        __syncthreads();
        if (threadIdx.x == 0) out[s] = s;
    }
}
int main()
{
    int *flags, *out, one = 1, h[20];
    cudaMalloc(&flags, 21 * 4); cudaMemset(flags, 0, 21 * 4); cudaMemcpy(flags, &one, 4, cudaMemcpyHostToDevice);
    cudaMalloc(&out, 80);
    chain<<<8, 256>>>(flags, 20, out);
    cudaMemcpy(h, out, 80, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 20; i++) if (h[i] != i) return printf("bad %d\n", i), 1;
    puts("ok");
    cudaFree(flags); cudaFree(out);
}

/* simt --quiet
ok
--
status 0 */
