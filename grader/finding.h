/* One thing that is wrong (or worth knowing), and where: what the build and the checks find, and
 * reports show. It is a row of findings.def, or of the machine's messages.def, with values. */
#pragma once

#include "arena.h"
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
    const char *id;      /* the row that says it ("EARLY_EXIT") */
    const struct message_value *values; /* what it is about, or NULL */
    const char *file;                   /* the student's file, or NULL where no place is known */
    const char *function;               /* or NULL */
    const char *steps;                  /* what came of it, step by step, a line each, or NULL */
    const char *advice;                 /* what to look at next, or NULL */
    const char *input; /* the case that showed it ("n = 257, data = skewed"), or NULL */
    const char *got;   /* of a wrong answer: what `element` held, as people write it, or NULL */
    size_t element;    /* its place in the answer */
    bool of_error;     /* … that is the error which the function returns */
    bool rest_missing; /* … whose advice says that some results are missing, and no more */
    struct finding *next;
};

enum found { /* FOUND_INPUT_CHANGED, …: findings.def */
#define FINDING(id, verdict, message, advice) FOUND_##id,
#include "findings.def"
             FOUND_COUNT
};

/* A finding of that row, all of it the arena's. The values, which are copied, may be NULL. */
struct finding *finding_make(struct arena *arena, enum found id,
                             const struct message_value *values);

/* The same at a line of a file, whose name is copied; 0 is none. */
struct finding *finding_at(struct arena *arena, const char *file, int line, enum found id,
                           const struct message_value *values);

/* Gives it that row's message and advice in place of its own; the verdict stays. */
void finding_say(struct arena *arena, struct finding *finding, enum found id,
                 const struct message_value *values);

bool finding_is(const struct finding *finding, enum found id);

/* Does it say that nothing of an output, or of all, was ever written? */
bool finding_never_written(const struct finding *finding);

/* A copy of the values in the arena, for a finding (an oracle, with its texts, goes before the
 * result does); NULL where there are none. */
const struct message_value *values_copy(struct arena *arena, const struct message_value *values);
