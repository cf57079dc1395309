/* Paragraphs on a terminal. */
#pragma once

#include <stdio.h>

/* Writes clean text (see utf8.h), broken between words so that no line is wider than `width`
 * columns. The cursor stands in `column`; further lines start with `indent` spaces. At most `lines`
 * lines, cut with "…". Ends with a newline. */
void wrap_text(FILE *file, const char *text, int column, int indent, int width, int lines);

/* Writes clean text in exactly `columns` columns: cut with "…", or filled with spaces. */
void wrap_field(FILE *file, const char *text, int columns);

/* Writes clean text on one line in at most `columns` columns, cut with "…"; returns the columns
 * written. */
int wrap_line(FILE *file, const char *text, int columns);
