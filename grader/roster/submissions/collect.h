/*
 * From what a student handed in to the files that are graded: folders are searched, archives
 * unpacked, and where the lab's files are there several times, the latest attempt is taken and that
 * is said; but never the skeleton, as it was handed out, in place of a student's work.
 */
#pragma once

#include "submissions.h"

enum { DIGEST_TEXT = 33 };

struct collected {
    const char *notes;   /* sentences for teacher and student: what was taken and why, or "" */
    const char *refused; /* why nothing could be taken, or NULL */
    const char *closed;  /* what the grader may not or cannot read, without which the work is not
                            whole, so that it must not be graded; or NULL */
    const char *doubt;   /* "several copies" or "left out": something else may have been meant, as
                            the notes say, so a person should look; or NULL */
    int64_t changed;     /* when the newest of its files was written, seconds since 1970; or 0 */
    char digest[DIGEST_TEXT]; /* of the files' contents and of `refused`; hexadecimal */
};

/* Puts the student's files into the folder `target`, which is made anew. `skeleton`: the folder of
 * what every student starts from; it need not be there, or NULL. Texts are the arena's.
 * False when the grader could not do its work (disk full…). */
bool collect(const struct lab *lab, const struct student *student, const char *skeleton,
             const char *target, struct arena *arena, struct collected *collected,
             struct error *error);
