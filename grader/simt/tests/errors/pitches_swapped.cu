// The two pitches of cudaMemcpy2D are in each other's place: rows would be written over each other, and read where the
// host has none.
// FIXED: Each belongs to the pointer in front of it. Pitches that are equal, memory of cudaMalloc where pitched memory lay,
// and rows that are taken apart are right, too.
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
#ifdef FIXED
    cudaMemcpy2D(rows, pitch, values, width, width, HEIGHT, cudaMemcpyHostToDevice);
    twice<<<HEIGHT, WIDTH>>>(rows, pitch);
    cudaMemcpy2D(values, width, rows, pitch, width, HEIGHT, cudaMemcpyDeviceToHost);
    printf("%g\n", values[HEIGHT - 1][WIDTH - 1]);
    float apart[2 * HEIGHT][128] = {};
    cudaMemcpy2D(apart, 2 * pitch, rows, pitch, width, HEIGHT, cudaMemcpyDeviceToHost);
    cudaMemcpy2D(rows, 2 * pitch, apart, pitch, pitch, HEIGHT / 2, cudaMemcpyHostToDevice);
    printf("%g\n", apart[2 * HEIGHT - 2][WIDTH - 1]);
    cudaFree(rows);
    cudaMalloc(&rows, HEIGHT * pitch);
    cudaMemcpy2D(rows, width, apart, pitch, width, HEIGHT, cudaMemcpyHostToDevice);
#else
    cudaMemcpy2D(rows, width, values, pitch, width, HEIGHT, cudaMemcpyHostToDevice);
    twice<<<HEIGHT, WIDTH>>>(rows, pitch);
    cudaMemcpy2D(values, pitch, rows, width, width, HEIGHT, cudaMemcpyDeviceToHost);
    printf("%g\n", values[HEIGHT - 1][WIDTH - 1]);
#endif
    cudaFree(rows);
}

/* simt --quiet
799
--
wrong copy
  cudaMemcpy2D at pitches_swapped.cu:39 returned cudaErrorInvalidValue: the
  memory of cudaMallocPitch has a row every 512 bytes, but that pitch was given
  to the other side, as if the two pitches were in each other's place. Nothing
  was copied.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

wrong copy
  cudaMemcpy2D at pitches_swapped.cu:41 returned cudaErrorInvalidValue: the
  memory of cudaMallocPitch has a row every 512 bytes, but that pitch was given
  to the other side, as if the two pitches were in each other's place. Nothing
  was copied.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

status 1 */
/* FIXED: simt --quiet
1598
1598
--
status 0 */
