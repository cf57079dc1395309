/*
 * The compilers and tools that the kit runs: where each is, its version, what it is for, and what
 * to install when it is missing. Each is looked up once; every function may be called from several
 * threads.
 */
#pragma once

#include "../arena.h"
#include "../jail/jail.h"

#include <stdbool.h>

/* X(enumerator, name, needed to grade CPU labs, package on Debian and Ubuntu ("" where none helps),
 * purpose). */
#define TOOL_TABLE(X)                                                                              \
    X(GCC, "gcc", true, "gcc", "compiles submissions and the kit's runners")                       \
    X(CLANG, "clang", true, "clang", "compiles for the machines: OpenMP, CUDA, OpenCL")            \
    X(ADDR2LINE, "addr2line", true, "binutils", "names the line of a crash")                       \
    X(NM, "nm", true, "binutils", "lists what a submission defines")                               \
    X(BUBBLEWRAP, "bwrap", false, "bubblewrap", "the jail that student code runs in")              \
    X(UNIFDEF, "unifdef", false, "unifdef", "makes skeletons and solutions (maintainers)")         \
    X(XMLLINT, "xmllint", false, "libxml2-utils", "checks JUnit reports: make test")               \
    X(NVCC, "nvcc", false, "nvidia-cuda-toolkit", "compiles CUDA for a real GPU")                  \
    X(NVIDIA_SMI, "nvidia-smi", false, "", "describes NVIDIA GPUs (comes with the driver)")

enum tool {
#define TOOL_ENUM(enumerator, name, needed, package, purpose) TOOL_##enumerator,
    TOOL_TABLE(TOOL_ENUM)
#undef TOOL_ENUM
        TOOL_COUNT
};

/* The tool's name in messages, and what the kit uses it for. Never NULL. */
const char *tool_name(enum tool tool);
const char *tool_purpose(enum tool tool);

/* Whether labs for the CPU cannot be graded in full without it. */
bool tool_needed(enum tool tool);

/* The package that brings it; "" where there is none. Never NULL. */
const char *tool_package(enum tool tool);

/* The absolute path of the program, or NULL when it is not here. The folders that the jail shows
 * come first, then PATH. */
const char *tool_path(enum tool tool);

/* "clang is not here (apt-get install clang)" of the first tool without which grading is not whole,
 * and that is not here now; NULL where all are. The arena's. */
const char *tools_missing(struct arena *arena);

/* Its version ("14.0.6"), "" where it is missing or does not say. Runs the program once. */
const char *tool_version(enum tool tool);

/* The same; a file in `folder`, an absolute path, keeps the answer for the next run while the
 * program's file stays the same: clang takes as long to say its version as to read a small file. */
const char *tool_version_kept(enum tool tool, const char *folder);

/* Those of gcc's `flags` that it takes, in their order: an older one refuses some, which is no
 * fault of the file that it compiles. gcc is asked once; a file in `folder` keeps the answer as
 * above, unless that is NULL. The text stays as long as the program runs. */
const char *tool_gcc_takes(const char *flags, const char *folder);

/* What compilers get in the jail; LOCKSTEP_BUILD_SECONDS=n gives them less time. */
struct jail_limits compiler_limits(void);
