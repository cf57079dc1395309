// CUB's building blocks inside a kernel.
#include <cstdio>
#include <cub/cub.cuh>

// cub::Max has left CUB.
struct Greater {
    __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};

__global__ void blocks(const int *in, int *out) {
    typedef cub::BlockReduce<int, 128> Reduce;
    typedef cub::BlockScan<int, 128> Scan;
    typedef cub::BlockRadixSort<int, 128, 2> Sort;
    typedef cub::WarpReduce<int> Warp;
    typedef cub::BlockLoad<int, 128, 2, cub::BLOCK_LOAD_TRANSPOSE> Load;
    __shared__ union {
        Reduce::TempStorage reduce;
        Scan::TempStorage scan;
        Sort::TempStorage sort;
        Load::TempStorage load;
        Warp::TempStorage warp[4];
    } shared;
    int value = in[threadIdx.x], scanned, keys[2];
    int sum = Reduce(shared.reduce).Sum(value);
    if (threadIdx.x == 0) out[0] = sum;
    __syncthreads();
    Scan(shared.scan).ExclusiveSum(value, scanned);
    out[1 + threadIdx.x] = scanned;
    __syncthreads();
    Load(shared.load).Load(in, keys);
    __syncthreads();
    Sort(shared.sort).Sort(keys);
    out[129 + 2 * threadIdx.x] = keys[0];
    out[130 + 2 * threadIdx.x] = keys[1];
    __syncthreads();
    int most = Warp(shared.warp[threadIdx.x / 32]).Reduce(value, Greater());
    if (threadIdx.x % 32 == 0) out[385 + threadIdx.x / 32] = most;
}
#include <algorithm>
int main() {
    int in[256], out[389], *a, *b, wrong = 0, sum = 0;
    for (int i = 0; i < 256; i++) in[i] = i * 7919 % 257;
    cudaMalloc(&a, sizeof in);
    cudaMalloc(&b, sizeof out);
    cudaMemcpy(a, in, sizeof in, cudaMemcpyHostToDevice);
    blocks<<<1, 128>>>(a, b);
    cudaMemcpy(out, b, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 128; i++) { wrong += out[1 + i] != sum; sum += in[i]; }
    wrong += out[0] != sum;
    for (int w = 0; w < 4; w++) wrong += out[385 + w] != *std::max_element(in + 32 * w, in + 32 * w + 32);
    std::sort(in, in + 256);
    for (int i = 0; i < 256; i++) wrong += out[129 + i] != in[i];
    printf("%sok - blocks\n", wrong ? "not " : "");
    cudaFree(a); cudaFree(b);
    return wrong != 0;
}
