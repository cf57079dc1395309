/* Not offered: said plainly, rather than "file not found". */
#error "Lockstep has no cufftw.h: write the kernel yourself"
