/* Not offered: said plainly, rather than "file not found". */
#error "Lockstep has no cuda_fp16.h: use float"
