/*
 * What a teacher does with a class that was graded: adjust, mark reports, grade one student anew.
 * The folder of results is all they need: the journal knows how it was made.
 */
#pragma once

#include "class.h"

struct class_order {
    const char *out;      /* the class's folder */
    const char *labs;     /* or NULL: as in the last run */
    const char *by;       /* who does it: initials, or "" */
    const char *language; /* "en", "fr", or NULL */
    const struct class_engine *engine;
};

/* "+3", "-0.5", "2.25" or "2,5" in hundredths; false for anything else. */
bool class_read_points(const char *text, int64_t *points);

/* Adds points (hundredths) to the student's exercise, or to the "total", and writes all anew. */
bool class_adjust(const struct class_order *order, const char *student, const char *exercise,
                  int64_t points, const char *comment, struct error *error);

/* Takes the marks of a filled-in rubric.csv, and writes all anew. */
bool class_rubric(const struct class_order *order, const char *csv, struct error *error);

/* Takes a table of who asks for a regrade, and of answers, and writes all anew. */
bool class_requests(const struct class_order *order, const char *csv, struct error *error);

/* Grades one student anew, and prints what it was and what it is. *complete: it was graded. */
bool class_again(const struct class_order *order, const char *student, bool *complete,
                 struct error *error);

/* Writes everything anew without grading: after a change of policy.yaml, or of points. `what` is
 * noted as who did what; NULL: nothing is. */
bool class_rewrite(const struct class_order *order, const char *what, struct error *error);
