/*
 * cublas_v2.h - the dense routines of cuBLAS that courses use, in single and double precision. The
 * host computes them, and copies what they read and write: a test of correctness, not of speed.
 * Matrices lie by columns; index results count from 1, as in Fortran.
 */
#ifndef LOCKSTEP_CUBLAS_H
#define LOCKSTEP_CUBLAS_H
#define CUBLAS_API_H_ /* by these names other headers ask whether cuBLAS is there */
#define CUBLAS_V2_H_

#include "cuda_runtime.h"
#include "library_types.h"

#ifdef __cplusplus
#include "cuComplex.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
extern "C" {
#endif

typedef enum cublasStatus {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14,
    CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef enum cublasOperation { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 } cublasOperation_t;
typedef enum cublasPointerMode { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum cublasFillMode { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1 } cublasFillMode_t;
typedef enum cublasDiagType { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum cublasSideMode { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum cublasMath {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3
} cublasMath_t;
typedef enum cublasAtomicsMode { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;

typedef enum cublasComputeType {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC = 65,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_64F_PEDANTIC = 71,
    CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32I_PEDANTIC = 73,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
typedef enum cublasGemmAlgo {
    CUBLAS_GEMM_DEFAULT = -1,
    CUBLAS_GEMM_DFALT = -1,
    CUBLAS_GEMM_ALGO0 = 0,
    CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
    CUBLAS_GEMM_DFALT_TENSOR_OP = 99
} cublasGemmAlgo_t;

typedef struct cublasContext *cublasHandle_t;

cublasStatus_t cublasCreate(cublasHandle_t *handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);

cublasStatus_t cublasSetVector(int n, int size, const void *from, int from_step, void *to, int to_step);
cublasStatus_t cublasGetVector(int n, int size, const void *from, int from_step, void *to, int to_step);
cublasStatus_t cublasSetVectorAsync(int n, int size, const void *from, int from_step, void *to, int to_step,
                                    cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int size, const void *from, int from_step, void *to, int to_step,
                                    cudaStream_t stream);
cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void *from, int from_rows, void *to, int to_rows);
cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void *from, int from_rows, void *to, int to_rows);
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int size, const void *from, int from_rows, void *to,
                                    int to_rows, cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int size, const void *from, int from_rows, void *to,
                                    int to_rows, cudaStream_t stream);

/* L is S or D, T float or double; I is what stands before "amax": Is or Id. */
#define LOCKSTEP_CUBLAS(L, I, T)                                                                                       \
    cublasStatus_t cublas##L##axpy(cublasHandle_t handle, int n, const T *alpha, const T *x, int x_step, T *y,         \
                                   int y_step);                                                                        \
    cublasStatus_t cublas##L##scal(cublasHandle_t handle, int n, const T *alpha, T *x, int x_step);                    \
    cublasStatus_t cublas##L##copy(cublasHandle_t handle, int n, const T *x, int x_step, T *y, int y_step);            \
    cublasStatus_t cublas##L##swap(cublasHandle_t handle, int n, T *x, int x_step, T *y, int y_step);                  \
    cublasStatus_t cublas##L##dot(cublasHandle_t handle, int n, const T *x, int x_step, const T *y, int y_step,        \
                                  T *result);                                                                          \
    cublasStatus_t cublas##L##nrm2(cublasHandle_t handle, int n, const T *x, int x_step, T *result);                   \
    cublasStatus_t cublas##L##asum(cublasHandle_t handle, int n, const T *x, int x_step, T *result);                   \
    cublasStatus_t cublas##I##amax(cublasHandle_t handle, int n, const T *x, int x_step, int *result);                 \
    cublasStatus_t cublas##I##amin(cublasHandle_t handle, int n, const T *x, int x_step, int *result);                 \
    cublasStatus_t cublas##L##gemv(cublasHandle_t handle, cublasOperation_t operation, int m, int n, const T *alpha,   \
                                   const T *a, int a_rows, const T *x, int x_step, const T *beta, T *y, int y_step);   \
    cublasStatus_t cublas##L##ger(cublasHandle_t handle, int m, int n, const T *alpha, const T *x, int x_step,         \
                                  const T *y, int y_step, T *a, int a_rows);                                           \
    cublasStatus_t cublas##L##gemm(cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, int m,       \
                                   int n, int k, const T *alpha, const T *a, int a_rows, const T *b, int b_rows,       \
                                   const T *beta, T *c, int c_rows);                                                   \
    cublasStatus_t cublas##L##gemmStridedBatched(                                                                      \
        cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, int m, int n, int k, const T *alpha,    \
        const T *a, int a_rows, long long a_stride, const T *b, int b_rows, long long b_stride, const T *beta, T *c,   \
        int c_rows, long long c_stride, int count);                                                                    \
    cublasStatus_t cublas##L##gemmBatched(cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b,       \
                                          int m, int n, int k, const T *alpha, const T *const a[], int a_rows,         \
                                          const T *const b[], int b_rows, const T *beta, T *const c[], int c_rows,     \
                                          int count);                                                                  \
    cublasStatus_t cublas##L##geam(cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, int m,       \
                                   int n, const T *alpha, const T *a, int a_rows, const T *beta, const T *b,           \
                                   int b_rows, T *c, int c_rows);
LOCKSTEP_CUBLAS(S, Is, float)
LOCKSTEP_CUBLAS(D, Id, double)
#undef LOCKSTEP_CUBLAS

/* `compute` is a cublasComputeType_t or, as before version 11, a cudaDataType; the factors are of
 * that kind. */
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, int m, int n, int k,
                            const void *alpha, const void *a, cudaDataType a_type, int a_rows, const void *b,
                            cudaDataType b_type, int b_rows, const void *beta, void *c, cudaDataType c_type, int c_rows,
                            int compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, int m,
                                          int n, int k, const void *alpha, const void *a, cudaDataType a_type,
                                          int a_rows, long long a_stride, const void *b, cudaDataType b_type,
                                          int b_rows, long long b_stride, const void *beta, void *c,
                                          cudaDataType c_type, int c_rows, long long c_stride, int count, int compute,
                                          cublasGemmAlgo_t algorithm);
cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, int m, int n, int k,
                             const float *alpha, const void *a, cudaDataType a_type, int a_rows, const void *b,
                             cudaDataType b_type, int b_rows, const float *beta, void *c, cudaDataType c_type,
                             int c_rows);
cublasStatus_t lockstep_hgemm(cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, int m, int n,
                              int k, const void *alpha, const void *a, int a_rows, const void *b, int b_rows,
                              const void *beta, void *c, int c_rows);

#ifdef __cplusplus
}

#ifdef __CUDA__
static inline cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t of_a, cublasOperation_t of_b, int m,
                                         int n, int k, const __half *alpha, const __half *a, int a_rows,
                                         const __half *b, int b_rows, const __half *beta, __half *c, int c_rows) {
    return lockstep_hgemm(handle, of_a, of_b, m, n, k, alpha, a, a_rows, b, b_rows, beta, c, c_rows);
}
static inline cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t handle, cublasOperation_t of_a,
                                                       cublasOperation_t of_b, int m, int n, int k, const __half *alpha,
                                                       const __half *a, int a_rows, long long a_stride, const __half *b,
                                                       int b_rows, long long b_stride, const __half *beta, __half *c,
                                                       int c_rows, long long c_stride, int count) {
    return cublasGemmStridedBatchedEx(handle, of_a, of_b, m, n, k, alpha, a, CUDA_R_16F, a_rows, a_stride, b,
                                      CUDA_R_16F, b_rows, b_stride, beta, c, CUDA_R_16F, c_rows, c_stride, count,
                                      CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}
#endif
#endif

/* The names that the library gives them itself. */
#define cublasCreate_v2         cublasCreate
#define cublasDestroy_v2        cublasDestroy
#define cublasSetStream_v2      cublasSetStream
#define cublasGetStream_v2      cublasGetStream
#define cublasSetPointerMode_v2 cublasSetPointerMode
#define cublasGetPointerMode_v2 cublasGetPointerMode
#define cublasGetVersion_v2     cublasGetVersion
#define cublasSaxpy_v2          cublasSaxpy
#define cublasSscal_v2          cublasSscal
#define cublasScopy_v2          cublasScopy
#define cublasSswap_v2          cublasSswap
#define cublasSdot_v2           cublasSdot
#define cublasSnrm2_v2          cublasSnrm2
#define cublasSasum_v2          cublasSasum
#define cublasSgemv_v2          cublasSgemv
#define cublasSger_v2           cublasSger
#define cublasSgemm_v2          cublasSgemm
#define cublasIsamax_v2         cublasIsamax
#define cublasIsamin_v2         cublasIsamin
#define cublasDaxpy_v2          cublasDaxpy
#define cublasDscal_v2          cublasDscal
#define cublasDcopy_v2          cublasDcopy
#define cublasDswap_v2          cublasDswap
#define cublasDdot_v2           cublasDdot
#define cublasDnrm2_v2          cublasDnrm2
#define cublasDasum_v2          cublasDasum
#define cublasDgemv_v2          cublasDgemv
#define cublasDger_v2           cublasDger
#define cublasDgemm_v2          cublasDgemm
#define cublasIdamax_v2         cublasIdamax
#define cublasIdamin_v2         cublasIdamin

/* What is not there. In C++ these take anything, so that this is the only error. */
#define LOCKSTEP_REFUSED                                                                                               \
    __attribute__((unavailable("Lockstep's cuBLAS has no such routine: take cublasSgemm, "                             \
                               "cublasGemmEx or another that it has (grader/simt/SUPPORT.md), or "                     \
                               "write the kernel yourself")))
#ifdef __cplusplus
typedef cublasStatus_t lockstep_cublas_call(...);
#else
typedef cublasStatus_t lockstep_cublas_call();
#endif
#define LOCKSTEP_BOTH(NAME) cublasS##NAME, cublasD##NAME
LOCKSTEP_REFUSED lockstep_cublas_call LOCKSTEP_BOTH(trsm), LOCKSTEP_BOTH(trsv), LOCKSTEP_BOTH(trmm),
    LOCKSTEP_BOTH(trmv), LOCKSTEP_BOTH(syrk), LOCKSTEP_BOTH(syr2k), LOCKSTEP_BOTH(syrkx), LOCKSTEP_BOTH(symm),
    LOCKSTEP_BOTH(symv), LOCKSTEP_BOTH(syr), LOCKSTEP_BOTH(syr2), LOCKSTEP_BOTH(spmv), LOCKSTEP_BOTH(spr),
    LOCKSTEP_BOTH(gbmv), LOCKSTEP_BOTH(sbmv), LOCKSTEP_BOTH(tbmv), LOCKSTEP_BOTH(tpmv), LOCKSTEP_BOTH(rot),
    LOCKSTEP_BOTH(rotg), LOCKSTEP_BOTH(rotm), LOCKSTEP_BOTH(dgmm), LOCKSTEP_BOTH(trsmBatched),
    LOCKSTEP_BOTH(getrfBatched), LOCKSTEP_BOTH(getrsBatched), LOCKSTEP_BOTH(getriBatched), LOCKSTEP_BOTH(geqrfBatched),
    LOCKSTEP_BOTH(gelsBatched), LOCKSTEP_BOTH(matinvBatched), LOCKSTEP_BOTH(gemvBatched),
    LOCKSTEP_BOTH(gemvStridedBatched), cublasHgemmBatched, cublasGemmBatchedEx, cublasDotEx, cublasAxpyEx, cublasScalEx,
    cublasNrm2Ex, cublasCgemm, cublasZgemm, cublasCgemv, cublasZgemv, cublasCaxpy, cublasZaxpy, cublasCscal,
    cublasZscal, cublasCdotu, cublasCdotc, cublasZdotu, cublasZdotc, cublasScnrm2, cublasDznrm2, cublasScasum,
    cublasDzasum, cublasIcamax, cublasIzamax, cublasCherk, cublasZherk;
#undef LOCKSTEP_BOTH
#undef LOCKSTEP_REFUSED

#endif
