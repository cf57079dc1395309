// A managed variable is one memory for both sides: at one address, also while a kernel runs.
#include <cuda_runtime.h>
#include <stdio.h>

__managed__ volatile int asked, answered;
__managed__ int field[1000] = {1, 2, 3};

__global__ void serve(void)
{
    for (int round = 1; round <= 3; round++) {
        while (asked != round) {
        }
        __threadfence_system();
        field[0] += round;
        __threadfence_system();
        answered = round;
    }
}

__global__ void fill(int *array, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        array[i] = &field[i] == &array[i] ? i : -1;
}

int main(void)
{
    static int copy[1000];
    printf("at first: %d %d %d\n", field[0], field[2], field[3]);
    serve<<<1, 1>>>();
    for (int round = 1; round <= 3; round++) {
        asked = round;
        while (answered != round) {
        }
        printf("%d\n", field[0]);
    }
    cudaDeviceSynchronize();
    fill<<<4, 256>>>(field, 1000);
    cudaMemcpy(copy, field, sizeof copy, cudaMemcpyDeviceToHost);
    printf("%d %d\n", field[999], copy[999]);
    cudaMemcpyFromSymbol(copy, field, sizeof copy);
    printf("%d\n", copy[500]);
    cudaDeviceReset();
    return 0;
}

/* simt --quiet
at first: 1 3 0
2
4
7
999 999
500
--
status 0 */
