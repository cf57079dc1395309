// __managed__ variables: the host and kernels see each other's values.
#include <stdio.h>

struct pair {
    int a;
    float b;
};

__device__ __managed__ int counter = 7;
__managed__ float field[100];
__managed__ pair both = {1, 0.5f};

__global__ void work(int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        field[i] = field[i] * 2 + both.b;
    atomicAdd(&counter, both.a);
}

int main(void)
{
    printf("at first: %d %d %g\n", counter, both.a, both.b);
    counter = 100;
    for (int i = 0; i < 100; i++)
        field[i] = i;
    work<<<2, 64>>>(100);
    work<<<2, 64>>>(100);
    cudaDeviceSynchronize();
    printf("then: %d %g %g\n", counter, field[0], field[99]);
    both.a = -2;
    work<<<1, 64>>>(10);
    cudaDeviceSynchronize();
    printf("last: %d %g %g\n", counter, field[0], field[99]);
    return 0;
}

/* simt --quiet
at first: 7 1 0.5
then: 356 1.5 397.5
last: 228 3.5 397.5
--
status 0 */
