/*
 * A file as one text. Inline, since programs that stand alone (a pass of the compilation in the
 * jail) need it too. Not for what a student may have put there: it reads as much as there is.
 */
#pragma once

#include "arena.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The bytes of a file and a NUL, for free(); NULL with errno where it cannot be read. `length` may
 * be NULL. */
static inline char *whole_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "re");
    char *text = NULL, part[16384];
    size_t size = 0;
    FILE *memory = file != NULL ? open_memstream(&text, &size) : NULL;
    for (size_t got; memory != NULL && (got = fread(part, 1, sizeof part, file)) > 0;) {
        fwrite(part, 1, got, memory);
    }
    bool good = memory != NULL && ferror(file) == 0;
    good = memory != NULL && fclose(memory) == 0 && good;
    if (file != NULL) {
        fclose(file);
    }
    if (!good) {
        free(text);
        return NULL;
    }
    if (length != NULL) {
        *length = size;
    }
    return text;
}

/* The same, the arena's. */
static inline char *whole_file_in(struct arena *arena, const char *path, size_t *length) {
    size_t size;
    char *text = whole_file(path, &size);
    char *copy = text != NULL ? memcpy(arena_alloc(arena, size + 1), text, size + 1) : NULL;
    free(text);
    if (length != NULL) {
        *length = copy != NULL ? size : 0;
    }
    return copy;
}

/* The same of a plain file only: no device, no pipe. */
static inline char *plain_file_in(struct arena *arena, const char *path, size_t *length) {
    struct stat status;
    *length = 0;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) ? whole_file_in(arena, path, length)
                                                               : NULL;
}
