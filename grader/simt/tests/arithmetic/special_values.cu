// Infinity, NaN and signed zero in comparisons, minima and divisions.
#include <cuda_runtime.h>
#include <stdio.h>
#include <math.h>

__global__ void kernel(int *out)
{
    float zero = out[0] * 0.0f, infinity = 1.0f / zero, nan = infinity - infinity;
    out[0] = infinity > 1e38f;
    out[1] = nan == nan;
    out[2] = nan != nan;
    out[3] = nan < 1.0f;
    out[4] = !(nan < 1.0f);
    out[5] = fminf(nan, 3.0f) == 3.0f;
    out[6] = fmaxf(3.0f, nan) == 3.0f;
    out[7] = isnan(sqrtf(-1.0f - zero));
    out[8] = isinf(-infinity);
    out[9] = __float_as_int(-zero);
    out[10] = isnan(0.0 / (double)zero);
    out[11] = 1.0 / -(double)zero < 0.0;
    out[12] = signbit(-zero) != 0;
}

int main(void)
{
    int host[13], *out;
    cudaMalloc((void **)&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    kernel<<<1, 1>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 13; i++)
        printf("%d ", host[i]);
    printf("\n");
    cudaFree(out);
    return 0;
}

/* simt --quiet
1 0 1 0 1 1 1 1 1 -2147483648 1 1 1 
--
status 0 */
