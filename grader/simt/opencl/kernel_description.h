/*
 * kernel_description.h - what a host may ask about kernels and their arguments, carried in the PTX.
 *
 * clang knows it as metadata in LLVM's text. In PTX it becomes pragmas at the end, one for each
 * kernel and one for each argument:
 *     .pragma "lockstep kernel reduce 64 1 1 reqd_work_group_size(64,1,1) vec_type_hint(float4)";
 *     .pragma "lockstep argument reduce 2 tile local none - double*";
 * A kernel's numbers are its reqd_work_group_size, zeroes if it has none; what follows are its
 * attributes as CL_KERNEL_ATTRIBUTES has them, if there are any.
 * An argument's words: kernel, number from 0, name, address space, access, qualifiers (joined by
 * commas, or -), and the type, which is the rest.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "opencl_compile.h"

/* The pragmas for a module of LLVM text (clang -cl-kernel-arg-info) that the source became. The
 * caller frees them; NULL if memory is exhausted. */
char *opencl_describe(const char *llvm, const struct opencl_source *source);

struct opencl_argument {
    char name[64];
    char type[64];
    char space[12];      /* global, constant, local, private */
    char access[12];     /* none, read_only, write_only, read_write */
    char qualifiers[32]; /* "const,volatile", or - */
};

struct opencl_kernel {
    char name[256];
    char attributes[128]; /* separated by blanks */
    uint32_t required[3]; /* reqd_work_group_size; zeroes if there is none */
    uint32_t argument_count, argument_room;
    struct opencl_argument *arguments;
};

struct opencl_kernels {
    struct opencl_kernel *items;
    size_t count, room;
};

/* Reads them back out of PTX text (ends in NUL), kernels in the order of their definition. PTX that
 * did not come from opencl_compile gives no kernels. false if memory is exhausted. The caller
 * releases them in both cases. */
bool opencl_kernels_read(const char *ptx, struct opencl_kernels *kernels);
void opencl_kernels_clear(struct opencl_kernels *kernels);
