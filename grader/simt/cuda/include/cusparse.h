/* Not offered: said plainly, rather than "file not found". */
#error "Lockstep has no cusparse.h: write the kernel yourself"
