/*
 * Grading one submission of a class, in a process of its own, on whatever machine: folder in, a
 * JSON report out, at a place where it appears whole or not at all.
 */
#pragma once

#include "../../compile/kit.h"
#include "../../lab/secret.h"

#include <sys/types.h>

struct class_task {
    const char *student; /* the student's key: what the report calls the submission */
    const char *folder;  /* with the lab's files */
    const char *refused; /* why nothing could be taken, or NULL */
    const char *digest;  /* of all that the grade depends on */
    const char *spool;   /* where the report goes; with ".error" added, why there is none */
    uint64_t seed;
    const char *speedup;       /* "full" or "quick": a sheet is measured, not a grade made; or NULL.
                                  Not in lists of tasks */
    const char *device, *pool; /* as grade_options' `added` and `pool`; not in lists of tasks */
    const struct secret *secret; /* as in grade_options; not in lists of tasks */
};

/* Is there a report, or word of why there is none? */
bool task_has_ended(const struct class_task *task);

/* Grades in a child process, which ends with its parent and leaves no box behind; -1 with an
 * error when there is no process to be had. Exit status 0: the report is there. */
pid_t task_start_grading(const struct kit *kit, const struct lab *lab,
                         const struct class_task *task, struct error *error);

/* The list of tasks in a file, a line of JSON each, for engines on other machines. */
bool task_write_list(const char *path, const struct class_task *const *tasks, size_t count,
                     struct error *error);

/* Grades `count` tasks of the list from number `first` on, or as many as are there, each in a
 * process of its own; those that have a report, or word of why there is none, are done already.
 * `common` is what lists do not hold. */
bool task_grade_list(const struct kit *kit, const struct lab *lab, const char *path, size_t first,
                     size_t count, const struct class_task *common, struct error *error);
