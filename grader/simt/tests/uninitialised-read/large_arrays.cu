// A thread's own table, of which it forgot the last element, and a pointer to a type whose name holds a comma.
#include <cstdio>

template <class A, class B> struct row {
    struct cells {
        A a;
        B b;
    };
};

__global__ void count(const unsigned char *in, int *out, int n) {
    int table[256];
    for (int i = 0; i < 255; i++)
        table[i] = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        table[in[i]]++;
    for (int i = 0; i < 256; i++)
        atomicAdd(&out[i], table[i]);
}

__global__ void last(const int *in, int *out, int n) {
    int places[4096];
    for (int i = 0; i < n; i++)
        places[in[i] & 4095] = i;
    out[threadIdx.x] = places[4095];
}

__global__ void choose(const row<int, float>::cells *in, int *out, int n) {
    const row<int, float>::cells *from;
    if (n > 3)
        from = in + threadIdx.x;
    out[threadIdx.x] = from->a;
}

int main() {
    unsigned char *in;
    int *out;
    cudaMalloc(&in, 1000);
    cudaMalloc(&out, 1024);
    cudaMemset(in, 3, 1000);
    cudaMemset(out, 0, 1024);
    count<<<1, 32>>>(in, out, 1000);
    last<<<1, 32>>>((int *)in, out, 10);
    choose<<<1, 32>>>((row<int, float>::cells *)in, out, 2);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
