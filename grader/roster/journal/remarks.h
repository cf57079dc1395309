/*
 * What people add to the grades of a class: adjustments with a comment, and marks for the report
 * that is graded by hand. Kept in the journal, so that a new grading leaves them as they are. Also
 * what the journal knows of the last run: who is who, and with which arguments it was called.
 */
#pragma once

#include "journal.h"

#include <stdint.h>

struct adjustment {
    const char *student;  /* a key */
    const char *exercise; /* "" for the whole */
    int64_t points;       /* hundredths, added; may be negative */
    const char *comment, *initials;
    struct adjustment *next;
};

struct mark {
    const char *student, *criterion;
    int64_t points;
    const char *comment;
    const char *initials, *second; /* of who graded, and of who graded again, or "" */
    struct mark *next;
};

/* Somebody asks for a regrade. */
struct request {
    const char *student;  /* a key */
    const char *exercise; /* "" for the whole */
    const char *text;
    const char *asked;             /* when: a text, or "" for today, which the journal then has */
    const char *answer, *initials; /* of who answered, or "" */
    struct request *next;
};

struct person {
    const char *key, *name, *id, *email;
    struct person *next;
};

/* In the order in which they were made; the arena's. */
bool adjustments_read(struct journal *journal, struct arena *arena, struct adjustment **first,
                      struct error *error);
/* *is_new: no such adjustment, by whomever, was there before. It is added only then. */
bool adjustment_add(struct journal *journal, const struct adjustment *adjustment, bool *is_new,
                    struct error *error);

/* By student and criterion; the arena's. */
bool marks_read(struct journal *journal, struct arena *arena, struct mark **first,
                struct error *error);

/* Puts them in, all or none; each takes the place of an earlier one. */
bool marks_put(struct journal *journal, const struct mark *marks, struct error *error);

/* Those without an answer first, in the order in which they came; the arena's. */
bool requests_read(struct journal *journal, struct arena *arena, struct request **first,
                   struct error *error);

/* Puts them in, all or none. Of one with the same text only the answer is taken, if there is one.
 */
bool requests_put(struct journal *journal, const struct request *requests, struct error *error);

/* Those who have a grade, as the last run named them. */
bool persons_read(struct journal *journal, struct arena *arena, struct person **first,
                  struct error *error);
bool persons_put(struct journal *journal, const struct person *persons, struct error *error);

/* Who is called so: by key, name, ID or address. NULL where there is nobody, or several. */
const struct person *person_find(const struct person *persons, const char *called);

/* Who did what to the class, and when (local time): the last ones first. */
struct change {
    const char *at, *who, *what;
    struct change *next;
};
bool changes_read(struct journal *journal, struct arena *arena, struct change **first,
                  struct error *error);

/* `who`: initials; "" stands for the login name. */
bool change_add(struct journal *journal, const char *who, const char *what, struct error *error);

/* A note of the last run under a key: the arena's; NULL where there is none. */
bool note_read(struct journal *journal, const char *key, struct arena *arena, const char **value,
               struct error *error);
bool note_put(struct journal *journal, const char *key, const char *value, struct error *error);
