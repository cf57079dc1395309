/* Not offered: said plainly, rather than "file not found". */
#error "Lockstep has no cuda_pipeline.h: copy to shared memory with plain assignments"
