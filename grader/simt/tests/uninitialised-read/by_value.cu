// Structures and arrays that functions get and give back, which no compiler puts in their place: what nobody set is
// found where it is used, on the other side of the call.
#include <cstdio>
#include <cstring>

struct sample {
    int place;
    float weight;
};

struct matrix {
    float at[3][3];
};

struct inner {
    int low, high;
};

struct outer {
    inner ranges[2];
    int count;
};

__device__ __noinline__ int weigh(sample s) {
    return s.weight > 1 ? s.place : 0;
}

__device__ __noinline__ sample make(int place) {
    sample s;
    s.place = place;
    return s;
}

__device__ __noinline__ int length(outer o) {
    int sum = 0;
    for (int i = 0; i < o.count; i++) {
        sum += o.ranges[i].high - o.ranges[i].low;
    }
    return sum;
}

__device__ __noinline__ matrix product(const matrix &a, const matrix &b) {
    matrix c;
    for (int i = 0; i < 9; i++) {
        for (int k = 0; k < 3; k++) {
            c.at[i / 3][i % 3] += a.at[i / 3][k] * b.at[k][i % 3];
        }
    }
    return c;
}

__device__ __noinline__ float total(const float *values, int count) {
    float sum = 0;
    for (int i = 0; i < count; i++) {
        sum += values[i];
    }
    return sum;
}

__global__ void weighs(int *out) {
    sample s;
    s.place = threadIdx.x;
    out[threadIdx.x] = weigh(s);
}

__global__ void makes(int *out) {
    sample s = make(threadIdx.x);
    out[threadIdx.x] = s.place + (int)s.weight;
}

__global__ void measures(int *out) {
    outer o;
    o.count = 2;
    o.ranges[0].low = 1;
    o.ranges[0].high = 5;
    o.ranges[1].low = 7;
    out[threadIdx.x] = length(o);
}

__global__ void multiplies(int *out) {
    matrix a;
    memset(&a, 0, sizeof a);
    a.at[1][1] = threadIdx.x;
    matrix c = product(a, a);
    out[threadIdx.x] = (int)c.at[1][1];
}

__global__ void adds(int *out, int count) {
    float values[16];
    for (int i = 0; i < count; i++) {
        values[i] = i;
    }
    out[threadIdx.x] = (int)total(values, 16);
}

int main() {
    int *out;
    cudaMalloc(&out, 32 * sizeof *out);
    weighs<<<1, 32>>>(out);
    makes<<<1, 32>>>(out);
    measures<<<1, 32>>>(out);
    multiplies<<<1, 32>>>(out);
    adds<<<1, 32>>>(out, 4);
    cudaDeviceSynchronize();
    return cudaFree(out);
}
