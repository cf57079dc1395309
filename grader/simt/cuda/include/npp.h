/* Not offered: said plainly, rather than "file not found". */
#error "Lockstep has no npp.h: write the kernel yourself"
