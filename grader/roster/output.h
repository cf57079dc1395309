/*
 * What comes out of a class: tables for grade books, a page for the teacher, a report for each
 * student and for each system that takes one. All of it is made from the journal, the same bytes
 * every time; what was measured stands apart (measured.csv, the end of the page).
 */
#ifndef LOCKSTEP_OUTPUT_H
#define LOCKSTEP_OUTPUT_H

#include "class.h"
#include "roster.h"

/* One student, who handed in, or is on the roster, or both. */
struct row {
    const struct job *job;       /* NULL: handed nothing in */
    size_t roster;               /* the row of the roster, or 0 */
    const struct result *result; /* NULL: not graded */
    const char *name, *email, *id, *status;
};

struct student_file;

struct book {
    struct arena arena;
    const struct class_run *run;
    struct roster roster;
    struct row *rows; /* by the student's key; then those who handed nothing in, as on the roster */
    size_t count;
    struct student_file *files; /* what each student gets */
    size_t file_count;
};

/* How the checks of a class stand, over all results. */
struct tally {
    const char *exercise, *check;
    bool hidden;
    size_t judged, failed, unavailable, skipped;
    size_t verdicts[VERDICT_COUNT];
};

/* The checks of all results, in the lab's order; *count of them; the arena's. */
struct tally *book_tally(struct arena *arena, const struct book *book, size_t *count);

/* Writes everything below run->out. */
bool output_write(const struct class_run *run, struct error *error);

/* One file of the class. */
typedef void book_writer(FILE *file, const struct book *book);
book_writer book_grades, book_measured, book_moodle_grades, book_moodle_worksheet, book_similar,
    book_page;

#endif
