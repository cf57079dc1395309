/*
 * The set of L1 in which a line is looked up: two lanes load from two lines, 2 to the `bit` and one of the first four. A conflict means that
 * both lines have the same set. `names` lists the pairs.
 *
 *     nvcc -O3 -std=c++17 -arch=native sets.cu -o sets; ./sets names
 *     ncu --metrics l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum,l1tex__t_set_conflicts_pipe_lsu_mem_global_op_ld.sum ./sets
 */
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>

enum { LINE_BYTES = 128, BITS = 23, FIRST = 4 };

__global__ void pair(const char *from, float *out, size_t one, size_t other) {
    const float *place = (const float *)(from + LINE_BYTES * (threadIdx.x ? other : one)) + threadIdx.x;
    float value;
    asm volatile("ld.global.ca.f32 %0, [%1];" : "=f"(value) : "l"(place) : "memory");
    out[threadIdx.x] = value;
}

int main(int argc, char **argv) {
    const size_t all = size_t(1) << 30; /* so that the first line's number is 0 in all bits that count */
    char *memory = NULL;
    float *out = NULL;
    if (argc == 1) cudaMalloc((void **)&memory, 3 * all), cudaMalloc((void **)&out, 2 * sizeof *out);
    const char *from = (const char *)((uintptr_t(memory) + all - 1) / all * all);
    if (argc > 1) printf("bit,line\n");
    for (int bit = 2; bit < BITS; bit++)
        for (size_t line = 0; line < FIRST; line++) {
            if (argc > 1) printf("%d,%zu\n", bit, line);
            else pair<<<1, 2>>>(from, out, line, size_t(1) << bit), cudaDeviceSynchronize();
        }
    return cudaGetLastError() != cudaSuccess;
}
