// The fast functions lie within their documented errors.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void kernel(float *out)
{
    float x = 0.1f + threadIdx.x * 0.05f;
    out[8 * threadIdx.x] = fabsf(__sinf(x) - sinf(x)) < 2e-6f;
    out[8 * threadIdx.x + 1] = fabsf(__cosf(x) - cosf(x)) < 2e-6f;
    out[8 * threadIdx.x + 2] = fabsf(__expf(x) / expf(x) - 1) < 2e-6f;
    out[8 * threadIdx.x + 3] = fabsf(__logf(x) - logf(x)) < 2e-6f;
    out[8 * threadIdx.x + 4] = fabsf(__fdividef(x, 3.0f) - x / 3.0f) < 1e-6f;
    out[8 * threadIdx.x + 5] = fabsf(rsqrtf(x) * sqrtf(x) - 1) < 1e-6f;
    out[8 * threadIdx.x + 6] = fabsf(__powf(x, 1.5f) / powf(x, 1.5f) - 1) < 4e-6f;
    out[8 * threadIdx.x + 7] = __saturatef(x * 2) <= 1.0f;
}

int main(void)
{
    float host[32 * 8], *out;
    int good[8] = {0};
    cudaMalloc((void **)&out, sizeof host);
    kernel<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32 * 8; i++)
        good[i % 8] += host[i] == 1.0f;
    for (int k = 0; k < 8; k++)
        printf("%d ", good[k]);
    printf("\n");
    cudaFree(out);
    return 0;
}

/* simt --quiet
32 32 32 32 32 32 32 32 
--
status 0 */
