// Kernels that launch kernels: what they are passed, in which order they run, and how deep.
#include <cstdio>

#define N 8

struct pair {
    char first;
    double second;
};

template <typename T, int FACTOR>
__global__ void scale(T *values, int n, short shift = 1)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        values[i] = values[i] * FACTOR + shift;
    }
}

namespace tools {
__global__ void say(struct pair what, bool loud, unsigned char depth)
{
    printf("%c %g %d %d\n", what.first, what.second, loud, depth);
}
} // namespace tools

__device__ void launch_from_function(char name, int depth)
{
    struct pair what = {name, 0.5};
    if (depth > 1)
        tools::say<<<1, 1>>>(what, true, depth);
}

/* Each half of the array by a kernel of its own; the last level sorts pairs. */
__global__ void halve(int *values, int n, int depth)
{
    if (n == 2) {
        if (threadIdx.x == 0 && values[0] > values[1]) {
            int other = values[0];
            values[0] = values[1];
            values[1] = other;
        }
        return;
    }
    if (threadIdx.x == 0) {
        printf("%d values, depth %d\n", n, depth);
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        halve<<<1, n / 2, 0, stream>>>(values, n / 2, depth + 1);
        cudaStreamDestroy(stream);
        halve<<<dim3(1), dim3(n / 2)>>>(values + n / 2, n / 2, depth + 1);
        cudaDeviceSynchronize();
    }
    __syncthreads();
}

__global__ void parent(int *values, double *copies)
{
    __shared__ int tile[N];
#ifdef SMALLER // each branch opens the same brace
    if (threadIdx.x < N / 2) {
#else
    if (threadIdx.x < N) {
#endif
        tile[threadIdx.x] = threadIdx.x; // a child's shared memory is not its parent's
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        scale<int, 10><<<2, N / 2>>>(values, N);
        cudaMemcpyAsync(copies, copies + N, N * sizeof(double), cudaMemcpyDeviceToDevice, 0);
        scale<double, 2><<<1, N>>>(copies, tile[N - 1] + 1, 3);
        launch_from_function('a', 2);
        launch_from_function('b', 1);
    }
}

int main()
{
    int *values, host[N] = {7, 2, 5, 1, 8, 3, 6, 4};
    double *copies, result[2 * N] = {};
    for (int i = 0; i < N; i++)
        result[N + i] = i;
    cudaMalloc(&values, sizeof host);
    cudaMalloc(&copies, sizeof result);
    cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(copies, result, sizeof result, cudaMemcpyHostToDevice);
    halve<<<1, N>>>(values, N, 0);
    parent<<<1, N>>>(values, copies);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(result, copies, sizeof result, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        printf("%d %g\n", host[i], result[i]);
    cudaFree(values);
    cudaFree(copies);
}

/* simt --quiet
8 values, depth 0
4 values, depth 1
4 values, depth 1
a 0.5 1 2
no error
21 3
71 5
11 7
51 9
31 11
81 13
41 15
61 17
--
status 0 */
