// A grid that no one could wait for.
__global__ void nothing(int *a) { a[threadIdx.x] = 0; }

int main() {
    int *a;
    cudaMalloc(&a, 4096);
    nothing<<<dim3(1 << 30, 65535), 32>>>(a);
    return cudaDeviceSynchronize() != cudaSuccess;
}
