// cuda/cmath: quotients rounded up, multiples, powers of two, roots and logarithms, when compiling and in kernels.
#include <cuda/cmath>
#include <stdio.h>

static_assert(cuda::ceil_div(7, 2u) == 4 && cuda::ceil_div(8, 2) == 4 && cuda::ceil_div(0, 5) == 0, "");
static_assert(cuda::ceil_div(2147483647, 2) == 1073741824 && cuda::ceil_div(~0u, ~0u) == 1, "");
static_assert(cuda::round_up(5, 4) == 8 && cuda::round_up(8, 4) == 8 && cuda::round_down(7, 4) == 4, "");
static_assert(cuda::isqrt(99) == 9 && cuda::isqrt(100u) == 10 && cuda::isqrt(0) == 0, "");
static_assert(cuda::isqrt(2147483647) == 46340 && cuda::isqrt(~0ull) == 4294967295u, "");
static_assert(cuda::ilog2(1) == 0 && cuda::ilog2(1023u) == 9 && cuda::ceil_ilog2(1025) == 11, "");
static_assert(cuda::ilog10(999) == 2 && cuda::ilog10(1000) == 3, "");
static_assert(cuda::next_power_of_two(5) == 8 && cuda::next_power_of_two(8u) == 8, "");
static_assert(cuda::prev_power_of_two(9) == 8 && cuda::is_power_of_two(64) && !cuda::is_power_of_two(0), "");
static_assert(cuda::uabs(-5) == 5u && cuda::uabs(-2147483647 - 1) == 2147483648u && cuda::ipow(3, 4) == 81, "");
static_assert(cuda::neg(-3) == 3, "");

__global__ void count(int n, int *out) {
    out[threadIdx.x] = threadIdx.x == 0   ? cuda::ceil_div(n, 256)
                       : threadIdx.x == 1 ? cuda::isqrt(n)
                       : threadIdx.x == 2 ? cuda::ilog2(n)
                                          : cuda::next_power_of_two(n);
}

int main() {
    int *out;
    cudaMallocManaged(&out, 4 * sizeof *out);
    count<<<1, 4>>>(1000, out);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
    return cudaFree(out);
}

/* simt --quiet
4 31 9 1024
--
status 0 */
