// A tile with a halo: the corners are read but never loaded.
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
