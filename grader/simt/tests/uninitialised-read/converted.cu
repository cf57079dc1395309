// Numbers of 16 and 8 bits that nobody wrote are converted: the line that does it is named, none of a header.
// FIXED: They are written first.
#include <cstdio>
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
    float *out, got[3];
    char *in;
    cudaMalloc(&out, 12);
    cudaMalloc(&in, 3 * 256);
#ifdef FIXED
    cudaMemset(in, 0x3c, 3 * 256);
#endif
    widen<<<1, 1>>>(out, (__nv_bfloat16 *)in, (__half *)(in + 256), (__nv_fp8_e4m3 *)(in + 512));
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
#ifdef FIXED
    printf("%g %g %g\n", got[0], got[1], got[2]);
#endif
    cudaFree(out);
    cudaFree(in);
}

/* simt --quiet
--
uninitialised read in kernel widen
  array in argument 2 (allocated at converted.cu:19), element 0
    read    converted.cu:9           block 0, thread 0
  It was never written.
  cudaMalloc does not clear memory: copy to it or use cudaMemset first.

uninitialised read in kernel widen
  array in argument 2 (allocated at converted.cu:19), element 128
    read    converted.cu:10          block 0, thread 0
  It was never written.
  cudaMalloc does not clear memory: copy to it or use cudaMemset first.

uninitialised read in kernel widen
  array in argument 2 (allocated at converted.cu:19), element 512
    read    converted.cu:12          block 0, thread 0
  It was never written.
  cudaMalloc does not clear memory: copy to it or use cudaMemset first.

status 1 */
/* FIXED: simt --quiet
0.0114746 1.05859 1.5
--
status 0 */
