/* Not offered: said plainly, rather than "file not found". */
#error "Lockstep has no cufft.h: write the kernel yourself"
