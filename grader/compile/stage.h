/*
 * The box: a fresh folder of its own for every grading, and the staging of a submission into it.
 * Only the files that lab.yaml names are taken, as plain files of bounded size; nothing else of the
 * submission is ever looked at.
 */
#pragma once

#include "../lab/lab.h"
#include "../finding.h"

#include <limits.h>

struct box {
    char path[PATH_MAX / 2];
    char source[PATH_MAX / 2 + 16]; /* the student's files and the contract header */
    char output[PATH_MAX / 2 + 16]; /* what the compilers write */
    char log[PATH_MAX / 2 + 16];    /* what compute-sanitizer writes */
    char cache[PATH_MAX / 2 + 16];  /* what OpenCL's platforms compiled, kept from run to run */
    struct box *below;              /* this process opened it before; the last one closes first */
    int claim; /* the folder, locked while its processes live: a container's look gone from outside
                */
};

/* $TMPDIR, or /tmp: where boxes are made. */
const char *box_temporary_directory(void);

/* Makes a box under $TMPDIR (or /tmp), named after this process. Boxes of processes that are gone
 * are removed first. */
bool box_open(struct box *box, struct error *error);

/* Removes it. */
void box_close(struct box *box);

/* Removes the boxes of this process: safe from a signal handler's point of view only as the last
 * act of a process. */
void box_remove_all(void);

/* Has the box's disk at least `bytes` free, and can it hold more files? If not: false, and `error`
 * says what to do. A disk that tells nothing of itself has room. */
bool box_has_room(const struct box *box, size_t bytes, struct error *error);

/* Empties the log folder between two runs. */
void box_clear_log(const struct box *box);

/* Copies the lab's files from `submission` and the contract header. False with `error` when the
 * grader could not do its work (no such folder, disk full). A file that is missing, empty, too
 * large or no plain file is the student's matter: true, with a finding of it in the list *lost
 * (verdict build-error). *left says whether another file is there; then files that hold nothing
 * stand in for the lost ones, so that each costs its own exercises only. */
bool stage_submission(const struct box *box, const struct lab *lab, const char *submission,
                      struct arena *arena, struct finding **lost, bool *left, struct error *error);
