/* Not offered: said plainly, rather than "file not found". */
#error "Lockstep has no nvml.h: ask cudaGetDeviceProperties"
