// Counting, reversing and permuting bits.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void kernel(const unsigned *in, unsigned *out)
{
    unsigned i = threadIdx.x, a = in[i];
    unsigned long long wide = (unsigned long long)a << 20 | a;
    out[12 * i] = __popc(a);
    out[12 * i + 1] = __clz(a);
    out[12 * i + 2] = __ffs(a);
    out[12 * i + 3] = __brev(a);
    out[12 * i + 4] = __byte_perm(a, 0x01234567, 0x3614);
    out[12 * i + 5] = __umulhi(a, 0xdeadbeef);
    out[12 * i + 6] = __mulhi((int)a, -77777);
    out[12 * i + 7] = __popcll(wide) * 100 + __clzll(wide);
    out[12 * i + 8] = __ffsll(wide);
    out[12 * i + 9] = (unsigned)(__brevll(wide) >> 30);
    out[12 * i + 10] = __funnelshift_l(a, ~a, 9);
    out[12 * i + 11] = __umul24(a, 3) + __sad(-3, (int)a, 1);
}

int main(void)
{
    static const unsigned values[] = {0, 1, 0x80000000, 0x12345678, 0xffffffff};
    unsigned host[5 * 12], *in, *out;
    cudaMalloc((void **)&in, sizeof values);
    cudaMalloc((void **)&out, sizeof host);
    cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
    kernel<<<1, 5>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 12; k++)
            printf("%x ", host[12 * i + k]);
        printf("\n");
    }
    cudaFree(in);
    cudaFree(out);
    return 0;
}
