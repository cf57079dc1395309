/*
 * What the jail's shell does to build one flavour of a submission: paths are those of the box
 * (/box the student's files, /kit the kit's, /out what comes out).
 */
#pragma once

#include "../lab/lab.h"
#include "flavour.h"

#include <stdbool.h>

/* So many bytes of a file are read; one that is longer is refused. */
enum { SCRIPT_LARGEST_TEXT = 16 << 20 };

/* What becomes of a student's file in a flavour. */
enum script_role {
    ROLE_NONE,
    ROLE_OBJECT,
    ROLE_KERNELS, /* OpenCL C: compiled for a look only */
    ROLE_SKIPPED  /* the same where no clang can look */
};

enum script_role script_role(const struct flavour_row *row, const struct lab_file *file);

/* What is there already. */
struct script_given {
    bool native_ready; /* the native flavour has been built */
    bool headers;      /* CUDA's are there precompiled (cuda_headers.h) */
    bool unlike;       /* a file may hold a directive that clang does not read as gcc does */
};

/* The flavour whose object of the lab's file number `i`, with what it defines, serves this one: the
 * native one where that has been built and compiles alike, else itself. */
const char *script_object_of(const struct flavour_row *row, const struct lab *lab, size_t i,
                             const struct script_given *given);

/* A command line for `sh -c`, the arena's: preprocess (/out/native-FILE.i, beside the rest; with
 * `unlike` /out/left-FILE.i), compile each file and list its symbols (/out/FLAVOUR-FILE.symbols),
 * link (/out/FLAVOUR; what the linker says goes to /out/FLAVOUR.link). It ends at the first that
 * fails, with its status. NULL with an error when it cannot be made. */
const char *script_build(struct arena *arena, const struct lab *lab, enum flavour flavour,
                         const struct script_given *given, struct error *error);

/* The linker script /kit/missing.ld: an exercise's function that the student did not write costs
 * its own exercise only, since its address becomes that of lockstep_missing_function. */
const char *script_missing(struct arena *arena, const struct lab *lab);
