// Two halves of a block use one barrier for 64 threads: any two of the four warps may meet there.
__global__ void halves(int *out)
{
    __shared__ int box[128];
    int half = threadIdx.x / 64, at = threadIdx.x % 64;
    box[threadIdx.x] = threadIdx.x;
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[threadIdx.x] = box[64 * half + 63 - at];
}

int main()
{
    int *out;
    cudaMalloc(&out, 512);
    halves<<<1, 128>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
