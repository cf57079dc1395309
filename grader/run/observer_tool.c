/*
 * OpenMP's tool, as a library that OMP_TOOL_LIBRARIES names: libomp asks it who wants to hear of
 * its events, and it passes the question on to the observer (observer.c) in the program. A library
 * of its own, because a libomp that was linked with -Bsymbolic-functions, as Ubuntu's, never asks
 * the program itself.
 */
#include <omp-tools.h>

/* The program's own: a program without it cannot load this library, and is not watched. */
ompt_start_tool_result_t *lockstep_start_tool(unsigned int version, const char *runtime);

ompt_start_tool_result_t *ompt_start_tool(unsigned int version, const char *runtime) {
    return lockstep_start_tool(version, runtime);
}
