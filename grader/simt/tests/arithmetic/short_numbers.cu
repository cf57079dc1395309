// Numbers of 16 bits, IEEE's and Google's: conversions, pairs, comparisons, shuffles and atomics.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdio.h>

struct results {
    half sum;
    half2 pair;
    __nv_bfloat16 google;
    float values[12];
};

__global__ void compute(results *r) {
    half a = __float2half(1.5f), own = __int2half_rn(threadIdx.x);
    half2 two(1.0f, 2.0f);
    half neighbour = __shfl_xor_sync(~0u, own, 1);
    two += two;
    atomicAdd(&r->sum, a);
    atomicAdd(&r->pair, two);
    atomicAdd(&r->google, __float2bfloat16(2.0f));
    if (threadIdx.x == 5) {
        r->values[0] = __half2float(__hfma(a, __short2half_rn(3), a));
        r->values[1] = __high2float(__lowhigh2highlow(two));
        r->values[2] = (float)__half2int_rn(__float2half(2.5f));
        r->values[3] = (float)__half2int_ru(__float2half(2.1f));
        r->values[4] = __half2float(neighbour);
        r->values[5] = __half2float(hexp(a));
        r->values[6] = __hbgt2(two, __half2half2(a));
        r->values[7] = __half_as_ushort(a);
        r->values[8] = __low2float(__hge2(two, __float2half2_rn(2.0f)));
        r->values[9] = __bfloat162float(__bfloat162bfloat162(__float2bfloat16(3.14159f)).y);
        r->values[10] = __half2float(__half(2049u)) + __half2float(__half(2051.0000001));
        r->values[11] = __half2float(__ushort_as_half(0x7bff));
    }
}

int main() {
    results *r;
    cudaMallocManaged(&r, sizeof *r);
    r->sum = 0.0f;
    r->pair = half2(0.0f, 0.5f);
    r->google = 0.0f;
    compute<<<1, 32>>>(r);
    cudaDeviceSynchronize();
    printf("%g %g %g %g\n", (float)r->sum, (float)r->pair.x, (float)r->pair.y, (float)r->google);
    for (float value : r->values)
        printf("%g ", value);
    printf("\n");
    cudaFree(r);
}

/* simt --quiet
48 64 128.5 64
6 2 2 3 4 4.48047 1 15872 1 3.14062 4100 65504 
--
status 0 */
