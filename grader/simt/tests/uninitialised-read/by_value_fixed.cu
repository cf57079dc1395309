// Right: what has no value travels through calls, and nobody computes with it.
#include <cstdio>
#include <cstring>

struct sample {
    int place;
    float weight;
};

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
}

__device__ __noinline__ sample make(int place) {
    sample s;
    s.place = place;
    return s;
}

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
}

int main() {
    int *out, last;
    cudaMalloc(&out, 32 * sizeof *out);
    passes<<<1, 32>>>(out, 4, 100);
    cudaMemcpy(&last, out + 31, sizeof last, cudaMemcpyDeviceToHost);
    printf("%d\n", last);
    return cudaFree(out);
}
