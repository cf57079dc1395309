#include "last.h"
#include "../compile/files.h"
#include "../report/read.h"

#include <string.h>

/* The check that failed, the arena's; NULL where there is none. */
static const char *failed_check(const struct exercise_result *exercise, struct arena *arena) {
    const struct check_result *check = exercise->checks;
    while (check != NULL && (check->verdict == VERDICT_PASS || check->verdict == VERDICT_SKIPPED)) {
        check = check->next;
    }
    return check != NULL ? arena_strdup(arena, check->name) : NULL;
}

struct last_failure last_failure(struct arena *arena, const char *path, const char *lab) {
    struct last_failure last = {.exercise = NULL};
    struct result report;
    struct error error;
    const char *text = file_read(arena, path, LARGEST_REPORT);
    if (text == NULL || !report_read_json(text, &report, &error)) {
        return last;
    }
    const bool same = strcmp(report.lab, lab) == 0;
    for (const struct exercise_result *exercise = same ? report.exercises : NULL;
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
    last.complete = same && last.waiting == NULL;
    result_free(&report);
    return last;
}

const char *last_exercise(struct lab *lab, const char *path) {
    struct last_failure last = {.exercise = NULL};
    if (path != NULL) {
        last = last_failure(&lab->arena, path, lab->name);
    }
    return last.exercise != NULL  ? last.exercise
           : last.waiting != NULL ? last.waiting
                                  : lab->exercises->name;
}
