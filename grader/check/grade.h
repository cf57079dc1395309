/*
 * Grading one submission: stage → build → run → check.
 *
 * In: a lab (lab.yaml and its oracle), a folder of files that nobody trusts, a seed and a secret.
 * Out: the result tree that grader/report renders: for each exercise its checks, for each check a
 * verdict, points, and findings.
 *
 * How it goes. The files are copied into a box and compiled there, once for each flavour that the
 * checks need. Then each exercise is judged (exercise.c): the row of a check's kind and device in
 * check_devices.h names the function that judges, in kinds/ or devices/. That function runs the
 * check's cases in one fresh process, or in one fresh machine, and adds findings to a trial; the
 * first finding's verdict is the check's. What stands behind a failed check is skipped, and a race
 * makes the other answers worth nothing. advice/ says what to look at.
 *
 * Whose data is what: struct grading belongs to the whole, struct exercise_grade to one exercise,
 * struct trial to one run of one check (grading.h).
 *
 * What can go wrong. The student's program may do anything: it ends as a finding, never as an
 * error. A lab may be wrong: its own solution is asked before a student is blamed
 * (advice/lab_at_fault.c). A tool may be missing: the check is `unavailable`, which costs nobody
 * points in silence. Only what the grader itself cannot do is an error, and then there is no
 * result.
 *
 * Promised: the same submission, seed, secret and toolchain give the same result, byte for byte.
 */
#pragma once

#include "../compile/kit.h"
#include "../lab/secret.h"
#include "../report/result.h"
#include "witness.h"

/* Told of results while the rest is still being judged. */
struct grade_listener {
    void *self;
    void (*refused)(void *self, const struct finding *finding); /* by a compiler */
    void (*failed)(void *self, const char *exercise, const struct finding *finding); /* one check */
    void (*judged)(void *self, const struct exercise_result *exercise);
};

struct grade_options {
    const struct kit *kit;
    const struct lab *lab;
    const char *submission; /* folder with the student's files */
    const char *exercise;   /* only this one, or NULL for all */
    const char *check;      /* only this one and those that its verdict hangs on, or NULL for all */
    bool alone;             /* that check only: what its verdict hangs on passes */
    const char *device;     /* only exercises of this device, or NULL for all */
    const char *added;      /* a real device that adds its answers; all are graded; or NULL */
    const char *pool;       /* a folder of locks, if others use this machine's devices, too; a run
                               has one to itself; or NULL */
    uint64_t seed;
    const struct secret *secret;   /* what hidden inputs depend on, too; NULL: the seed alone */
    const struct finding *refused; /* why nothing of the submission can be taken, or NULL */
    const char *kept;  /* file of the last result (kept_result.h), or NULL: all is judged anew */
    const char *first; /* this exercise is judged before the others, or NULL; changes no byte */
    const char
        *first_check; /* of it: run as soon as can be for the listener (first_look.h), or NULL */
    const struct grade_listener *listener; /* or NULL */
    const struct witness *witness;         /* who looks on (witness.h), or NULL */
    bool judges_not_begun; /* exercises that are still the skeleton's, too (advice/advice.h) */
    bool shares_cores;     /* others are graded beside it: builds one after the other */
};

/* Grades. True when there is a result (whatever the grade); result_free is then due. False when the
 * grader could not do its work: `error` says why and what to do. */
bool grade_submission(const struct grade_options *options, struct result *result,
                      struct error *error);

/* Does the name stand for real devices, which add their answers to the simulated checks? */
bool grade_is_real(const char *device);

/* Has the lab an exercise to which that real device can add its answers? */
bool grade_adds(const struct lab *lab, const char *device);

/* A submission that is staged and built, to be judged under one draw after the other. */
struct prepared;

/* Does so; what `options` points to outlives it. NULL with an error as for grade_submission. */
struct prepared *grade_prepare(const struct grade_options *options, struct error *error);

/* Judges it under that draw, of the check that the options name `alone` or not. As
 * grade_submission; the result is to be freed before grade_release. */
bool grade_prepared(struct prepared *prepared, const struct drawn *drawn, bool alone,
                    struct result *result, struct error *error);

void grade_release(struct prepared *prepared);

/* The seed that is used when none is given. */
enum { GRADE_DEFAULT_SEED = 2002 };
