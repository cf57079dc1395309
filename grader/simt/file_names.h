/*
 * file_names.h - the names of source files, each once, which others refer to by index.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct file_name {
    char *name, *text; /* copies; a text only where no file holds it, else NULL */
};

struct file_names {
    struct file_name *files;
    size_t count, room;
};

/* What compilers call a source that no file holds. */
#define SOURCE_WITHOUT_FILE "<source>"

/* The index of `name`, which is added where it is new; -1 without memory. `text`, or NULL, is the
 * source that no file holds: each has an index of its own. */
int file_names_index(struct file_names *files, const char *name, const char *text);

void file_names_clear(struct file_names *files);
