/* Tables of the teacher's page: cells that sort by what they show. */
#ifndef LOCKSTEP_ROSTER_PAGE_PARTS_H
#define LOCKSTEP_ROSTER_PAGE_PARTS_H

#include "../tables/output.h"

#include <stdint.h>
#include <stdio.h>

struct page_column {
    const char *heading; /* "": a bar, of the number beside it */
    const char *kind;    /* "n": numbers; "x": left out on a phone; "n x": both */
};

/* Texts, a heading and a remark in the language that the class was asked in. */
void page_say(FILE *file, const struct book *book, const char *text);
void page_heading(FILE *file, const struct book *book, const char *text);
void page_remark(FILE *file, const struct book *book, const char *text);

void page_table_begin(FILE *file, const struct book *book, const struct page_column *columns,
                      size_t count);
void page_table_end(FILE *file);

/* Cells; `kind` as a column's. */
void page_text_cell(FILE *file, const char *text, const char *kind);
void page_points_cell(FILE *file, const struct book *book, int64_t points, const char *kind);
void page_count_cell(FILE *file, size_t count);

/* The name of an exercise: on a phone it may break before an underscore. */
void page_exercise_cell(FILE *file, const char *name);

/* A percentage, and a bar of it. */
void page_meter_cell(FILE *file, size_t part, size_t whole);

/* How the class stood after each attempt: a curve, and a table with each exercise's mean; nothing
 * where each student has one attempt (page_attempts.c). */
void page_attempts(FILE *file, const struct book *book);

#endif
