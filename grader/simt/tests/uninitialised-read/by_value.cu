// Structures and arrays that functions get and give back, which no compiler puts in their place: what nobody set is
// found where it is used, on the other side of the call.
// FIXED: Right: what has no value travels through calls, and nobody computes with it.
#include <cstdio>
#include <cstring>

struct sample {
    int place;
    float weight;
};

#ifdef FIXED
struct flags {
    unsigned kind : 3, size : 5;
};

struct list {
    int values[16];
    int count;
    char tag;
};

__device__ __noinline__ int place_of(sample s) {
    return s.place;
#else
struct matrix {
    float at[3][3];
};

__device__ __noinline__ int weigh(sample s) {
    return s.weight > 1 ? s.place : 0;
#endif
}

__device__ __noinline__ sample make(int place) {
    sample s;
    s.place = place;
    return s;
}

#ifdef FIXED
__device__ __noinline__ unsigned both(flags f) {
    return f.kind + f.size;
}

__device__ __noinline__ int sum(list l) {
    int all = l.tag;
    for (int i = 0; i < l.count; i++) {
        all += l.values[i];
    }
    return all;
}

__device__ __noinline__ int either(int first, int second) {
    return second >= 0 ? second : first;
}

__device__ __noinline__ int deeper(sample s, int depth) {
    s.place++;
    return depth == 0 ? place_of(s) : deeper(s, depth - 1);
}

__global__ void passes(int *out, int count, int many) {
    sample s;
    s.place = threadIdx.x;
    flags f;
    f.kind = 1;
    f.size = threadIdx.x;
    list l, cleared;
    l.tag = 1;
    l.count = count;
    for (int i = 0; i < count; i++) {
        l.values[i] = i;
    }
    memset(&cleared, 0, sizeof cleared);
    int unset;
    if (count > many) {
        unset = 1;
    }
    sample made = make(2);
    out[threadIdx.x] = place_of(s) + both(f) + sum(l) + sum(cleared) + either(unset, 1) + made.place +
                       deeper(s, threadIdx.x % 4);
#else
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
#endif
}

int main() {
#ifdef FIXED
    int *out, last;
    cudaMalloc(&out, 32 * sizeof *out);
    passes<<<1, 32>>>(out, 4, 100);
    cudaMemcpy(&last, out + 31, sizeof last, cudaMemcpyDeviceToHost);
    printf("%d\n", last);
#else
    int *out;
    cudaMalloc(&out, 32 * sizeof *out);
    weighs<<<1, 32>>>(out);
    makes<<<1, 32>>>(out);
    multiplies<<<1, 32>>>(out);
    adds<<<1, 32>>>(out, 4);
    cudaDeviceSynchronize();
#endif
    return cudaFree(out);
}

/* simt --quiet
--
uninitialised read in kernel weighs
    starts  by_value.cu:103          block 0, thread 0
    uses    by_value.cu:105          block 0, thread 0
  A variable that starts there has no value yet in this thread: its value is
  undefined.
  Give it a value where it is declared, or on every path to its use.

uninitialised read in kernel makes
    starts  by_value.cu:36           block 0, thread 0
    uses    by_value.cu:110          block 0, thread 0
  A variable that starts there has no value yet in this thread: its value is
  undefined.
  Give it a value where it is declared, or on every path to its use.

uninitialised read in kernel multiplies
    starts  by_value.cu:85           block 0, thread 0
    uses    by_value.cu:118          block 0, thread 0
  A variable that starts there has no value yet in this thread: its value is
  undefined.
  Give it a value where it is declared, or on every path to its use.

uninitialised read in kernel adds
    starts  by_value.cu:122          block 0, thread 0
    uses    by_value.cu:126          block 0, thread 0
  A variable that starts there has no value yet in this thread: its value is
  undefined.
  Give it a value where it is declared, or on every path to its use.

status 1 */
/* FIXED: simt --quiet
108
--
status 0 */
