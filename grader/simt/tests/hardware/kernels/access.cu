// How warps touch global memory: widths, strides, misalignment, broadcast, gather and scatter.
#include "fixture.h"

enum { N = 16384, BLOCK = 128, GRID = N / BLOCK };

__global__ void copy_bytes(const unsigned char *in, unsigned char *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] ^ 0x55;
}

__global__ void copy_shorts(const unsigned short *in, unsigned short *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + 3;
}

__global__ void copy_doubles(const double *in, double *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * 2.0;
}

__global__ void copy_float2(const float2 *in, float2 *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 value = in[i];
    out[i] = make_float2(value.y, value.x);
}

__global__ void copy_float4(const float4 *in, float4 *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 value = in[i];
    out[i] = make_float4(value.w, value.z, value.y, value.x);
}

__global__ void read_strided(const float *in, float *out, unsigned stride, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * stride % n];
}

__global__ void write_strided(const float *in, float *out, unsigned stride, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i * stride < n)
        out[i * stride] = in[i];
}

__global__ void copy_misaligned(const float *in, float *out, unsigned offset, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x + offset;
    if (i < n)
        out[i] = in[i] + 1.0f;
}

__global__ void read_broadcast(const float *in, float *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[blockIdx.x] + in[i / 32];
}

__global__ void gather(const unsigned *index, const float *in, float *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[index[i]];
}

// The index is a permutation (an odd multiplier modulo a power of two), so no two lanes write one place.
__global__ void scatter(const float *in, float *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i * 37 % N] = in[i];
}

struct particle {
    float x, y, z, mass;
    double energy;
};

__global__ void structures(const particle *in, float *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i].mass + (float)in[i].energy;
}

int main(void)
{
    unsigned char *bytes = device_input<unsigned char>(8 * N, 60);
    double *doubles = device_input<double>(3 * N, 1000);
    float *floats = device_input<float>(4 * N, 1000);
    unsigned *index = device_input<unsigned>(N, N);
    float *out = device_zeros<float>(4 * N);
    copy_bytes<<<GRID, BLOCK>>>(bytes, (unsigned char *)out);
    show("copy_bytes", out, N);
    copy_shorts<<<GRID, BLOCK>>>((unsigned short *)bytes, (unsigned short *)out);
    show("copy_shorts", out, N);
    copy_doubles<<<GRID, BLOCK>>>(doubles, (double *)out);
    show("copy_doubles", out, 2 * N);
    copy_float2<<<GRID, BLOCK>>>((float2 *)floats, (float2 *)out);
    show("copy_float2", out, 2 * N);
    copy_float4<<<GRID, BLOCK>>>((float4 *)floats, (float4 *)out);
    show("copy_float4", out, 4 * N);
    read_strided<<<GRID, BLOCK>>>(floats, out, 2, 4 * N);
    show("read_strided", out, N);
    read_strided<<<GRID, BLOCK>>>(floats, out, 5, 4 * N);
    show("read_strided", out, N);
    read_strided<<<GRID, BLOCK>>>(floats, out, 33, 4 * N);
    show("read_strided", out, N);
    write_strided<<<GRID, BLOCK>>>(floats, out, 3, 4 * N);
    show("write_strided", out, 4 * N);
    copy_misaligned<<<GRID, BLOCK>>>(floats, out, 1, N);
    show("copy_misaligned", out, N);
    copy_misaligned<<<GRID, BLOCK>>>(floats, out, 13, N);
    show("copy_misaligned", out, N);
    read_broadcast<<<GRID, BLOCK>>>(floats, out);
    show("read_broadcast", out, N);
    gather<<<GRID, BLOCK>>>(index, floats, out);
    show("gather", out, N);
    scatter<<<GRID, BLOCK>>>(floats, out);
    show("scatter", out, N);
    structures<<<GRID, BLOCK>>>((particle *)doubles, out);
    show("structures", out, N);
    cudaFree(bytes);
    cudaFree(doubles);
    cudaFree(floats);
    cudaFree(index);
    cudaFree(out);
    return 0;
}
