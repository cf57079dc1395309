// Warp 0 fills, warp 1 reads: the first arrives at a barrier of the two and goes on, the other waits there.
__global__ void hand_over(const int *in, int *out) {
    __shared__ int box[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        box[lane] = in[lane];
        __threadfence_block();
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[lane] = box[31 - lane];
    }
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 128);
    cudaMalloc(&out, 128);
    cudaMemset(in, 0, 128);
    hand_over<<<2, 64>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
