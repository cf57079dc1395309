/*
 * What comes out of a class: tables for grade books, a page for the teacher, a report for each
 * student and for each system that takes one. All of it is made from the journal, the same bytes
 * every time; what was measured stands apart (measured.csv, the end of the page).
 */
#pragma once

#include "../../language/language.h"
#include "../../report/report.h"
#include "../class.h"
#include "../roster.h"
#include "../rules/rules.h"

/* One attempt of a student, or of the group, and what it is worth. */
struct book_attempt {
    const struct job *job;
    const struct result *result; /* as the rules count it, as row.result; NULL: not graded */
    int64_t before;              /* what it earned before the rules */
    int64_t told;                /* when it was handed in, as the roster says; or 0 */
    int64_t handed_in;           /* seconds since 1970, or 0 */
    int64_t late;                /* seconds after the deadline; 0: in time */
};

/* One student, who handed in, or is on the roster, or both. */
struct row {
    const struct job *job;         /* the attempt that counts; NULL: handed nothing in */
    const struct student *student; /* whose files are written; the job's, but for a group's other
                                      members; NULL: handed nothing in */
    size_t roster;                 /* the row of the roster, or 0 */
    const struct result *result;   /* as the rules count it; NULL: not graded. Its points, verdicts
                                      and rules alone: the rest is book_whole's */
    int64_t before;                /* what it earned before the rules */
    const char *name, *email, *id, *user, *status;
    const char *together;             /* of a group: "Handed in by ada, for ada and bob", or NULL */
    const struct policy_group *group; /* or NULL */
    struct book_attempt *attempts;    /* in their order */
    size_t attempt_count;
    int64_t late; /* of the attempt that counts: seconds, or 0 */
};

/* A file of each student in a class's output. Who is to see it decides the folder: all of
 * `feedback` may be handed out. */
struct student_file {
    const struct report_format *format; /* NULL: the graded part alone */
    const char *folder;                 /* below run->out */
    const char *name; /* in a folder of the student's own, without its extension; NULL: <key> */
    const char *extension;
    enum report_audience audience;
};

struct book {
    struct arena arena;
    const struct class_run *run;
    struct roster roster;
    struct rules rules;
    const struct request *requests; /* for a regrade; those without an answer first */
    int64_t points;                 /* what all of it is worth */
    bool running;     /* more results are on their way: the page looks again by itself */
    bool ruled;       /* a policy or a person has something to say */
    struct row *rows; /* by the student's key; then those who handed nothing in, as on the roster */
    struct kept_check *kept;    /* what results share (book.c) */
    size_t count, submitted;    /* submitted: those who handed in themselves come first */
    struct error *unread;       /* why a result could not be read again; "" */
    const char *notes;          /* lines on names that may be mistyped, and on the roster; "" */
    struct student_file *files; /* what each student gets */
    size_t file_count;
    struct language french;          /* code NULL where nobody reads it */
    const struct language *language; /* the teacher's page speaks it: --language; NULL: English */
};

/* Fills the book from the journal: rows, what the rules make of them, and names (book.c). What was
 * taken of the roster and of the arena is the caller's to give back. */
bool book_fill(struct book *book, const struct class_run *run, struct error *error);

/* All of the row's result, with findings and times, from the journal: the arena's. NULL where there
 * is none, and where it cannot be read any more (*book->unread). */
const struct result *book_whole(const struct book *book, const struct row *row,
                                struct arena *arena);

/* The index of the attempt that counts; attempt_count where none does. */
static inline size_t book_attempt_of(const struct row *row) {
    size_t i = 0;
    while (i < row->attempt_count && row->attempts[i].job != row->job) {
        i++;
    }
    return i;
}

/* The result where it counts in means: NULL where there is none, or where nothing could be read. A
 * group's counts once. */
const struct result *book_counted(const struct row *row);

/* The same of an attempt, from 0. */
const struct result *book_attempt_counted(const struct row *row, size_t attempt);

/* What this student reads: as the roster has it, else as the class has. */
bool book_reads_french(const struct book *book, const struct row *row);

/* The row's names, as rules take them. */
struct submitter submitter_of(const struct row *row);

/* Is everybody whom policy.yaml names in the book's rows, once? With a roster, who is not is an
 * error: line, key and the nearest name. Without one, it is a line of book->notes (named_people.c).
 */
bool book_check_names(struct book *book, struct error *error);

/* How the class stands in one thing: "class", "exercise", "check", "distribution", "attempt". */
struct class_standing {
    const char *what, *exercise,
        *name;          /* name: of a check, a part of the distribution, an attempt */
    size_t count, full; /* submissions, and those with all points, or that pass the check */
    int64_t of;         /* -1 where it has no points */
    int64_t mean, median, least, most;
    struct class_standing *next;
};

/* All of it, in this order; attempts only where somebody has several. What could not be read counts
 * in nothing, and a group once. The arena's. */
const struct class_standing *book_standings(struct arena *arena, const struct book *book);

/* The name of who has that key, and the key itself where nobody has any more. */
const char *book_name(const struct book *book, const char *key);

/* What output_write writes below run->out: folders, and files such as "gradebook.csv"; NULL at the
 * end. The arena's. */
const char *const *output_names(struct arena *arena);

/* Before anything is graded: can the book be filled, with the roster, the rules and the language
 * that were given? *notes: lines that a teacher should read first; the arena's. */
bool output_check(const struct class_run *run, struct arena *arena, const char **notes,
                  struct error *error);

/* Lines that a teacher should read, or ""; the arena's. */
typedef const char *book_note(const struct book *book, struct arena *arena);
book_note
    book_note_late,   /* the deadline, its time zone, who is late, and whether that may be wrong */
    book_note_times,  /* cells of the roster that should say when something was handed in */
    book_note_clocks, /* whose files are of a time to come */
    book_note_strangers, /* who has no row of the roster, or could be one of two */
    book_note_language,  /* rows whose language is neither French nor English */
    book_note_maximum,   /* a worksheet's largest grade that is not what is written there */
    book_note_canvas;    /* an assignment of Canvas's that is not what will be written there */

/* Writes everything below run->out, and into the journal who is who. */
bool output_write(const struct class_run *run, struct error *error);

/* Writes the page alone, of what there is so far. */
bool output_page(const struct class_run *run, struct error *error);

/* A cell of points, as sheet_write_plain. */
void book_points(FILE *file, int64_t hundredths, bool first);

/* One file of the class; nothing is written where there is nothing to say. */
typedef void book_writer(FILE *file, const struct book *book);
book_writer book_grades, book_measured, book_moodle_grades, book_moodle_worksheet, book_similar,
    book_page, book_rules, book_rubric, book_requests, book_attempts, book_statistics, book_review,
    book_beside, book_canvas;
