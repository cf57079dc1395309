/* cuBLAS's products of matrices whose numbers are of several kinds. Sums are in double precision.
 */
#include "../../../alu/half.h"
#include "cublas_library.h"

/* ---- kinds of numbers ------------------------------------------------------------------------ */

static double from_double(const void *at) {
    return *(const double *)at;
}
static void to_double(void *at, double value) {
    *(double *)at = value;
}
static double from_float(const void *at) {
    return (double)*(const float *)at;
}
static void to_float(void *at, double value) {
    *(float *)at = (float)value;
}
static double from_half(const void *at) {
    return (double)float_of_half(*(const uint16_t *)at);
}
static void to_half(void *at, double value) {
    *(uint16_t *)at = half_of_double(value);
}
static double from_bfloat16(const void *at) {
    return (double)float_of_brain(*(const uint16_t *)at);
}
static void to_bfloat16(void *at, double value) {
    *(uint16_t *)at = brain_of_float((float)value);
}
static double from_byte(const void *at) {
    return (double)*(const int8_t *)at;
}
static void to_byte(void *at, double value) {
    *(int8_t *)at = (int8_t)value;
}
static double from_int(const void *at) {
    return (double)*(const int32_t *)at;
}
static void to_int(void *at, double value) {
    *(int32_t *)at = (int32_t)value;
}

static const struct mixed_kind {
    cudaDataType type;
    size_t size;
    double (*from)(const void *at);
    void (*to)(void *at, double value);
} kinds[] = {
    {CUDA_R_64F, 8, from_double, to_double},      {CUDA_R_32F, 4, from_float, to_float},
    {CUDA_R_16F, 2, from_half, to_half},          {CUDA_R_8I, 1, from_byte, to_byte},
    {CUDA_R_16BF, 2, from_bfloat16, to_bfloat16}, {CUDA_R_32I, 4, from_int, to_int},
};

static const struct mixed_kind *kind_of(cudaDataType type) {
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (kinds[i].type == type) {
            return &kinds[i];
        }
    }
    return NULL;
}

/* Factors are of the kind that is computed with. */
static cudaDataType factors_of(int compute) {
    switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
        return CUDA_R_16F;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
        return CUDA_R_32I;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
        return CUDA_R_64F;
    default:
        /* Before version 11 a kind of number was named there. */
        return compute == CUDA_R_16F || compute == CUDA_R_64F || compute == CUDA_R_32I
                   ? (cudaDataType)compute
                   : CUDA_R_32F;
    }
}

/* ---- the product ----------------------------------------------------------------------------- */

/* A matrix of the device: `rows` rows of `columns` before the operation. */
struct mixed_matrix {
    const void *at;
    const struct mixed_kind *kind;
    cublasOperation_t operation;
    int rows, columns, leading;
};

static bool is_possible(const struct mixed_matrix *a) {
    return a->kind != NULL && a->rows >= 0 && a->columns >= 0 &&
           a->leading >= (a->rows > 1 ? a->rows : 1);
}

static struct cublas_area area_of(const struct mixed_matrix *a) {
    return (struct cublas_area){a->at, (size_t)a->rows, (size_t)a->columns, a->kind->size,
                                (size_t)a->leading * a->kind->size};
}

/* Its numbers by columns, turned if they are to be. */
static double *take_numbers(struct cublas_work *work, const struct mixed_matrix *a) {
    struct cublas_area area = area_of(a);
    size_t rows = area.rows, columns = area.columns;
    struct cublas_area wide = {.rows = rows, .columns = columns, .size = sizeof(double)};
    const char *taken = cublas_take(work, &area, true);
    double *numbers = taken != NULL ? cublas_take(work, &wide, false) : NULL;
    for (size_t i = 0; numbers != NULL && i < rows * columns; i++) {
        size_t to = a->operation == CUBLAS_OP_N ? i : i / rows + i % rows * columns;
        numbers[to] = a->kind->from(taken + i * a->kind->size);
    }
    return numbers;
}

static void multiply(struct cublas_work *work, const struct mixed_matrix *a,
                     const struct mixed_matrix *b, const struct mixed_matrix *c, size_t depth,
                     const double factors[2]) {
    size_t m = (size_t)c->rows, n = (size_t)c->columns;
    const double *first = take_numbers(work, a), *second = take_numbers(work, b);
    struct cublas_area area = area_of(c);
    char *to = cublas_take(work, &area, factors[1] != 0);
    for (size_t j = 0; to != NULL && j < n; j++) {
        for (size_t i = 0; i < m; i++) {
            char *element = to + (i + j * m) * c->kind->size;
            double sum = 0;
            for (size_t l = 0; l < depth; l++) {
                sum += first[i + l * m] * second[l + j * depth];
            }
            sum *= factors[0];
            c->kind->to(element, factors[1] != 0 ? sum + factors[1] * c->kind->from(element) : sum);
        }
    }
    cublas_put(work, &area, to);
}

/* One product; `status` of the last. */
static struct cublas_work product(cublasHandle_t handle, const struct mixed_matrix *a,
                                  const struct mixed_matrix *b, const struct mixed_matrix *c,
                                  int depth, const void *alpha, const void *beta, int compute) {
    struct cublas_work work =
        cublas_begin(handle, depth >= 0 && is_possible(a) && is_possible(b) && is_possible(c));
    const struct mixed_kind *kind = kind_of(factors_of(compute));
    double raw[2] = {0};
    cublas_factor(&work, alpha, &raw[0], kind->size);
    cublas_factor(&work, beta, &raw[1], kind->size);
    if (work.status == CUBLAS_STATUS_SUCCESS) {
        multiply(&work, a, b, c, (size_t)depth,
                 (double[2]){kind->from(&raw[0]), kind->from(&raw[1])});
    }
    return work;
}

static struct mixed_matrix operand(const void *at, cudaDataType type, cublasOperation_t operation,
                                   int rows, int columns, int leading) {
    bool turned = operation != CUBLAS_OP_N;
    return (struct mixed_matrix){
        at, kind_of(type), operation, turned ? columns : rows, turned ? rows : columns, leading};
}

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b,
                            int m, int n, int k, const void *alpha, const void *a,
                            cudaDataType a_type, int a_rows, const void *b, cudaDataType b_type,
                            int b_rows, const void *beta, void *c, cudaDataType c_type, int c_rows,
                            int compute, cublasGemmAlgo_t algorithm) {
    struct mixed_matrix first = operand(a, a_type, of_a, m, k, a_rows);
    struct mixed_matrix second = operand(b, b_type, of_b, k, n, b_rows);
    struct mixed_matrix to = operand(c, c_type, CUBLAS_OP_N, m, n, c_rows);
    (void)algorithm;
    struct cublas_work work = product(handle, &first, &second, &to, k, alpha, beta, compute);
    return CUBLAS_END(&work);
}

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t of_a,
                                          cublasOperation_t of_b, int m, int n, int k,
                                          const void *alpha, const void *a, cudaDataType a_type,
                                          int a_rows, long long a_stride, const void *b,
                                          cudaDataType b_type, int b_rows, long long b_stride,
                                          const void *beta, void *c, cudaDataType c_type,
                                          int c_rows, long long c_stride, int count, int compute,
                                          cublasGemmAlgo_t algorithm) {
    struct mixed_matrix first = operand(a, a_type, of_a, m, k, a_rows);
    struct mixed_matrix second = operand(b, b_type, of_b, k, n, b_rows);
    struct mixed_matrix to = operand(c, c_type, CUBLAS_OP_N, m, n, c_rows);
    struct cublas_work work = cublas_begin(handle, true);
    (void)algorithm;
    for (int i = 0; i < count && work.status == CUBLAS_STATUS_SUCCESS; i++) {
        work = product(handle, &first, &second, &to, k, alpha, beta, compute);
        if (work.status == CUBLAS_STATUS_SUCCESS) {
            first.at = (const char *)first.at + a_stride * (long long)first.kind->size;
            second.at = (const char *)second.at + b_stride * (long long)second.kind->size;
            to.at = (const char *)to.at + c_stride * (long long)to.kind->size;
        }
        if (i + 1 < count) {
            cublas_end(&work, __func__, __builtin_return_address(0));
        }
    }
    return CUBLAS_END(&work);
}

cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b,
                             int m, int n, int k, const float *alpha, const void *a,
                             cudaDataType a_type, int a_rows, const void *b, cudaDataType b_type,
                             int b_rows, const float *beta, void *c, cudaDataType c_type,
                             int c_rows) {
    struct mixed_matrix first = operand(a, a_type, of_a, m, k, a_rows);
    struct mixed_matrix second = operand(b, b_type, of_b, k, n, b_rows);
    struct mixed_matrix to = operand(c, c_type, CUBLAS_OP_N, m, n, c_rows);
    struct cublas_work work =
        product(handle, &first, &second, &to, k, alpha, beta, CUBLAS_COMPUTE_32F);
    return CUBLAS_END(&work);
}

cublasStatus_t lockstep_hgemm(cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b,
                              int m, int n, int k, const void *alpha, const void *a, int a_rows,
                              const void *b, int b_rows, const void *beta, void *c, int c_rows) {
    struct mixed_matrix first = operand(a, CUDA_R_16F, of_a, m, k, a_rows);
    struct mixed_matrix second = operand(b, CUDA_R_16F, of_b, k, n, b_rows);
    struct mixed_matrix to = operand(c, CUDA_R_16F, CUBLAS_OP_N, m, n, c_rows);
    struct cublas_work work =
        product(handle, &first, &second, &to, k, alpha, beta, CUBLAS_COMPUTE_16F);
    return cublas_end(&work, "cublasHgemm", __builtin_return_address(0));
}
