/* Not offered: said plainly, rather than "file not found". */
#error "Lockstep has no cusparse_v2.h: write the kernel yourself"
