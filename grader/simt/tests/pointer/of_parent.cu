// A kernel launches another one with a pointer to an array of its own.
// FIXED: The same with a structure that is passed by value, and an array in global memory.
#include <cstdio>

struct squares {
    int of[32];
};

#ifdef FIXED
__global__ void copy(squares from, int *to) {
    to[threadIdx.x] = from.of[threadIdx.x];
}
#else
__global__ void copy(const int *from, int *to) {
    to[threadIdx.x] = from[threadIdx.x];
}
#endif

__global__ void parent(int *to) {
    squares own;
    for (int i = 0; i < 32; i++) {
        own.of[i] = i * i;
    }
#ifdef FIXED
    copy<<<1, 32>>>(own, to);
#else
    copy<<<1, 32>>>(own.of, to);
#endif
}

int main() {
    int *to, result[32] = {0};
    cudaMalloc(&to, sizeof result);
    parent<<<1, 1>>>(to);
    cudaError_t error = cudaMemcpy(result, to, sizeof result, cudaMemcpyDeviceToHost);
    printf("%s %d\n", cudaGetErrorName(error), result[5]);
    cudaFree(to);
}

/* simt --quiet
cudaErrorIllegalAddress 0
--
wrong pointer in kernel parent
    stops   of_parent.cu:27          block 0, thread 0
  The kernel that is launched gets a pointer to its parent's local or shared
  memory, which it cannot reach.
  Put what it needs into global memory, or pass it by value.

status 1 */
/* FIXED: simt --quiet
cudaSuccess 25
--
status 0 */
