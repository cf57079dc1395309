/*
 * lockstep show LAB EXERCISE [SUBMISSION] [--check C] [--out FILE]
 *
 * Runs the exercise's checks with a recorder beside them, and writes a page that replays what the
 * student's functions did: for a check that failed, open at what was found.
 */
#include "../check/grade.h"
#include "../check/grading.h"
#include "../compile/open_lab.h"
#include "../simt/record/record.h"
#include "commands.h"
#include "options.h"
#include "submission.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct show_flags {
    const char *check, *out, *labs, *secret, *language;
    uint64_t seed;
};

/* The recording that is worth most so far. */
struct chosen {
    struct recording *best, *running;
    const struct lab_check *check;
    const char *asked; /* the name of the one check to record, or NULL */
    enum verdict verdict;
    int rank;
};

/* A race explains the most; then whatever failed; of what passed, what the lab says
 * of costs, or the orders of OpenMP's threads. */
static int rank_of(const struct lab_exercise *exercise, const struct lab_check *check,
                   enum verdict verdict) {
    const enum check_kind telling = strcmp(exercise->device, "cpu") == 0 ? CHECK_RACE : CHECK_COST;
    if (verdict == VERDICT_SKIPPED || verdict == VERDICT_UNAVAILABLE) {
        return 0;
    }
    if (verdict == VERDICT_PASS) {
        return check->kind == telling ? 2 : 1;
    }
    return verdict == VERDICT_RACE || verdict == VERDICT_BARRIER_DIVERGENCE ? 4 : 3;
}

static void begin(void *self, const struct lab_exercise *exercise, const struct lab_check *check,
                  struct onlookers *onlookers) {
    struct chosen *chosen = self;
    (void)exercise;
    chosen->running = NULL;
    if (chosen->asked == NULL || strcmp(chosen->asked, check->name) == 0) {
        chosen->running = record_create();
    }
    onlookers->recording = chosen->running;
}

/* The check that was asked for, and no other. */
static bool wants(void *self, const struct lab_exercise *exercise, const struct lab_check *check) {
    const struct chosen *chosen = self;
    (void)exercise;
    return chosen->asked == NULL || strcmp(chosen->asked, check->name) == 0;
}

static void end(void *self, const struct lab_exercise *exercise, const struct lab_check *check,
                const struct trial *trial) {
    struct chosen *chosen = self;
    int rank = rank_of(exercise, check, trial->verdict);
    bool shows = chosen->running != NULL && record_launches(chosen->running) > 0;
    if (shows && rank > chosen->rank) {
        record_destroy(chosen->best);
        chosen->best = chosen->running;
        chosen->check = check;
        chosen->verdict = trial->verdict;
        chosen->rank = rank;
    } else {
        record_destroy(chosen->running);
    }
    chosen->running = NULL;
}

/* What the report says where there is nothing to show: why the program did not come to run. */
static bool say_why_not(const struct result *result, const struct chosen *chosen,
                        struct error *error) {
    for (const struct exercise_result *exercise = result->exercises; exercise != NULL;
         exercise = exercise->next) {
        for (const struct check_result *check = exercise->checks; check != NULL;
             check = check->next) {
            bool asked = chosen->asked == NULL || strcmp(chosen->asked, check->name) == 0;
            if (asked && check->verdict != VERDICT_PASS && check->findings != NULL) {
                return error_set(error, "there is nothing to show of check '%s': %s (%s)",
                                 check->name, check->findings->message,
                                 verdict_name(check->verdict));
            }
        }
    }
    return error_set(error, "there is nothing to show: no check of this exercise launched a kernel "
                            "or ran on the machine");
}

static bool write_page(const struct show_flags *flags, const struct lab *lab, const char *exercise,
                       const char *submission, const struct chosen *chosen, struct error *error) {
    struct arena arena = {0};
    const char *folders[] = {submission};
    const char *out =
        flags->out != NULL ? flags->out : arena_printf(&arena, "%s-%s.html", lab->name, exercise);
    const struct record_options options = {
        .title = arena_printf(&arena, "%s, %s, %s: %s", lab->name, exercise, chosen->check->name,
                              verdict_name(chosen->verdict)),
        .language = flags->language,
        .folders = folders,
        .folder_count = sizeof folders / sizeof *folders};
    bool good = record_save(chosen->best, out, &options, error);
    if (good) {
        printf("%s: check '%s' (%s) step by step; open it in a browser.\n", out,
               chosen->check->name, verdict_name(chosen->verdict));
    }
    arena_free(&arena);
    return good;
}

static bool show(const struct show_flags *flags, const char *const *arguments,
                 struct error *error) {
    struct kit kit;
    struct lab lab;
    struct result result = {0};
    struct secret secret;
    struct chosen chosen = {.asked = flags->check};
    const struct witness witness = {.self = &chosen, .wants = wants, .begin = begin, .end = end};
    if (!lab_open(&kit, &lab, flags->labs, arguments[0], error)) {
        return false;
    }
    bool good = submission_check_names(&lab, arguments[1], flags->check, error);
    const char *submission = !good                  ? NULL
                             : arguments[2] != NULL ? arguments[2]
                                                    : submission_find(&kit, arguments[0]);
    const struct grade_options options = {.kit = &kit,
                                          .lab = &lab,
                                          .submission = submission,
                                          .exercise = arguments[1],
                                          .check = flags->check,
                                          .seed = flags->seed,
                                          .secret = &secret,
                                          .judges_untouched = true,
                                          .witness = &witness};
    good = good && secret_find(&secret, flags->secret, &lab, error) &&
           grade_submission(&options, &result, error);
    if (good) {
        good = chosen.best != NULL
                   ? write_page(flags, &lab, arguments[1], submission, &chosen, error)
                   : say_why_not(&result, &chosen, error);
        result_free(&result);
    }
    record_destroy(chosen.best);
    lab_close(&kit, &lab);
    return good;
}

int show_main(int argc, char **argv) {
    struct show_flags flags = {.seed = GRADE_DEFAULT_SEED};
    const struct option_row rows[] = {
        {"--check", OPTION_TEXT, &flags.check, "C", "this check; else the first that fails"},
        {"--out", OPTION_TEXT, &flags.out, "FILE",
         "the page (default LAB-EXERCISE.html); .json: the data"},
        {"--language", OPTION_TEXT, &flags.language, "L", "of the page: en or fr"},
        {"--seed", OPTION_NUMBER, &flags.seed, "S", "other inputs"},
        {"--secret", OPTION_TEXT, &flags.secret, "FILE",
         "what inputs of hidden checks depend on, too"},
        {"--labs", OPTION_TEXT, &flags.labs, "DIR", "a folder of labs of your own"},
    };
    const struct usage usage = {
        .line = "lockstep show LAB EXERCISE [SUBMISSION] [options]",
        .about = "Runs a check of the exercise and writes a page that shows, step by step and\n"
                 "backwards too, what the program did: warps and lanes or threads, variables,\n"
                 "memory, barriers, locks. If the check failed it opens at what was found.\n"
                 "SUBMISSION is the folder with the files; else work/LAB, else the reference\n"
                 "solution.",
        .options = rows,
        .option_count = sizeof rows / sizeof *rows,
        .min_arguments = 2,
        .max_arguments = 3};
    const char *arguments[OPTIONS_MAX_ARGUMENTS + 1] = {NULL};
    struct error error = {""};
    switch (options_read(argc, argv, &usage, arguments)) {
    case OPTIONS_HELP:
        return 0;
    case OPTIONS_WRONG:
        return 2;
    case OPTIONS_READ:
        break;
    }
    if (flags.language != NULL && strcmp(flags.language, "en") != 0 &&
        strcmp(flags.language, "fr") != 0) {
        error_set(&error, "--language is en or fr, not %s", flags.language);
        return command_failed(&error);
    }
    setenv("LOCKSTEP_NOTES", "1", 1); /* compilers tell variables, too */
    return show(&flags, arguments, &error) ? 0 : command_failed(&error);
}
