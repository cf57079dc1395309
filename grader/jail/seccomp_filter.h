/* The system calls that a command may make: a list of what is allowed, everything else is refused.
 */
#pragma once

#include "../error.h"
#include "jail.h"

#include <linux/filter.h>
#include <stddef.h>

/* The filter as the kernel takes it. Without namespaces the command must also stay in its process
 * group, and `needs` opens nothing. Each filter is built once, when it is asked for,
 * and belongs to the module. Thread-safe. NULL on failure. */
const struct sock_filter *filter_program(bool namespaces, enum jail_needs needs, size_t *count,
                                         struct error *error);
