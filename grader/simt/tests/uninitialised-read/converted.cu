// Numbers of 16 and 8 bits that nobody wrote are converted: the line that does it is named, none of a header.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

__global__ void widen(float *out, const __nv_bfloat16 *google, const __half *half, const __nv_fp8_e4m3 *byte) {
    out[0] = google[threadIdx.x];
    out[1] = (float)half[threadIdx.x];
    out[2] =
        (float)byte[threadIdx.x];
}

int main() {
    float *out;
    char *in;
    cudaMalloc(&out, 12);
    cudaMalloc(&in, 3 * 256);
    widen<<<1, 1>>>(out, (__nv_bfloat16 *)in, (__half *)(in + 256), (__nv_fp8_e4m3 *)(in + 512));
    cudaDeviceSynchronize();
    cudaFree(out);
    cudaFree(in);
}
