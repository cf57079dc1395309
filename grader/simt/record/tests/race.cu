/* A sum in shared memory; from s = 8 on a barrier is missing. </script><b id="planted">x</b> <!-- */
#include <cstdio>

__global__ void total(const unsigned *in, unsigned *out, int n) {
    __shared__ unsigned sums[64];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;
    sums[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (int s = 1; s < 64; s *= 2) {
        if (tid % (2 * s) == 0) {
            sums[tid] += sums[tid + s];
        }
        if (s < 8) {
            __syncthreads();
        }
    }
    if (tid == 0) {
        out[blockIdx.x] = sums[0];
    }
}

int main(int argc, char **argv) {
    unsigned numbers[100], *in, *out;
    for (int i = 0; i < 100; i++) {
        numbers[i] = i;
    }
    if (argc > 1) {
        return 0; /* launches nothing */
    }
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, 2 * sizeof *out);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    total<<<2, 64>>>(in, out, 100);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
