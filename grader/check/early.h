/*
 * For who waits: the check that failed last time, run as soon as its program is built and before
 * anything else is known. Nothing of it is kept: the check runs again in its turn, so that the
 * result is that of any other grading.
 */
#ifndef LOCKSTEP_EARLY_H
#define LOCKSTEP_EARLY_H

#include "grading.h"

/* What it found, and in which flavour it ran; all zero: it has not run. */
struct early {
    struct trial trial; /* the caller's to free */
    enum flavour flavour;
    bool ran, good;
};

/* Runs it (grade_options.first, first_check) if `flavour` is what it runs in, whose program is in
 * the box, and says nothing yet: the compiler may still look at the kernels. */
void early_try(struct grading *grading, enum flavour flavour, struct early *early);

/* Tells the listener what it finds if `flavour` is what it runs in and has been built, and runs it
 * unless that is done. A grader that fails here fails again where it counts. */
void early_look(struct grading *grading, enum flavour flavour, struct early *early);

/* Tells the listener that a check of the exercise does not pass. */
void early_tell(const struct grading *grading, const struct lab_exercise *exercise,
                const struct trial *trial);

#endif
