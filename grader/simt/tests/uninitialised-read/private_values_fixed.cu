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

__global__ void sums(const float *in, float *out, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++) {
        sum += in[i];
    }
    out[threadIdx.x] = sum;
}

__global__ void table(const int *in, int *out, int n) {
    int count[16];
    for (int c = 0; c < 16; c++) {
        count[c] = 0;
    }
    for (int i = 0; i < n; i++) {
        count[in[i] & 15]++;
    }
    out[threadIdx.x] = count[in[threadIdx.x] & 15];
}

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
    }
}

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
    for (int i = 0; i < n; i++) {
        mean.sum += in[i];
        mean.count++;
    }
    all[0] = all[1] = mean;
    out[threadIdx.x] = all[threadIdx.x & 1];
    out[threadIdx.x].spare = mean.spare;
}

int main() {
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
    cudaFree(in);
    cudaFree(out);
}
