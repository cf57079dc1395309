/* Kernels that kernels launch, where nothing orders two of them, or one and its parent. */
#include <cstdio>

#define N 32

__global__ void add(int *sums, int value) {
    sums[threadIdx.x] += value;
}

__global__ void next(int *results, const int *values) {
    results[threadIdx.x] = values[threadIdx.x] + 1;
}

__global__ void child_of_each_block(int *sums) {
    if (threadIdx.x == 0) {
        add<<<1, N>>>(sums, blockIdx.x + 1);
    }
}

__global__ void in_two_streams(int *results, int *values) {
    cudaStream_t one, other;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    add<<<1, N, 0, one>>>(values, 1);
    next<<<1, N, 0, other>>>(results, values);
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
}

__global__ void filled_too_late(int *values) {
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMemsetAsync(values, 0, N * sizeof(int), stream);
    add<<<1, N>>>(values, 1);
}

__global__ void read_too_early(int *values, int *result) {
    add<<<1, N>>>(values, 1);
    int sum = 0;
    for (int i = 0; i < N; i++) {
        sum += values[i];
    }
    *result = sum;
}

int main() {
    int *values, *results;
    cudaMalloc(&values, N * sizeof(int));
    cudaMalloc(&results, N * sizeof(int));
    cudaMemset(values, 0, N * sizeof(int));
    child_of_each_block<<<3, N>>>(values);
    in_two_streams<<<1, 1>>>(results, values);
    filled_too_late<<<1, 1>>>(values);
    read_too_early<<<1, 1>>>(values, results);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(values);
    cudaFree(results);
    return 0;
}
