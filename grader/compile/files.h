/* Files of the kit's own in a box, and names in folders. */
#pragma once

#include "../arena.h"
#include "../error.h"

#include <stddef.h>
#include <sys/types.h>

/* Copies `from` to `to`, in place of what is there, with that mode. */
bool file_copy(const char *from, const char *to, mode_t mode, struct error *error);

/* The same with the file of that name in the folder `from`, to the folder `to`. */
bool file_bring(const char *from, const char *to, const char *name, mode_t mode,
                struct error *error);

/* The text of a plain file, no link, of at most `most` bytes; the arena's. NULL where it cannot be
 * read, or holds a zero byte, which would hide what follows it in a string. */
char *file_read(struct arena *arena, const char *path, size_t most);

/* Writes `text` to a new file that everybody may read; what had that name is gone. */
bool file_write(const char *path, const char *text, struct error *error);

/* The same of an answer that need not be kept: all of it or nothing, as others may read it. */
void file_keep(const char *path, const char *text);

/* The names in the folder, in their order and without those that begin with '.'; NULL behind them.
 * The arena's; NULL where the folder cannot be read. */
const char **folder_names(struct arena *arena, const char *path);
