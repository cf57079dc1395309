/*
 * Where the functions of a C, C++, CUDA or OpenCL file begin and end, by its text alone: the file
 * need not compile. So a function that does not can be taken out, and the others be graded.
 */
#pragma once

#include "../../arena.h"

#include <stdbool.h>
#include <stddef.h>

/* One function that the file defines outside of classes. */
struct function_text {
    const char *name;    /* the arena's */
    size_t begin, end;   /* bytes of the text: its first, and the one behind its last brace */
    int line, last_line; /* of the same, from 1 */
    struct function_text *next;
};

/* The functions in order. False where the braces do not match, or the text has something that this
 * reader does not follow (raw strings, operators): then nothing is known of it. */
bool functions_find(struct arena *arena, const char *text, struct function_text **functions);

/* Whether the bytes from `begin` to `end` name `name`, in code or in a string (as clCreateKernel
 * takes it), outside of comments. */
bool functions_mention(const char *text, size_t begin, size_t end, const char *name);

/* Whether two functions, each of its own text, are the same but for comments and blanks. */
bool functions_same_code(const char *a, const struct function_text *in_a, const char *b,
                         const struct function_text *in_b);

/* Overwrites the bytes from `begin` to `end` with blanks. Lines stay lines, and directives
 * of the preprocessor stay, except for pragmas. */
void functions_blank(char *text, size_t begin, size_t end);
