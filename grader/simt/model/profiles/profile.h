/*
 * profile.h - a GPU as a file of constants: what the model of time knows of it.
 *
 *     # the multiprocessor
 *     processors = 132
 *
 * One constant a line, each exactly once; profile.def says what each means and where it comes from.
 * `like = h200`, the first line, takes all others from that profile, in the same folder.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "../../../error.h"

/* What an instruction occupies. The order is that of struct profile's `interval` and `latency`. */
enum pipe {
    PIPE_FP32,
    PIPE_INTEGER,
    PIPE_MULTIPLY, /* of integers: on the floating-point pipe */
    PIPE_FP64,
    PIPE_HALF,
    PIPE_SPECIAL, /* reciprocals, roots, sines, conversions of 64 bits */
    PIPE_CONVERT,
    PIPE_CONTROL, /* branches */
    PIPE_SHUFFLE,
    PIPE_COUNT
};

struct profile {
    char name[32];
    double interval[PIPE_COUNT]; /* cycles between two instructions of a scheduler */
    double latency[PIPE_COUNT];  /* cycles until the result can be used */
#define CONSTANT(kind, name) double name;
#include "profile.def"
};

/* Reads the profile in a file. False: *error names the file, the line and what to do. */
bool profile_read(const char *path, struct profile *profile, struct error *error);

/* Reads the profile of a name from a folder of NAME.profile files. For a name that is not there,
 * *error lists those that are. */
bool profile_find(const char *folder, const char *name, struct profile *profile,
                  struct error *error);
