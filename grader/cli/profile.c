/*
 * lockstep profile LAB [EXERCISE] [--submission DIR] [--out FILE] [--json FILE] [--against FILE]
 *
 * Runs the check that bounds an exercise's costs, and says what each line of the source cost.
 */
#include "../compile/open_lab.h"
#include "../profile/profile.h"
#include "commands.h"
#include "options.h"
#include "submission.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct profile_flags {
    const char *check, *submission, *out, *json, *against, *gpu, *labs, *secret;
    uint64_t seed;
};

static bool write_json(const char *name, const json_t *profile, struct error *error) {
    FILE *file = strcmp(name, "-") != 0 ? fopen(name, "we") : stdout;
    bool good = file != NULL &&
                json_dumpf(profile, file, JSON_INDENT(1) | JSON_PRESERVE_ORDER) == 0 &&
                fputc('\n', file) != EOF;
    if (file != NULL && file != stdout) {
        good = fclose(file) == 0 && good;
    }
    return good || error_set(error, "cannot write %s: %s", name, strerror(errno));
}

static bool write_page(const char *name, const json_t *profile, const json_t *against,
                       struct error *error) {
    FILE *file = fopen(name, "we");
    if (file == NULL) {
        return error_set(error, "cannot write %s: %s", name, strerror(errno));
    }
    bool good = profile_page(file, profile, against, error);
    return (fclose(file) == 0 && good) ||
           (good && error_set(error, "cannot write %s: %s", name, strerror(errno)));
}

/* The page's place, unless another was asked for: beside where one works. */
static const char *page_name(const struct profile_flags *flags, struct kit *kit,
                             const char *const *arguments) {
    return flags->out != NULL ? flags->out
           : arguments[1] != NULL
               ? arena_printf(&kit->arena, "%s-%s-profile.html", arguments[0], arguments[1])
               : arena_printf(&kit->arena, "%s-profile.html", arguments[0]);
}

static bool tell(const struct profile_flags *flags, struct kit *kit, const char *const *arguments,
                 const json_t *profile, const json_t *against, struct error *error) {
    const char *page = page_name(flags, kit, arguments);
    bool to_stdout = flags->json != NULL && strcmp(flags->json, "-") == 0;
    if (!to_stdout) {
        profile_text(stdout, profile);
    }
    if (!write_page(page, profile, against, error) ||
        (flags->json != NULL && !write_json(flags->json, profile, error))) {
        return false;
    }
    fprintf(to_stdout ? stderr : stdout, "\n%s: the same with pictures; open it in a browser.\n",
            page);
    return true;
}

static bool run(const struct profile_flags *flags, const char *const *arguments,
                struct error *error) {
    struct kit kit;
    struct lab lab;
    struct secret secret;
    json_t *against = flags->against != NULL ? profile_load(flags->against, error) : NULL;
    if ((flags->against != NULL && against == NULL) ||
        !lab_open(&kit, &lab, flags->labs, arguments[0], error)) {
        json_decref(against);
        return false;
    }
    bool good = submission_check_names(&lab, arguments[1], flags->check, error) &&
                secret_find(&secret, flags->secret, &lab, error);
    json_t *profile = NULL;
    if (good) {
        const struct profile_options options = {
            .kit = &kit,
            .lab = &lab,
            .submission =
                flags->submission != NULL ? flags->submission : submission_find(&kit, arguments[0]),
            .exercise = arguments[1],
            .check = flags->check,
            .gpu = flags->gpu,
            .seed = flags->seed,
            .secret = &secret};
        profile = profile_run(&options, error);
    }
    good = profile != NULL && tell(flags, &kit, arguments, profile, against, error);
    json_decref(profile);
    json_decref(against);
    lab_close(&kit, &lab);
    return good;
}

int profile_main(int argc, char **argv) {
    struct profile_flags flags = {.seed = GRADE_DEFAULT_SEED, .gpu = "h200"};
    const struct option_row rows[] = {
        {"--check", OPTION_TEXT, &flags.check, "C", "this check; else the one that bounds costs"},
        {"--submission", OPTION_TEXT, &flags.submission, "DIR",
         "the files (default work/LAB, else the solution)"},
        {"--out", OPTION_TEXT, &flags.out, "FILE", "the page (default LAB-EXERCISE-profile.html)"},
        {"--json", OPTION_TEXT, &flags.json, "FILE", "the same as JSON, too (- for stdout)"},
        {"--against", OPTION_TEXT, &flags.against, "FILE",
         "an earlier run's page or JSON: compares the two"},
        {"--gpu", OPTION_TEXT, &flags.gpu, "NAME", "the GPU whose time is modelled (default h200)"},
        {"--seed", OPTION_NUMBER, &flags.seed, "S", "other inputs"},
        {"--secret", OPTION_TEXT, &flags.secret, "FILE",
         "what inputs of hidden checks depend on, too"},
        {"--labs", OPTION_TEXT, &flags.labs, "DIR", "a folder of labs of your own"},
    };
    const struct usage usage = {
        .line = "lockstep profile LAB [EXERCISE] [options]",
        .about = "Runs your functions on a check's input and says what they cost: each counter\n"
                 "beside its bound, what binds on a GPU, and the lines of the source. A page\n"
                 "shows the same, with pictures of which lane touches what.",
        .options = rows,
        .option_count = sizeof rows / sizeof *rows,
        .min_arguments = 1,
        .max_arguments = 2};
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
    return run(&flags, arguments, &error) ? 0 : command_failed(&error);
}
