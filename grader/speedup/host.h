/* What a measurement was made on, in words. */
#pragma once

#include "../arena.h"

/* "Debian GNU/Linux 12 (bookworm)"; "unknown" where nobody says. */
const char *machine_os(struct arena *arena);

/* The processor's name and its cores. */
const char *machine_name(struct arena *arena);

/* Cores (not hardware threads) that this process may run on, by hwloc; at least 1. */
int machine_cores(void);

/* "gcc 12.2.0", or NULL where there is no such compiler. */
const char *machine_compiler(struct arena *arena, const char *compiler);
