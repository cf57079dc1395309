/*
 * What a class handed in: a folder with one folder or archive a student, as teachers, Moodle,
 * Canvas, Blackboard, Brightspace and Gradescope make them. Here names are read and things sorted
 * out by student; nothing that a student wrote is opened yet.
 */
#pragma once

#include "../../lab/lab.h"

enum attempt_kind { ATTEMPT_FOLDER, ATTEMPT_ARCHIVE, ATTEMPT_FILE };

/* One thing with a student's name on it. */
struct attempt {
    enum attempt_kind kind;
    const char *path;
    const char *entry; /* the last part of the path */
    const char *file;  /* of an ATTEMPT_FILE: the lab's file that it is, or NULL */
    const char *given; /* what the student called it, or NULL */
    long number;       /* of the attempt: larger means later; 0 where nothing tells */
    int64_t handed_in; /* as Gradescope says; 0: the time of the newest file tells */
    struct attempt *next;
};

struct student {
    const char *key;  /* names the student's files in the output; unique, harmless */
    const char *name; /* as people read it; may hold anything but NUL */
    const char *id;   /* Moodle's participant number, or "" */
    const char
        *number; /* the number that Canvas, Brightspace or Gradescope gives the person, or "" */
    const char *email;  /* as Gradescope says, or NULL */
    const char *folder; /* its name in feedback/: for Moodle, what Moodle calls it */
    struct attempt *attempts;
    struct student *next;
};

/* Somebody for whom another handed in, as Gradescope says. */
struct partner {
    struct student *student; /* has no attempts */
    const struct student *with;
    struct partner *next;
};

/* Something that may be a student's, and was not taken. */
struct left_out {
    const char *entry, *why;
    struct left_out *next;
};

struct submissions {
    struct arena arena;
    struct student *students; /* by key */
    struct partner *partners; /* those of one student follow one another */
    size_t count;
    const char *notes;         /* a line for each thing that was left out, and why; "" */
    struct left_out *left_out; /* those of them that a person should look at */
};

/* Lists `folder`; the folder `except` in it (where results go) is no student's. submissions_free is
 * due on success. */
bool submissions_scan(struct submissions *submissions, const struct lab *lab, const char *folder,
                      const char *except, struct error *error);

/* Gives back what submissions_scan took. */
void submissions_free(struct submissions *submissions);
