/* Not offered: said plainly, rather than "file not found". */
#error                                                                                             \
    "Lockstep has no cooperative_groups.h: use __syncthreads(), __syncwarp() and the _sync functions"
