/* Not offered: said plainly, rather than "file not found". */
#error "Lockstep has no cudaEGL.h: there is no screen; copy the result to the host"
