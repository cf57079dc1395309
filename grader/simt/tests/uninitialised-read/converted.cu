#ifdef FIXED
// Right: they are written first.
#include <cstdio>
#else
// Numbers of 16 and 8 bits that nobody wrote are converted: the line that does it is named, none of a header.
#endif
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

__global__ void widen(float *out, const __nv_bfloat16 *google, const __half *half, const __nv_fp8_e4m3 *byte) {
    out[0] = google[threadIdx.x];
    out[1] = (float)half[threadIdx.x];
#ifdef FIXED
    out[2] = (float)byte[threadIdx.x];
#else
    out[2] =
        (float)byte[threadIdx.x];
#endif
}

int main() {
#ifdef FIXED
    float *out, got[3];
#else
    float *out;
#endif
    char *in;
    cudaMalloc(&out, 12);
    cudaMalloc(&in, 3 * 256);
#ifdef FIXED
    cudaMemset(in, 0x3c, 3 * 256);
    widen<<<1, 1>>>(out, (__nv_bfloat16 *)in, (__half *)(in + 256), (__nv_fp8_e4m3 *)(in + 512));
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    printf("%g %g %g\n", got[0], got[1], got[2]);
    cudaFree(out);
    return cudaFree(in);
#else
    widen<<<1, 1>>>(out, (__nv_bfloat16 *)in, (__half *)(in + 256), (__nv_fp8_e4m3 *)(in + 512));
    cudaDeviceSynchronize();
    cudaFree(out);
    cudaFree(in);
#endif
}

/* simt --quiet
--
uninitialised read in kernel widen
  array in argument 2 (allocated at converted.cu:30), element 0
    read    converted.cu:12          block 0, thread 0
  It was never written.
  cudaMalloc does not clear memory: copy to it or use cudaMemset first.

uninitialised read in kernel widen
  array in argument 2 (allocated at converted.cu:30), element 128
    read    converted.cu:13          block 0, thread 0
  It was never written.
  cudaMalloc does not clear memory: copy to it or use cudaMemset first.

uninitialised read in kernel widen
  array in argument 2 (allocated at converted.cu:30), element 512
    read    converted.cu:18          block 0, thread 0
  It was never written.
  cudaMalloc does not clear memory: copy to it or use cudaMemset first.

status 1 */
/* FIXED: simt --quiet
0.0114746 1.05859 1.5
--
status 0 */
