/*
 * Reports: one result tree, many renderings.
 *
 * What comes in: a result (result.h) that the checks have filled, who reads it (a student or a
 * teacher), and in which language. A format is a row of report_formats, and a file that writes it.
 *
 * What can go wrong: the disk is full, the folder is missing, a reader looks while a report is
 * being written. A writer only renders; every error is found and worded in one place,
 * report_write_file and report_write_stream, and a file is replaced whole or not at all.
 * Texts may be a student's: whoever writes them makes them harmless first (../utf8.h).
 *
 * What is promised: the graded part is the same bytes in every run, and stands apart from what was
 * measured. Of a hidden check a student sees name and points, in every format (report_conceals).
 */
#pragma once

#include "../error.h"
#include "../language/language.h"
#include "result.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Who reads. Of a hidden check, students see name, points and points earned, nothing else. */
enum report_audience { AUDIENCE_STUDENT, AUDIENCE_INSTRUCTOR };

/* Where a page that replays a failed check is, and what makes it. */
struct report_replay {
    const char *files;   /* the student's, as seen from the folder where the command runs */
    const char *key;     /* begins the page's name */
    const char *folder;  /* of the pages, as seen from there */
    const char *back;    /* from the report to there: "../" */
    const char *options; /* more of the command's, or "" */
};

struct report_options {
    enum report_audience audience;
    int width;    /* columns of text; 0: as many as usual */
    bool color;   /* see report_color_wanted */
    bool folds;   /* text: one exercise in full, the one to go on with; a line for each other */
    bool timings; /* show where the time went (JSON always holds it, in its measured part) */
    const char
        *sources; /* folder with the student's files, so that text can quote lines; or NULL */
    const int64_t
        *date;        /* of the submission, in seconds since 1970; NULL: SOURCE_DATE_EPOCH, now */
    const char *note; /* what the reader should know first (text and HTML), or NULL */
    const struct language
        *language; /* what people read is said in it; NULL: English. JSON is not */
    const struct report_replay *replay; /* HTML: how what failed is looked at, or NULL */
    bool keeps_verdicts; /* their words stay English, for a system; the format's row says so */
    bool keeps_messages; /* JSON: what the texts were made of, so that French can be said of it */
};

typedef void report_writer(FILE *file, const struct result *result,
                           const struct report_options *options);

struct report_format {
    const char *name; /* as in --format */
    report_writer *write;
    const char *extension; /* of files in this format: ".txt" */
    bool for_students; /* a system shows it to students: their audience, where none is asked for */
    bool keeps_verdicts; /* a system reads it: verdicts are the same words in every language */
    /* What is written of it for a class. */
    bool is_feedback;   /* in feedback/ for students, in instructor/ for the teacher */
    const char *folder; /* or in this folder for a system, a file a student; NULL: neither */
};

/* The formats; the last row's name is NULL. */
extern const struct report_format report_formats[];

/* The row of that name, or NULL. */
const struct report_format *report_format_find(const char *name);

/* The names of all formats, "text, json or junit", the arena's. */
const char *report_format_names(struct arena *arena);

/* True when `file` is a terminal that shows colour and the user did not set NO_COLOR. */
bool report_color_wanted(FILE *file);

/* How wide text is: the usual width, or less on a terminal with fewer columns (or, behind a program
 * that sets CLICOLOR_FORCE, in $COLUMNS). */
enum { REPORT_COLUMNS = 80 };
int report_columns(FILE *file);

/* Renders to an open stream and flushes it; `name` is what a message calls it ("standard output").
 */
bool report_write_stream(FILE *file, const char *name, const struct report_format *format,
                         const struct result *result, const struct report_options *options,
                         struct error *error);

/* Renders to a file. All or nothing: a reader sees the old file or the whole new one, and when it
 * cannot be written (disk full, folder missing) the old one stays. A path that is a device or a
 * pipe is written to directly. */
bool report_write_file(const char *path, const struct report_format *format,
                       const struct result *result, const struct report_options *options,
                       struct error *error);

/* The same for bytes that were rendered elsewhere. */
bool report_replace_file(const char *path, const void *bytes, size_t size, struct error *error);

/* What a verdict means, for somebody who meets it for the first time: one plain sentence. Never
 * NULL. */
const char *verdict_explanation(enum verdict verdict);

/* The verdict's word as this reader reads it: "race", or "course". Never NULL. */
const char *report_verdict(const struct report_options *options, enum verdict verdict);

/* Whether a check with this verdict ran on the machine to be replayed: it failed there. */
bool report_can_replay(enum verdict verdict);

/* The word in quotes, for a shell's command line; the arena's. */
const char *report_shell_word(struct arena *arena, const char *word);

/* Hundredths of a point as people write them: "7", "7.5", "0.25". The text is in `buffer`. */
enum { POINTS_TEXT_BYTES = 24 };
const char *report_points(int64_t hundredths, char buffer[POINTS_TEXT_BYTES]);

/* Whether this reader sees no more of the check than its points. */
bool report_conceals(const struct report_options *options, const struct check_result *check);

/* Has the check a row, and does it count among others? One without points has and does only if
 * there is something to see to. */
bool report_has_row(const struct check_result *check);

/* How many checks a person must look at before the score stands, of those that the reader may see.
 */
size_t report_reviews(const struct result *result, const struct report_options *options);

/* What this reader sees of the result: a check that is hidden from them and worth nothing tells
 * them nothing, and is left out. Lists are the arena's, all else is the result's. */
struct result report_seen(struct arena *arena, const struct result *result,
                          const struct report_options *options);

/* The result tree of a JSON report ("lockstep/result/v1", written for instructors). `text` need not
 * outlive the call. False with an error where it is no such report; else result_free is due. */
bool report_read_json(const char *text, struct result *result, struct error *error);

/* "Since the last time: +7 points. gm: 'any size' passes now." of the exercises that both results
 * have; NULL where nothing changed. `before` and `now` are of the same lab. The arena's. */
const char *report_since(struct arena *arena, const struct language *language,
                         const struct result *before, const struct result *now);
