// Shifts of signed numbers under a mask that reaches beyond the top bit: the sign must be copied in.
#include <cuda_runtime.h>
#include <stdio.h>

enum { RESULTS = 9 };

__host__ __device__ static void shift(long long wide, int narrow, unsigned long long *out)
{
    unsigned long long raw = (unsigned long long)wide;
    out[0] = (unsigned long long)(wide ^ ((wide >> 63) & 0x7fffffffffffffffll)); // order-preserving key
    out[1] = (unsigned)(narrow ^ ((narrow >> 31) & 0x7fffffff));
    out[2] = (unsigned long long)(wide >> 60 & 0xff);
    out[3] = (unsigned)(narrow >> 28 & 0xff);
    out[4] = (unsigned long long)(wide >> 40 & 0xffffffff);
    out[5] = (unsigned long long)(wide >> 40 & 0xffff); // does not reach the top
    out[6] = raw >> 60 & 0xff;
    out[7] = (unsigned)narrow >> 28 & 0xff;
    out[8] = raw << 3 >> 60;
}

__global__ void kernel(const long long *in, unsigned long long *out)
{
    shift(in[threadIdx.x], (int)in[threadIdx.x], out + RESULTS * threadIdx.x);
}

int main(void)
{
    static const long long values[] = {0, 1, -1, 0x123456789abcdef0, -0x123456789abcdef0, -0x7fffffffffffffff - 1};
    enum { COUNT = sizeof values / sizeof values[0] };
    unsigned long long host[COUNT * RESULTS], expected[RESULTS], *out;
    long long *in;
    cudaMalloc((void **)&in, sizeof values);
    cudaMalloc((void **)&out, sizeof host);
    cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
    kernel<<<1, COUNT>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < COUNT; i++) {
        shift(values[i], (int)values[i], expected);
        for (int k = 0; k < RESULTS; k++)
            printf("%llx%s ", host[RESULTS * i + k], host[RESULTS * i + k] == expected[k] ? "" : " (the host disagrees)");
        printf("\n");
    }
    cudaFree(in);
    cudaFree(out);
    return 0;
}

/* simt --quiet
0 0 0 0 0 0 0 0 0 
1 1 0 0 0 0 0 0 0 
8000000000000000 80000000 ff ff ffffffff ffff f f f 
123456789abcdef0 e543210f 1 f9 123456 3456 1 9 9 
923456789abcdeef 65432110 fe 6 ffedcba9 cba9 e 6 6 
ffffffffffffffff 0 f8 0 ff800000 0 8 0 0 
--
status 0 */
