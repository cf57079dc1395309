/* Not offered: said plainly, rather than "file not found". */
#error "Lockstep has no cusolverSp.h: write the kernel yourself"
