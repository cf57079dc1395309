// What kernels use of cuda::std: mathematics, numbers with imaginary parts, ranges, bits, values that may be missing.
#include <cstdio>
#include <math_constants.h>
#include <cuda/std/bit>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/optional>
#include <cuda/std/span>

using number = cuda::std::complex<float>;

__device__ cuda::std::optional<float> root(float x) {
    if (x < 0)
        return cuda::std::nullopt;
    return cuda::std::sqrt(x);
}

__global__ void steps_to_escape(cuda::std::span<float> steps) {
    unsigned i = threadIdx.x;
    number z = 0, c(0.25f * i, 0.25f);
    int n = 0;
    for (; n < 20 && cuda::std::norm(z) < 4; n++)
        z = z * z + c;
    steps[i] = n;
}

__global__ void mix(cuda::std::span<float> a) {
    int i = threadIdx.x;
    a[i] = root(i - 1.0f).value_or(-1) + cuda::std::abs(number(3, 4) / number(0, 1));
    a[i] += cuda::std::popcount(7u) + cuda::std::bit_width(8u) + cuda::std::countl_zero((unsigned)i) + cuda::std::rotl(1u, 3);
    for (float &x : a.subspan(i, 1))
        x += cuda::std::fmax(cuda::std::log2(8.0f), 1.0f);
    cuda::std::complex<double> turn = cuda::std::exp(cuda::std::complex<double>(0, CUDART_PI));
    a[i] += cuda::std::round(turn.real() * 1000) / 1000;
}

int main() {
    const int n = 6;
    float *a, h[n];
    cudaMalloc(&a, n * sizeof *a);
    for (int kernel = 0; kernel < 2; kernel++) {
        if (kernel == 0)
            steps_to_escape<<<1, n>>>({a, n});
        else
            mix<<<1, n>>>({a, n});
        cudaMemcpy(h, a, n * sizeof *a, cudaMemcpyDeviceToHost);
        for (float x : h)
            printf("%g ", x);
        puts("");
    }
    return cudaFree(a);
}

/* simt --quiet
20 20 5 3 2 2 
53 53 53 53.4142 52.7321 53 
--
status 0 */
