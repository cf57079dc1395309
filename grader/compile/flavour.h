/* The ways in which a student's file is compiled, one row each. */
#pragma once

#include <stdbool.h>

/* gcc's flag for that: versions before 12 do not know it. */
#define FLAVOUR_PATTERN "-ftrivial-auto-var-init=pattern"

/* A char has a sign and each operation rounds, as on x86-64: the same grade on every processor. */
#define FLAVOUR_C "-std=gnu17 -O2 -g -fsigned-char -ffp-contract=off"

enum flavour {
    FLAVOUR_NATIVE,  /* as a student compiles it; stack variables start as a pattern */
    FLAVOUR_MACHINE, /* C with OpenMP for the machine (grader/simt/openmp): races, bounds, structure
                      */
    FLAVOUR_SIMT, /* CUDA C for the simulated GPU: clang makes PTX, which travels in the executable
                   */
    FLAVOUR_CUDA, /* CUDA C for this machine's NVIDIA GPU, by nvcc */
    FLAVOUR_SIMT_OPENCL, /* a host program with OpenCL; the simulated GPU is its only platform */
    FLAVOUR_OPENCL,      /* the same with a platform of this machine */
    FLAVOUR_COUNT
};

struct flavour_row {
    const char *name;
    bool clang;          /* or else gcc compiles */
    const char *compile; /* flags for the student's file and the kit's objects */
    const char *student; /* flags for the student's file alone */
    bool patterns;       /* gcc: variables of the student's file start as a pattern, where it can */
    const char *linker;  /* path; NULL: the compiler */
    const char *link;    /* flags */
    const char *libraries;          /* what comes last on the linker's line, or NULL */
    const char *const *environment; /* of the run, NULL-terminated */
    /* build/cuda_build.h, build/opencl_build.h */
    enum {
        LANGUAGE_C,
        LANGUAGE_OPENMP,
        LANGUAGE_CUDA_SIMULATED,
        LANGUAGE_CUDA,
        LANGUAGE_OPENCL
    } language;
    enum {
        ON_PROCESSOR,
        ON_MACHINE,
        ON_SIMULATED_GPU,
        ON_REAL_DEVICE
    } device;               /* what its run needs */
    int reserves_addresses; /* a driver in its run reserves terabytes of address space */
};

/* The row of a flavour. */
const struct flavour_row *flavour_row(enum flavour flavour);

/* Its compiler's path, the same inside and outside the jail, and what to install where it is not.
 */
const char *flavour_compiler(const struct flavour_row *row);
const char *flavour_package(const struct flavour_row *row);
