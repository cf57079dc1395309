/* Not offered: said plainly, rather than "file not found". */
#error "Lockstep has no nvrtc.h: put the kernels into a .cu file"
