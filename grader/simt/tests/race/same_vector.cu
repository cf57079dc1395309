// Blocks store vectors at the same place, and their last components differ.
__global__ void all(float4 *out, int *flags) {
    out[threadIdx.x] = make_float4(1, 2, 3, (float)blockIdx.x);
    *(int2 *)flags = make_int2(7, 8);
}

int main() {
    float4 *out;
    int *flags;
    cudaMalloc(&out, 32 * sizeof *out);
    cudaMalloc(&flags, 2 * sizeof *flags);
    all<<<4, 32>>>(out, flags);
    cudaDeviceSynchronize();
    cudaFree(out);
    cudaFree(flags);
}
