/*
 * cublasLt.h - the handle, which programs make even if they multiply otherwise. What multiplies is
 * refused where it is used.
 */
#ifndef LOCKSTEP_CUBLASLT_H
#define LOCKSTEP_CUBLASLT_H

#include "cublas_v2.h"

typedef struct cublasLtContext *cublasLtHandle_t;

static inline cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) { return cublasCreate((cublasHandle_t *)handle); }
static inline cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) { return cublasDestroy((cublasHandle_t)handle); }

#define LOCKSTEP_REFUSED                                                                                               \
    __attribute__((unavailable("Lockstep has only the handle of cublasLt.h: take cublasGemmEx or "                     \
                               "cublasSgemm of cublas_v2.h")))
typedef struct cublasLtMatmulDesc *cublasLtMatmulDesc_t LOCKSTEP_REFUSED;
typedef struct cublasLtMatrixLayout *cublasLtMatrixLayout_t LOCKSTEP_REFUSED;
typedef struct cublasLtMatmulPreference *cublasLtMatmulPreference_t LOCKSTEP_REFUSED;
typedef struct cublasLtMatmulHeuristicResult cublasLtMatmulHeuristicResult_t LOCKSTEP_REFUSED;
typedef struct cublasLtMatmulAlgo cublasLtMatmulAlgo_t LOCKSTEP_REFUSED;
typedef int cublasLtEpilogue_t LOCKSTEP_REFUSED;
typedef int cublasLtOrder_t LOCKSTEP_REFUSED;
#undef LOCKSTEP_REFUSED

#endif
