// Members of structures that are smaller than a word: nobody set the blue of a pixel, the last digit
// of a number.
// FIXED: Right: what has no value is copied, in pieces and whole, and nobody computes with it.
#include <cstdio>
#ifdef FIXED
#include <cuda_fp16.h>

struct pixel {
    unsigned char red, green, blue, alpha;
#else

struct pixel {
    unsigned char red, green, blue;
#endif
};

#ifdef FIXED
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
#else
struct number {
    unsigned char digits[12];
    int length;
};

__global__ void brighten(unsigned char *out) {
    pixel p;
    p.red = threadIdx.x;
    p.green = 3;
    out[threadIdx.x] = p.red + p.green + p.blue;
}

__global__ void add(int *out, int length) {
    number of;
    of.length = length;
    for (int i = 0; i < length - 1; i++)
        of.digits[i] = i;
    int sum = 0;
    for (int i = 0; i < of.length; i++)
        sum += of.digits[i];
    out[threadIdx.x] = sum;
#endif
}

int main() {
#ifdef FIXED
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
#else
    unsigned char *bytes;
    int *words;
    cudaMalloc(&bytes, 32);
    cudaMalloc(&words, 128);
    cudaMemset(words, 0, 128);
    brighten<<<1, 32>>>(bytes);
    add<<<1, 32>>>(words, 12);
    cudaDeviceSynchronize();
    cudaFree(bytes);
    cudaFree(words);
#endif
}

/* simt --quiet
--
uninitialised read in kernel brighten
    starts  small_members.cu:78      block 0, thread 0
    uses    small_members.cu:81      block 0, thread 0
  A variable that starts there has no value yet in this thread: its value is
  undefined.
  Give it a value where it is declared, or on every path to its use.

uninitialised read in kernel add
    starts  small_members.cu:85      block 0, thread 0
    uses    small_members.cu:91      block 0, thread 0
  A variable that starts there has no value yet in this thread: its value is
  undefined.
  Give it a value where it is declared, or on every path to its use.

status 1 */
/* FIXED: simt --quiet
31 32 4 1 4 9
--
status 0 */
