/* What the last grading of a student's own work says of the next step. */
#ifndef LOCKSTEP_LAST_H
#define LOCKSTEP_LAST_H

#include "../arena.h"
#include "../lab/lab.h"
#include "../report/result.h"

#include <stdbool.h>

enum { LARGEST_REPORT = 8 << 20 }; /* bytes */

struct last_failure {
    const char *exercise; /* the first one that was begun and lacks points; NULL: none */
    const char *check;    /* the first check of it that failed, or NULL */
    bool complete;        /* nothing lacks points */
    const char *waiting;  /* the first exercise that lacks points, begun or not; NULL: none */
};

/* Reads the report that `lockstep grade --since FILE` left. All NULL and false where there is no
 * such file, or where it is of another lab. Strings are the arena's. */
struct last_failure last_failure(struct arena *arena, const char *path, const char *lab);

/* Did this check of the exercise pass in that report, or wait for another one? False where there is
 * no such report. `path` may be NULL. */
bool last_spares(struct arena *arena, const char *path, const struct lab *lab, const char *exercise,
                 const char *check);

/* The exercise to go on with: the first that was begun and lacks points, else the first that lacks
 * some, else the lab's first one. `path` may be NULL. */
const char *last_exercise(struct lab *lab, const char *path);

#endif
