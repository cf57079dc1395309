/* managed.h - __managed__ variables, inside the libcudart stand-in. */
#ifndef LOCKSTEP_CUDA_MANAGED_H
#define LOCKSTEP_CUDA_MANAGED_H

#include "runtime.h"

/* The program has a variable of the device at `host`: kept if it is a managed one. */
void managed_register(char *host, size_t bytes);
/* Before a kernel runs, and after the program has waited. */
void managed_upload(void);
void managed_download(void);

#endif
