/* sources.h - the text of the files that a recording names. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { SOURCE_BYTES = 1 << 20 };

/* The file as text, malloc'd; NULL if it is not there, no plain file, or longer than SOURCE_BYTES.
 * With folders the name is looked up in each of them, without its own folder: names come from
 * programs, and may say anything. */
char *record_source(const char *name, const char *const *folders, size_t count);
