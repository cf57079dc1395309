// A long walk, then a wait for a flag that nobody sets.
__global__ void walk(unsigned *out, const int *flag) {
    unsigned at = threadIdx.x + 1, steps = 0;
    long long start = clock64();
    do {
        at = at * 1664525u + 1013904223u;
        steps++;
    } while (at >> 16 != 0x1234);
    while (clock64() - start < 300000) {
        steps++;
    }
    while (*(volatile const int *)flag == 0) {
        steps++;
    }
    out[threadIdx.x] = steps;
}

int main() {
    unsigned *out;
    int *flag;
    cudaMalloc(&out, 128);
    cudaMalloc(&flag, 4);
    cudaMemset(flag, 0, 4);
    walk<<<1, 32>>>(out, flag);
    cudaDeviceSynchronize();
    cudaFree(out);
    cudaFree(flag);
}
