/* Not offered: said plainly, rather than "file not found". */
#error "Lockstep has no cufftXt.h: write the kernel yourself"
