/* cuBLAS in single precision. */
#define NUMBER        float
#define ROUTINE(NAME) cublasS##NAME
#define INDEX(NAME)   cublasIs##NAME
#include "cublas_routines.h"
