/* Files of the kit's own in a box. */
#ifndef LOCKSTEP_FILES_H
#define LOCKSTEP_FILES_H

#include "../error.h"

#include <sys/types.h>

/* Copies `from` to `to`, in place of what is there, with that mode. */
bool file_copy(const char *from, const char *to, mode_t mode, struct error *error);

/* Writes `text` to a new file that everybody may read; what had that name is gone. */
bool file_write(const char *path, const char *text, struct error *error);

#endif
