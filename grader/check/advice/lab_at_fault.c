/* Does the lab's own solution fail a check, too? Then the lab may be to blame. */
#include "../../build_cache.h"
#include "advice.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What the lab may be to blame for. */
static bool blames(enum verdict verdict) {
    return verdict != VERDICT_PASS && verdict != VERDICT_NOT_BEGUN && verdict != VERDICT_SKIPPED &&
           verdict != VERDICT_UNAVAILABLE && verdict != VERDICT_REVIEW &&
           verdict != VERDICT_FORBIDDEN && verdict != VERDICT_BUILD_ERROR;
}

static bool is_failed(const struct exercise_result *exercise) {
    bool failed = false;
    for (const struct check_result *check = exercise->checks; check != NULL; check = check->next) {
        failed = failed || blames(check->verdict);
    }
    return failed;
}

/* Later of `newest` and the last change of any file of the folder. */
static struct timespec newest_in(const char *folder, struct timespec newest) {
    DIR *directory = opendir(folder);
    const struct dirent *entry;
    struct stat status;
    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        if (fstatat(dirfd(directory), entry->d_name, &status, 0) == 0 && S_ISREG(status.st_mode) &&
            time_is_later(status.st_mtim, newest)) {
            newest = status.st_mtim;
        }
    }
    if (directory != NULL) {
        closedir(directory);
    }
    return newest;
}

static bool is_newer(const char *path, struct timespec than) {
    struct stat status;
    return stat(path, &status) == 0 && time_is_later(status.st_mtim, than);
}

static void touch(const char *path) {
    FILE *file = fopen(path, "wb");
    if (file != NULL) {
        fclose(file);
    }
}

/* A person decides on what the solution fails, too. True when that is nothing. */
static bool compare(struct arena *arena, const struct exercise_result *solved,
                    struct exercise_result *exercise) {
    bool sound = true;
    for (struct check_result *check = exercise->checks; check != NULL; check = check->next) {
        const struct check_result *same = result_find_check(solved, check->name);
        sound = sound && same != NULL && !blames(same->verdict);
        if (same == NULL || !blames(same->verdict) || !blames(check->verdict)) {
            continue;
        }
        check->findings =
            finding_make(arena, FOUND_LAB_AT_FAULT,
                         MESSAGE_VALUES(message_string("verdict", verdict_name(same->verdict))));
        check->verdict = check->findings->verdict;
    }
    return sound;
}

static void ask_solution(const struct grade_options *options, grader_of *grade,
                         const char *solution, struct result *result,
                         struct exercise_result *exercise) {
    struct arena *arena = &result->arena;
    const char *mark = arena_printf(arena, "%s/%s/%s.sound", options->kit->objects,
                                    options->lab->name, exercise->name);
    struct timespec newest = newest_in(options->lab->directory, (struct timespec){0});
    newest = newest_in(arena_printf(arena, "%s/shared", options->kit->labs), newest);
    newest = newest_in(options->kit->build, newest_in(solution, newest));
    if (options->device == NULL && is_newer(mark, newest)) {
        return;
    }
    struct grade_options asked = *options;
    asked.submission = solution;
    asked.exercise = exercise->name;
    asked.refused = NULL;
    asked.witness = NULL;
    asked.listener = NULL;
    asked.kept = NULL;
    asked.judges_not_begun = true;
    struct result solved;
    struct error error;
    if (grade(&asked, &solved, &error)) {
        if (solved.exercises != NULL && compare(arena, solved.exercises, exercise) &&
            options->device == NULL && options->check == NULL) {
            touch(mark);
        }
        result_free(&solved);
    }
}

void lab_at_fault_review(const struct grade_options *options, grader_of *grade,
                         struct result *result) {
    char own[PATH_MAX], given[PATH_MAX];
    const char *solution =
        kit_sibling(&result->arena, options->kit, "solutions", options->lab->name);
    if (options->judges_not_begun || options->refused != NULL || realpath(solution, own) == NULL ||
        realpath(options->submission, given) == NULL || strcmp(own, given) == 0) {
        return;
    }
    for (struct exercise_result *exercise = result->exercises; exercise != NULL;
         exercise = exercise->next) {
        if (is_failed(exercise)) {
            ask_solution(options, grade, own, result, exercise);
        }
    }
}
