// Rows of a tile and the end of an array that nobody has written: loaded by all threads, and used by some that should not.
// FIXED: The same rows and the same end: loaded by all threads, and used by nobody.
#include <cuda_runtime.h>
#include <stdio.h>

enum { SIDE = 8, N = 13 };

__global__ void below(const float *in, float *out, int height) {
    __shared__ float tile[SIDE + 1][SIDE];
    const int x = threadIdx.x, y = threadIdx.y;
    if (y < height) {
        tile[y][x] = in[y * SIDE + x];
    }
    __syncthreads();
    const float here = tile[y][x], next = tile[y + 1][x];
    __syncthreads(); // here both have been loaded
#ifdef FIXED
    if (y < height - 1) {
#else
    if (y < height) {
#endif
        out[y * SIDE + x] = here + next;
    }
}

// The array is longer than the data, so that the last one may load four, too.
__global__ void by_four(const uint4 *in, unsigned *sum) {
    const uint4 four = in[threadIdx.x];
    const unsigned all[4] = {four.x, four.y, four.z, four.w};
    unsigned mine = 0;
    for (int i = 0; i < 4; i++) {
#ifdef FIXED
        mine += 4 * threadIdx.x + i < N ? all[i] : 0;
#else
        mine += 4 * threadIdx.x + i < N + 1 ? all[i] : 0;
#endif
    }
    atomicAdd(sum, mine);
}

__global__ void by_warp(unsigned *sum) {
    __shared__ unsigned part[32];
    if (threadIdx.x < N) {
        part[threadIdx.x] = 1;
    }
    __syncwarp();
    unsigned mine = part[threadIdx.x];
    __syncwarp();
#ifdef FIXED
    *sum = __reduce_add_sync(0xffffffff, threadIdx.x < N ? mine : 0);
#else
    *sum = __reduce_add_sync(0xffffffff, threadIdx.x < N + 1 ? mine : 0);
#endif
}

int main(void) {
    float host[SIDE * SIDE], *in, *out;
    unsigned numbers[N], *data, *sum, total = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        host[i] = 1.0f;
    }
    for (int i = 0; i < N; i++) {
        numbers[i] = i;
    }
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&data, (N + 3) / 4 * 16);
    cudaMalloc(&sum, sizeof *sum);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(data, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    cudaMemset(sum, 0, sizeof *sum);
    below<<<1, dim3(SIDE, SIDE)>>>(in, out, SIDE - 2);
    by_four<<<1, (N + 3) / 4>>>((const uint4 *)data, sum);
    by_warp<<<1, 32>>>(sum);
    cudaMemcpy(host, out, 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost);
    printf("%g\n", host[0]);
    cudaFree(in);
    cudaFree(out);
    cudaFree(data);
    cudaFree(sum);
}

/* simt --quiet
2
--
uninitialised read in kernel below (24 times)
  shared array tile, element 48
    read    unused_rows.cu:15        block 0, thread (0,5)
  No thread of this block has written it.
  Behind the barrier 48 of the array's 72 elements are written: which thread
  should write element 48, or is another one meant? Think of edges, and of
  threads without data.

uninitialised read in kernel by_four
  array in argument 1 (allocated at unused_rows.cu:67), element 3
    read    unused_rows.cu:28        block 0, thread 3
  It was never written: only the first 52 of the array's 64 bytes have been
  set.
  Is the length of the copy, or of cudaMemset, in bytes, and that of the whole
  array? sizeof of a pointer is 8.

uninitialised read in kernel by_warp (19 times)
  shared array part, element 13
    read    unused_rows.cu:47        block 0, thread 13
  No thread of this block has written it.
  Shared memory starts undefined: write it first, then put a barrier.

status 1 */
/* FIXED: simt --quiet
2
--
status 0 */
