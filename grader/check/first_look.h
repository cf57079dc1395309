/*
 * The check that failed last time, run as soon as its program is built, before anything else is
 * known: the student reads it while the rest is judged. Nothing of it is kept: the check runs again
 * in its turn, so that the result is that of any other grading.
 */
#pragma once

#include "grading.h"

/* What it found; all zero: it has not run. */
struct first_look {
    struct trial trial; /* the caller's to free */
    bool ran;
};

/* Runs it (grade_options.first, first_check) once if `flavour` is what it runs in and has been
 * built, and tells the listener what it finds. A grader that fails here fails again where it
 * counts. */
void early_look(struct grading *grading, enum flavour flavour, struct first_look *early);

/* Tells the listener that a check of the exercise does not pass. */
void early_tell(const struct grading *grading, const struct lab_exercise *exercise,
                const struct trial *trial);
