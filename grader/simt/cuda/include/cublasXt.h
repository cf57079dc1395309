/* Not offered: said plainly, rather than "file not found". */
#error "Lockstep has no cublasXt.h: one device is here; take cublas_v2.h"
