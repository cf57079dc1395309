/*
 * The OpenCL side of building. Host code is plain C that is linked with the ICD loader. Kernels are
 * compiled by the platform when the program runs; clang looks at them beforehand, so that a mistake
 * is a build-error with its line, and lists what they define.
 */
#pragma once

#include "../lab/lab.h"
#include "kit.h"
#include "stage.h"

/* What every program of a lab with .cl files is linked with besides: one of the kit's sources
 * (below grader/), and words for the linker. */
#define OPENCL_KIT_SOURCE "run/no_double.c"
#define OPENCL_LINK_FLAGS "-Wl,--wrap=clGetDeviceInfo,--wrap=clGetDeviceIDs"
#define OPENCL_LIBRARIES  "-l:libOpenCL.so.1" /* which is there without the -dev package, too */

/* The headers come with opencl-headers, else with the CUDA Toolkit. */
#define OPENCL_HEADERS "-idirafter /usr/local/cuda/include"

/* Whether clang is here to look at kernels before they run. */
bool opencl_can_check(void);

/* The shell command that compiles kernels `file` (in the working folder) to `object`, of which only
 * the names are used. */
const char *opencl_check_command(struct arena *arena, const struct lab_file *file,
                                 const char *object);

/* Copies the staged .cl files, and the contract's header, which they may include, to where the
 * program will run (seen as /box). */
bool opencl_bring_kernels(const struct lab *lab, const struct box *box, struct error *error);

/* Makes `library` (a name or path) the only platform of a program that runs with
 * OCL_ICD_VENDORS=/box/platform-<flavour>/vendors/, where `directory` is seen as /box. The slash
 * at the end is for the CUDA Toolkit's ICD loader, which adds none of its own. */
bool opencl_bring_platform(const char *directory, const char *flavour, const char *library,
                           struct error *error);

/* The same for the simulated GPU: its library and what it compiles kernels with, from the build
 * folder `build`. */
bool opencl_bring_simulated(const struct box *box, const char *flavour, const char *build,
                            struct error *error);
