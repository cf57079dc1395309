/*
 * The result tree: what grading one submission found. `grader/check` fills it, `grader/report`
 * renders it, and nothing in it but `timings` and `machine` may differ between two runs of the same
 * submission, seed and toolchain.
 *
 * Ownership: everything hangs on `result.arena`; result_free gives it all back. Strings are UTF-8
 * and may hold text that a student wrote (compiler messages): writers must escape it.
 */
#pragma once

#include "../arena.h"
#include "../finding.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a check counted, beside what it may be. */
struct counted {
    const char *fact; /* as in lab.yaml: "global_load_sectors" */
    uint64_t value;
    bool has_least, has_most;
    uint64_t least, most;
    bool unlike_right; /* no right program counts so many or so few, says lab.yaml, but: */
    uint64_t right;
    struct counted *next;
};

struct check_result {
    const char *name; /* as in lab.yaml: "correct", "robust", "race"… */
    const char *kind;
    const char *title;
    const char *how; /* what judged it: "bit-for-bit comparison", "the machine: every access" … */
    bool hidden;     /* shown to instructors only */
    bool withheld;   /* hidden, and judged only by the instructor's copy of the lab */
    int64_t points;  /* what it is worth, in hundredths of a point */
    int64_t earned;  /* in hundredths of a point */
    enum verdict verdict;
    struct finding *findings;  /* first is the one to show; NULL on a pass */
    struct counted *counted;   /* on a pass: what its bounds were held against, or NULL */
    const char *counted_input; /* the case that was counted, in words, or NULL */
    struct check_result *next;
};

struct exercise_result {
    const char *name;
    const char *title;
    const char *function;
    const char *device; /* "cpu", "simt", "opencl", "cuda" */
    int64_t points, earned;
    bool not_begun; /* as the skeleton has it (check/advice/advice.h), judged or not */
    struct check_result *checks;
    struct exercise_result *next;
};

/* A key and its text, for facts about the run ("gcc" → "12.2.0"). */
struct result_fact {
    const char *key, *value;
    struct result_fact *next;
};

/* Something that was measured: never graded. */
struct timing {
    const char *name; /* "build native", "run sequential correct" … */
    double seconds;   /* by the clock, but for "processor time of …" */
    struct timing *next;
};

/* What a rule of the class, or a person, did to the score: a late penalty, an adjustment. */
struct result_rule {
    const char *kind;     /* "late", "cap", "adjustment"… */
    const char *exercise; /* or NULL: the whole */
    const char *text;     /* "Late by 1 day 2 h: 10 % off" */
    int64_t points;       /* added to what was earned, in hundredths; may be negative, or 0 */
    const char *by;       /* the initials of who did it, or "" */
    struct result_rule *next;
};

struct result {
    struct arena arena;
    const char *lab, *title, *submission; /* submission: the folder's name as given */
    uint64_t seed;
    const char *warnings; /* the compiler's warnings on the student's files, or NULL */
    int64_t points, earned;
    struct exercise_result *exercises;
    struct result_rule *rules;     /* NULL: earned is what the checks give */
    struct result_fact *toolchain; /* versions that the grade depends on: graded part */
    struct result_fact *machine;   /* isolation level, cores…: apart from the graded part */
    struct timing *timings;        /* apart from the graded part */
};

/* Adds a row to the part that is never graded. `name` is the result's arena's, or static. */
void result_add_timing(struct result *result, const char *name, double seconds);

/* The exercise of that name; NULL where there is none, or no result (NULL). */
struct exercise_result *result_find_exercise(const struct result *result, const char *name);

/* The exercise's check of that name, or NULL. */
struct check_result *result_find_check(const struct exercise_result *exercise, const char *name);

/* Each check in order, and the exercise that has it: two loops, so no `break` leaves both. */
#define EACH_CHECK(result, exercise, check)                                                        \
    for (const struct exercise_result *exercise = (result)->exercises; exercise != NULL;           \
         exercise = exercise->next)                                                                \
        for (const struct check_result *check = exercise->checks; check != NULL;                   \
             check = check->next)

/* Releases the tree. */
void result_free(struct result *result);
