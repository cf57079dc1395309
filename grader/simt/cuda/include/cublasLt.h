/* Not offered: said plainly, rather than "file not found". */
#error "Lockstep has no cublasLt.h: take cublas_v2.h"
