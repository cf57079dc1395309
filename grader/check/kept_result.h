/*
 * What a student's own folder got the last time: where nothing has changed since, it is the answer
 * again, and nothing is built or run. "Nothing" is the bytes of everything that a grade hangs on:
 * the grader, the compilers, the lab, the options, the seed, the secret and the submission. A
 * result that the moment or the machine may have a part in (a timeout, a real device) is not kept.
 *
 * For a student's own folder only (grade_options.kept): a class is always graded in full.
 */
#pragma once

#include "grading.h"

/* A mark for the files as they are staged, and for all else that their grade hangs on; the arena's.
 * NULL where nothing is to be kept: no file is named, or a part of the checks is asked for. */
const char *kept_mark(const struct grading *grading);

/* Takes the result that is kept under this mark, without its timings. False where there is none. */
bool kept_take(const char *mark, const struct grade_options *options, struct result *result);

/* Keeps the result under the mark, in place of the one before. What cannot be written is not kept.
 */
void kept_write(const char *mark, const struct grade_options *options, const struct result *result);
