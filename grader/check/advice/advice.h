/* What can be said of a failed check beyond the failure: a part for each file of this folder. */
#pragma once

#include "../grade.h"
#include "../grading.h"

/* What the compilers said of the student's files in the first build that warns; NULL: nothing. */
const char *warnings_of(const struct grading *grading);

/* A hint where gcc saw a variable that is used before it has a value, in the exercise's function or
 * in a helper; else NULL. The grading's arena's. */
const char *warned_of_unset(struct grading *grading, const char *exercise);

/* The same where the program died of a pointer: also where gcc saw a number that becomes one, or a
 * pointer to something else. */
const char *warned_of_pointer(struct grading *grading, const char *exercise);

/*
 * What a compiler misses may stand in a file beside those that are handed in: a header of one's
 * own, or one's copy of the contract header, which the kit's replaces. Then the report says so.
 */

/* Gives such build errors their advice. Nothing else of the result changes. */
void missing_files_advise(const struct grade_options *options, struct result *result);

/*
 * Is a lab in order where a submission fails? A runner with wrong arguments, or an oracle that
 * knows wrong answers, makes every program wrong. So the lab's own solution, where it lies beside
 * the labs, is asked once for each exercise that somebody fails; what it fails too is not the
 * student's fault.
 */

/* Gives failed checks that the solution does not pass either to a person to review. Does nothing
 * where there is no solution, where it is what was graded, and for gradings that are no student's.
 * `grade` grades (grade_submission). */
typedef bool grader_of(const struct grade_options *options, struct result *result,
                       struct error *error);
void lab_at_fault_review(const struct grade_options *options, grader_of *grade,
                         struct result *result);

/*
 * Exercises that are still as the skeleton has them: nobody has begun them, so there is nothing to
 * judge. The report says so; they are worth nothing, and cost no time.
 */

/* Compares the staged files with the lab's skeleton. Where there is none, and where it has points,
 * everything is somebody's work. */
void not_begun_find(struct grading *grading);

/* Whether the exercise's function, and all of the student's functions that it uses, are the
 * skeleton's. */
bool not_begun_is_given(const struct grading *grading, const struct lab_exercise *exercise);

/* The same, where such an exercise is not to be judged (grade_options.judges_not_begun). */
bool not_begun_is(const struct grading *grading, const struct lab_exercise *exercise);

/* False, and what to do, where every exercise of a result is the skeleton's. */
bool not_begun_passes(const struct result *result, struct error *error);

/* Makes the wrong call of the trial, if it is not the first one, alone in a fresh process. If its
 * answer is right there, the trial's findings say that something is kept from call to call. False
 * when the grader failed. */
bool blame_earlier_calls(struct grading *grading, const struct lab_exercise *exercise,
                         const struct lab_check *check, enum flavour flavour, struct trial *trial);

/* The same for C with OpenMP, whose calls have each been right alone on the machine: there they
 * are made once more, as calls of one program. A fault that the machine finds takes the place of
 * what the native run showed. What is kept for an address, which differs there, shows natively
 * only. */
bool blame_earlier_calls_on_machine(struct grading *grading, const struct lab_exercise *exercise,
                                    const struct lab_check *check, struct trial *trial);
