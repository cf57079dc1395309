// Vector types are loaded and stored whole.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void kernel(const uchar4 *bytes, const float2 *pairs, const int4 *fours,
                       const double2 *wide, float4 *out)
{
    int i = threadIdx.x;
    uchar4 b = bytes[i];
    float2 p = pairs[i];
    int4 f = fours[i];
    double2 w = wide[i];
    out[i] = make_float4(b.x + b.y * 2 + b.z * 3 + b.w * 4, p.x - p.y, f.x + f.y + f.z + f.w,
                         (float)(w.x * w.y));
}

int main(void)
{
    enum { N = 8 };
    unsigned char bytes[4 * N];
    float pairs[2 * N], host[4 * N];
    int fours[4 * N];
    double wide[2 * N];
    for (int i = 0; i < 4 * N; i++) {
        bytes[i] = i * 7;
        fours[i] = i * i;
        if (i < 2 * N)
            pairs[i] = i * 0.5f;
        if (i < 2 * N)
            wide[i] = i + 0.25;
    }
    void *in[4];
    float4 *out;
    cudaMalloc(&in[0], sizeof bytes);
    cudaMalloc(&in[1], sizeof pairs);
    cudaMalloc(&in[2], sizeof fours);
    cudaMalloc(&in[3], sizeof wide);
    cudaMalloc((void **)&out, sizeof host);
    cudaMemcpy(in[0], bytes, sizeof bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(in[1], pairs, sizeof pairs, cudaMemcpyHostToDevice);
    cudaMemcpy(in[2], fours, sizeof fours, cudaMemcpyHostToDevice);
    cudaMemcpy(in[3], wide, sizeof wide, cudaMemcpyHostToDevice);
    kernel<<<1, N>>>((uchar4 *)in[0], (float2 *)in[1], (int4 *)in[2], (double2 *)in[3], out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        printf("%g %g %g %g\n", host[4 * i], host[4 * i + 1], host[4 * i + 2], host[4 * i + 3]);
    for (int i = 0; i < 4; i++)
        cudaFree(in[i]);
    cudaFree(out);
    return 0;
}

/* simt --quiet
140 -0.5 14 0.3125
420 -0.5 126 7.3125
700 -0.5 366 22.3125
980 -0.5 734 45.3125
1260 -0.5 1230 76.3125
1540 -0.5 1854 115.312
1820 -0.5 2606 162.312
2100 -0.5 3486 217.312
--
status 0 */
