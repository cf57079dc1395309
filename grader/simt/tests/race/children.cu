#ifdef FIXED
/* Kernels that kernels launch, in order: by stream, event, the parent's end, tail launches, and fences with atomics; or
 * with elements of their own. */
#else
/* Kernels that kernels launch, where nothing orders two of them, or one and its parent. */
#endif
#include <cstdio>

#define N 32
#ifdef FIXED

__device__ unsigned int tickets;
#endif

__global__ void add(int *sums, int value) {
    sums[threadIdx.x] += value;
}

__global__ void next(int *results, const int *values) {
    results[threadIdx.x] = values[threadIdx.x] + 1;
}

#ifdef FIXED
__global__ void count(int *sums) {
    atomicAdd(&sums[threadIdx.x], 1);
}

/* The last of three sums up what all have written. */
__global__ void part_of(int *parts, int *sum, int which) {
    parts[which] = which + 1;
    __threadfence();
    if (atomicAdd(&tickets, 1) == 2) {
        __threadfence();
        *sum = parts[0] + parts[1] + parts[2];
        tickets = 0;
#else
__global__ void child_of_each_block(int *sums) {
    if (threadIdx.x == 0) {
        add<<<1, N>>>(sums, blockIdx.x + 1);
#endif
    }
}

#ifdef FIXED
__global__ void each_thread_of_a_block(int *sums) {
    if (threadIdx.x < 3) {
        add<<<1, N>>>(sums, threadIdx.x);
    }
}

__global__ void each_block_its_own(int *sums, int *counted) {
    if (threadIdx.x == 0) {
        add<<<1, N / 2>>>(sums + blockIdx.x * N / 2, 1);
        count<<<1, N>>>(counted);
    }
}

__global__ void in_streams(int *results, int *values) {
    cudaStream_t one, other;
    cudaEvent_t done;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaMemsetAsync(values, 0, N * sizeof(int), one);
    add<<<1, N, 0, one>>>(values, 5);
    cudaEventRecord(done, one);
    cudaStreamWaitEvent(other, done, 0);
    next<<<1, N, 0, other>>>(results, values);
    cudaEventDestroy(done);
#else
__global__ void in_two_streams(int *results, int *values) {
    cudaStream_t one, other;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    add<<<1, N, 0, one>>>(values, 1);
    next<<<1, N, 0, other>>>(results, values);
#endif
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
}

#ifdef FIXED
__global__ void at_the_end(int *results, int *values) {
    values[threadIdx.x] = blockIdx.x == 0 ? threadIdx.x : values[threadIdx.x];
    __syncthreads();
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        next<<<1, N, 0, cudaStreamTailLaunch>>>(results, values);
        part_of<<<1, 1, 0, cudaStreamFireAndForget>>>(values + N, results + N, 0);
        part_of<<<1, 1, 0, cudaStreamFireAndForget>>>(values + N, results + N, 1);
        part_of<<<1, 1, 0, cudaStreamFireAndForget>>>(values + N, results + N, 2);
        add<<<1, N>>>(values, 0);
    }
}

/* Written before the launch, and behind a barrier. */
__global__ void prepared(int *results, int *values) {
    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        next<<<1, N>>>(results, values);
        add<<<1, N>>>(results, 1);
    }
}

/* Halves, each by a kernel of its own, in streams of their own. */
__global__ void halve(int *values, int n) {
    if (n == 1) {
        values[0] += 100;
        return;
    }
    cudaStream_t left, right;
    cudaStreamCreateWithFlags(&left, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&right, cudaStreamNonBlocking);
    halve<<<1, 1, 0, left>>>(values, n / 2);
    halve<<<1, 1, 0, right>>>(values + n / 2, n / 2);
#else
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
#endif
}

int main() {
#ifdef FIXED
    int *values, *results, host[N + 1];
    cudaMalloc(&values, 2 * N * sizeof(int));
    cudaMalloc(&results, 2 * N * sizeof(int));
    cudaMemset(values, 0, 2 * N * sizeof(int));
    cudaMemset(results, 0, 2 * N * sizeof(int));
    each_thread_of_a_block<<<1, N>>>(values);
    each_block_its_own<<<2, N>>>(values, results);
    in_streams<<<1, 1>>>(results, values);
    at_the_end<<<1, N>>>(results, values);
    prepared<<<1, N>>>(results, values);
    halve<<<1, 1>>>(results, 16);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaMemcpy(host, results, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i <= N; i++) {
        printf("%d%c", host[i], i < N ? ' ' : '\n');
    }
#else
    int *values, *results;
    cudaMalloc(&values, N * sizeof(int));
    cudaMalloc(&results, N * sizeof(int));
    cudaMemset(values, 0, N * sizeof(int));
    child_of_each_block<<<3, N>>>(values);
    in_two_streams<<<1, 1>>>(results, values);
    filled_too_late<<<1, 1>>>(values);
    read_too_early<<<1, 1>>>(values, results);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
#endif
    cudaFree(values);
    cudaFree(results);
}

/* simt --quiet
no error
--
race in kernel add (192 times)
  array in argument 1 (allocated at children.cu:154), element 0
    write   children.cu:16           kernel add, block 0, thread 0
    read    children.cu:16           block 0, thread 0
  Kernels launched these two launches: from different blocks, or into different
  streams, which orders nothing.
  Launch both from one block into one stream, use an atomic operation, or give
  each launch its own elements.

race in kernel next (32 times)
  array in argument 2 (allocated at children.cu:154), element 0
    write   children.cu:16           kernel add, block 0, thread 0
    read    children.cu:20           block 0, thread 0
  Kernels launched these two launches: from different blocks, or into different
  streams, which orders nothing.
  Launch both from one block into one stream, use an atomic operation, or give
  each launch its own elements.

race in kernel add (256 times)
  array in argument 1 (allocated at children.cu:154), element 0
    write   lockstep_children.h:100  kernel lockstep_child_fill, block 0, thread 0
    read    children.cu:16           block 0, thread 0
  Kernels launched these two launches: from different blocks, or into different
  streams, which orders nothing.
  Launch both from one block into one stream, use an atomic operation, or give
  each launch its own elements.

race in kernel add (128 times)
  array in argument 1 (allocated at children.cu:154), element 0
    read    children.cu:128          kernel read_too_early, block 0, thread 0
    write   children.cu:16           block 0, thread 0
  A kernel goes on while the kernel that it launched runs.
  What comes after the launched kernel belongs into a kernel that is launched
  after it, or into cudaStreamTailLaunch. What comes before, before the launch.

status 1 */
/* FIXED: simt --quiet
no error
102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 6
--
status 0 */
