/* Not offered: said plainly, rather than "file not found". */
#error "Lockstep has no cudnn.h: write the kernel yourself"
