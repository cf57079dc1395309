/* Directives and clauses of OpenMP that gcc knows, and that clang 14 does not know, or makes
 * something else of without a word: a program with one of them would be watched that is not the
 * student's. A leaf. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct openmp_unlike {
    char directive[64];  /* as it is written, "omp parallel loop", or the clause */
    const char *instead; /* what to write */
    unsigned line;       /* of the file, from 1 */
};

/* The first such directive of a file's text, or of what a preprocessor made of it: false where
 * there is none. */
bool openmp_find_unlike(const char *text, struct openmp_unlike *found);
