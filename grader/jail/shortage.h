/* Is it the machine that runs out of memory, and not the command? */
#pragma once

#include <stdint.h>

/* How many processes the kernel has ended for want of memory since it started, whosesoever they
 * were (proc_vmstat(5)); 0 where it does not say. */
uint64_t shortage_kills(void);
