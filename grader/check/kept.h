/*
 * Exercises that passed before and have not changed since: who edits one function need not wait for
 * the others. Only full marks without a finding are kept, since those name no line; builds are made
 * all the same. Kept is a mark for the bytes of everything that the verdict hangs on: the grader,
 * the compilers, the lab, the seed, and of the student's files all but the functions that the
 * exercise cannot reach. Where text alone does not tell what reaches what, the whole file counts.
 *
 * For a student's own folder only (grade_options.kept): a class is always graded in full.
 */
#ifndef LOCKSTEP_KEPT_H
#define LOCKSTEP_KEPT_H

#include "grading.h"

/* Reads what is kept; nothing is where the options name no file, or ask for a part of the checks.
 */
void kept_find(struct grading *grading);

/* Whether the exercise passed all its checks as it stands. */
bool kept_is(const struct grading *grading, const struct lab_exercise *exercise);

/* What the checks of an exercise that is kept counted, into its result. */
void kept_restore(struct grading *grading, const struct lab_exercise *exercise,
                  struct exercise_result *out);

/* Whether the same bytes of all files passed, without a warning: then there is nothing to build. */
bool kept_is_all(const struct grading *grading);

/* Where builds keep what they make, and under what mark; left alone where nothing is kept. */
void kept_pieces(const struct grading *grading, struct pieces *pieces);

/* A mark for all that a compiler of OpenCL's kernels reads: what is no student's, and their files
 * but those in C. NULL where nothing is kept, and in labs without such kernels. The arena's. */
const char *kept_mark_of_kernels(const struct grading *grading);

/* Keeps the exercises of the result that pass. A file that cannot be written keeps nothing. */
void kept_write(struct grading *grading);

#endif
