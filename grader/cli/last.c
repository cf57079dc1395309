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

bool last_spares(struct arena *arena, const char *path, const struct lab *lab, const char *exercise,
                 const char *check) {
    struct result report;
    struct error error;
    const char *text = path == NULL ? NULL : file_read(arena, path, LARGEST_REPORT);
    if (text == NULL || !report_read_json(text, &report, &error)) {
        return false;
    }
    bool spared = false;
    for (const struct exercise_result *of = report.exercises; of != NULL; of = of->next) {
        for (const struct check_result *one = of->checks; one != NULL; one = one->next) {
            spared = spared || (strcmp(report.lab, lab->name) == 0 &&
                                strcmp(of->name, exercise) == 0 && strcmp(one->name, check) == 0 &&
                                (one->verdict == VERDICT_PASS || one->verdict == VERDICT_SKIPPED));
        }
    }
    result_free(&report);
    return spared;
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
