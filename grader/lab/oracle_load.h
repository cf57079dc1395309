/* Loading a lab's oracle, the shared object that build_oracle made, and what it may ask for. */
#pragma once

#include "../arena.h"
#include "../error.h"
#include "oracle.h"

/* Opens the shared object; *handle keeps it open until oracle_unload. NULL on failure. */
const struct oracle *oracle_load(const char *path, void **handle, struct error *error);

/* Closes what oracle_load opened: the oracle is gone with it. */
void oracle_unload(void *handle);

/* What is wrong with a shaped case whose arrays do not fit into this machine's memory, or NULL; the
 * text is the arena's. */
const char *oracle_too_large(const struct oracle_call *call, struct arena *arena);
