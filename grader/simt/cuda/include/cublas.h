/*
 * cublas.h - cuBLAS as it was before version 4: no handle, factors by value, results returned, and
 * the status asked for afterwards. The routines are cublas_v2.h's.
 */
#ifndef LOCKSTEP_CUBLAS_OLD_H
#define LOCKSTEP_CUBLAS_OLD_H

#include "cublas_v2.h"

typedef enum cublasStatus cublasStatus;
#define CUBLASAPI

#ifdef __cplusplus
extern "C" {
#endif

/* One of each in a program, however many files include this. */
__attribute__((weak)) cublasHandle_t lockstep_cublas_handle;
__attribute__((weak)) cublasStatus_t lockstep_cublas_status;

static inline cublasHandle_t lockstep_cublas(void) {
    if (lockstep_cublas_handle == (cublasHandle_t)0) {
        lockstep_cublas_status = CUBLAS_STATUS_NOT_INITIALIZED;
    }
    return lockstep_cublas_handle;
}
static inline void lockstep_cublas_ended(cublasStatus_t status) {
    if (status != CUBLAS_STATUS_SUCCESS) {
        lockstep_cublas_status = lockstep_cublas_handle == (cublasHandle_t)0 ? CUBLAS_STATUS_NOT_INITIALIZED : status;
    }
}
static inline cublasOperation_t lockstep_cublas_operation(char letter) {
    return letter == 'n' || letter == 'N'   ? CUBLAS_OP_N
           : letter == 't' || letter == 'T' ? CUBLAS_OP_T
           : letter == 'c' || letter == 'C' ? CUBLAS_OP_C
                                            : (cublasOperation_t)-1;
}

static inline cublasStatus_t cublasInit(void) {
    return lockstep_cublas_handle != (cublasHandle_t)0 ? CUBLAS_STATUS_SUCCESS : cublasCreate(&lockstep_cublas_handle);
}
static inline cublasStatus_t cublasShutdown(void) {
    cublasStatus_t status = cublasDestroy(lockstep_cublas_handle);
    lockstep_cublas_handle = (cublasHandle_t)0;
    return status;
}
static inline cublasStatus_t cublasGetError(void) {
    cublasStatus_t status = lockstep_cublas_status;
    lockstep_cublas_status = CUBLAS_STATUS_SUCCESS;
    return status;
}
static inline cublasStatus_t cublasAlloc(int count, int size, void **memory) {
    if (count <= 0 || size <= 0) {
        return CUBLAS_STATUS_INVALID_VALUE;
    }
    return cudaMalloc(memory, (size_t)count * (size_t)size) == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                                                           : CUBLAS_STATUS_ALLOC_FAILED;
}
static inline cublasStatus_t cublasFree(void *memory) {
    return cudaFree(memory) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR;
}
static inline cublasStatus_t cublasSetKernelStream(cudaStream_t stream) {
    return cublasSetStream(lockstep_cublas(), stream);
}

/* L is S or D, T float or double; I is what stands before "amax": Is or Id. */
#define LOCKSTEP_CUBLAS_OLD(L, I, T)                                                                                   \
    static inline void lockstep_cublas##L##axpy(int n, T alpha, const T *x, int x_step, T *y, int y_step) {            \
        lockstep_cublas_ended(cublas##L##axpy(lockstep_cublas(), n, &alpha, x, x_step, y, y_step));                    \
    }                                                                                                                  \
    static inline void lockstep_cublas##L##scal(int n, T alpha, T *x, int x_step) {                                    \
        lockstep_cublas_ended(cublas##L##scal(lockstep_cublas(), n, &alpha, x, x_step));                               \
    }                                                                                                                  \
    static inline void lockstep_cublas##L##copy(int n, const T *x, int x_step, T *y, int y_step) {                     \
        lockstep_cublas_ended(cublas##L##copy(lockstep_cublas(), n, x, x_step, y, y_step));                            \
    }                                                                                                                  \
    static inline void lockstep_cublas##L##swap(int n, T *x, int x_step, T *y, int y_step) {                           \
        lockstep_cublas_ended(cublas##L##swap(lockstep_cublas(), n, x, x_step, y, y_step));                            \
    }                                                                                                                  \
    static inline T lockstep_cublas##L##dot(int n, const T *x, int x_step, const T *y, int y_step) {                   \
        T result = 0;                                                                                                  \
        lockstep_cublas_ended(cublas##L##dot(lockstep_cublas(), n, x, x_step, y, y_step, &result));                    \
        return result;                                                                                                 \
    }                                                                                                                  \
    static inline T lockstep_cublas##L##nrm2(int n, const T *x, int x_step) {                                          \
        T result = 0;                                                                                                  \
        lockstep_cublas_ended(cublas##L##nrm2(lockstep_cublas(), n, x, x_step, &result));                              \
        return result;                                                                                                 \
    }                                                                                                                  \
    static inline T lockstep_cublas##L##asum(int n, const T *x, int x_step) {                                          \
        T result = 0;                                                                                                  \
        lockstep_cublas_ended(cublas##L##asum(lockstep_cublas(), n, x, x_step, &result));                              \
        return result;                                                                                                 \
    }                                                                                                                  \
    static inline int lockstep_cublas##I##amax(int n, const T *x, int x_step) {                                        \
        int result = 0;                                                                                                \
        lockstep_cublas_ended(cublas##I##amax(lockstep_cublas(), n, x, x_step, &result));                              \
        return result;                                                                                                 \
    }                                                                                                                  \
    static inline int lockstep_cublas##I##amin(int n, const T *x, int x_step) {                                        \
        int result = 0;                                                                                                \
        lockstep_cublas_ended(cublas##I##amin(lockstep_cublas(), n, x, x_step, &result));                              \
        return result;                                                                                                 \
    }                                                                                                                  \
    static inline void lockstep_cublas##L##gemv(char of_a, int m, int n, T alpha, const T *a, int a_rows, const T *x,  \
                                                int x_step, T beta, T *y, int y_step) {                                \
        lockstep_cublas_ended(cublas##L##gemv(lockstep_cublas(), lockstep_cublas_operation(of_a), m, n, &alpha, a,     \
                                              a_rows, x, x_step, &beta, y, y_step));                                   \
    }                                                                                                                  \
    static inline void lockstep_cublas##L##ger(int m, int n, T alpha, const T *x, int x_step, const T *y, int y_step,  \
                                               T *a, int a_rows) {                                                     \
        lockstep_cublas_ended(cublas##L##ger(lockstep_cublas(), m, n, &alpha, x, x_step, y, y_step, a, a_rows));       \
    }                                                                                                                  \
    static inline void lockstep_cublas##L##gemm(char of_a, char of_b, int m, int n, int k, T alpha, const T *a,        \
                                                int a_rows, const T *b, int b_rows, T beta, T *c, int c_rows) {        \
        lockstep_cublas_ended(cublas##L##gemm(lockstep_cublas(), lockstep_cublas_operation(of_a),                      \
                                              lockstep_cublas_operation(of_b), m, n, k, &alpha, a, a_rows, b, b_rows,  \
                                              &beta, c, c_rows));                                                      \
    }
LOCKSTEP_CUBLAS_OLD(S, Is, float)
LOCKSTEP_CUBLAS_OLD(D, Id, double)
#undef LOCKSTEP_CUBLAS_OLD

#ifdef __cplusplus
}
#endif

#define cublasSaxpy  lockstep_cublasSaxpy
#define cublasDaxpy  lockstep_cublasDaxpy
#define cublasSscal  lockstep_cublasSscal
#define cublasDscal  lockstep_cublasDscal
#define cublasScopy  lockstep_cublasScopy
#define cublasDcopy  lockstep_cublasDcopy
#define cublasSswap  lockstep_cublasSswap
#define cublasDswap  lockstep_cublasDswap
#define cublasSdot   lockstep_cublasSdot
#define cublasDdot   lockstep_cublasDdot
#define cublasSnrm2  lockstep_cublasSnrm2
#define cublasDnrm2  lockstep_cublasDnrm2
#define cublasSasum  lockstep_cublasSasum
#define cublasDasum  lockstep_cublasDasum
#define cublasIsamax lockstep_cublasIsamax
#define cublasIdamax lockstep_cublasIdamax
#define cublasIsamin lockstep_cublasIsamin
#define cublasIdamin lockstep_cublasIdamin
#define cublasSgemv  lockstep_cublasSgemv
#define cublasDgemv  lockstep_cublasDgemv
#define cublasSger   lockstep_cublasSger
#define cublasDger   lockstep_cublasDger
#define cublasSgemm  lockstep_cublasSgemm
#define cublasDgemm  lockstep_cublasDgemm
#endif
