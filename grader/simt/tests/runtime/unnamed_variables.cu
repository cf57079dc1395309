// The host reaches device variables of a namespace or a type without a name, as it reaches all others.
#include <stdio.h>

namespace {
__device__ int factor = 1;
__device__ int result;
__managed__ int both = 4;
} // namespace

__device__ struct {
    short first;
    int second[3];
} limits;

__device__ int counted()
{
    static int calls;
    return atomicAdd(&calls, 1);
}

__global__ void work(int n)
{
    result = n * factor + limits.second[2] + both + counted();
}

int main(void)
{
    int value = 10, second = 5;
    if (cudaMemcpyToSymbol(factor, &value, sizeof value) != cudaSuccess ||
        cudaMemcpyToSymbol(limits, &second, sizeof second, 12) != cudaSuccess)
        return 1;
    for (int n = 1; n < 3; n++) {
        work<<<1, 1>>>(n);
        if (cudaMemcpyFromSymbol(&value, result, sizeof value) != cudaSuccess)
            return 1;
        printf("%d\n", value);
    }
}

/* simt --quiet
19
30
--
status 0 */
