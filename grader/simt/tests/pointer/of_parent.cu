#ifdef FIXED
/* The same with a structure that is passed by value, and an array in global memory. */
#include <cstdio>

struct squares {
    int of[32];
};

__global__ void copy(squares from, int *to) {
    to[threadIdx.x] = from.of[threadIdx.x];
#else
/* A kernel launches another one with a pointer to an array of its own. */
#include <cstdio>

__global__ void copy(const int *from, int *to) {
    to[threadIdx.x] = from[threadIdx.x];
#endif
}

__global__ void parent(int *to) {
#ifdef FIXED
    squares own;
    for (int i = 0; i < 32; i++) {
        own.of[i] = i * i;
#else
    int own[32];
    for (int i = 0; i < 32; i++) {
        own[i] = i * i;
#endif
    }
    copy<<<1, 32>>>(own, to);
}

int main() {
    int *to, result[32] = {0};
    cudaMalloc(&to, sizeof result);
    parent<<<1, 1>>>(to);
#ifdef FIXED
    cudaMemcpy(result, to, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result[5]);
#else
    cudaError_t error = cudaMemcpy(result, to, sizeof result, cudaMemcpyDeviceToHost);
    printf("%s\n", cudaGetErrorName(error));
#endif
    cudaFree(to);
}

/* simt --quiet
cudaErrorIllegalAddress
--
wrong pointer in kernel parent
    stops   of_parent.cu:31          block 0, thread 0
  The kernel that is launched gets a pointer to its parent's local or shared
  memory, which it cannot reach.
  Put what it needs into global memory, or pass it by value.

status 1 */
/* FIXED: simt --quiet
25
--
status 0 */
