/* One thing that is wrong (or worth knowing), and where: what the build and the checks find, and
 * reports show. */
#ifndef LOCKSTEP_FINDING_H
#define LOCKSTEP_FINDING_H

#include "message_value.h"
#include "verdict.h"

#include <stdbool.h>
#include <stddef.h>

/* Its texts belong to whoever made it; UTF-8, and may hold what a student wrote. */
struct finding {
    enum verdict verdict;
    int line;            /* in `file`, from 1; 0 where unknown */
    bool machine_lacks;  /* a tool or device that this machine lacks: another may judge it */
    const char *message; /* what was seen, a sentence or two ("bin 17: got 3, expected 4") */
    const char *id;      /* what kind of sentence that is ("EARLY_EXIT"), or NULL: it has no name */
    const struct message_value *values; /* what it is about, or NULL */
    const char *file;                   /* the student's file, or NULL where no place is known */
    const char *function;               /* or NULL */
    const char *steps;                  /* what came of it, step by step, a line each, or NULL */
    const char *advice;                 /* what to look at next, or NULL */
    const char *input; /* the case that showed it ("n = 257, data = skewed"), or NULL */
    const char *got;   /* of a wrong answer: what `element` held, as people write it, or NULL */
    size_t element;    /* its place in the answer */
    struct finding *next;
};

#endif
