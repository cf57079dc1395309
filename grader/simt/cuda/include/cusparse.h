/*
 * cusparse.h - what courses use of cuSPARSE's generic calls: a sparse matrix by rows (CSR) or by
 * coordinates (COO), with 32-bit indices, times a vector or a dense matrix. The host computes.
 */
#ifndef LOCKSTEP_CUSPARSE_H
#define LOCKSTEP_CUSPARSE_H

#include "cuComplex.h"
#include "cuda_runtime_api.h"
#include "library_types.h"
#include <stdint.h>

#define CUSPARSEAPI      /* by this name other headers ask whether it is there */
#define CUSPARSE_VERSION 12000

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CUSPARSE_STATUS_SUCCESS = 0,
    CUSPARSE_STATUS_NOT_INITIALIZED = 1,
    CUSPARSE_STATUS_ALLOC_FAILED = 2,
    CUSPARSE_STATUS_INVALID_VALUE = 3,
    CUSPARSE_STATUS_ARCH_MISMATCH = 4,
    CUSPARSE_STATUS_MAPPING_ERROR = 5,
    CUSPARSE_STATUS_EXECUTION_FAILED = 6,
    CUSPARSE_STATUS_INTERNAL_ERROR = 7,
    CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
    CUSPARSE_STATUS_ZERO_PIVOT = 9,
    CUSPARSE_STATUS_NOT_SUPPORTED = 10,
    CUSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11
} cusparseStatus_t;
typedef enum { CUSPARSE_POINTER_MODE_HOST = 0, CUSPARSE_POINTER_MODE_DEVICE = 1 } cusparsePointerMode_t;
typedef enum {
    CUSPARSE_OPERATION_NON_TRANSPOSE = 0,
    CUSPARSE_OPERATION_TRANSPOSE = 1,
    CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2
} cusparseOperation_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO = 0, CUSPARSE_INDEX_BASE_ONE = 1 } cusparseIndexBase_t;
typedef enum { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I = 2, CUSPARSE_INDEX_64I = 3 } cusparseIndexType_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 } cusparseOrder_t;
typedef enum {
    CUSPARSE_SPMV_ALG_DEFAULT = 0,
    CUSPARSE_MV_ALG_DEFAULT = 0,
    CUSPARSE_SPMV_COO_ALG1 = 1,
    CUSPARSE_SPMV_CSR_ALG1 = 2,
    CUSPARSE_SPMV_CSR_ALG2 = 3,
    CUSPARSE_SPMV_COO_ALG2 = 4
} cusparseSpMVAlg_t;
typedef enum {
    CUSPARSE_SPMM_ALG_DEFAULT = 0,
    CUSPARSE_SPMM_COO_ALG1 = 1,
    CUSPARSE_SPMM_COO_ALG2 = 2,
    CUSPARSE_SPMM_CSR_ALG1 = 4,
    CUSPARSE_SPMM_CSR_ALG2 = 6,
    CUSPARSE_SPMM_CSR_ALG3 = 12
} cusparseSpMMAlg_t;
typedef enum {
    CUSPARSE_MATRIX_TYPE_GENERAL = 0,
    CUSPARSE_MATRIX_TYPE_SYMMETRIC = 1,
    CUSPARSE_MATRIX_TYPE_HERMITIAN = 2,
    CUSPARSE_MATRIX_TYPE_TRIANGULAR = 3
} cusparseMatrixType_t;

typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef const struct cusparseSpMatDescr *cusparseConstSpMatDescr_t;
typedef const struct cusparseDnVecDescr *cusparseConstDnVecDescr_t;
typedef const struct cusparseDnMatDescr *cusparseConstDnMatDescr_t;

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle);
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle);
cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version);
cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream);
cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t *stream);
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode);
const char *cusparseGetErrorName(cusparseStatus_t status);
const char *cusparseGetErrorString(cusparseStatus_t status);

/* Descriptions as older calls wanted them: programs still make them. */
cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *description);
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t description);
cusparseStatus_t cusparseSetMatType(cusparseMatDescr_t description, cusparseMatrixType_t type);
cusparseStatus_t cusparseSetMatIndexBase(cusparseMatDescr_t description, cusparseIndexBase_t base);

cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns, int64_t entries,
                                   void *row_starts, void *column_indices, void *values, cusparseIndexType_t start_type,
                                   cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns, int64_t entries,
                                   void *row_indices, void *column_indices, void *values,
                                   cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix);
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t matrix, int64_t *rows, int64_t *columns,
                                      int64_t *entries);
cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *vector, int64_t size, void *values, cudaDataType type);
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t vector);
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t vector, void *values);
cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *matrix, int64_t rows, int64_t columns, int64_t pitch,
                                     void *values, cudaDataType type, cusparseOrder_t order);
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t matrix);

/* y = alpha * op(A) * x + beta * y */
cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t operation, const void *alpha,
                                         cusparseConstSpMatDescr_t matrix, cusparseConstDnVecDescr_t x,
                                         const void *beta, cusparseDnVecDescr_t y, cudaDataType type,
                                         cusparseSpMVAlg_t algorithm, size_t *bytes);
cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t operation, const void *alpha,
                                         cusparseConstSpMatDescr_t matrix, cusparseConstDnVecDescr_t x,
                                         const void *beta, cusparseDnVecDescr_t y, cudaDataType type,
                                         cusparseSpMVAlg_t algorithm, void *buffer);
cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t operation, const void *alpha,
                              cusparseConstSpMatDescr_t matrix, cusparseConstDnVecDescr_t x, const void *beta,
                              cusparseDnVecDescr_t y, cudaDataType type, cusparseSpMVAlg_t algorithm, void *buffer);
/* C = alpha * op(A) * op(B) + beta * C */
cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t operation,
                                         cusparseOperation_t dense_operation, const void *alpha,
                                         cusparseConstSpMatDescr_t matrix, cusparseConstDnMatDescr_t dense,
                                         const void *beta, cusparseDnMatDescr_t result, cudaDataType type,
                                         cusparseSpMMAlg_t algorithm, size_t *bytes);
cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t operation,
                              cusparseOperation_t dense_operation, const void *alpha, cusparseConstSpMatDescr_t matrix,
                              cusparseConstDnMatDescr_t dense, const void *beta, cusparseDnMatDescr_t result,
                              cudaDataType type, cusparseSpMMAlg_t algorithm, void *buffer);

#ifdef __cplusplus
}
#endif

#define LOCKSTEP_REFUSED                                                                                               \
    __attribute__((unavailable("Lockstep's cuSPARSE multiplies a sparse matrix by a vector or a "                      \
                               "dense matrix only: write this kernel yourself")))
typedef struct cusparseSpGEMMDescr *cusparseSpGEMMDescr_t LOCKSTEP_REFUSED;
typedef int cusparseSpGEMMAlg_t LOCKSTEP_REFUSED;
typedef struct cusparseSpSVDescr *cusparseSpSVDescr_t LOCKSTEP_REFUSED;
typedef struct cusparseSpSMDescr *cusparseSpSMDescr_t LOCKSTEP_REFUSED;
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t LOCKSTEP_REFUSED;
typedef int cusparseSparseToDenseAlg_t LOCKSTEP_REFUSED;
typedef int cusparseDenseToSparseAlg_t LOCKSTEP_REFUSED;
/* Calls. In C++ they take anything, so that this is the only error. */
#ifdef __cplusplus
typedef cusparseStatus_t lockstep_cusparse_call(...);
#else
typedef cusparseStatus_t lockstep_cusparse_call();
#endif
#define LOCKSTEP_EACH(NAME) cusparseS##NAME, cusparseD##NAME, cusparseC##NAME, cusparseZ##NAME
LOCKSTEP_REFUSED lockstep_cusparse_call LOCKSTEP_EACH(nnz), LOCKSTEP_EACH(nnz_compress), LOCKSTEP_EACH(dense2csr),
    LOCKSTEP_EACH(dense2csc), LOCKSTEP_EACH(csr2dense), LOCKSTEP_EACH(csc2dense), LOCKSTEP_EACH(csr2csc),
    LOCKSTEP_EACH(csr2bsr), LOCKSTEP_EACH(csrmv), LOCKSTEP_EACH(csrmm), LOCKSTEP_EACH(csrmm2), LOCKSTEP_EACH(csrgemm),
    LOCKSTEP_EACH(csrgeam), LOCKSTEP_EACH(csrgeam2), LOCKSTEP_EACH(csrsv2_solve), LOCKSTEP_EACH(csrilu02),
    LOCKSTEP_EACH(csric02), LOCKSTEP_EACH(bsrmv), LOCKSTEP_EACH(bsrmm), LOCKSTEP_EACH(hybmv), LOCKSTEP_EACH(axpyi),
    LOCKSTEP_EACH(doti), LOCKSTEP_EACH(gthr), LOCKSTEP_EACH(sctr), LOCKSTEP_EACH(gtsv), LOCKSTEP_EACH(gtsv2),
    LOCKSTEP_EACH(gtsv2StridedBatch), cusparseXcoo2csr, cusparseXcsr2coo, cusparseXcsrsort,
    cusparseXcsrsort_bufferSizeExt, cusparseXcoosort_bufferSizeExt, cusparseXcoosortByRow,
    cusparseCreateIdentityPermutation, cusparseCsr2cscEx2, cusparseCsr2cscEx2_bufferSize, cusparseCreateCsc,
    cusparseCreateSpVec, cusparseAxpby, cusparseGather, cusparseScatter, cusparseSpVV, cusparseSpVV_bufferSize,
    cusparseSDDMM, cusparseSDDMM_bufferSize, cusparseSpGEMM_createDescr, cusparseSpSV_createDescr,
    cusparseSpSM_createDescr, cusparseSpMatSetAttribute, cusparseSparseToDense, cusparseSparseToDense_bufferSize,
    cusparseDenseToSparse_bufferSize, cusparseDenseToSparse_analysis, cusparseDenseToSparse_convert;
#undef LOCKSTEP_EACH
#undef LOCKSTEP_REFUSED
#endif
