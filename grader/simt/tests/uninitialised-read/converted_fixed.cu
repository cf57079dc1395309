// Right: they are written first.
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

__global__ void widen(float *out, const __nv_bfloat16 *google, const __half *half, const __nv_fp8_e4m3 *byte) {
    out[0] = google[threadIdx.x];
    out[1] = (float)half[threadIdx.x];
    out[2] = (float)byte[threadIdx.x];
}

int main() {
    float *out, got[3];
    char *in;
    cudaMalloc(&out, 12);
    cudaMalloc(&in, 3 * 256);
    cudaMemset(in, 0x3c, 3 * 256);
    widen<<<1, 1>>>(out, (__nv_bfloat16 *)in, (__half *)(in + 256), (__nv_fp8_e4m3 *)(in + 512));
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    printf("%g %g %g\n", got[0], got[1], got[2]);
    cudaFree(out);
    return cudaFree(in);
}
