// A thread's own table, of which it forgot the last element, and a pointer to a type whose name holds a comma.
// FIXED: A thread's own table, all set, and a pointer to a type whose name holds a comma.
#include <cstdio>

template <class A, class B> struct row {
    struct cells {
        A a;
        B b;
    };
};

__global__ void count(const unsigned char *in, int *out, int n) {
    int table[256];
#ifdef FIXED
    for (int i = 0; i < 256; i++)
#else
    for (int i = 0; i < 255; i++)
#endif
        table[i] = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        table[in[i]]++;
    for (int i = 0; i < 256; i++)
        atomicAdd(&out[i], table[i]);
}

#ifdef FIXED
__global__ void choose(const row<int, float>::cells *in, int *out, int n) {
    const row<int, float>::cells *from = in;
#else
__global__ void last(const int *in, int *out, int n) {
    int places[4096];
    for (int i = 0; i < n; i++)
        places[in[i] & 4095] = i;
    out[threadIdx.x] = places[4095];
}

__global__ void choose(const row<int, float>::cells *in, int *out, int n) {
    const row<int, float>::cells *from;
#endif
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
#ifndef FIXED
    last<<<1, 32>>>((int *)in, out, 10);
#endif
    choose<<<1, 32>>>((row<int, float>::cells *)in, out, 2);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}

/* simt --quiet
--
uninitialised read in kernel count
    starts  large_arrays.cu:13       block 0, thread 0
    uses    large_arrays.cu:23       block 0, thread 0
  A variable that starts there has no value yet in this thread: its value is
  undefined.
  Give it a value where it is declared, or on every path to its use.

uninitialised read in kernel last
    starts  large_arrays.cu:31       block 0, thread 0
    uses    large_arrays.cu:34       block 0, thread 0
  A variable that starts there has no value yet in this thread: its value is
  undefined.
  Give it a value where it is declared, or on every path to its use.

uninitialised read in kernel choose
    starts  large_arrays.cu:38       block 0, thread 0
    uses    large_arrays.cu:42       block 0, thread 0
  A variable that starts there has no value yet in this thread: its value is
  undefined.
  Give it a value where it is declared, or on every path to its use.

status 1 */
/* FIXED: simt --quiet
--
status 0 */
