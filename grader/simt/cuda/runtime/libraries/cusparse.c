/* The stand-in for cuSPARSE: products of a sparse matrix, computed by the host in double precision.
 */
#include "../../include/cusparse.h"
#include "cublas_library.h"

#include <stdlib.h>

struct cusparseContext {
    struct cublasContext context; /* its way to the device's memory */
};

struct cusparseMatDescr {
    cusparseMatrixType_t type;
    cusparseIndexBase_t base;
};

/* `entries` values with their columns; and their rows, or where each row starts. */
struct cusparseSpMatDescr {
    int64_t rows, columns, entries;
    void *row_numbers, *column_numbers, *values;
    bool by_starts; /* CSR */
    cusparseIndexType_t start_type, index_type;
    cusparseIndexBase_t base;
    cudaDataType type;
};

struct cusparseDnVecDescr {
    int64_t size;
    void *values;
    cudaDataType type;
};

struct cusparseDnMatDescr {
    int64_t rows, columns, pitch;
    void *values;
    cudaDataType type;
    cusparseOrder_t order;
};

/* ---- errors ---------------------------------------------------------------------------------- */

static const struct library_status statuses[] = {
    LIBRARY_STATUS(CUSPARSE_STATUS_SUCCESS, "success"),
    LIBRARY_STATUS(CUSPARSE_STATUS_NOT_INITIALIZED, "the handle was not made by cusparseCreate"),
    LIBRARY_STATUS(CUSPARSE_STATUS_ALLOC_FAILED, "the host has no memory left"),
    LIBRARY_STATUS(CUSPARSE_STATUS_INVALID_VALUE,
                   "a size does not fit, or an index lies outside of the matrix"),
    LIBRARY_STATUS(CUSPARSE_STATUS_EXECUTION_FAILED, "a copy failed"),
    LIBRARY_STATUS(
        CUSPARSE_STATUS_NOT_SUPPORTED,
        "Lockstep multiplies matrices of floats or doubles, with indices of 32 or 64 bits"),
    {-1, "unrecognized error code", "unrecognized error code"},
};

const char *cusparseGetErrorName(cusparseStatus_t status) {
    return library_status(statuses, (int)status)->name;
}
const char *cusparseGetErrorString(cusparseStatus_t status) {
    return library_status(statuses, (int)status)->text;
}

static cusparseStatus_t leave(const char *call, const void *caller, cusparseStatus_t status) {
    /* A copy that failed has told of itself. */
    if (status != CUSPARSE_STATUS_SUCCESS && status != CUSPARSE_STATUS_EXECUTION_FAILED) {
        client_why(MESSAGE_WHY_TEXT, cusparseGetErrorString(status), 0, 0, 0);
        client_end(call, caller, MESSAGE_RESULT_NONE, cudaErrorInvalidValue);
    }
    return status;
}
#define LEAVE(status) return leave(__func__, __builtin_return_address(0), status)
#define NEEDS(condition)                                                                           \
    if (!(condition)) {                                                                            \
        LEAVE(CUSPARSE_STATUS_INVALID_VALUE);                                                      \
    }
#define NEEDS_HANDLE                                                                               \
    if (handle == NULL) {                                                                          \
        LEAVE(CUSPARSE_STATUS_NOT_INITIALIZED);                                                    \
    }

/* A call that does one thing, once it has what it needs. */
#define SIMPLE_CALL(NAME, NEED, STATEMENT, ...)                                                    \
    cusparseStatus_t NAME(__VA_ARGS__) {                                                           \
        NEED STATEMENT;                                                                            \
        return CUSPARSE_STATUS_SUCCESS;                                                            \
    }

/* ---- descriptions ---------------------------------------------------------------------------- */

/* A copy of `from` for the program. */
static cusparseStatus_t give(void **to, const void *from, size_t bytes) {
    *to = malloc(bytes);
    if (*to == NULL) {
        return CUSPARSE_STATUS_ALLOC_FAILED;
    }
    memcpy(*to, from, bytes);
    return CUSPARSE_STATUS_SUCCESS;
}
#define GIVE(to, made) LEAVE(give((void **)(to), &(made), sizeof(made)))

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle) {
    NEEDS(handle != NULL)
    const struct cusparseContext made = {{0}};
    GIVE(handle, made);
}
SIMPLE_CALL(cusparseDestroy, NEEDS_HANDLE, free(handle), cusparseHandle_t handle)
SIMPLE_CALL(cusparseGetVersion, NEEDS_HANDLE, *version = CUSPARSE_VERSION, cusparseHandle_t handle,
            int *version)
SIMPLE_CALL(cusparseSetStream, NEEDS_HANDLE, handle->context.stream = stream,
            cusparseHandle_t handle, cudaStream_t stream)
SIMPLE_CALL(cusparseGetStream, NEEDS_HANDLE, *stream = handle->context.stream,
            cusparseHandle_t handle, cudaStream_t *stream)
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode) {
    NEEDS_HANDLE
    handle->context.mode = mode == CUSPARSE_POINTER_MODE_DEVICE ? CUBLAS_POINTER_MODE_DEVICE
                                                                : CUBLAS_POINTER_MODE_HOST;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *description) {
    NEEDS(description != NULL)
    const struct cusparseMatDescr made = {CUSPARSE_MATRIX_TYPE_GENERAL, CUSPARSE_INDEX_BASE_ZERO};
    GIVE(description, made);
}
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t description) {
    free(description);
    return CUSPARSE_STATUS_SUCCESS;
}
SIMPLE_CALL(cusparseSetMatType, NEEDS(description != NULL), description->type = type,
            cusparseMatDescr_t description, cusparseMatrixType_t type)
SIMPLE_CALL(cusparseSetMatIndexBase, NEEDS(description != NULL), description->base = base,
            cusparseMatDescr_t description, cusparseIndexBase_t base)

cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                   int64_t entries, void *row_starts, void *column_indices,
                                   void *values, cusparseIndexType_t start_type,
                                   cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                   cudaDataType type) {
    NEEDS(matrix != NULL && rows >= 0 && columns >= 0 && entries >= 0)
    const struct cusparseSpMatDescr made = {rows,           columns, entries, row_starts,
                                            column_indices, values,  true,    start_type,
                                            index_type,     base,    type};
    GIVE(matrix, made);
}
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                   int64_t entries, void *row_indices, void *column_indices,
                                   void *values, cusparseIndexType_t index_type,
                                   cusparseIndexBase_t base, cudaDataType type) {
    NEEDS(matrix != NULL && rows >= 0 && columns >= 0 && entries >= 0)
    const struct cusparseSpMatDescr made = {rows,           columns, entries, row_indices,
                                            column_indices, values,  false,   index_type,
                                            index_type,     base,    type};
    GIVE(matrix, made);
}
SIMPLE_CALL(cusparseDestroySpMat, NEEDS(matrix != NULL), free((struct cusparseSpMatDescr *)matrix),
            cusparseConstSpMatDescr_t matrix)
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t matrix, int64_t *rows,
                                      int64_t *columns, int64_t *entries) {
    NEEDS(matrix != NULL)
    *rows = matrix->rows;
    *columns = matrix->columns;
    *entries = matrix->entries;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *vector, int64_t size, void *values,
                                     cudaDataType type) {
    NEEDS(vector != NULL && size >= 0)
    const struct cusparseDnVecDescr made = {size, values, type};
    GIVE(vector, made);
}
SIMPLE_CALL(cusparseDestroyDnVec, NEEDS(vector != NULL), free((struct cusparseDnVecDescr *)vector),
            cusparseConstDnVecDescr_t vector)
SIMPLE_CALL(cusparseDnVecSetValues, NEEDS(vector != NULL), vector->values = values,
            cusparseDnVecDescr_t vector, void *values)
cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *matrix, int64_t rows, int64_t columns,
                                     int64_t pitch, void *values, cudaDataType type,
                                     cusparseOrder_t order) {
    NEEDS(matrix != NULL && rows >= 0 && columns >= 0 &&
          pitch >= (order == CUSPARSE_ORDER_COL ? rows : columns))
    const struct cusparseDnMatDescr made = {rows, columns, pitch, values, type, order};
    GIVE(matrix, made);
}
SIMPLE_CALL(cusparseDestroyDnMat, NEEDS(matrix != NULL), free((struct cusparseDnMatDescr *)matrix),
            cusparseConstDnMatDescr_t matrix)

/* ---- products -------------------------------------------------------------------------------- */

static size_t size_of(cudaDataType type) {
    return type == CUDA_R_32F ? sizeof(float) : type == CUDA_R_64F ? sizeof(double) : 0;
}

static double number_at(const void *values, cudaDataType type, size_t i) {
    return type == CUDA_R_32F ? (double)((const float *)values)[i] : ((const double *)values)[i];
}

static int64_t index_at(const void *values, cusparseIndexType_t type, int64_t i) {
    return type == CUSPARSE_INDEX_32I ? ((const int32_t *)values)[i] : ((const int64_t *)values)[i];
}

static bool is_known(cusparseIndexType_t type) {
    return type == CUSPARSE_INDEX_32I || type == CUSPARSE_INDEX_64I;
}

static const void *fetch(struct cublas_work *work, const void *at, int64_t count, size_t size) {
    const struct cublas_area area = {at, (size_t)count, 1, size, (size_t)count * size};
    return cublas_take(work, &area, true);
}

/* op(A) times the columns of op(B), added to `sums`, which is dense, column after column. */
struct product {
    const struct cusparseSpMatDescr *matrix;
    bool transposed;
    const void *row_numbers, *column_numbers, *values;
    const struct cusparseDnMatDescr *dense;
    bool dense_transposed;
    const void *dense_values;
    int64_t rows, inner, columns;
    double *sums;
};

static double dense_at(const struct cusparseDnMatDescr *dense, const void *values, int64_t row,
                       int64_t column) {
    int64_t i = dense->order == CUSPARSE_ORDER_COL ? column * dense->rows + row
                                                   : row * dense->columns + column;
    return number_at(values, dense->type, (size_t)i);
}

static bool add_entry(const struct product *p, int64_t row, int64_t entry) {
    const struct cusparseSpMatDescr *matrix = p->matrix;
    int64_t column = index_at(p->column_numbers, matrix->index_type, entry) - matrix->base;
    if (row < 0 || row >= matrix->rows || column < 0 || column >= matrix->columns) {
        return false;
    }
    double value = number_at(p->values, matrix->type, (size_t)entry);
    int64_t to = p->transposed ? column : row, from = p->transposed ? row : column;
    for (int64_t c = 0; c < p->columns; c++) {
        double other = p->dense_transposed ? dense_at(p->dense, p->dense_values, c, from)
                                           : dense_at(p->dense, p->dense_values, from, c);
        p->sums[c * p->rows + to] += value * other;
    }
    return true;
}

static bool add_all(const struct product *p) {
    const struct cusparseSpMatDescr *matrix = p->matrix;
    if (!matrix->by_starts) {
        for (int64_t e = 0; e < matrix->entries; e++) {
            if (!add_entry(p, index_at(p->row_numbers, matrix->index_type, e) - matrix->base, e)) {
                return false;
            }
        }
        return true;
    }
    for (int64_t row = 0; row < matrix->rows; row++) {
        int64_t e = index_at(p->row_numbers, matrix->start_type, row) - matrix->base;
        int64_t end = index_at(p->row_numbers, matrix->start_type, row + 1) - matrix->base;
        if (e < 0 || end > matrix->entries) {
            return false;
        }
        for (; e < end; e++) {
            if (!add_entry(p, row, e)) {
                return false;
            }
        }
    }
    return true;
}

static struct cublas_area area_of(const struct cusparseDnMatDescr *dense) {
    bool by_columns = dense->order == CUSPARSE_ORDER_COL;
    size_t size = size_of(dense->type);
    return (struct cublas_area){dense->values, (size_t)(by_columns ? dense->rows : dense->columns),
                                (size_t)(by_columns ? dense->columns : dense->rows), size,
                                (size_t)dense->pitch * size};
}

static double factor(struct cublas_work *work, const void *from, cudaDataType type) {
    double value = 0;
    cublas_factor(work, from, &value, size_of(type));
    return number_at(&value, type, 0);
}

/* result = one * sums + two * result */
static void store(const struct product *p, const struct cusparseDnMatDescr *result, void *values,
                  double one, double two) {
    for (int64_t c = 0; c < p->columns; c++) {
        for (int64_t r = 0; r < p->rows; r++) {
            int64_t i = result->order == CUSPARSE_ORDER_COL ? c * result->rows + r
                                                            : r * result->columns + c;
            double old = two != 0 ? two * number_at(values, result->type, (size_t)i) : 0;
            double value = one * p->sums[c * p->rows + r] + old;
            if (result->type == CUDA_R_32F) {
                ((float *)values)[i] = (float)value;
            } else {
                ((double *)values)[i] = value;
            }
        }
    }
}

/* What is wrong with the request before any memory is looked at. */
static cusparseStatus_t look_at(const struct product *p, const struct cusparseDnMatDescr *result,
                                cudaDataType type) {
    const struct cusparseSpMatDescr *matrix = p->matrix;
    int64_t inner = p->dense_transposed ? p->dense->columns : p->dense->rows;
    if (p->inner != inner || result->rows != p->rows || result->columns != p->columns) {
        return CUSPARSE_STATUS_INVALID_VALUE;
    }
    bool known = size_of(type) != 0 && size_of(matrix->type) != 0 && size_of(p->dense->type) != 0 &&
                 size_of(result->type) != 0 && is_known(matrix->start_type) &&
                 is_known(matrix->index_type);
    return known ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_SUPPORTED;
}

static size_t index_size(cusparseIndexType_t type) {
    return type == CUSPARSE_INDEX_32I ? sizeof(int32_t) : sizeof(int64_t);
}

static cusparseStatus_t status_of(const struct cublas_work *work) {
    return work->status == CUBLAS_STATUS_SUCCESS        ? CUSPARSE_STATUS_SUCCESS
           : work->status == CUBLAS_STATUS_ALLOC_FAILED ? CUSPARSE_STATUS_ALLOC_FAILED
                                                        : CUSPARSE_STATUS_EXECUTION_FAILED;
}

static cusparseStatus_t multiply(cusparseHandle_t handle, struct product *p, const void *alpha,
                                 const void *beta, const struct cusparseDnMatDescr *result,
                                 cudaDataType type) {
    const struct cusparseSpMatDescr *matrix = p->matrix;
    p->rows = p->transposed ? matrix->columns : matrix->rows;
    p->inner = p->transposed ? matrix->rows : matrix->columns;
    p->columns = p->dense_transposed ? p->dense->rows : p->dense->columns;
    cusparseStatus_t status = look_at(p, result, type);
    if (status != CUSPARSE_STATUS_SUCCESS) {
        return status;
    }
    struct cublas_work work = cublas_begin(&handle->context, true);
    double one = factor(&work, alpha, type), two = factor(&work, beta, type);
    const struct cublas_area from = area_of(p->dense), to = area_of(result);
    p->row_numbers =
        fetch(&work, matrix->row_numbers, matrix->by_starts ? matrix->rows + 1 : matrix->entries,
              index_size(matrix->by_starts ? matrix->start_type : matrix->index_type));
    p->column_numbers =
        fetch(&work, matrix->column_numbers, matrix->entries, index_size(matrix->index_type));
    p->values = fetch(&work, matrix->values, matrix->entries, size_of(matrix->type));
    p->dense_values = cublas_take(&work, &from, true);
    void *values = cublas_take(&work, &to, two != 0);
    p->sums = calloc((size_t)(p->rows * p->columns) + 1, sizeof *p->sums);
    status = p->sums == NULL ? CUSPARSE_STATUS_ALLOC_FAILED : status_of(&work);
    if (status == CUSPARSE_STATUS_SUCCESS && !add_all(p)) {
        status = CUSPARSE_STATUS_INVALID_VALUE;
    }
    if (status == CUSPARSE_STATUS_SUCCESS) {
        store(p, result, values, one, two);
        cublas_put(&work, &to, values);
        status = status_of(&work);
    }
    free(p->sums);
    work.status = CUBLAS_STATUS_SUCCESS; /* told by the caller */
    CUBLAS_END(&work);
    return status;
}

cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t operation,
                                         const void *alpha, cusparseConstSpMatDescr_t matrix,
                                         cusparseConstDnVecDescr_t x, const void *beta,
                                         cusparseDnVecDescr_t y, cudaDataType type,
                                         cusparseSpMVAlg_t algorithm, size_t *bytes) {
    (void)operation, (void)alpha, (void)beta, (void)type, (void)algorithm;
    NEEDS_HANDLE
    NEEDS(matrix != NULL && x != NULL && y != NULL && bytes != NULL)
    *bytes = 16; /* programs ask cudaMalloc for it, which wants some */
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t operation,
                                         const void *alpha, cusparseConstSpMatDescr_t matrix,
                                         cusparseConstDnVecDescr_t x, const void *beta,
                                         cusparseDnVecDescr_t y, cudaDataType type,
                                         cusparseSpMVAlg_t algorithm, void *buffer) {
    (void)operation, (void)alpha, (void)beta, (void)type, (void)algorithm, (void)buffer;
    NEEDS_HANDLE
    NEEDS(matrix != NULL && x != NULL && y != NULL)
    return CUSPARSE_STATUS_SUCCESS;
}

static struct cusparseDnMatDescr as_column(const struct cusparseDnVecDescr *vector) {
    return (struct cusparseDnMatDescr){
        vector->size, 1, vector->size, vector->values, vector->type, CUSPARSE_ORDER_COL};
}

cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t operation,
                              const void *alpha, cusparseConstSpMatDescr_t matrix,
                              cusparseConstDnVecDescr_t x, const void *beta, cusparseDnVecDescr_t y,
                              cudaDataType type, cusparseSpMVAlg_t algorithm, void *buffer) {
    (void)algorithm, (void)buffer;
    NEEDS_HANDLE
    NEEDS(alpha != NULL && beta != NULL && matrix != NULL && x != NULL && y != NULL)
    const struct cusparseDnMatDescr from = as_column(x), to = as_column(y);
    struct product p = {.matrix = matrix,
                        .transposed = operation != CUSPARSE_OPERATION_NON_TRANSPOSE,
                        .dense = &from};
    LEAVE(multiply(handle, &p, alpha, beta, &to, type));
}

cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t operation,
                                         cusparseOperation_t dense_operation, const void *alpha,
                                         cusparseConstSpMatDescr_t matrix,
                                         cusparseConstDnMatDescr_t dense, const void *beta,
                                         cusparseDnMatDescr_t result, cudaDataType type,
                                         cusparseSpMMAlg_t algorithm, size_t *bytes) {
    (void)operation, (void)dense_operation, (void)alpha, (void)beta, (void)type, (void)algorithm;
    NEEDS_HANDLE
    NEEDS(matrix != NULL && dense != NULL && result != NULL && bytes != NULL)
    *bytes = 16;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t operation,
                              cusparseOperation_t dense_operation, const void *alpha,
                              cusparseConstSpMatDescr_t matrix, cusparseConstDnMatDescr_t dense,
                              const void *beta, cusparseDnMatDescr_t result, cudaDataType type,
                              cusparseSpMMAlg_t algorithm, void *buffer) {
    (void)algorithm, (void)buffer;
    NEEDS_HANDLE
    NEEDS(alpha != NULL && beta != NULL && matrix != NULL && dense != NULL && result != NULL)
    struct product p = {.matrix = matrix,
                        .transposed = operation != CUSPARSE_OPERATION_NON_TRANSPOSE,
                        .dense = dense,
                        .dense_transposed = dense_operation != CUSPARSE_OPERATION_NON_TRANSPOSE};
    LEAVE(multiply(handle, &p, alpha, beta, result, type));
}
