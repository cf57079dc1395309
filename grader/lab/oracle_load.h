/* Loading a lab's oracle: the shared object that build_oracle made. */
#ifndef LOCKSTEP_ORACLE_LOAD_H
#define LOCKSTEP_ORACLE_LOAD_H

#include "../error.h"
#include "oracle.h"

/* Opens the shared object; *handle keeps it open until oracle_unload. NULL on failure. */
const struct oracle *oracle_load(const char *path, void **handle, struct error *error);

/* Closes what oracle_load opened: the oracle is gone with it. */
void oracle_unload(void *handle);

#endif
