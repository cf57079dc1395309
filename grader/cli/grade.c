/* `lockstep grade`: one submission, one report. */
#include "commands.h"

#include "../check/grade.h"
#include "../compile/open_lab.h"
#include "../report/report.h"
#include "interrupt.h"
#include "options.h"

#include <stdio.h>
#include <string.h>

struct grade_flags {
    const char *exercise, *device, *format, *out, *labs, *audience, *secret;
    uint64_t seed;
    bool timings, all;
};

static bool write_report(const struct grade_flags *flags, const struct report_format *format,
                         const char *sources, const struct result *result, struct error *error) {
    bool student =
        flags->audience != NULL ? strcmp(flags->audience, "student") == 0 : format->for_students;
    const struct report_options options = {
        .audience = student ? AUDIENCE_STUDENT : AUDIENCE_INSTRUCTOR,
        .color = flags->out == NULL && report_color_wanted(stdout),
        .folds = !flags->all,
        .timings = flags->timings,
        .sources = sources,
    };
    return flags->out != NULL
               ? report_write_file(flags->out, format, result, &options, error)
               : report_write_stream(stdout, "standard output", format, result, &options, error);
}

static bool grade(const struct grade_flags *flags, const struct report_format *format,
                  const char *const *arguments, bool *full, struct error *error) {
    struct kit kit;
    struct lab lab;
    struct result result = {0};
    struct secret secret;
    if (!lab_open(&kit, &lab, flags->labs, arguments[0], error)) {
        return false;
    }
    const struct grade_options options = {.kit = &kit,
                                          .lab = &lab,
                                          .submission = arguments[1],
                                          .exercise = flags->exercise,
                                          .device = flags->device,
                                          .seed = flags->seed,
                                          .secret = &secret};
    bool good = secret_find(&secret, flags->secret, &lab, error) &&
                grade_submission(&options, &result, error);
    if (good) {
        *full = result.earned == result.points;
        good = write_report(flags, format, arguments[1], &result, error);
        result_free(&result);
    }
    lab_close(&kit, &lab);
    return good;
}

int grade_main(int argc, char **argv) {
    struct arena arena = {0};
    struct grade_flags flags = {.format = "text", .seed = GRADE_DEFAULT_SEED};
    const struct option_row rows[] = {
        {"--exercise", OPTION_TEXT, &flags.exercise, "E", "grade this exercise only"},
        {"--device", OPTION_TEXT, &flags.device, "D",
         "cpu, simt; cuda, opencl: a real device for simt"},
        {"--seed", OPTION_NUMBER, &flags.seed, "S",
         "other inputs; the same seed gives the same grade"},
        {"--secret", OPTION_TEXT, &flags.secret, "FILE", "the secret that hidden inputs depend on"},
        {"--format", OPTION_TEXT, &flags.format, "F",
         "text, json, junit, gradescope… (the README lists them)"},
        {"--out", OPTION_TEXT, &flags.out, "FILE", "write the report there instead"},
        {"--audience", OPTION_TEXT, &flags.audience, "A",
         "student: hidden checks show their points only"},
        {"--all", OPTION_FLAG, &flags.all, NULL, "text: show every exercise in full"},
        {"--timings", OPTION_FLAG, &flags.timings, NULL, "show where the time went"},
        {"--labs", OPTION_TEXT, &flags.labs, "DIR", "a folder of labs of your own"},
    };
    const struct usage usage = {
        "lockstep grade LAB SUBMISSION [options]",
        "Grades the folder SUBMISSION for LAB. Exit status: 0 full marks, 1 less,\n"
        "2 the grader could not do its work.",
        rows,
        sizeof rows / sizeof *rows,
        2,
        2};
    const char *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    enum options_end end = options_read(argc, argv, &usage, arguments);
    if (end != OPTIONS_READ) {
        return end == OPTIONS_HELP ? 0 : 2;
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
