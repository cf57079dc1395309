// A pointer to a function with several parameters, chosen after it is declared: one case is forgotten.
// FIXED: A pointer to a function with several parameters, chosen after it is declared.
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
#ifdef FIXED
    else
#else
    else if (factor == 3)
#endif
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
}

/* simt --quiet
70
105
105
--
kernel stopped in kernel scale
    stops   chosen_function.cu:26    block 0, thread 0
  A call through a function pointer did not reach a function.
  Set the function pointer on the device before the call.

status 1 */
/* FIXED: simt --quiet
70
105
105
--
status 0 */
