// Shared memory with values that nobody has set, which nobody uses: written over, or not for the answer.
#include <cstdio>

struct pair {
    float first, second;
};

__device__ __noinline__ void put(float *at, float value) {
    *at = value;
}

// What stands behind the n values comes into sums of places behind them only.
__global__ void scan(float *out, int n) {
    __shared__ float sums[64];
    float mine;
    if (threadIdx.x < n) {
        mine = 1;
    }
    put(&sums[threadIdx.x], mine);
    __syncthreads();
    for (int step = 1; step < 64; step *= 2) {
        float before = threadIdx.x >= step ? sums[threadIdx.x - step] : 0;
        __syncthreads();
        sums[threadIdx.x] += before;
        __syncthreads();
    }
    if (threadIdx.x < n) {
        out[threadIdx.x] = sums[threadIdx.x];
    }
}

// The other warp writes over what this one could not set.
__global__ void written_over(float *out, int n) {
    __shared__ float tile[64];
    __shared__ int count;
    float mine;
    if (threadIdx.x < n) {
        mine = 1;
    }
    tile[threadIdx.x] = mine;
    if (threadIdx.x == 0) {
        count = 0;
    }
    __syncthreads();
    if (threadIdx.x < 32 && threadIdx.x + 32 >= n) {
        tile[threadIdx.x + 32] = 5;
        atomicAdd(&count, 1);
    }
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x] + count;
}

// A structure is copied as a whole; the member that was set is used.
__global__ void copied(float *out, struct pair *copies, int n) {
    __shared__ struct pair pairs[64];
    struct pair mine;
    mine.first = 4;
    if (threadIdx.x < n) {
        mine.second = 2;
    }
    pairs[threadIdx.x] = mine;
    __syncthreads();
    copies[threadIdx.x] = pairs[threadIdx.x ^ 32];
    out[threadIdx.x] = pairs[threadIdx.x ^ 32].first;
}

int main() {
    float *out, host[64];
    struct pair *copies;
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&copies, 64 * sizeof(struct pair));
    for (int n : {50, 64}) {
        scan<<<1, 64>>>(out, n);
        cudaMemcpy(host, out, n * sizeof *host, cudaMemcpyDeviceToHost);
        printf("%g", host[n - 1]);
        written_over<<<1, 64>>>(out, n);
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        printf(" %g %g", host[0], host[63]);
        copied<<<1, 64>>>(out, copies, n);
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        printf(" %g\n", host[20]);
    }
    cudaFree(copies);
    return cudaFree(out);
}
