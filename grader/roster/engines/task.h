/*
 * Grading one submission of a class, in a process of its own, on whatever machine: folder in, a
 * JSON report out, at a place where it appears whole or not at all.
 */
#ifndef LOCKSTEP_TASK_H
#define LOCKSTEP_TASK_H

#include "../../compile/kit.h"
#include "../../lab/secret.h"

#include <sys/types.h>

struct task {
    const char *student; /* the student's key: what the report calls the submission */
    const char *folder;  /* with the lab's files */
    const char *refused; /* why nothing could be taken, or NULL */
    const char *digest;  /* of all that the grade depends on */
    const char *spool;   /* where the report goes; with ".error" added, why there is none */
    uint64_t seed;
    const struct secret *secret; /* as in grade_options; not in lists of tasks */
};

/* Grades. False when the grader could not do its work, or lacks a tool for some of it. */
bool task_grade(const struct kit *kit, const struct lab *lab, const struct task *task,
                struct error *error);

/* Leaves word at the spool of why there is no report. */
void task_leave_word(const struct task *task, const struct error *why);

/* The same in a child process, which ends with its parent and leaves no box behind; -1 with an
 * error when there is no process to be had. Exit status 0: the report is there. */
pid_t task_start_grading(const struct kit *kit, const struct lab *lab, const struct task *task,
                         struct error *error);

/* The list of tasks in a file, a line of JSON each, for engines on other machines. */
bool task_write_list(const char *path, const struct task *const *tasks, size_t count,
                     struct error *error);
bool task_read_list(const char *path, size_t index, struct arena *arena, struct task *task,
                    struct error *error);

#endif
