/* What the last grading of a student's own work says of the next step. */
#pragma once

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

/* Reads the report that `lockstep grade --since FILE` left; result_free is due. False where there
 * is no such file, or where it is of another lab. `path` may be NULL: none. */
bool last_report(struct arena *arena, const char *path, const char *lab, struct result *report);

/* What that report says; all NULL and false where there is none. Strings are the arena's. */
struct last_failure last_failure(struct arena *arena, const char *path, const char *lab);

/* Did this check of the exercise pass in the report, or wait for one that stands below it? */
bool last_spares(const struct result *report, const char *exercise, const char *check);

/* The exercise to go on with: the first that was begun and lacks points, else the first that lacks
 * some, else the lab's first one. */
const char *last_exercise(const struct lab *lab, const struct last_failure *last);
