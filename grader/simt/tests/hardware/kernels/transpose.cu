// A 128 x 128 transpose three ways, and two products of 64 x 64 matrices.
#include "fixture.h"

enum { SIDE = 128, TILE = 32, ROWS = 8, MATRIX = 64, PART = 16 };

__global__ void transpose_naive(const float *in, float *out)
{
    unsigned x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (unsigned row = 0; row < TILE; row += ROWS)
        out[x * SIDE + y + row] = in[(y + row) * SIDE + x];
}

__global__ void transpose_tile(const float *in, float *out)
{
    __shared__ float tile[TILE][TILE];
    unsigned x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (unsigned row = 0; row < TILE; row += ROWS)
        tile[threadIdx.y + row][threadIdx.x] = in[(y + row) * SIDE + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (unsigned row = 0; row < TILE; row += ROWS)
        out[(y + row) * SIDE + x] = tile[threadIdx.x][threadIdx.y + row];
}

__global__ void transpose_padded(const float *in, float *out)
{
    __shared__ float tile[TILE][TILE + 1];
    unsigned x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (unsigned row = 0; row < TILE; row += ROWS)
        tile[threadIdx.y + row][threadIdx.x] = in[(y + row) * SIDE + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (unsigned row = 0; row < TILE; row += ROWS)
        out[(y + row) * SIDE + x] = tile[threadIdx.x][threadIdx.y + row];
}

__global__ void product_naive(const float *a, const float *b, float *c)
{
    unsigned x = blockIdx.x * PART + threadIdx.x, y = blockIdx.y * PART + threadIdx.y;
    float sum = 0.0f;
    for (unsigned k = 0; k < MATRIX; k++)
        sum += a[y * MATRIX + k] * b[k * MATRIX + x];
    c[y * MATRIX + x] = sum;
}

__global__ void product_tile(const float *a, const float *b, float *c)
{
    __shared__ float left[PART][PART], right[PART][PART];
    unsigned tx = threadIdx.x, ty = threadIdx.y;
    unsigned x = blockIdx.x * PART + tx, y = blockIdx.y * PART + ty;
    float sum = 0.0f;
    for (unsigned part = 0; part < MATRIX; part += PART) {
        left[ty][tx] = a[y * MATRIX + part + tx];
        right[ty][tx] = b[(part + ty) * MATRIX + x];
        __syncthreads();
        for (unsigned k = 0; k < PART; k++)
            sum += left[ty][k] * right[k][tx];
        __syncthreads();
    }
    c[y * MATRIX + x] = sum;
}

int main(void)
{
    float *in = device_input<float>(SIDE * SIDE, 64);
    float *out = device_zeros<float>(SIDE * SIDE);
    dim3 grid(SIDE / TILE, SIDE / TILE), block(TILE, ROWS);
    transpose_naive<<<grid, block>>>(in, out);
    show("transpose_naive", out, SIDE * SIDE);
    transpose_tile<<<grid, block>>>(in, out);
    show("transpose_tile", out, SIDE * SIDE);
    transpose_padded<<<grid, block>>>(in, out);
    show("transpose_padded", out, SIDE * SIDE);
    dim3 parts(MATRIX / PART, MATRIX / PART), threads(PART, PART);
    product_naive<<<parts, threads>>>(in, in + MATRIX * MATRIX, out);
    show("product_naive", out, MATRIX * MATRIX);
    product_tile<<<parts, threads>>>(in, in + MATRIX * MATRIX, out);
    show("product_tile", out, MATRIX * MATRIX);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
