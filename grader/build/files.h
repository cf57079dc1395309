/* Copying a file of the kit's own. */
#ifndef LOCKSTEP_FILES_H
#define LOCKSTEP_FILES_H

#include "../error.h"

#include <sys/types.h>

/* Copies `from` to `to`, which must not exist, with that mode. */
bool file_copy(const char *from, const char *to, mode_t mode, struct error *error);

#endif
