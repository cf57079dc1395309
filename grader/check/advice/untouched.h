/*
 * Exercises that are still as the skeleton has them: nobody has begun them, so there is nothing to
 * judge. The report says so; they are worth nothing, and cost no time.
 */
#ifndef LOCKSTEP_UNTOUCHED_H
#define LOCKSTEP_UNTOUCHED_H

#include "../grading.h"

/* Compares the staged files with the lab's skeleton. Where there is none, and where it has points,
 * everything is somebody's work. */
void untouched_find(struct grading *grading);

/* Whether the exercise's function, and all of the student's functions that it uses, are the
 * skeleton's. */
bool untouched_is_given(const struct grading *grading, const struct lab_exercise *exercise);

/* The same, where such an exercise is not to be judged (grade_options.judges_untouched). */
bool untouched_is(const struct grading *grading, const struct lab_exercise *exercise);

/* False, and what to do, where every exercise of a result is the skeleton's. */
bool untouched_passes(const struct result *result, struct error *error);

#endif
