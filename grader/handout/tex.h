/* Text as TeX: everything that TeX would read as a command is escaped. */
#pragma once

#include <stdio.h>

/* As it is. */
void tex_plain(FILE *out, const char *text);

/* Code, which may break after a `_`, a `(` or an operator. */
void tex_code(FILE *out, const char *text);

/* Prose of lab.yaml or of a header: `code` in backticks, and names such as cudaMalloc or
 * omp_get_thread_num, are set as code. */
void tex_prose(FILE *out, const char *text);
