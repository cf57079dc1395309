/*
 * program_cache.h - PTX of programs that were compiled before, in the folder that LOCKSTEP_CACHE
 * names. A grading runs the same kernels in many short processes; without the variable nothing is
 * kept.
 */
#pragma once

#include "opencl_compile.h"

struct words;

/* The name under which the outcome of compiling `source` by this command is kept: a path, or NULL
 * where nothing is kept. The caller frees it. */
char *opencl_cache_path(const struct words *words, const struct opencl_source *source);

/* The program that is kept there (OPENCL_BUILT, no log). false where there is none. */
bool opencl_cache_find(const char *path, struct opencl_program *program);

/* Keeps a program that was built, and what the compiler said of it. Failing is no error. */
void opencl_cache_keep(const char *path, const struct opencl_program *program);
