// Votes, matches and reductions of a warp.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void kernel(unsigned *out)
{
    unsigned lane = threadIdx.x;
    out[lane] = __ballot_sync(0xffffffff, lane % 3 == 1);
    out[32 + lane] = __any_sync(0xffffffff, lane == 7) * 2 + __all_sync(0xffffffff, lane < 31);
    out[64 + lane] = __match_any_sync(0xffffffff, lane / 5);
    out[96 + lane] = __reduce_add_sync(0xffffffff, lane) + __reduce_max_sync(0xffffffff, lane ^ 3);
    out[128 + lane] = 0;
    if (lane % 4 == 0)
        out[128 + lane] = __activemask();
}

int main(void)
{
    unsigned host[160], *out;
    cudaMalloc((void **)&out, sizeof host);
    kernel<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int k = 0; k < 5; k++) {
        for (int i = 0; i < 32; i += 5)
            printf("%x ", host[k * 32 + i]);
        printf("\n");
    }
    cudaFree(out);
    return 0;
}

/* simt --quiet
92492492 92492492 92492492 92492492 92492492 92492492 92492492 
2 2 2 2 2 2 2 
1f 3e0 7c00 f8000 1f00000 3e000000 c0000000 
20f 20f 20f 20f 20f 20f 20f 
11111111 0 0 0 11111111 0 0 
--
status 0 */
