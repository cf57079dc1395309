/*
 * lockstep hint LAB [EXERCISE] [--state FILE] [--since FILE] [--again] [--language L] [--labs DIR]
 *
 * Prints the next step of an exercise's ladder of hints, one step a call; with --again those that
 * were shown. Steps towards a check that passed in the report FILE, or that a check below it made
 * wait, are passed over. Without EXERCISE it is the one that lacks points there, else the first.
 * How far each exercise has got is kept in FILE as lines of "exercise steps"; without FILE the
 * first step is shown. A hint that has no French stays English.
 */
#include "../compile/kit.h"
#include "../language/language.h"
#include "../report/report.h"
#include "../report/wrap.h"
#include "commands.h"
#include "last.h"
#include "options.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_STATE_BYTES = 64 * 1024 };

/* How to show hints. */
struct hint_request {
    const char *state; /* the file that keeps how many were shown, or NULL */
    const char *since; /* the last report, or NULL */
    struct lab *lab;
    bool again;
    const struct language *language;
};

static size_t count_hints(const struct lab_exercise *exercise) {
    size_t count = 0;
    for (const struct lab_hint *hint = exercise->hints; hint != NULL; hint = hint->next) {
        count++;
    }
    return count;
}

/* The state file's text; "" where there is no file yet. NULL on an error. */
static char *read_state(struct arena *arena, const char *path, struct error *error) {
    FILE *file = fopen(path, "re");
    if (file == NULL && errno == ENOENT) {
        return arena_strdup(arena, "");
    }
    if (file == NULL) {
        error_set(error, "%s: %s", path, strerror(errno));
        return NULL;
    }
    char *text = arena_alloc(arena, MAX_STATE_BYTES + 1);
    size_t length = fread(text, 1, MAX_STATE_BYTES, file);
    bool bad = ferror(file) != 0;
    fclose(file);
    if (bad || memchr(text, '\0', length) != NULL) {
        error_set(error, "%s is not a record of hints; remove it to start over", path);
        return NULL;
    }
    return text;
}

/* Steps already shown of the exercise, by the state's text: the largest number on a line of its own
 * name. */
static size_t steps_shown(const char *state, const char *exercise) {
    size_t shown = 0, length = strlen(exercise);
    for (const char *line = state; *line != '\0';
         line += strcspn(line, "\n"), line += *line == '\n') {
        if (strncmp(line, exercise, length) == 0 && line[length] == ' ') {
            size_t steps = strtoul(line + length, NULL, 10);
            shown = steps > shown ? steps : shown;
        }
    }
    return shown;
}

/* Adds a line for the exercise. Appending is one small write: two terminals cannot spoil each
 * other's lines. */
static bool remember(const char *path, const char *exercise, size_t steps, struct error *error) {
    FILE *file = fopen(path, "ae");
    if (file == NULL) {
        return error_set(error, "%s: %s", path, strerror(errno));
    }
    bool good = fprintf(file, "%s %zu\n", exercise, steps) > 0;
    good = fclose(file) == 0 && good;
    return good || error_set(error, "%s: %s", path, strerror(errno));
}

static const char *list_exercises(struct lab *lab) {
    const char *text = "";
    for (const struct lab_exercise *exercise = lab->exercises; exercise != NULL;
         exercise = exercise->next) {
        text =
            arena_printf(&lab->arena, "%s%s%s", text, text[0] == '\0' ? "" : ", ", exercise->name);
    }
    return text;
}

static void print_hint(struct hint_request *asked, const struct lab_exercise *exercise,
                       size_t number) {
    const size_t count = count_hints(exercise);
    const struct lab_hint *hint = exercise->hints;
    for (size_t step = 1; step < number; step++) {
        hint = hint->next;
    }
    struct arena arena = {0};
    const char *heading =
        number == count ? "%s, hint %zu of %zu (the last one)" : "%s, hint %zu of %zu";
    puts(language_print(asked->language, &arena, heading, exercise->name, number, count));
    wrap_text(stdout, language_say(asked->language, &arena, hint->text), 0, 0,
              report_columns(stdout), INT_MAX);
    arena_free(&arena);
}

/* The hint after the `shown` ones that helps with a check that fails; the last such one
 * again when there is no further. */
static bool print_next(struct hint_request *asked, const struct lab_exercise *exercise,
                       size_t shown, struct error *error) {
    size_t number = 0, chosen = 0;
    struct result last;
    const bool graded = last_report(&asked->lab->arena, asked->since, asked->lab->name, &last);
    for (const struct lab_hint *hint = exercise->hints; hint != NULL && chosen <= shown;
         hint = hint->next) {
        number++;
        if (hint->check == NULL || !graded || !last_spares(&last, exercise->name, hint->check)) {
            chosen = number;
        }
    }
    if (graded) {
        result_free(&last);
    }
    if (chosen == 0) {
        return error_set(error,
                         "no hint of '%s' is about what fails: the report says what to look at",
                         exercise->name);
    }
    if (asked->state != NULL && shown < chosen &&
        !remember(asked->state, exercise->name, chosen, error)) {
        return false;
    }
    print_hint(asked, exercise, chosen);
    return true;
}

static bool print_again(struct hint_request *asked, const struct lab_exercise *exercise,
                        size_t shown, struct error *error) {
    if (shown == 0) {
        return error_set(error, "no hint of '%s' was shown yet", exercise->name);
    }
    const size_t count = count_hints(exercise);
    for (size_t number = 1; number <= shown && number <= count; number++) {
        print_hint(asked, exercise, number);
    }
    return true;
}

static bool show(struct lab *lab, const char *name, struct hint_request *asked,
                 struct error *error) {
    const struct lab_exercise *exercise = lab_find_exercise(lab, name);
    if (exercise == NULL) {
        return error_set(error, "no exercise '%s' in %s (there are: %s)", name, lab->name,
                         list_exercises(lab));
    }
    if (exercise->hints == NULL) {
        return error_set(error, "the exercise '%s' has no hints", name);
    }
    size_t shown = 0;
    if (asked->state != NULL) {
        const char *state = read_state(&lab->arena, asked->state, error);
        if (state == NULL) {
            return false;
        }
        shown = steps_shown(state, name);
    }
    return asked->again ? print_again(asked, exercise, shown, error)
                        : print_next(asked, exercise, shown, error);
}

/* The exercise to go on with, by the last grading. */
static const char *choose(struct lab *lab, const char *since, struct error *error) {
    const struct last_failure last = last_failure(&lab->arena, since, lab->name);
    if (last.complete) {
        error_set(error, "no exercise of %s lacks points: say which hint you want (there are: %s)",
                  lab->name, list_exercises(lab));
        return NULL;
    }
    return last_exercise(lab, &last);
}

int hint_main(int argc, char **argv) {
    const char *labs = NULL, *language = NULL, *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    struct hint_request asked = {0};
    const struct option_row rows[] = {
        {"--state", OPTION_TEXT, &asked.state, "FILE",
         "the file that remembers which hints were shown"},
        {"--since", OPTION_TEXT, &asked.since, "FILE",
         "the last report, which names the exercise to go on with"},
        {"--again", OPTION_FLAG, &asked.again, NULL, "print the hints that were shown before"},
        {"--language", OPTION_TEXT, &language, "L", "en or fr (default: as LANG says)"},
        {"--labs", OPTION_TEXT, &labs, "DIR", "a folder of labs of your own"},
    };
    const struct usage usage = {
        "lockstep hint LAB [EXERCISE] [options]",
        "Prints the next hint for an exercise. Each call prints one more hint.",
        OPTIONS_AND_ARGUMENTS(rows, 1, 2)};
    int status;
    if (!options_read(argc, argv, &usage, arguments, &status)) {
        return status;
    }
    struct kit kit;
    struct lab lab;
    struct error error = {0};
    struct language french = {.code = NULL};
    bool good =
        lab_open(&kit, &lab, labs, arguments[0], &error) &&
        language_choose(&french, &asked.language, language, kit.root, kit.labs, lab.name, &error);
    asked.lab = &lab;
    const char *exercise = arguments[1];
    if (good && exercise == NULL) {
        exercise = choose(&lab, asked.since, &error);
    }
    good = good && exercise != NULL && show(&lab, exercise, &asked, &error);
    language_free(&french);
    lab_close(&kit, &lab);
    return good ? 0 : command_failed(&error);
}
