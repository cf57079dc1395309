#ifdef FIXED
// The same with values, and more that is no mistake: what has no value here is never used.
#include <cstdio>

struct padded {
    char kind;
    int value;
};
struct bits {
    unsigned low : 3, high : 5;
};
union word {
    unsigned whole;
    unsigned char bytes[4];
};
struct sums_of {
    float sum, product;
    __device__ sums_of() : sum(0) {} // the product comes later
};

#else
// Variables that nobody has set: a sum, a row of a private table, what only some threads set, a structure's member.
#endif
__global__ void sums(const float *in, float *out, int n) {
#ifdef FIXED
    float sum = 0;
#else
    float sum;
#endif
    for (int i = 0; i < n; i++) {
        sum += in[i];
    }
    out[threadIdx.x] = sum;
}

__global__ void table(const int *in, int *out, int n) {
    int count[16];
#ifdef FIXED
    for (int c = 0; c < 16; c++) {
#else
    for (int c = 1; c < 16; c++) {
#endif
        count[c] = 0;
    }
    for (int i = 0; i < n; i++) {
        count[in[i] & 15]++;
    }
    out[threadIdx.x] = count[in[threadIdx.x] & 15];
}

#ifdef FIXED
__device__ int least(const int *values, int n) {
    int best;
    bool have = false;
    for (int i = 0; i < n; i++) {
        if (!have || values[i] < best) {
            best = values[i];
            have = true;
        }
    }
    return have ? best : -1;
}

__device__ __noinline__ void fill(int *values, const int *in, int n) {
    for (int i = 0; i < n; i++) {
        values[i] = in[i] + 1;
#else
__global__ void halves(const int *in, int *out) {
    int limit;
    if (threadIdx.x < 16) {
        limit = in[threadIdx.x];
    }
    if (limit > 3) {
        out[threadIdx.x] = 1;
#endif
    }
}

#ifdef FIXED
__global__ void kept(const int *in, int *out, padded *all, float4 *points, uchar4 *pixels, int n) {
    int i = threadIdx.x, leader, filled[20];
    padded one;
    one.kind = (char)i;
    one.value = in[i];
    all[i] = one;
    float4 point;
    point.x = point.y = point.z = (float)i;
    points[i] = point;
    uchar4 pixel;
    pixel.x = pixel.y = pixel.z = (unsigned char)i;
    pixels[i] = pixel;
    bits parts;
    parts.low = in[i];
    parts.high = i;
    word word;
    word.bytes[0] = word.bytes[1] = word.bytes[2] = word.bytes[3] = (unsigned char)i;
    sums_of both;
    if (i == 0) {
        leader = in[3];
    }
    leader = __shfl_sync(0xFFFFFFFFu, leader, 0);
    fill(filled, in, n);
    out[i] = least(filled, n) + parts.low + parts.high + (int)word.whole + (int)both.sum + leader + filled[i % n];
}

/* A structure of which a part is set may be copied, in whole or by members. */
struct mean {
    float sum;
    int count, spare;
};

__global__ void means(const float *in, mean *out, int n) {
    mean all[2];
    mean mean;
    mean.sum = mean.count = 0;
#else
struct mean {
    float sum;
    int count;
};

__global__ void means(const float *in, float *out, int n) {
    mean mean;
    mean.count = 0;
#endif
    for (int i = 0; i < n; i++) {
        mean.sum += in[i];
        mean.count++;
    }
#ifdef FIXED
    all[0] = all[1] = mean;
    out[threadIdx.x] = all[threadIdx.x & 1];
    out[threadIdx.x].spare = mean.spare;
#else
    out[threadIdx.x] = mean.sum / mean.count;
#endif
}

int main() {
#ifdef FIXED
    int *in, *out, result[32];
    cudaMalloc(&in, 2048);
    cudaMalloc(&out, 128);
    cudaMemset(in, 0, 2048);
    sums<<<1, 32>>>((float *)in, (float *)out, 32);
    table<<<1, 32>>>(in, out, 32);
    kept<<<1, 32>>>(in, out, (padded *)(in + 64), (float4 *)(in + 128), (uchar4 *)(in + 256), 20);
    means<<<1, 32>>>((float *)in + 32, (mean *)(in + 64), 20);
    cudaMemcpy(result, out, 128, cudaMemcpyDeviceToHost);
    printf("%d %d\n", result[0], result[31]);
#else
    int *in, *out;
    cudaMalloc(&in, 128);
    cudaMalloc(&out, 128);
    cudaMemset(in, 0, 128);
    cudaMemset(out, 0, 128);
    sums<<<1, 32>>>((float *)in, (float *)out, 32);
    table<<<1, 32>>>(in, out, 32);
    halves<<<1, 32>>>(in, out);
    means<<<1, 32>>>((float *)in, (float *)out, 32);
    cudaDeviceSynchronize();
#endif
    cudaFree(in);
    cudaFree(out);
}

/* simt --quiet
--
uninitialised read in kernel sums
    starts  private_values.cu:28     block 0, thread 0
    uses    private_values.cu:33     block 0, thread 0
  A variable that starts there has no value yet in this thread: its value is
  undefined.
  Give it a value where it is declared, or on every path to its use.

uninitialised read in kernel table
    starts  private_values.cu:37     block 0, thread 0
    uses    private_values.cu:48     block 0, thread 0
  A variable that starts there has no value yet in this thread: its value is
  undefined.
  Give it a value where it is declared, or on every path to its use.

uninitialised read in kernel halves
    starts  private_values.cu:69     block 0, thread 16
    uses    private_values.cu:73     block 0, thread 16
  A variable that starts there has no value yet in this thread: its value is
  undefined.
  Give it a value where it is declared, or on every path to its use.

uninitialised read in kernel means
    starts  private_values.cu:123    block 0, thread 0
    uses    private_values.cu:135    block 0, thread 0
  A variable that starts there has no value yet in this thread: its value is
  undefined.
  Give it a value where it is declared, or on every path to its use.

status 1 */
/* FIXED: simt --quiet
2 522133312
--
status 0 */
