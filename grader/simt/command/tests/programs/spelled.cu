// What other editors and compilers make of a launch and of an alignment. A string is left alone: "<< <" >> >.
#include <stdio.h>

template <int N, class T> __global__ void fill(T *out)
{
    __shared__ alignas(alignof(float4)) float tile[32];
    tile[threadIdx.x] = N;
    out[threadIdx.x] = tile[threadIdx.x];
}

int main(void)
{
    float *out, one;
    cudaMalloc(&out, 32 * sizeof *out);
    fill<3> << <1, dim3(32) >> > (out);
    fill<4, float> << < 1, 32 >> >(out);
    cudaMemcpy(&one, out, sizeof one, cudaMemcpyDeviceToHost);
    printf("<< <%g>> >\n", one);
    cudaFree(out);
    return 0;
}
