// Matching values of a warp: of 32 and of 64 bits, with all lanes and with some.
#include <stdio.h>

__global__ void match(unsigned *out) {
    unsigned lane = threadIdx.x;
    int all;
    out[lane] = __match_any_sync(~0u, (unsigned long long)(lane % 3) << 40);
    out[32 + lane] = __match_any_sync(~0u, lane / 16 * 0.5);
    out[64 + lane] = __match_any_sync(~0u, lane % 2);
    out[96 + lane] = __match_all_sync(~0u, 5ull << 33, &all) + all;
    if (lane < 4)
        out[128 + lane] = __match_all_sync(15u, 1ull << lane, &all) + all;
}

int main() {
    unsigned *out;
    cudaMallocManaged(&out, 132 * sizeof *out);
    match<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    for (int i : {0, 1, 32, 63, 64, 96, 128})
        printf("%x ", out[i]);
    printf("\n");
    cudaFree(out);
}

/* simt --quiet
49249249 92492492 ffff ffff0000 55555555 0 0 
--
status 0 */
