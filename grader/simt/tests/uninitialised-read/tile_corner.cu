// A tile with a halo: the corners are read but never loaded.
// FIXED: A tile with a halo: the corners are loaded too.
#include <cuda_runtime.h>
#include <stdio.h>

enum { SIDE = 8 };

__global__ void blur(const float *in, float *out)
{
    __shared__ float tile[SIDE + 2][SIDE + 2];
    int x = threadIdx.x, y = threadIdx.y, pitch = SIDE + 2;
    tile[y + 1][x + 1] = in[(y + 1) * pitch + x + 1];
    if (x == 0) {
        tile[y + 1][0] = in[(y + 1) * pitch];
        tile[y + 1][SIDE + 1] = in[(y + 1) * pitch + SIDE + 1];
    }
    if (y == 0) {
        tile[0][x + 1] = in[x + 1];
        tile[SIDE + 1][x + 1] = in[(SIDE + 1) * pitch + x + 1];
    }
#ifdef FIXED
    if (x < 2 && y < 2)
        tile[y * (SIDE + 1)][x * (SIDE + 1)] = in[y * (SIDE + 1) * pitch + x * (SIDE + 1)];
#endif
    __syncthreads();
    float sum = 0.0f;
    for (int dy = 0; dy < 3; dy++)
        for (int dx = 0; dx < 3; dx++)
            sum += tile[y + dy][x + dx];
    out[y * SIDE + x] = sum;
}

int main(void)
{
    float host[(SIDE + 2) * (SIDE + 2)], *in, *out;
    for (int i = 0; i < (SIDE + 2) * (SIDE + 2); i++)
        host[i] = 1.0f;
    cudaMalloc((void **)&in, sizeof host);
    cudaMalloc((void **)&out, SIDE * SIDE * sizeof *out);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    blur<<<1, dim3(SIDE, SIDE)>>>(in, out);
    cudaMemcpy(host, out, SIDE * SIDE * sizeof *out, cudaMemcpyDeviceToHost);
    printf("%g\n", host[SIDE + 1]);
    cudaFree(in);
    cudaFree(out);
    return 0;
}

/* simt --quiet
9
--
uninitialised read in kernel blur (4 times)
  shared array tile, element 0
    read    tile_corner.cu:29        block 0, thread 0
  No thread of this block has written it.
  Behind the barrier 96 of the array's 100 elements are written: which thread
  should write element 0, or is another one meant? Think of edges, and of
  threads without data.

status 1 */
/* FIXED: simt --quiet
9
--
status 0 */
