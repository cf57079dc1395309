/*
 * A lab as its lab.yaml describes it: exercises, points, checks, bounds, hints.
 *
 * What comes in: a teacher's file, and the folder that it lies in. lab_load reads it against tables
 * of keys (yaml_file.h); a check's kind is a row of kinds.h, and a bound's name one of facts.h or
 * gpu_facts.h. What cannot be written in YAML is the lab's own code: the oracle (oracle.h), which
 * the grader trusts, and the runner (../run/runner.h), which it does not.
 *
 * What can go wrong: a key that nobody knows, a check after one that does not exist, a bound that
 * no fact has. The message names file, line and key, and nothing is graded: a mistake of the lab is
 * never a student's.
 *
 * What is promised: a lab that was loaded is whole and does not change; all hangs on lab.arena.
 */
#pragma once

#include "../arena.h"
#include "../error.h"
#include "kinds.h"
#include "oracle.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LAB_MAX_FILES = 8 };

/* A file that a student hands in. */
struct lab_file {
    const char *name; /* no folder in it */
    size_t max_bytes;
    const char *beside; /* the .cu or .cl file that it is built with, and never without; or NULL */
    const char *opencl_c; /* of a .cl file: its version of OpenCL C, such as "3.0" */
};

/* A size of the cases that the grader draws anew, near what a case says, so that no size tells a
 * program which check runs it. Sizes below `from` are edges, and stay; a multiple of `by`, a bound
 * such as "blocks*threads", stays a multiple of it. */
struct lab_size {
    const char *name; /* a key of the cases, such as "n" */
    size_t from;
    const char *by;
    int line;     /* in lab.yaml */
    size_t place; /* in its list */
    struct lab_size *next;
};

/* One bound on an observed fact: at_least <= fact <= at_most. Bounds are products of integers and
 * parameter names, such as "threads*m", or sums of these; NULL where there is none. */
struct requirement {
    const char *fact;
    const char *at_least, *at_most;
    const char *counts; /* the least or the most that right programs count, likewise; or NULL */
    const char *why;    /* what to tell the student when it does not hold */
    const char *advice; /* what to look at then; NULL: the check's advice */
    int line;           /* in lab.yaml */
    struct requirement *next;
};

struct lab_check {
    const char *name, *title;
    enum check_kind kind;
    int64_t points;    /* hundredths of a point */
    const char *after; /* name of the check (same exercise) that must pass first, or NULL */
    const char *advice;
    bool hidden;   /* its inputs and findings are for instructors only */
    bool withheld; /* a hidden check without its kind and cases, as students' copies of a lab have
                      it */
    struct oracle_case *cases;
    struct requirement *require;
    struct lab_check *next;
};

/* A step of the ladder of hints. */
struct lab_hint {
    const char *text;
    const char *check; /* the check that it helps to pass; NULL: it helps with all of them */
    struct lab_hint *next;
};

struct lab_exercise {
    const char *name, *title, *function;
    const char *device; /* "cpu" … */
    const char
        *kernels;      /* the file with its kernels, where the lab has both .cu and .cl; or NULL */
    int64_t points;    /* sum of its checks */
    bool judges_given; /* the code that students begin with is judged, too: its mistakes are the
                          exercise */
    struct lab_check *checks;
    struct lab_hint *hints;
    struct lab_exercise *next;
};

struct lab {
    struct arena arena;
    const char *name;      /* the folder's name, such as "histogram-omp" */
    const char *directory; /* labs/<name> */
    const char *title;
    const char *header; /* the contract header, or NULL */
    struct lab_file files[LAB_MAX_FILES];
    size_t file_count;
    struct lab_size *sizes;
    int64_t points; /* sum over the exercises */
    int64_t floor;  /* what the skeleton scores */
    struct lab_exercise *exercises;
};

/* Reads `directory`/lab.yaml. On a malformed file the message names file, line and key; the lab is
 * then empty. */
bool lab_load(struct lab *lab, const char *directory, struct error *error);

/* Gives back what lab_load took; harmless on an empty lab. */
void lab_free(struct lab *lab);

/* Does a student hand in a file of that name, or one whose name ends so, such as ".cl"? */
bool lab_names_file(const struct lab *lab, const char *name, size_t length);
bool lab_has_files(const struct lab *lab, const char *suffix);

/* The index of the file that students hand in under that name, or in other letter case, as systems
 * write it that do not tell the cases apart; file_count where there is none. */
size_t lab_file_called(const struct lab *lab, const char *name);

/* Is there an input that students must not know: of a hidden check, of a kind that has such inputs,
 * or of a size that is drawn? */
bool lab_has_secrets(const struct lab *lab);

/* The same of the files that belong to the exercise: all, but for the kernels of others. */
bool lab_exercise_has_files(const struct lab *lab, const struct lab_exercise *exercise,
                            const char *suffix);

/* Does the name end so? */
bool lab_file_is(const char *name, const char *suffix);

/* The exercise of that name, or NULL. */
const struct lab_exercise *lab_find_exercise(const struct lab *lab, const char *name);

/* The check of the exercise with this name; NULL if there is none. */
const struct lab_check *lab_find_check(const struct lab_exercise *exercise, const char *name);
