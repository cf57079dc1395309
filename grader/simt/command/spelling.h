/*
 * spelling.h - spellings that nvcc takes and clang does not: kernel << <grid, block >> >(…), as
 * some editors format it, and __shared__ alignas(16) float tile[32].
 */
#ifndef LOCKSTEP_SIMT_SPELLING_H
#define LOCKSTEP_SIMT_SPELLING_H

#include <stdbool.h>
#include <stddef.h>

/* Spells `text` as clang wants it, in place: no line and no length changes. True if it changed. */
bool spelling_mend(char *text, size_t length);

/* Writes those .cu files that need it anew into the folder `scratch`, and there an overlay by which
 * clang reads them in place of the sources. Its path for the caller to free; NULL if none needs it,
 * or if it cannot be written: clang then says what it does not take. */
char *spelling_overlay(const char *const *sources, size_t count, const char *scratch);

/* A kernel that launches a kernel, which clang does not compile: where, and which. */
struct nested_launch {
    unsigned line;
    char name[80];
};
bool spelling_finds_nested(const char *text, size_t length, struct nested_launch *launch);
/* The first in that file. */
bool spelling_nested_launch(const char *source, struct nested_launch *launch);

#endif
