// A pointer to a function with several parameters, chosen after it is declared: one case is forgotten.
#include <cstdio>

__device__ void twice(const int *from, int *to, int n)
{
    *to = 2 * *from * n;
}

__device__ void triple(const int *from, int *to, int n)
{
    *to = 3 * *from * n;
}

__global__ void scale(int *values, int factor)
{
    void (*chosen)(const int *, int *, int);
    if (factor == 2)
        chosen = twice;
    else if (factor == 3)
        chosen = triple;
    chosen(values, values + 1, 5);
}

int main()
{
    int *values, host[2] = {7, 0};
    cudaMalloc(&values, sizeof host);
    for (int factor = 2; factor <= 4; factor++) {
        cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
        scale<<<1, 1>>>(values, factor);
        cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost);
        printf("%d\n", host[1]);
    }
    cudaFree(values);
    return 0;
}
