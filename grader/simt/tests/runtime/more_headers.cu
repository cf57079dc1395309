// Headers of the standard library under CUDA's name, and of textures, that hold little more than another's names.
#include <cuda/std/barrier>
#include <cuda/std/bitset>
#include <cuda/std/cinttypes>
#include <cuda/std/compare>
#include <cuda/std/concepts>
#include <cuda/std/cstdarg>
#include <cuda/std/functional>
#include <cuda/std/new>
#include <cuda_surface_types.h>
#include <stdio.h>
#include <surface_functions.h>
#include <texture_fetch_functions.h>

__global__ void hand_on(int *out) {
    __shared__ cuda::std::barrier<> all;
    if (threadIdx.x == 0)
        init(&all, blockDim.x);
    __syncthreads();
    out[threadIdx.x] = cuda::std::identity{}((int)threadIdx.x);
    all.arrive_and_wait();
    if (threadIdx.x == 0)
        out[0] = out[blockDim.x - 1];
}

int main() {
    int *out;
    cudaMallocManaged(&out, 64 * sizeof *out);
    hand_on<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d\n", out[0], out[5]);
    return cudaFree(out);
}

/* simt --quiet
63 5
--
status 0 */
