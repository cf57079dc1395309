// A copy into a __constant__ variable that is longer than it: nothing is copied.
// FIXED: The copy has the length of the variable.
#include <stdio.h>

__constant__ float weights[5];

__global__ void add(float *sum) {
    for (int i = 0; i < 5; i++) {
        *sum += weights[i];
    }
}

int main() {
    float values[8] = {1, 1, 1, 1, 1, 1, 1, 1}, result = 0, *sum;
#ifdef FIXED
    cudaMemcpyToSymbol(weights, values, sizeof weights);
#else
    cudaMemcpyToSymbol(weights, values, sizeof values);
#endif
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    add<<<1, 1>>>(sum);
    cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
    printf("%g\n", result);
    cudaFree(sum);
}

/* simt --quiet
0
--
wrong copy
  cudaMemcpyToSymbol at symbol_too_long.cu:18 returned cudaErrorInvalidValue:
  the variable has 20 bytes; 32 bytes from byte 0 on go past its end. Nothing
  was copied.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

status 1 */
/* FIXED: simt --quiet
5
--
status 0 */
