#ifdef FIXED
// Shared memory with values that nobody has set, which nobody uses: written over, or not for the answer.
#include <cstdio>

#else
// Values that nobody has set, taken through shared memory to a thread that uses them.
#endif
struct pair {
    float first, second;
};

#ifdef FIXED
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
#else
__global__ void through_member(float *out, int n) {
    __shared__ struct pair pairs[64];
    struct pair mine;
    mine.first = 1;
#endif
    if (threadIdx.x < n) {
        mine.second = 2;
    }
    pairs[threadIdx.x] = mine;
    __syncthreads();
#ifdef FIXED
    copies[threadIdx.x] = pairs[threadIdx.x ^ 32];
    out[threadIdx.x] = pairs[threadIdx.x ^ 32].first;
#else
    out[threadIdx.x] = pairs[threadIdx.x ^ 32].second * 2;
}

__global__ void through_sum(float *out, int n) {
    __shared__ float sums[64];
    float mine;
    if (threadIdx.x < n) {
        mine = 3;
    }
    sums[threadIdx.x] = mine;
    for (int half = 32; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) {
            sums[threadIdx.x] += sums[threadIdx.x + half];
        }
    }
    if (threadIdx.x == 0) {
        *out = sums[0];
    }
#endif
}

int main() {
#ifdef FIXED
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
#else
    float *out;
    cudaMalloc(&out, 64 * sizeof(float));
    through_member<<<1, 64>>>(out, 50);
    through_sum<<<1, 64>>>(out, 50);
    cudaDeviceSynchronize();
#endif
    return cudaFree(out);
}

/* simt --quiet
--
uninitialised read in kernel through_member
    starts  through_shared.cu:66     some thread
    uses    through_shared.cu:78     block 0, thread 18
  A variable that starts there had no value yet in the thread that stored it to
  shared memory: its value is undefined.
  Give it a value where it is declared, or on every path to its use.

uninitialised read in kernel through_sum
    starts  through_shared.cu:83     some thread
    uses    through_shared.cu:91     block 0, thread 0
  A variable that starts there had no value yet in the thread that stored it to
  shared memory: its value is undefined.
  Give it a value where it is declared, or on every path to its use.

status 1 */
/* FIXED: simt --quiet
50 15 19 4
64 1 1 4
--
status 0 */
