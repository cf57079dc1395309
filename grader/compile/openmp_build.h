/*
 * The OpenMP side of building: C for the machine (grader/simt/openmp). clang makes bitcode of each
 * file, `translate` makes PTX of all of them; nothing of it runs on the processor.
 */
#pragma once

#include "../finding.h"
#include "../lab/lab.h"

#include <stdbool.h>

/* What `translate` writes in the box: the program. */
#define OPENMP_PROGRAM "machine.ptx"

/* How the flags of grader/simt/openmp/clang.flags spell the folder of omp.h in the jail. */
#define OPENMP_INCLUDE "-isystem /kit"

/* Copies omp.h and, where the `whole` kit is asked for, `translate` and the C library that programs
 * call from the build folder `build` to `target` (an existing folder, seen as /kit in the jail). */
bool openmp_bring_kit(const char *build, const char *target, bool whole, struct error *error);

/* What `translate` said it cannot translate: the first line as a finding (verdict unavailable, with
 * file, line and what to write instead), the arena's; NULL when it said nothing of the kind. */
struct finding *openmp_refusal(struct arena *arena, const struct lab *lab, const char *said);
