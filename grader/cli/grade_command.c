/* `lockstep grade`: one submission, one report. */
#include "commands.h"

#include "../check/grade.h"
#include "../compile/kit.h"
#include "../compile/files.h"
#include "../jail/jail.h"
#include "../report/report.h"
#include "last.h"
#include "options.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct grade_flags {
    const char *exercise, *device, *format, *out, *labs, *audience, *secret, *since, *kept,
        *language;
    uint64_t seed;
    bool timings, all, early;
};

/* What has changed since the grading that the file holds: the note, NULL for none; the arena's.
 * Where there is no file yet, this is the first. */
static bool compare_with_last(const char *path, const struct result *result,
                              const struct language *language, struct arena *arena,
                              const char **note, struct error *error) {
    *note = NULL;
    if (access(path, F_OK) != 0) {
        return true;
    }
    struct result before;
    const char *text = file_read(arena, path, LARGEST_REPORT);
    if (text == NULL || !report_read_json(text, &before, error)) {
        return error_set(error, "%s holds no report to compare with: remove it", path);
    }
    if (strcmp(before.lab, result->lab) == 0) {
        *note = report_since(arena, language, &before, result);
    }
    result_free(&before);
    return true;
}

/* The report, kept for the next grading to compare with. */
static bool keep_report(const char *path, const struct result *result, struct error *error) {
    const struct report_options all = {.audience = AUDIENCE_INSTRUCTOR};
    return report_write_file(path, report_format_find("json"), result, &all, error);
}

static bool write_report(const struct grade_flags *flags, const struct report_format *format,
                         const struct language *language, const char *sources, const char *note,
                         const struct result *result, struct error *error) {
    bool student =
        flags->audience != NULL ? strcmp(flags->audience, "student") == 0 : format->for_students;
    const struct report_options options = {
        .audience = student ? AUDIENCE_STUDENT : AUDIENCE_INSTRUCTOR,
        .width = flags->out == NULL ? report_columns(stdout) : 0,
        .color = flags->out == NULL && report_color_wanted(stdout),
        .folds = !flags->all,
        .note = note,
        .timings = flags->timings,
        .sources = sources,
        .language = language,
    };
    return flags->out != NULL
               ? report_write_file(flags->out, format, result, &options, error)
               : report_write_stream(stdout, "standard output", format, result, &options, error);
}

/* A line for each, before the report. */
struct early {
    bool wanted;
    const struct language *language;
    struct arena *arena;
    const char *first; /* the exercise that failed last time, or NULL: any that fails is news */
    bool said;
};

static void say(const struct early *early, const char *what, const struct finding *finding) {
    const char *file = finding->file != NULL ? finding->file : "";
    char place[32] = "";
    if (finding->file != NULL && finding->line > 0) {
        snprintf(place, sizeof place, ":%d", finding->line);
    }
    fprintf(stderr, "%s%s%s%s: %s\n", file, place, finding->file != NULL ? ": " : "", what,
            finding->message != NULL
                ? language_say(early->language, early->arena, finding->message)
                : language_verdict(early->language, verdict_name(finding->verdict)));
}

static void say_refused(void *self, const struct finding *finding) {
    struct early *early = self;
    if (early->wanted && !early->said) {
        early->said = true;
        say(early, "error", finding);
    }
}

static void say_failed(void *self, const char *exercise, const struct finding *finding) {
    struct early *early = self;
    const bool asked = early->first == NULL || strcmp(early->first, exercise) == 0;
    if (early->wanted && asked && !early->said && finding->verdict != VERDICT_BUILD_ERROR) {
        early->said = true;
        say(early, exercise, finding);
    }
}

static void say_judged(void *self, const struct exercise_result *exercise) {
    const struct early *early = self;
    if (!early->wanted || early->first == NULL || strcmp(early->first, exercise->name) != 0) {
        return;
    }
    if (exercise->earned == exercise->points) {
        fprintf(stderr, "%s: %s\n", exercise->name,
                language_say(early->language, early->arena, "passes now"));
    }
}

/* The jail is probed once, not for each save. */
static void remember_jail(const char *labs) {
    struct kit kit;
    struct error error;
    if (kit_open(&kit, labs, &error)) {
        jail_remember(arena_printf(&kit.arena, "%s/kit", kit.cache));
        kit_close(&kit);
    }
}

static bool grade(const struct grade_flags *flags, const struct report_format *format,
                  const char *const *arguments, bool *full, struct error *error) {
    struct kit kit;
    struct lab lab;
    struct result result = {0};
    struct secret secret;
    struct language french = {.code = NULL};
    const struct language *language = NULL;
    if (flags->early) {
        remember_jail(flags->labs);
    }
    jail_keep_ready(flags->early);
    if (!lab_open(&kit, &lab, flags->labs, arguments[0], error)) {
        jail_keep_ready(false);
        return false;
    }
    struct arena early_arena = {0};
    struct early early = {.wanted = flags->early, .arena = &early_arena};
    const struct last_failure last = last_failure(&early_arena, flags->since, lab.name);
    early.first = last.exercise;
    const struct grade_listener listener = {&early, say_refused, say_failed, say_judged};
    const struct grade_options options = {.kit = &kit,
                                          .lab = &lab,
                                          .submission = arguments[1],
                                          .exercise = flags->exercise,
                                          .device = flags->device,
                                          .seed = flags->seed,
                                          .kept = flags->kept,
                                          .first = early.first,
                                          .first_check = flags->early ? last.check : NULL,
                                          .listener = &listener,
                                          .secret = &secret};
    bool good =
        language_choose(&french, &language, flags->language, kit.root, kit.labs, lab.name, error);
    early.language = language;
    good = good && secret_find(&secret, flags->secret, &lab, error) &&
           grade_submission(&options, &result, error);
    if (good) {
        *full = result.earned == result.points;
        const char *note = NULL;
        struct arena arena = {0};
        good = (flags->since == NULL ||
                compare_with_last(flags->since, &result, language, &arena, &note, error)) &&
               write_report(flags, format, language, arguments[1], note, &result, error) &&
               (flags->since == NULL || keep_report(flags->since, &result, error));
        arena_free(&arena);
        result_free(&result);
    }
    fflush(stdout); /* nobody waits for what follows */
    jail_keep_ready(false);
    language_free(&french);
    arena_free(&early_arena);
    lab_close(&kit, &lab);
    return good;
}

int grade_main(int argc, char **argv) {
    struct arena arena = {0};
    struct grade_flags flags = {.format = "text", .seed = GRADE_DEFAULT_SEED};
    const struct option_row rows[] = {
        {"--exercise", OPTION_TEXT, &flags.exercise, "E", "grade this exercise only"},
        {"--device", OPTION_TEXT, &flags.device, "D",
         "cpu or simt; cuda or opencl also try a real device"},
        {"--seed", OPTION_NUMBER, &flags.seed, "S",
         "the number that makes the inputs (same seed, same grade)"},
        {"--secret", OPTION_TEXT, &flags.secret, "FILE", "the secret that hidden inputs depend on"},
        {"--format", OPTION_TEXT, &flags.format, "F",
         "text, json, junit, gradescope… (the README lists them)"},
        {"--out", OPTION_TEXT, &flags.out, "FILE",
         "write the report to FILE, not to standard output"},
        {"--audience", OPTION_TEXT, &flags.audience, "A",
         "student: show only the points of hidden checks"},
        {"--language", OPTION_TEXT, &flags.language, "L", "en or fr (default: as LANG says)"},
        {"--since", OPTION_TEXT, &flags.since, "FILE",
         "say what changed since the last grading, which FILE keeps"},
        {"--kept", OPTION_TEXT, &flags.kept, "FILE",
         "give the last result again if nothing changed"},
        {"--early", OPTION_FLAG, &flags.early, NULL,
         "print the first fault to stderr as soon as it is known"},
        {"--all", OPTION_FLAG, &flags.all, NULL, "text: show every exercise in full"},
        {"--timings", OPTION_FLAG, &flags.timings, NULL, "show where the time went"},
        {"--labs", OPTION_TEXT, &flags.labs, "DIR", "a folder of labs of your own"},
    };
    const struct usage usage = {
        "lockstep grade LAB SUBMISSION [options]",
        "Grades the folder SUBMISSION for LAB. Exit status: 0 full marks, 1 less,\n"
        "2 the grader could not do its work.",
        OPTIONS_AND_ARGUMENTS(rows, 2, 2)};
    const char *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    int status;
    if (!options_read(argc, argv, &usage, arguments, &status)) {
        return status;
    }
    const struct report_format *format = report_format_find(flags.format);
    if (format == NULL) {
        fprintf(stderr, "lockstep: no format '%s' (%s)\n", flags.format,
                report_format_names(&arena));
        arena_free(&arena);
        return 2;
    }
    if (flags.audience != NULL && strcmp(flags.audience, "student") != 0 &&
        strcmp(flags.audience, "instructor") != 0) {
        fprintf(stderr, "lockstep: no audience '%s' (student or instructor)\n", flags.audience);
        return 2;
    }
    struct error error;
    bool full = false;
    interrupt_clean_up();
    if (!grade(&flags, format, arguments, &full, &error)) {
        return command_failed(&error);
    }
    return full ? 0 : 1;
}
