/*
 * Grading a class: every student's submission once, whatever happens in between.
 *
 *   submissions → collect → (journal has it? done) → an engine grades → journal → outputs
 *
 * All that comes out is made of the journal alone, so a run that was cut off and continued writes
 * what an undisturbed one does.
 *
 * submissions/ reads what systems export: archives, folders, names, attempts. engines/ grades: on
 * this machine or by Slurm, a process a submission. journal/ keeps each result as soon as it is
 * there. rules/ makes points of results: deadlines, caps, groups, adjustments. tables/ writes grade
 * books and worksheets, pages/ what a teacher looks at.
 *
 * What can go wrong. An archive may be broken or hostile: it is unpacked by a process of its own,
 * and is one row to be reviewed. The machine may die: the journal has all that was finished. The
 * disk may be full: nothing that was there is lost. A rule may name nobody: the run stops first.
 *
 * Promised: the same journal gives the same tables, byte for byte.
 */
#pragma once

#include "../message_text.h"
#include "../language/language.h"
#include "../report/result.h"
#include "submissions/collect.h"
#include "journal/journal.h"
#include "rules/policy.h"
#include "engines/task.h"

#include <stdio.h>

struct class_engine;

struct class_options {
    const char *submissions, *out, *roster; /* roster: a CSV file, or NULL */
    const char *earlier; /* a folder with one folder a student, of another year; or NULL */
    const char *secret;  /* its file, or NULL: secret_find */
    const char *slurm;   /* what sbatch is asked for, "partition=gpu time=30", or NULL (slurm.h) */
    const char *device;  /* "cuda" or "opencl": a real one adds its answers; or NULL */
    const char *speedup; /* "full" or "quick": measure every student's speedup sheet; or NULL */
    const struct class_engine *engine;
    uint64_t jobs; /* submissions side by side; 0: a quarter more than there are cores */
    uint64_t seed;
    const char *language; /* of students' feedback: "en", "fr", or NULL: English; the roster may say
                             another for one of them */
    bool seed_per_student, resume;
    bool only_write;  /* grade nothing: write what the journal has */
    const char *only; /* the key of the one student to grade anew; the others stay; or NULL */
    const char *by;   /* the initials of who asks for it, or NULL */
    const char *told; /* the key of whose points are printed at the end, or NULL */
};

/* One submission's way through the run: a student's, or one of a student's attempts. */
struct job {
    const struct student *student;
    const char *key;   /* in the journal: the student's, or "ada#2" for an attempt */
    const char *entry; /* what was handed in, where it is one thing, else NULL */
    struct collected collected;
    struct class_task task;
    bool graded;         /* its report is in the journal */
    bool gone;           /* it is not among the submissions any more */
    const char *before;  /* of the one that is graded anew: its report until now, or NULL */
    const char *trouble; /* why the grader could not grade it, or NULL */
    bool again;          /* to be graded once more, alone */
};

/* Why results of before do not count any more, and for how many: a list. */
struct reason {
    const char *why;
    size_t count;
    struct reason *next;
};

struct class_run {
    struct arena arena;
    struct kit kit;
    struct lab lab;
    struct class_options options;
    struct submissions submissions;
    struct journal *journal;
    struct policy policy;
    struct job *jobs; /* by the student's key; one a student, or one an attempt */
    size_t count;
    const char *out;        /* options.out, absolute */
    struct secret secret;   /* also in the file class_secret_path, where the lab needs one */
    const char *skeleton;   /* the folder of what every student starts from */
    const char *solution;   /* the folder of the reference solution; it need not be there */
    const char *basis;      /* what all grades depend on: lines of a name, a tab and a value */
    const char *basis_key;  /* of that in the journal's notes */
    struct reason *reasons; /* why some are graded anew */
    const char *lacks;      /* the tool that is not here, so that nothing can be graded; or NULL */
    const char *aside;      /* lines on tables that were kept under other names; "" */
    int lock;               /* the open file DIR/.lock; 0: not open */
    bool alone;             /* one job at a time: what has to do with time */
    struct {
        FILE *to;
        bool terminal;
        size_t queued, running;     /* tasks of a cluster */
        size_t done, total, before; /* before: of those done, not graded by this run */
        double start, page;         /* page: when the class's page is due */
        struct language french;
        const struct language *language; /* the teacher's; NULL: English */
    } progress;
};

/* Grades jobs: local.c with processes here, slurm.c with a cluster's nodes. */
struct class_engine {
    const char *name;
    bool here; /* on this machine: what holds for this process holds for its tasks */
    /* Is what the teacher says of it right? Asked before anything is done. */
    bool (*check)(struct class_run *run, struct error *error);
    /* NULL when it can be used here, else why not (the arena's). */
    const char *(*unavailable)(struct arena *arena);
    /* Grades all jobs of the queue, `side_by_side` at a time, and settles each when it ends. False
     * only when nothing more can be done (class_settle failed, cluster gone). */
    bool (*run)(struct class_run *run, struct job *const *queue, size_t count, size_t side_by_side,
                struct error *error);
};

/* Before anything is written: is run->out a class's, or free of `names` (NULL at the end) and
 * class_folders? A name that is a link is an error, too: what it leads to is not ours. Tables with
 * a teacher's marks are kept under other names where the journal is lost: run->aside says so. */
bool claim_names(struct class_run *run, const char *const *names, struct error *error);

/* Gives the table that name under which no class writes, "NAME.WHY-1.csv": *kept is its path, the
 * arena's (claim.c). */
bool claim_keep(const struct class_run *run, struct arena *arena, const char *name, const char *why,
                const char **kept, struct error *error);

/*
 * Several commands may be at work on one class: one grades, and the others change the journal. Each
 * writes all files from the journal, one at a time; while one grades, the others leave that to it
 * (claim.c).
 */

/* Opens the lock. Unless the run only writes, it grades from now on: an error where another does.
 * Then waits until nobody writes the class's files, and may write them until it says otherwise. */
bool claim_begin(struct class_run *run, struct error *error);
bool claim_files(const struct class_run *run, struct error *error);
void claim_end_files(const struct class_run *run);

/* No result will come any more: who changes the journal from now on writes the files. */
void claim_end_grading(const struct class_run *run);

/* The process that grades this class, or 0. */
pid_t claim_grader(const struct class_run *run);

/* Folders below run->out, in which a class works; the last is NULL. Those of students' files are
 * output_names's. */
extern const char *const class_folders[];

/* A job for each attempt, with what its grade depends on (jobs.c). */
bool class_set_up_jobs(struct class_run *run, struct error *error);

/* Notes in run->reasons why the job is graded anew, whose last result has the digest `last`. */
bool class_tell_why(struct class_run *run, const struct job *job, const char *last,
                    struct error *error);

/* Is there room on this machine to grade anything? An error says what to do. */
bool class_has_room(const struct class_run *run, struct error *error);

/* Removes what processes of a run that was killed left in the spool, which the journal has from a
 * later one, and reports of files that have changed since; or what a cluster's tasks were started
 * with, and their logs. */
void class_clear_spool(const struct class_run *run, bool of_slurm);

/* Prints what the report of a job was and what it is now. */
void class_tell_difference(const struct class_run *run, const struct job *job);

/* Where the class keeps its secret, which is as good as the journal: given, or made once. The
 * arena's. */
static inline const char *class_secret_path(const struct class_run *run, struct arena *arena) {
    return arena_printf(arena, "%s/secret", run->out);
}

extern const struct class_engine engine_local, engine_slurm;

/* The engine of that name, or NULL. */
const struct class_engine *engine_find(const char *name);

/* A job's process has ended: takes its report from the spool into the journal, or notes the
 * trouble. False when the journal cannot take it. */
bool class_settle(struct class_run *run, struct job *job, const char *trouble, struct error *error);

/* Measures every graded student's speedup sheet that is not there yet, each alone on its machine,
 * and merges them below run->out/speedup (speedups.c). */
bool class_measure(struct class_run *run, struct error *error);

/* The place of a student's sheet; the arena's. */
const char *class_sheet(const struct class_run *run, struct arena *arena, const char *key);

/* Grades the class and writes its files. *complete: every submission was graded. */
bool class_grade(const struct class_options *options, const char *lab, const char *labs,
                 bool *complete, struct error *error);

/* Lines on the way, to a terminal in place and else one a result (progress.c). */
void progress_begin(struct class_run *run, size_t total, size_t before);
void progress_say(struct class_run *run, const char *line);
#define progress_print(run, ...) progress_say(run, message_print(&(run)->arena, __VA_ARGS__))
void progress_job(struct class_run *run, const struct job *job);
void progress_end(struct class_run *run);
