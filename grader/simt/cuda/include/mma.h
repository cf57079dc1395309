/*
 * mma.h - products of small matrices by the 32 threads of a warp (nvcuda::wmma). What a GPU's
 * tensor cores do at once, shuffles and multiplications do here: the results are those of float (of
 * double and int, where the matrices are), the time is not.
 *
 * A fragment's elements lie by lanes: of A by rows, of B by columns, of the accumulators by rows.
 * As on a GPU, programs do not know which; here no element is there twice.
 */
#ifndef LOCKSTEP_MMA_H
#define LOCKSTEP_MMA_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"

namespace nvcuda {
namespace wmma {

struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32 {};
struct b1 {};
} /* namespace precision */

/* What a fragment of T holds, and what it is computed with. */
template <class T> struct lockstep_element {
    typedef T held;
    typedef float computed;
};
template <> struct lockstep_element<precision::tf32> {
    typedef float held;
    typedef float computed;
};
template <> struct lockstep_element<double> {
    typedef double held;
    typedef double computed;
};
#define LOCKSTEP_WHOLE(T)                                                                                              \
    template <> struct lockstep_element<T> {                                                                           \
        typedef T held;                                                                                                \
        typedef int computed;                                                                                          \
    };
LOCKSTEP_WHOLE(signed char)
LOCKSTEP_WHOLE(unsigned char)
LOCKSTEP_WHOLE(int)
#undef LOCKSTEP_WHOLE

/* Rows and columns of a fragment of each use, in the order in which its elements lie. */
template <class Use, int M, int N, int K> struct lockstep_shape;
template <int M, int N, int K> struct lockstep_shape<matrix_a, M, N, K> {
    static constexpr int outer = M, inner = K;
    static constexpr bool by_rows = true;
};
template <int M, int N, int K> struct lockstep_shape<matrix_b, M, N, K> {
    static constexpr int outer = N, inner = K;
    static constexpr bool by_rows = false;
};
template <int M, int N, int K> struct lockstep_shape<accumulator, M, N, K> {
    static constexpr int outer = M, inner = N;
    static constexpr bool by_rows = true;
};

template <class Use, int M, int N, int K, class T, class Layout = void> struct fragment {
    typedef lockstep_shape<Use, M, N, K> shape;
    typedef typename lockstep_element<T>::held element_type;
    typedef element_type storage_element_type;
    static constexpr int num_elements = shape::outer * shape::inner / 32;
    static constexpr int num_storage_elements = num_elements;
    element_type x[num_elements];
};

LOCKSTEP_DEVICE unsigned int lockstep_lane() {
    unsigned int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

/* Where element `e` of this lane lies in memory whose rows (columns) are `ldm` apart. */
template <class Fragment> LOCKSTEP_DEVICE size_t lockstep_place(int e, bool rows, unsigned int ldm) {
    typedef typename Fragment::shape shape;
    unsigned int at = lockstep_lane() * Fragment::num_elements + e;
    unsigned int outer = at / shape::inner, inner = at % shape::inner;
    return rows == shape::by_rows ? (size_t)outer * ldm + inner : (size_t)inner * ldm + outer;
}

template <class Layout> struct lockstep_is_by_rows { static constexpr bool value = false; };
template <> struct lockstep_is_by_rows<row_major> { static constexpr bool value = true; };

template <class Use, int M, int N, int K, class T, class Layout, class Value>
LOCKSTEP_DEVICE void fill_fragment(fragment<Use, M, N, K, T, Layout> &to, const Value &value) {
    for (int e = 0; e < to.num_elements; e++)
        to.x[e] = (typename fragment<Use, M, N, K, T, Layout>::element_type)value;
}

template <class Use, int M, int N, int K, class T, class Layout, class From>
LOCKSTEP_DEVICE void load_matrix_sync(fragment<Use, M, N, K, T, Layout> &to, const From *from, unsigned int ldm) {
    typedef fragment<Use, M, N, K, T, Layout> whole;
    __syncwarp();
#pragma unroll
    for (int e = 0; e < to.num_elements; e++)
        to.x[e] = from[lockstep_place<whole>(e, lockstep_is_by_rows<Layout>::value, ldm)];
    __syncwarp();
}
template <int M, int N, int K, class T, class From>
LOCKSTEP_DEVICE void load_matrix_sync(fragment<accumulator, M, N, K, T> &to, const From *from, unsigned int ldm,
                                      layout_t layout) {
    typedef fragment<accumulator, M, N, K, T> whole;
    __syncwarp();
#pragma unroll
    for (int e = 0; e < to.num_elements; e++)
        to.x[e] = from[lockstep_place<whole>(e, layout == mem_row_major, ldm)];
    __syncwarp();
}
template <int M, int N, int K, class T, class To>
LOCKSTEP_DEVICE void store_matrix_sync(To *to, const fragment<accumulator, M, N, K, T> &from, unsigned int ldm,
                                       layout_t layout) {
    typedef fragment<accumulator, M, N, K, T> whole;
    __syncwarp();
#pragma unroll
    for (int e = 0; e < from.num_elements; e++)
        to[lockstep_place<whole>(e, layout == mem_row_major, ldm)] = from.x[e];
    __syncwarp();
}

/* D = A B + C. A lane's accumulators are of one row: for each k, its element of A comes from the
 * lane that has it, and one of B for each column. */
template <int M, int N, int K, class T, class LayoutA, class LayoutB, class Sum, class From>
LOCKSTEP_DEVICE void mma_sync(fragment<accumulator, M, N, K, Sum> &to, const fragment<matrix_a, M, N, K, T, LayoutA> &a,
                              const fragment<matrix_b, M, N, K, T, LayoutB> &b,
                              const fragment<accumulator, M, N, K, From> &c, bool = false) {
    typedef typename lockstep_element<T>::computed number;
    constexpr int own = M * N / 32, of_a = M * K / 32, of_b = N * K / 32;
    static_assert(N % own == 0 && K % of_a == 0 && K % of_b == 0, "wmma: no such shape");
    const int row = lockstep_lane() * own / N, column = lockstep_lane() * own % N;
    number sum[own];
#pragma unroll
    for (int e = 0; e < own; e++)
        sum[e] = (number)c.x[e];
#pragma unroll
    for (int k = 0; k < K; k++) {
        const number mine = (number)b.x[k % of_b];
        const number left = __shfl_sync(0xffffffffu, (number)a.x[k % of_a], (row * K + k) / of_a);
#pragma unroll
        for (int e = 0; e < own; e++)
            sum[e] += left * __shfl_sync(0xffffffffu, mine, ((column + e) * K + k) / of_b);
    }
#pragma unroll
    for (int e = 0; e < own; e++)
        to.x[e] = (typename lockstep_element<Sum>::held)sum[e];
}

/* Of a float, the bits that a tensor core reads: 10 of the fraction, rounded. */
LOCKSTEP_DEVICE float __float_to_tf32(float value) {
    unsigned int bits = __float_as_uint(value);
    return (bits & 0x7f800000u) == 0x7f800000u ? value : __uint_as_float((bits + 0x1000u) & 0xffffe000u);
}

} /* namespace wmma */
} /* namespace nvcuda */

#endif
