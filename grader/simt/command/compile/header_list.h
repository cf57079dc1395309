/* header_list.h - the list of headers that -MD and -MMD ask for. Objects lie in a scratch folder,
 * but make needs the list beside the program, with the program as its target. */
#pragma once

#include "cuda_compile.h"

#include <limits.h>

/* What follows -MF and -MT for a source; NULL: the compiler's own choice, or nothing is asked. */
struct header_list {
    const char *file, *target;
    char name[PATH_MAX]; /* file, where it is made up here */
};

/* The list is called after the program, or after its source where it has several. */
void header_list(const struct compile_request *request, const char *source,
                 struct header_list *list);
