// Right: what has no value is copied, in pieces and whole, and nobody computes with it.
#include <cstdio>
#include <cuda_fp16.h>

struct pixel {
    unsigned char red, green, blue, alpha;
};

struct state {
    short level, spare;
    bool ready;
    float value;
    char name[5];
};

struct alignas(8) tagged {
    char tag;
    short place;
};

__device__ __noinline__ state make(int level) {
    state s;
    s.level = level;
    s.ready = level > 3;
    s.name[0] = 'a';
    return s;
}

__global__ void paint(uchar4 *out, pixel *pixels, tagged *tags, state *states) {
    uchar4 color;
    color.x = threadIdx.x;
    color.y = color.x + 1;
    color.z = 3; // and no w
    out[threadIdx.x] = color;
    pixel p;
    p.red = color.y;
    p.green = color.z;
    __shared__ pixel tile[32];
    tile[threadIdx.x] = p;
    __syncthreads();
    pixels[threadIdx.x] = tile[threadIdx.x ^ 1];
    tagged t;
    t.place = threadIdx.x;
    tags[threadIdx.x] = t;
    state s = make(threadIdx.x), other = s;
    if (other.ready)
        s.value = other.level;
    states[threadIdx.x] = s;
    pixel mixed = threadIdx.x % 2 ? p : tile[0];
    mixed.blue = 7;
    pixels[threadIdx.x].blue = mixed.blue + mixed.red;
    half2 halves;
    halves.x = __float2half(1.5f);
    pixels[threadIdx.x].alpha = (unsigned char)__half2float(halves.x);
    struct {
        unsigned kind : 3, size : 4, rest : 1;
        char last;
    } f;
    f.kind = 5;
    f.size = threadIdx.x;
    states[threadIdx.x].name[1] = f.kind + f.size;
}

int main() {
    uchar4 *colors, last;
    pixel *pixels, third;
    tagged *tags;
    state *states, fourth;
    cudaMalloc(&colors, 32 * sizeof *colors);
    cudaMalloc(&pixels, 32 * sizeof *pixels);
    cudaMalloc(&tags, 32 * sizeof *tags);
    cudaMalloc(&states, 32 * sizeof *states);
    paint<<<1, 32>>>(colors, pixels, tags, states);
    cudaMemcpy(&last, colors + 31, sizeof last, cudaMemcpyDeviceToHost);
    cudaMemcpy(&third, pixels + 2, sizeof third, cudaMemcpyDeviceToHost);
    cudaMemcpy(&fourth, states + 4, sizeof fourth, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d %g %d\n", last.x, last.y, third.red, third.alpha, fourth.value, fourth.name[1]);
    cudaFree(colors);
    cudaFree(pixels);
    cudaFree(tags);
    return cudaFree(states);
}
