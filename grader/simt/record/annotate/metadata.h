/* metadata.h - what textual LLVM IR says of local variables: names, types, functions. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The lines "!7 = …" by their numbers; they point into the text. */
struct metadata {
    const char **nodes;
    size_t count;
};

struct metadata_variable {
    char name[64];
    char function[64];
    char type[96];
    char kind; /* notes.h: s, u, f, c, b, p; x for anything else */
    unsigned argument;
};

/* False without memory. */
bool metadata_read(struct metadata *metadata, const char *llvm);
void metadata_clear(struct metadata *metadata);

/* Node `number` as a local variable of the student's files. False where it is none, or is of a
 * system's header. */
bool metadata_variable(const struct metadata *metadata, unsigned long number,
                       struct metadata_variable *variable);

/* Node `number` as an array of several dimensions that all threads of `function` share. */
bool metadata_array(const struct metadata *metadata, unsigned long number, unsigned long function,
                    struct metadata_variable *variable);
