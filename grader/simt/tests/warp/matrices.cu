// nvcuda::wmma: products of tiles of halves, bytes and doubles in several shapes and layouts, against sums on the host.
#include <mma.h>
#include <stdio.h>
#include <string.h>
using namespace nvcuda;

template <int M, int N, int K, class T, class Sum, class LayoutA, class LayoutB, bool Rows>
__global__ void multiply(const T *a, const T *b, const Sum *c, Sum *d, int depth) {
    const bool a_rows = std::is_same<LayoutA, wmma::row_major>::value, b_rows = std::is_same<LayoutB, wmma::row_major>::value;
    wmma::fragment<wmma::matrix_a, M, N, K, T, LayoutA> first;
    wmma::fragment<wmma::matrix_b, M, N, K, T, LayoutB> second;
    wmma::fragment<wmma::accumulator, M, N, K, Sum> sum, old;
    wmma::fill_fragment(sum, 0);
    for (int k = 0; k < depth; k += K) {
        wmma::load_matrix_sync(first, a + (a_rows ? k : k * M), a_rows ? depth : M);
        wmma::load_matrix_sync(second, b + (b_rows ? k * N : k), b_rows ? N : depth);
        wmma::mma_sync(sum, first, second, sum);
    }
    wmma::load_matrix_sync(old, c, Rows ? N : M, Rows ? wmma::mem_row_major : wmma::mem_col_major);
    for (int e = 0; e < sum.num_elements; e++)
        sum.x[e] += old.x[e];
    wmma::store_matrix_sync(d, sum, Rows ? N : M, Rows ? wmma::mem_row_major : wmma::mem_col_major);
}

template <int M, int N, int K, class T, class Sum, class LayoutA, class LayoutB, bool Rows> void run(const char *what) {
    const int depth = 2 * K;
    T *a, *b;
    Sum *c, *d;
    cudaMallocManaged(&a, M * depth * sizeof *a), cudaMallocManaged(&b, N * depth * sizeof *b);
    cudaMallocManaged(&c, M * N * sizeof *c), cudaMallocManaged(&d, M * N * sizeof *d);
    for (int i = 0; i < M * depth; i++)
        a[i] = (T)(float)(i * 7 % 13 - 6);
    for (int i = 0; i < N * depth; i++)
        b[i] = (T)(float)(i * 5 % 11 - 5);
    for (int i = 0; i < M * N; i++)
        c[i] = (Sum)(float)(i % 9);
    multiply<M, N, K, T, Sum, LayoutA, LayoutB, Rows><<<1, 32>>>(a, b, c, d, depth);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < N; j++) {
            double sum = (double)(float)c[Rows ? i * N + j : i + j * M];
            for (int k = 0; k < depth; k++)
                sum += (double)(float)a[std::is_same<LayoutA, wmma::row_major>::value ? i * depth + k : i + k * M] *
                       (double)(float)b[std::is_same<LayoutB, wmma::row_major>::value ? k * N + j : k + j * depth];
            wrong += sum != (double)(float)d[Rows ? i * N + j : i + j * M];
        }
    }
    printf("%s: %d wrong\n", what, wrong);
    cudaFree(a), cudaFree(b), cudaFree(c), cudaFree(d);
}

int main() {
    typedef wmma::row_major rows;
    typedef wmma::col_major columns;
    run<16, 16, 16, half, float, rows, rows, true>("16x16x16 halves, floats");
    run<16, 16, 16, half, float, columns, columns, false>("16x16x16 by columns");
    run<16, 16, 16, half, half, rows, columns, true>("16x16x16 halves only");
    run<32, 8, 16, __nv_bfloat16, float, rows, columns, true>("32x8x16 bfloat16");
    run<8, 32, 16, signed char, int, columns, rows, false>("8x32x16 bytes");
    run<8, 8, 4, double, double, rows, columns, true>("8x8x4 doubles");
}

/* simt --quiet --
16x16x16 halves, floats: 0 wrong
16x16x16 by columns: 0 wrong
16x16x16 halves only: 0 wrong
32x8x16 bfloat16: 0 wrong
8x32x16 bytes: 0 wrong
8x8x4 doubles: 0 wrong
--
status 0 */
