// Does honest work, then writes over everything it can reach and sends the device nonsense.
#include <unistd.h>

__global__ void square(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = i * i;
}

int main() {
    static char junk[3000];
    int *device;
    cudaMalloc(&device, 4000);
    square<<<4, 256>>>(device, 1000);
    cudaDeviceSynchronize();
    cudaFree(device);
    for (char &c : junk)
        c = 0x5a;
    return write(100, junk, sizeof junk) == sizeof junk ? 0 : 1;
}
