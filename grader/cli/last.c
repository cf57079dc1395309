#include "last.h"
#include "../compile/files.h"
#include "../report/report.h"

#include <string.h>

/* The check that failed, the arena's; NULL where there is none. */
static const char *failed_check(const struct exercise_result *exercise, struct arena *arena) {
    const struct check_result *check = exercise->checks;
    while (check != NULL && (check->verdict == VERDICT_PASS || check->verdict == VERDICT_SKIPPED)) {
        check = check->next;
    }
    return check != NULL ? arena_strdup(arena, check->name) : NULL;
}

bool last_report(struct arena *arena, const char *path, const char *lab, struct result *report) {
    struct error error;
    const char *text = path == NULL ? NULL : file_read(arena, path, LARGEST_REPORT);
    if (text == NULL || !report_read_json(text, report, &error)) {
        return false;
    }
    const bool same = strcmp(report->lab, lab) == 0;
    if (!same) {
        result_free(report);
    }
    return same;
}

struct last_failure last_failure(struct arena *arena, const char *path, const char *lab) {
    struct last_failure last = {.exercise = NULL};
    struct result report;
    if (!last_report(arena, path, lab, &report)) {
        return last;
    }
    for (const struct exercise_result *exercise = report.exercises;
         exercise != NULL && last.exercise == NULL; exercise = exercise->next) {
        if (exercise->earned == exercise->points) {
            continue;
        }
        if (last.waiting == NULL) {
            last.waiting = arena_strdup(arena, exercise->name);
        }
        if (exercise->checks != NULL && exercise->checks->verdict != VERDICT_NOT_BEGUN) {
            last.exercise = arena_strdup(arena, exercise->name);
            last.check = failed_check(exercise, arena);
        }
    }
    last.complete = last.waiting == NULL;
    result_free(&report);
    return last;
}

bool last_spares(const struct result *report, const char *exercise, const char *check) {
    for (const struct exercise_result *of = report->exercises; of != NULL; of = of->next) {
        bool failed = false;
        for (const struct check_result *one = of->checks; one != NULL; one = one->next) {
            const bool waits = one->verdict == VERDICT_SKIPPED;
            if (strcmp(of->name, exercise) == 0 && strcmp(one->name, check) == 0) {
                return one->verdict == VERDICT_PASS || (waits && !failed);
            }
            failed = failed || (one->verdict != VERDICT_PASS && !waits);
        }
    }
    return false;
}

const char *last_exercise(const struct lab *lab, const struct last_failure *last) {
    return last->exercise != NULL  ? last->exercise
           : last->waiting != NULL ? last->waiting
                                   : lab->exercises->name;
}
