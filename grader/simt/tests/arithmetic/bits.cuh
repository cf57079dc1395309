// The bits of a number, whatever its type: what two results are compared by.
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

template <typename number> __host__ __device__ unsigned long long bits(number value)
{
    unsigned long long word = 0;
    memcpy(&word, &value, sizeof value);
    return word;
}
