/* Two scopes have a shared variable of one name: each access is held against its own. */
#include <cstdio>
#include <cuda_runtime.h>

typedef __attribute__((address_space(3))) int shared_int;

static __device__ shared_int *place(void) {
    unsigned long long address;
    asm volatile("{ .shared .align 4 .b8 place[128];\n\tmov.u64 %0, place; }" : "=l"(address));
    return (shared_int *)address;
}

__global__ void kernel(int *out) {
    shared_int *first = place(), *second = place();
    first[threadIdx.x] = 1;
    second[threadIdx.x] = 2;
    out[threadIdx.x] = 10 * first[threadIdx.x] + second[threadIdx.x];
}

int main(void) {
    int *out, got[32];
    cudaMalloc(&out, sizeof got);
    kernel<<<1, 32>>>(out);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    cudaFree(out);
    printf("%d %d\n", got[0], got[31]);
}

/* simt --quiet
12 12
--
status 0 */
