/*
 * constants.h - files of `name = number` lines, as profiles are: each name exactly once, `#` begins
 * a comment.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "../../../error.h"

/* What a constant may be. */
enum constant_kind {
    CONSTANT_ANY,      /* from 0 up */
    CONSTANT_POSITIVE, /* something is divided by it */
    CONSTANT_WHOLE,    /* a count, 0 among them */
    CONSTANT_COUNT,    /* a count of at least 1 */
    CONSTANT_BYTES,    /* the same of what machines have very many of */
    CONSTANT_THREADS,  /* a count in whole warps */
    CONSTANT_SHARE,    /* from 0 to 1 */
    CONSTANT_SWITCH,   /* 0 or 1 */
};

/* A name, and where in the struct its double is. */
struct constant {
    const char *name;
    size_t offset;
    enum constant_kind kind;
};

/* Reads all of them from a file into `into`. Its first line may be `like = NAME`: others come from
 * NAME with the suffix, in the same folder. False: *error names the file, the line and the fix. */
bool constants_read(const char *path, const char *suffix, const struct constant *constants,
                    size_t count, void *into, struct error *error);

/* The path of NAME.SUFFIX in a folder, or NAME itself where it is a path (with a '/'). False for a
 * name that is not there: *error lists those that are. */
bool constants_find(const char *folder, const char *name, const char *suffix, char *path,
                    size_t size, struct error *error);
