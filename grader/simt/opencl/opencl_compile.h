/*
 * opencl_compile.h - OpenCL C source to PTX, by running clang twice (source to LLVM's text, that to
 * PTX).
 *
 * Clang reads and writes files without a name, in memory where that is allowed. The PTX carries
 * what OpenCL lets a host ask about kernels' arguments, as pragmas (kernel_description.h). It is
 * used by `lockstep cc`, and by the OpenCL platform inside the program that it serves; there the
 * result is hostile to the device.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "../../error.h"

struct opencl_source {
    const char *text; /* need not end in NUL */
    size_t length;
    const char *name; /* in messages and findings: "kernel.cl"; NULL: "<source>" */

    const char *options; /* as for clBuildProgram, NULL: none */
    /* Further folders for #include "…", each searched in order after the current one. */
    const char *const *folders;
    size_t folder_count;
    const char *headers; /* a folder that is searched before the current one; NULL: none */

    const char *home;   /* the kit's folder, which holds opencl/builtins.bc */
    bool hardware_like; /* unroll loops; the default keeps the code as it is written */
    bool notes;         /* the PTX tells the variables' values (record/annotate/notes.h) */
    bool verbose;       /* show the commands on stderr */
};

enum opencl_outcome {
    OPENCL_BUILT,
    OPENCL_REFUSED,    /* the source has errors, or needs what the device lacks: see the log */
    OPENCL_BAD_OPTION, /* an option that clBuildProgram does not know: see the log */
};

struct opencl_program {
    enum opencl_outcome outcome;
    char *ptx; /* ends in NUL; NULL unless built */
    size_t ptx_bytes;
    char
        *log; /* ends in NUL: clang's warnings and errors with source lines; "" if there are none */
};

/* Compiles. false with a message if the compiler could not be run or memory is exhausted; what is
 * wrong with the source is no such error but a program without PTX. The caller releases the program
 * in all cases. */
bool opencl_compile(const struct opencl_source *source, struct opencl_program *program,
                    struct error *error);
void opencl_program_clear(struct opencl_program *program);
