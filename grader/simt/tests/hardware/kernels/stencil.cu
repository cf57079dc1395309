// One step of the five-point stencil on 256 x 256 points with a border of one, in 16 x 16 blocks.
#include "fixture.h"

enum { SIDE = 256, PITCH = SIDE + 2, TILE = 16 };

__global__ void stencil_naive(const float *in, float *out)
{
    unsigned x = blockIdx.x * TILE + threadIdx.x + 1, y = blockIdx.y * TILE + threadIdx.y + 1;
    unsigned at = y * PITCH + x;
    out[at] = 0.75f * in[at] + 0.25f * (in[at - 1] + in[at + 1] + in[at - PITCH] + in[at + PITCH]);
}

__global__ void stencil_tile(const float *in, float *out)
{
    __shared__ float tile[TILE + 2][TILE + 2];
    unsigned tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    unsigned at = (blockIdx.y * TILE + ty) * PITCH + blockIdx.x * TILE + tx;
    tile[ty][tx] = in[at];
    if (threadIdx.x == 0)
        tile[ty][0] = in[at - 1];
    if (threadIdx.x == TILE - 1)
        tile[ty][TILE + 1] = in[at + 1];
    if (threadIdx.y == 0)
        tile[0][tx] = in[at - PITCH];
    if (threadIdx.y == TILE - 1)
        tile[TILE + 1][tx] = in[at + PITCH];
    __syncthreads();
    out[at] = 0.75f * tile[ty][tx] +
              0.25f * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx]);
}

int main(void)
{
    float *in = device_input<float>(PITCH * PITCH, 256);
    float *out = device_zeros<float>(PITCH * PITCH);
    dim3 grid(SIDE / TILE, SIDE / TILE), block(TILE, TILE);
    stencil_naive<<<grid, block>>>(in, out);
    show("stencil_naive", out, PITCH * PITCH);
    stencil_tile<<<grid, block>>>(in, out);
    show("stencil_tile", out, PITCH * PITCH);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
