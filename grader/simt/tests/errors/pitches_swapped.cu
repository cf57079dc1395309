/* The two pitches of cudaMemcpy2D are in each other's place: rows would be written over each other, and read where the
 * host has none. */
#include <stdio.h>

#define WIDTH  100
#define HEIGHT 8

static float values[HEIGHT][WIDTH];

__global__ void twice(float *rows, size_t pitch) {
    float *row = (float *)((char *)rows + blockIdx.x * pitch);
    row[threadIdx.x] *= 2;
}

int main() {
    const size_t width = sizeof values[0];
    size_t pitch;
    float *rows;
    for (int i = 0; i < HEIGHT * WIDTH; i++) {
        values[i / WIDTH][i % WIDTH] = i;
    }
    cudaMallocPitch(&rows, &pitch, width, HEIGHT);
    cudaMemset2D(rows, pitch, 0, width, HEIGHT);
    cudaMemcpy2D(rows, width, values, pitch, width, HEIGHT, cudaMemcpyHostToDevice);
    twice<<<HEIGHT, WIDTH>>>(rows, pitch);
    cudaMemcpy2D(values, pitch, rows, width, width, HEIGHT, cudaMemcpyDeviceToHost);
    printf("%g\n", values[HEIGHT - 1][WIDTH - 1]);
    cudaFree(rows);
    return 0;
}
