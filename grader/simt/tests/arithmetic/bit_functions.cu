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

/* simt --quiet
0 20 0 0 230067 0 0 40 0 0 fffffe00 4 
1 1f 1 80000000 230067 0 ffffffff f3 1 2000 fffffc00 8 
1 0 20 1 80230067 6f56df77 97e8 d4 20 4 ffffff00 7ffffffe 
d 3 4 1e6a2c48 12235667 fd5bdee ffffea65 9d3 4 79a8b7ba 97530e24 12d159e4 
20 0 1 ffffffff ff23ff67 deadbeee 0 145c 1 ffffffff 1ff 3000000 
--
status 0 */
