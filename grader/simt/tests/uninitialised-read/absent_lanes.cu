// Shuffles that take values from lanes that are not there, or went another way.
// FIXED: Shuffles of which some lanes take nothing useful, and then leave it alone.
#include "../hosts.cuh"

#ifdef FIXED
__global__ void chosen(int *out)
{
    int i = threadIdx.x, lane = i % 32, lanes = blockDim.x - (i - lane) < 32 ? blockDim.x - (i - lane) : 32, v = i;
    for (int d = 16; d > 0; d /= 2) {
        int other = __shfl_down_sync(0xffffffff, v, d);
        v += lane + d < lanes ? other : 0;
    }
    if (lane == 0)
        out[i / 32] = v;
}

__global__ void branched(int *out, int n)
{
    int i = threadIdx.x, v = i;
    if (i >= n)
        return;
    for (int d = 1; d < 32; d *= 2) {
        int other = __shfl_down_sync(0xffffffff, v, d);
        if (i + d < n && other > v)
            v = other;
    }
#else
__global__ void divergent(int *out)
{
    int i = threadIdx.x, v = i;
    if (i < 16)
        v += __shfl_down_sync(0xffffffff, v, 16);
#endif
    out[i] = v;
}

#ifdef FIXED
// The lanes of the upper half compute with nothing, and nobody looks at their results.
__global__ void unused(int *out)
{
    int i = threadIdx.x, v = i;
    if (i < 16) {
        for (int d = 8; d > 0; d /= 2)
            v += __shfl_down_sync(0xffff, v, d, 32);
        if (i == 0)
            *out = v;
    }
}

__global__ void narrow(float *out)
{
    float v = threadIdx.x;
    for (int d = 8; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, d, 16));
    out[threadIdx.x] = v;
#else
// 48 threads: the second warp is half a warp, whose sum has what 16 lanes that do not exist hold.
__global__ void half_a_warp(int *out)
{
    __shared__ int sums[2];
    int v = threadIdx.x;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0)
        *out = sums[0] + sums[1];
}

__global__ void early_return(int *out, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    int v = __shfl_xor_sync(0xffffffff, i, 16);
    if (v > 40)
        out[i] = 1;
#endif
}

#ifdef FIXED
int main(void)
{
    int answer[2], *out;
    cudaMalloc(&out, 64 * sizeof *out);
    chosen<<<1, 48>>>(out);
    cudaMemcpy(answer, out, sizeof answer, cudaMemcpyDeviceToHost);
    printf("%d %d\n", answer[0], answer[1]);
    branched<<<1, 32>>>(out, 20);
    cudaMemcpy(answer, out, sizeof answer, cudaMemcpyDeviceToHost);
    printf("%d %d\n", answer[0], answer[1]);
    unused<<<1, 32>>>(out);
    narrow<<<1, 48>>>((float *)out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
#else
LAUNCH_WITH_ONE_ARRAY(divergent<<<1, 32>>>(data); half_a_warp<<<1, 48>>>(data); early_return<<<1, 32>>>(data, 20))
#endif

/* simt --quiet
done
--
uninitialised read in kernel divergent
    read    absent_lanes.cu:32       another thread
    uses    absent_lanes.cu:32       block 0, thread 0
  A shuffle took the value from a lane that does not take part: the value is
  undefined.
  Let all lanes run the shuffle, or leave out what comes from those that do
  not.

uninitialised read in kernel half_a_warp
    read    absent_lanes.cu:63       another thread
    uses    absent_lanes.cu:63       block 0, thread 32
  A shuffle took the value from a lane that does not take part: the value is
  undefined.
  Let all lanes run the shuffle, or leave out what comes from those that do
  not.

uninitialised read in kernel early_return
    read    absent_lanes.cu:76       another thread
    uses    absent_lanes.cu:77       block 0, thread 4
  A shuffle took the value from a lane that does not take part: the value is
  undefined.
  Let all lanes run the shuffle, or leave out what comes from those that do
  not.

status 1 */
/* FIXED: simt --quiet
496 632
19 19
--
status 0 */
