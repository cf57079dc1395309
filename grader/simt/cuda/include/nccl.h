/* Not offered: said plainly, rather than "file not found". */
#error "Lockstep has no nccl.h: one device is here; use its memory"
