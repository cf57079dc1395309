/*
 * file_names.h - the names of source files, each once, which sites refer to by index.
 */
#pragma once

#include <stddef.h>

struct file_names {
    char **names; /* its own copies */
    size_t count;
};

/* The index of `name`, which is added where it is new; -1 without memory. */
int file_names_index(struct file_names *files, const char *name);

void file_names_clear(struct file_names *files);
