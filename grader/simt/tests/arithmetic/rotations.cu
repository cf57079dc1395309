// Rotations by any amount, as programs write them; clang 14 forgets the mask of the 64-bit ones.
#include <cuda_runtime.h>
#include <stdio.h>

enum { AMOUNTS = 256, KINDS = 9 };

typedef unsigned long long wide;

__host__ __device__ void rotate(wide x, unsigned n, wide *out)
{
    unsigned word = (unsigned)x;
    unsigned short half = (unsigned short)x;
    unsigned char byte = (unsigned char)x;
    out[0] = (x << (n & 63)) | (x >> (-n & 63));
    out[1] = (x >> (n & 63)) | (x << (-n & 63));
    out[2] = (x << (n & 63)) | (x >> ((64 - n) & 63));
    out[3] = (x << (n % 64)) | (x >> ((64 - n % 64) % 64));
    out[4] = n % 64 ? (x << (n % 64)) | (x >> (64 - n % 64)) : x;
    out[5] = (word << (n & 31)) | (word >> (-n & 31));
    out[6] = (word >> (n & 31)) | (word << (-n & 31));
    out[7] = (unsigned short)((half << (n & 15)) | (half >> (-n & 15)));
    out[8] = (unsigned char)((byte << (n & 7)) | (byte >> (-n & 7)));
}

__global__ void rotations(wide *out)
{
    int n = threadIdx.x;
    rotate(0x0123456789abcdefULL * (2 * n + 1), n, out + KINDS * n);
}

int main(void)
{
    static wide got[AMOUNTS * KINDS];
    wide *out, want[KINDS];
    cudaMalloc((void **)&out, sizeof got);
    rotations<<<1, AMOUNTS>>>(out);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    for (int n = 0; n < AMOUNTS; n++) {
        rotate(0x0123456789abcdefULL * (2 * n + 1), n, want);
        for (int kind = 0; kind < KINDS; kind++)
            if (got[KINDS * n + kind] != want[kind])
                printf("kind %d by %d: %llx, not %llx\n", kind, n, got[KINDS * n + kind], want[kind]);
    }
    printf("%llx\n", got[KINDS * 200 + 1]);
    cudaFree(out);
    return 0;
}

/* simt --quiet
5fc83fb72ea61d93
--
status 0 */
