/* Not offered: said plainly, rather than "file not found". */
#error "Lockstep has no mma.h: multiply with the threads of the block"
