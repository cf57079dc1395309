/*
 * lockstep profile LAB [EXERCISE] [--submission DIR] [--mutant M] [--out FILE] [--json FILE]
 *                  [--against FILE]
 *
 * Runs the check that bounds an exercise's costs, and says what each line of the source cost.
 */
#include "../language/language.h"
#include "../profile/profile.h"
#include "commands.h"
#include "looking.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct profile_flags {
    struct looking looking;
    const char *submission, *json, *against, *gpu, *cpu, *language;
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
                       const struct language *language, struct error *error) {
    FILE *file = fopen(name, "we");
    if (file == NULL) {
        return error_set(error, "cannot write %s: %s", name, strerror(errno));
    }
    bool good = profile_page(file, profile, against, language_code(language), error);
    return (fclose(file) == 0 && good) ||
           (good && error_set(error, "cannot write %s: %s", name, strerror(errno)));
}

static bool tell(struct profile_flags *flags, const json_t *profile, const json_t *against,
                 const struct language *language, struct error *error) {
    const char *page = looking_page(&flags->looking, "-profile.html");
    bool to_stdout = flags->json != NULL && strcmp(flags->json, "-") == 0;
    if (!to_stdout) {
        profile_text(stdout, profile, language);
    }
    if (!write_page(page, profile, against, language, error) ||
        (flags->json != NULL && !write_json(flags->json, profile, error))) {
        return false;
    }
    profile_text_page(to_stdout ? stderr : stdout, page, language);
    return true;
}

static bool profile_and_tell(struct profile_flags *flags, const json_t *against,
                             struct error *error) {
    const struct looking *looking = &flags->looking;
    const struct profile_options options = {.kit = &looking->kit,
                                            .lab = &looking->lab,
                                            .submission = looking->submission,
                                            .exercise = looking->exercise,
                                            .check = looking->check,
                                            .gpu = flags->gpu,
                                            .cpu = flags->cpu,
                                            .seed = looking->seed,
                                            .secret = &looking->secret};
    struct language french = {.code = NULL}, chosen = {.code = NULL};
    const struct language *language;
    bool good = language_choose(&chosen, &language, flags->language, looking->kit.root,
                                looking->kit.labs, looking->lab.name, error);
    json_t *profile = good ? profile_run(&options, error) : NULL;
    struct error none;
    if (profile != NULL && language_load_french(&french, looking->kit.root, looking->kit.labs,
                                                looking->lab.name, &none)) {
        profile_say_in_french(profile, &french);
    }
    good = profile != NULL && tell(flags, profile, against, language, error);
    json_decref(profile);
    language_free(&french);
    language_free(&chosen);
    return good;
}

static bool run(struct profile_flags *flags, const char *const *arguments, struct error *error) {
    json_t *against = flags->against != NULL ? profile_load(flags->against, error) : NULL;
    bool good = (flags->against == NULL || against != NULL) &&
                looking_open(&flags->looking, arguments[0], arguments[1], flags->submission, error);
    if (good) {
        good = profile_and_tell(flags, against, error);
        looking_close(&flags->looking);
    }
    json_decref(against);
    return good;
}

int profile_main(int argc, char **argv) {
    struct profile_flags flags = {
        .looking = {.seed = GRADE_DEFAULT_SEED}, .gpu = "h200", .cpu = "xeon"};
    const struct option_row rows[] = {
        {"--check", OPTION_TEXT, &flags.looking.check, "C",
         "this check (default: the one that bounds the cost)"},
        {"--submission", OPTION_TEXT, &flags.submission, "DIR",
         "the files (default work/LAB, else the solution)"},
        {"--out", OPTION_TEXT, &flags.looking.out, "FILE", "the page (default: in work/LAB/pages)"},
        {"--json", OPTION_TEXT, &flags.json, "FILE", "the same as JSON, too (- for stdout)"},
        {"--against", OPTION_TEXT, &flags.against, "FILE",
         "compare with an earlier run: its page or its JSON"},
        {"--gpu", OPTION_TEXT, &flags.gpu, "NAME", "the GPU whose time is modelled (default h200)"},
        {"--cpu", OPTION_TEXT, &flags.cpu, "NAME",
         "the same for OpenMP: the processor (default xeon)"},
        {"--language", OPTION_TEXT, &flags.language, "L", "en or fr (default: as LANG says)"},
        LOOKING_ROWS(&flags.looking),
    };
    const struct usage usage = {
        "lockstep profile LAB [EXERCISE] [options]",
        "Runs your functions on a check's input and says what they cost: each counter\n"
        "beside its bound, what limits the time on a GPU, and the cost of each source\n"
        "line. A page shows the same, with pictures of which lane accesses what.",
        OPTIONS_AND_ARGUMENTS(rows, 1, 2)};
    const char *arguments[OPTIONS_MAX_ARGUMENTS + 1] = {NULL};
    struct error error = {0};
    int status;
    if (!options_read(argc, argv, &usage, arguments, &status)) {
        return status;
    }
    return run(&flags, arguments, &error) ? 0 : command_failed(&error);
}
