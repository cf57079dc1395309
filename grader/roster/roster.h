/* Who should have handed in: a CSV table with a header, such as Moodle's grading worksheet, the
 * grades.csv that Sakai packs or the registrar's list. */
#pragma once

#include "submissions/submissions.h"
#include "../sheet.h"

#include <stdbool.h>
#include <stdint.h>

/* What a column may hold; found by its heading. */
enum roster_column {
    ROSTER_IDENTIFIER, /* Moodle's "Participant 12345" */
    ROSTER_ID,
    ROSTER_USERNAME,
    ROSTER_EMAIL,
    ROSTER_FIRST,
    ROSTER_LAST,
    ROSTER_NAME,
    ROSTER_GRADE, /* a worksheet's own, to be filled in */
    ROSTER_FEEDBACK,
    ROSTER_MOST,      /* the largest grade that Moodle takes */
    ROSTER_SUBMITTED, /* when it was handed in, as Moodle writes it */
    ROSTER_LANGUAGE,  /* "fr" or "en": of what the student reads (roster_language) */
    ROSTER_COLUMNS
};

struct roster {
    struct sheet table;            /* rows 0 when there is no roster */
    size_t column[ROSTER_COLUMNS]; /* or table.columns where there is none */
};

/* Reads `path` (NULL: an empty roster). An error where no column says whose row it is, and where
 * two rows have the same identifier, address, user name or ID number. */
bool roster_read(struct roster *roster, const char *path, struct error *error);

/* Could it be read? What is wrong with it is told before a submission is unpacked. */
bool roster_check(const char *path, struct error *error);

/* Gives back what roster_read took. */
void roster_free(struct roster *roster);

/* The row (from 1) of that student, by Moodle's number, or else by whatever the submission is
 * called after: ID, user name, address or name; 0 where there is none, or several. */
size_t roster_find(const struct roster *roster, const struct student *student);

/* Two rows that a student without a number may be, so that nobody knows which; false where there
 * are none such. */
bool roster_doubts(const struct roster *roster, const struct student *student, size_t rows[2]);

/* Is the row somebody's? Canvas's first rows, "Points Possible" and how grades are posted, and its
 * test student are nobody's. */
bool roster_is_person(const struct roster *roster, size_t row);

/* The cell of a row; "" where there is no such column, and for row 0, which is nobody's. */
const char *roster_cell(const struct roster *roster, size_t row, enum roster_column column);

/* Whether that student reads French or English; false where the row does not say one of these. */
bool roster_language(const struct roster *roster, size_t row, bool *french);

/* The time in a cell, in seconds since 1970, as Moodle writes it in any of its usual languages,
 * local time; false where it holds none. */
bool roster_time(const char *cell, int64_t *time);

/* The number in a cell of a spreadsheet or of Moodle, "8.00" or "8,00"; NaN where it holds none. */
double roster_number(const char *cell);

/* The name as people read it, put together where the roster has two columns; the arena's. */
const char *roster_name(const struct roster *roster, size_t row, struct arena *arena);
