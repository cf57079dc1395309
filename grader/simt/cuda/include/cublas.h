/* Not offered: said plainly, rather than "file not found". */
#error "Lockstep has no cublas.h: include cublas_v2.h, and take its functions, which want a handle"
