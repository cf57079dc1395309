/* The system calls that a command may make: a list of what is allowed, everything else is refused.
 */
#ifndef LOCKSTEP_JAIL_FILTER_H
#define LOCKSTEP_JAIL_FILTER_H

#include "../error.h"

#include <linux/filter.h>
#include <stddef.h>

/* The filter as the kernel takes it. Without namespaces the command must also stay in its process
 * group. The filter is built once and belongs to the module. Thread-safe. NULL on failure. */
const struct sock_filter *filter_program(bool namespaces, size_t *count, struct error *error);

#endif
