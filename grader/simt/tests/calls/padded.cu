/* Pairs with padding, passed and returned by value, are sorted across a warp. clang 14 and 15 left
 * to themselves make `less` a constant. */
#include <cstdio>
#include <cuda_runtime.h>

template <typename K, typename V> struct pair {
    K k;
    V v;
    __device__ pair(K key, V value) : k(key), v(value) {}
};

template <typename T> __device__ bool less(const T a, const T b) { return a.k < b.k; }

template <typename T> __device__ T other(const T &p, int mask) {
    return T(__shfl_xor_sync(~0u, p.k, mask), __shfl_xor_sync(~0u, p.v, mask));
}

template <typename T> __device__ T smaller(const T p, int mask, int larger) {
    const T q = other(p, mask);
    return less(p, q) == larger ? q : p;
}

template <typename T> __device__ void sort(T p, int *out) {
    const int lane = threadIdx.x;
    for (int size = 2; size <= 32; size *= 2) {
        for (int mask = size / 2; mask > 0; mask /= 2) {
            p = smaller(p, mask, !(lane & size) != !(lane & mask));
        }
    }
    out[lane] = p.k * 10 + p.v;
}

__global__ void all(int *out) {
    const int key = (threadIdx.x * 13 + 5) % 32;
    sort(pair<int, char>(key, key % 7), out);
    sort(pair<int, bool>(key, key % 3 == 0), out + 32);
    sort(pair<short, char>(key, key % 5), out + 64);
}

int main() {
    int *out, wrong = 0, values[96];
    cudaMalloc(&out, sizeof values);
    all<<<1, 32>>>(out);
    cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
    cudaFree(out);
    for (int i = 0; i < 32; i++) {
        wrong += values[i] != i * 10 + i % 7;
        wrong += values[i + 32] != i * 10 + (i % 3 == 0);
        wrong += values[i + 64] != i * 10 + i % 5;
    }
    printf("%d wrong\n", wrong);
}

/* simt --quiet
0 wrong
--
status 0 */
