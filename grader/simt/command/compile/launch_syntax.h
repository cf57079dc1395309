/*
 * launch_syntax.h - kernels that launch kernels, which clang does not compile: the source is
 * spelled so that it does (lockstep_children.h has the macros).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The source anew, its lines as they were; the caller frees it. NULL if no kernel launches a
 * kernel, or without memory. */
char *children_spelled(const char *text, size_t length, size_t *size);

/* Where the string, the character or the comment that begins at `at` ends; `at` if none does. */
size_t text_past(const char *text, size_t length, size_t at);
/* Does `word` stand at `at`? */
bool text_starts(const char *text, size_t length, size_t at, const char *word);
