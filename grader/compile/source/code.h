/* The text of a C file as a preprocessor reads it, before it obeys any directive. */
#ifndef LOCKSTEP_CODE_H
#define LOCKSTEP_CODE_H

#include "../../arena.h"

#include <stdbool.h>
#include <stddef.h>

/* The file with blanks for comments and literals, and with continued lines joined: a form feed
 * stands for each line end that is none for the preprocessor. Lines count as '\n' and '\f' do.
 * `raw`: R"x(…)x" is a literal, as it is for some compilers. The arena's. */
const char *code_of(struct arena *arena, const char *source, bool raw);

/* The word of a directive (`if` of `  # if X`, `12` of `# 12 "name"`), or NULL in any other line;
 * *length is its length. */
const char *code_directive(const char *line, size_t *length);

/* Lines of code up to `end`. */
int code_lines(const char *code, const char *end);

/* A letter, digit or underscore? */
bool code_is_word(char c);

#endif
