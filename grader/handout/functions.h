/* Where the functions of a C, CUDA or OpenCL file stand, and what their comments say. The file is
 * formatted as the kit's own are: what begins at the margin is at the top level. */
#pragma once

#include "../arena.h"
#include "../error.h"

#include <stdbool.h>
#include <stddef.h>

struct source_function {
    const char *name;
    size_t comment; /* line of its comment's begin, from 1; its own first line without one */
    size_t first, head, last; /* head: where the body begins; last without one */
    const char *text;         /* the comment as paragraphs, separated by newlines; "" without one */
    struct source_function *next;
};

/* Reads the file's functions, declared or defined, in order; they hang on `arena`. */
bool source_functions(const char *path, struct arena *arena, struct source_function **functions,
                      struct error *error);
