/*
 * The rules of a class, as policy.yaml in the folder of its results says them: deadline, late
 * penalty, extensions, which attempt counts, caps, groups, weights, dropped exercises, and the
 * rubric of what is graded by hand. Times are seconds since 1970, points and percent hundredths.
 */
#pragma once

#include "../../lab/lab.h"

enum attempt_rule { ATTEMPT_LAST, ATTEMPT_BEST, ATTEMPT_LAST_IN_TIME };

/* A time under somebody's name. */
struct policy_time {
    const char *name;
    int64_t time; /* or what is added to the deadline, where `is_more` */
    bool is_more;
    int line;
    struct policy_time *next;
};

/* So many percent less for who is later than that. */
struct policy_step {
    int64_t after, percent;
    struct policy_step *next;
};

/* A number of an exercise: a weight or a cap. Exercise NULL: the whole. */
struct policy_number {
    const char *exercise;
    int64_t value;
    struct policy_number *next;
};

struct policy_name {
    const char *name;
    int line;
    struct policy_name *next;
};

struct policy_group {
    struct policy_name *members;
    struct policy_group *next;
};

/* A part of the report that people grade. */
struct policy_criterion {
    const char *name;
    int64_t points;
    struct policy_criterion *next;
};

struct policy {
    struct arena arena;
    bool given; /* there is a policy.yaml */
    bool has_deadline;
    int64_t deadline, grace;
    int64_t each; /* seconds of a late step that is begun: a day; 0: no such penalty */
    int64_t each_percent, each_points, most_percent;
    struct policy_step *steps; /* by `after`, ascending */
    struct policy_time *extensions, *times;
    enum attempt_rule attempt;
    struct policy_number *weights, *caps;
    struct policy_name *dropped, *withdrawn; /* withdrawn: their grades of before are left out */
    struct policy_group *groups;
    struct policy_criterion *rubric;
};

/* Reads `path`; without such a file, or where it holds comments only, the policy is empty.
 * Malformed: one line with line and key. */
bool policy_read(struct policy *policy, const char *path, const struct lab *lab,
                 struct error *error);

/* Gives back what policy_read took. */
void policy_free(struct policy *policy);

/* The number under that exercise, or `otherwise`. Exercise NULL: the whole. */
int64_t policy_number(const struct policy_number *numbers, const char *exercise, int64_t otherwise);

/* The columns that rubric.csv has of its own, "student" first; NULL behind the last. No criterion
 * may be called so. */
extern const char *const policy_columns[];

bool policy_drops(const struct policy *policy, const char *exercise);

/* Reads "2026-11-20 23:59", with seconds, "Z" or "+01:00" where wanted; local time without. */
bool policy_read_time(const char *text, int64_t *time);

/* Reads "15 min", "2 days", "1 h", "90 s" or "1 week" as seconds. */
bool policy_read_duration(const char *text, int64_t *seconds);

/* Is it a time zone that this machine knows: of the system's list, or as POSIX writes one
 * ("CET-1CEST,M3.5.0,M10.5.0/3")? Another name would mean UTC, in silence. */
bool policy_zone_known(const char *zone);

/* The local time zone at that time: "CET, UTC+01:00". The arena's. */
const char *policy_zone_text(struct arena *arena, int64_t time);

/* "2026-11-20 23:59", local; and "1 day 2 h". The arena's. */
const char *policy_time_text(struct arena *arena, int64_t time);
const char *policy_duration_text(struct arena *arena, int64_t seconds);
