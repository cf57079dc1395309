/* cuBLAS in double precision. */
#define NUMBER        double
#define ROUTINE(NAME) cublasD##NAME
#define INDEX(NAME)   cublasId##NAME
#include "cublas_routines.h"
