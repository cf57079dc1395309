/* Not offered: said plainly, rather than "file not found". */
#error "Lockstep has no curand.h: make random numbers on the host and copy them"
