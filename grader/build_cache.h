/* What one run keeps for the next: where it lies, and what its name says of what it was made of. */
#pragma once

#include "arena.h"

#include <stdbool.h>
#include <time.h>

/* The folder for what is kept, which may be missing: `build` itself, or, where this user may
 * not write there (an installed kit), one for it below XDG_CACHE_HOME or ~/.cache. Without a
 * home it is `build` all the same, and writing there fails with the reason. The arena's. */
const char *build_cache_folder(struct arena *arena, const char *build);

/* Size and time of the last change of what `path` leads to, as a word for file names; of a folder,
 * the size of its files together and the time of the youngest, folders in it included. "none" where
 * there is nothing. The arena's. */
const char *build_cache_stamp(struct arena *arena, const char *path);

/* Is `a` later than `b`? */
bool time_is_later(struct timespec a, struct timespec b);
