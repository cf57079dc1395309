// Arrays of vectors and of structures, read one member at a time: their elements are counted, not the members.
#include "../hosts.cuh"

struct particle {
    float x, v, mass;
};

__global__ void step(struct particle *all)
{
    __shared__ float4 corners[16];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    corners[threadIdx.x / 2].z = i;
    if (i < 63)
        all[i].x = all[i + 1].x;
}

__global__ void shift(float3 *points, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        points[i].z += 1;
}

__global__ void masses(const struct particle *all, float *out)
{
    out[threadIdx.x] = all[threadIdx.x + 1].mass;
}

int main(void)
{
    struct particle *all;
    float *out;
    cudaMalloc((void **)&all, 64 * sizeof *all);
    cudaMalloc((void **)&out, 64 * sizeof *out);
    cudaMemset(all, 0, 64 * sizeof *all);
    step<<<2, 32>>>(all);
    masses<<<1, 64>>>(all, out);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaDeviceReset();
    float3 *points;
    cudaMalloc((void **)&points, 64 * sizeof *points);
    cudaMemset(points, 0, 64 * sizeof *points);
    shift<<<3, 32>>>(points, 64);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}

/* simt --quiet
an illegal memory access was encountered
an illegal memory access was encountered
--
race in kernel step (32 times)
  shared array corners, element 0
    write   members.cu:12            block 0, thread 0
    write   members.cu:12            block 0, thread 1
  Several threads write different values there, and only one of them stays.
  Use an atomic operation, or give each thread its own element. If they belong
  to two steps of a loop, put __syncthreads() between the steps.

race in kernel step (62 times)
  array in argument 1 (allocated at members.cu:33), element 32
    read    members.cu:14            block 0, thread 31
    write   members.cu:14            block 1, thread 0
  The threads are in different blocks, which run in any order.
  Do not write to the array that you read: use a second one, or split the work
  into two launches.

out of bounds in kernel masses
  array in argument 1 (allocated at members.cu:33), element 64
    read    members.cu:26            block 0, thread 63
  That is past the array's end: it has 64 elements of 12 bytes.
  Test the index against the array's length first.

out of bounds in kernel shift
  array in argument 1 (allocated at members.cu:41), element 64
    read    members.cu:21            block 2, thread 0
  That is past the array's end: it has 64 elements of 12 bytes.
  It goes too far by one element: does a test say <= instead of <, or forget a
  neighbour's + 1? Or is the array too short?

status 1 */
