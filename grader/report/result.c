#include "result.h"

#include <string.h>

void result_free(struct result *result) {
    arena_free(&result->arena);
    memset(result, 0, sizeof *result);
}

struct exercise_result *result_find_exercise(const struct result *result, const char *name) {
    struct exercise_result *exercise = result != NULL ? result->exercises : NULL;
    while (exercise != NULL && strcmp(exercise->name, name) != 0) {
        exercise = exercise->next;
    }
    return exercise;
}

struct check_result *result_find_check(const struct exercise_result *exercise, const char *name) {
    struct check_result *check = exercise->checks;
    while (check != NULL && strcmp(check->name, name) != 0) {
        check = check->next;
    }
    return check;
}

void result_add_timing(struct result *result, const char *name, double seconds) {
    struct timing **tail = &result->timings;
    while (*tail != NULL) {
        tail = &(*tail)->next;
    }
    *tail = arena_alloc(&result->arena, sizeof **tail);
    (*tail)->name = name;
    (*tail)->seconds = seconds;
}
