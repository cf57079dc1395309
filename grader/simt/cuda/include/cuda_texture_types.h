/* Not offered: said plainly, rather than "file not found". */
#error "Lockstep has no cuda_texture_types.h: read global memory instead of textures"
