/*
 * lockstep show LAB EXERCISE [SUBMISSION] [--check C] [--mutant M] [--out FILE]
 *
 * Runs the exercise's checks with a recorder beside them, and writes a page that replays what the
 * student's functions did: for a check that failed, open at what was found.
 */
#include "../check/grading.h"
#include "../language/language.h"
#include "../report/report.h"
#include "../simt/record/record.h"
#include "commands.h"
#include "last.h"
#include "looking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The recording that is worth most so far. */
struct chosen {
    struct recording *best, *running;
    const struct lab_check *check;
    const char *asked; /* the name of the one check to record, or NULL */
    enum verdict verdict;
    int rank;
    const struct finding *finding; /* the first of that run, or NULL */
    const char *host;              /* what its program did wrong: record_told */
    const char *was; /* the case in which the check found it; NULL: that one is shown */
    const struct lab_check *ended;  /* it has just become the best, or NULL */
    const struct lab_check *shrunk; /* smaller inputs of this check are tried; NULL: of none */
};

/* A race explains the most; then whatever failed, answers where answers are asked for; of what
 * passed, what the lab says of costs, or the orders of OpenMP's threads. */
static int rank_of(const struct lab_exercise *exercise, const struct lab_check *check,
                   enum verdict verdict) {
    const enum check_kind telling = strcmp(exercise->device, "cpu") == 0 ? CHECK_RACE : CHECK_COST;
    if (verdict == VERDICT_SKIPPED || verdict == VERDICT_UNAVAILABLE) {
        return 0;
    }
    if (verdict == VERDICT_PASS) {
        return check->kind == telling ? 2 : 1;
    }
    const bool elsewhere = verdict == VERDICT_WRONG_ANSWER && check->kind != CHECK_OUTPUT;
    return verdict == VERDICT_RACE || verdict == VERDICT_BARRIER_DIVERGENCE ? 5 : elsewhere ? 3 : 4;
}

static void begin(void *self, const struct lab_exercise *exercise, const struct lab_check *check,
                  struct onlookers *onlookers) {
    struct chosen *chosen = self;
    (void)exercise;
    (void)check;
    onlookers->recording = chosen->running = record_create();
}

/* The check that was asked for, and no other. */
static bool wants(void *self, const struct lab_exercise *exercise, const struct lab_check *check) {
    const struct chosen *chosen = self;
    (void)exercise;
    return chosen->asked == NULL || strcmp(chosen->asked, check->name) == 0;
}

static const char *host_of(const struct trial *trial) {
    uint64_t bytes = 1;
    if (trial->verdict != VERDICT_WRONG_ANSWER || trial->gpu == NULL) {
        return NULL;
    }
    gpu_fact(trial->gpu, "downloaded_bytes", &bytes);
    return gpu_is_unwaited(trial->gpu)                            ? "unwaited"
           : bytes == 0 && finding_never_written(trial->findings) ? "uncopied"
                                                                  : NULL;
}

static void end(void *self, const struct lab_exercise *exercise, const struct lab_check *check,
                const struct trial *trial) {
    struct chosen *chosen = self;
    int rank = rank_of(exercise, check, trial->verdict);
    bool shows = chosen->running != NULL && record_launches(chosen->running) > 0;
    const bool shrinks = chosen->shrunk == check && rank > 0;
    chosen->ended = NULL;
    if (shows && (rank > chosen->rank || shrinks)) {
        record_destroy(chosen->best);
        chosen->best = chosen->running;
        chosen->check = chosen->ended = check;
        chosen->verdict = trial->verdict;
        chosen->rank = rank;
        if (shrinks && chosen->was == NULL) {
            const char *input = chosen->finding != NULL ? chosen->finding->input : NULL;
            chosen->was = input != NULL ? input : "";
        }
        chosen->finding = trial->findings;
        chosen->host = host_of(trial);
    } else {
        record_destroy(chosen->running);
    }
    chosen->running = NULL;
}

/* What fails, and is shown so far, is easier to follow on a smaller input. */
static bool smaller(void *self) {
    struct chosen *chosen = self;
    const bool fails = chosen->ended != NULL && report_can_replay(chosen->verdict);
    chosen->was = NULL;
    chosen->shrunk = fails ? chosen->ended : NULL;
    return fails;
}

/* What the report says where there is nothing to show: why the program did not come to run. */
static bool say_why_not(const struct result *result, const struct chosen *chosen,
                        struct error *error) {
    EACH_CHECK (result, exercise, check) {
        bool asked = chosen->asked == NULL || strcmp(chosen->asked, check->name) == 0;
        if (asked && check->verdict != VERDICT_PASS && check->findings != NULL) {
            return error_set(error, "there is nothing to show of check '%s': %s (%s)", check->name,
                             check->findings->message, verdict_name(check->verdict));
        }
    }
    return error_set(error, "there is nothing to show: no check of this exercise launched a kernel "
                            "or ran on the machine");
}

struct french {
    struct language language;
    struct arena *arena;
};

static const char *say_in_french(void *context, const char *text) {
    const struct french *french = context;
    if (verdict_from_name(text) != VERDICT_COUNT) {
        return language_verdict(&french->language, text);
    }
    return language_say(&french->language, french->arena, text);
}

/* The check that says what went wrong in the run that is shown: that run's own, or the one that was
 * asked for, or, where a fault is told by another check, the one with its verdict. NULL: none. */
static const struct check_result *find_teller(const struct result *result,
                                              const struct chosen *chosen) {
    const struct check_result *teller = NULL;
    int best = 0;
    EACH_CHECK (result, exercise, check) {
        const bool asked = chosen->asked != NULL && strcmp(check->name, chosen->asked) == 0;
        const bool fails = check->findings != NULL && report_can_replay(check->verdict);
        const int fit = !fails                                          ? 0
                        : strcmp(check->name, chosen->check->name) == 0 ? 3
                        : asked                                         ? 2
                        : check->verdict == chosen->verdict             ? 1
                                                                        : 0;
        teller = fit > best ? check : teller;
        best = fit > best ? fit : best;
    }
    return teller;
}

/* What is said of the run that is shown: the finding on the smaller input, or else what the report
 * says first of that check. */
static struct record_told told_by(const struct check_result *check, const struct chosen *chosen) {
    const struct finding *finding = chosen->was != NULL ? chosen->finding : check->findings;
    return (struct record_told){.verdict = verdict_name(finding->verdict),
                                .message = finding->message,
                                .advice = finding->advice,
                                .about = finding->input,
                                .was = chosen->was,
                                .file = finding->file,
                                .line = finding->line,
                                .got = finding->of_error ? NULL : finding->got,
                                .values = finding->values,
                                .host = chosen->host,
                                .element = finding->element};
}

static bool write_page(struct looking *looking, const char *language, const struct chosen *chosen,
                       const struct result *result, struct error *error) {
    struct arena *arena = &looking->kit.arena;
    const char *folders[] = {looking->submission};
    const char *out = looking_page(looking, ".html");
    struct french french = {.arena = arena};
    struct language loaded = {.code = NULL};
    const struct language *reader = NULL; /* whose language the page speaks first */
    struct error none;
    language_choose(&loaded, &reader, language, looking->kit.root, looking->kit.labs,
                    looking->lab.name, &none);
    const struct check_result *teller = find_teller(result, chosen);
    const struct record_told told =
        teller != NULL ? told_by(teller, chosen) : (struct record_told){0};
    const char *check = teller != NULL ? teller->title : chosen->check->title;
    const char *verdict = verdict_name(teller != NULL ? teller->verdict : chosen->verdict);
    const bool speaks = language_load_french(&french.language, looking->kit.root, looking->kit.labs,
                                             looking->lab.name, &none);
    const struct lab_exercise *exercise = lab_find_exercise(&looking->lab, looking->exercise);
    const char *what = arena_printf(arena, "%s, %s%s%s", looking->lab.name, looking->exercise,
                                    looking->mutant != NULL ? ", " : "",
                                    looking->mutant != NULL ? looking->mutant : "");
    const struct record_options options = {
        .title = arena_printf(arena, "%s: check \"%s\" %s", what, check,
                              teller != NULL ? "failed" : "passed"),
        .title_french = speaks ? arena_printf(arena, "%s : contrôle « %s » %s", what,
                                              say_in_french(&french, check),
                                              teller != NULL ? "échoué" : "réussi")
                               : NULL,
        .function = exercise != NULL ? exercise->function : NULL,
        .language = language_code(reader),
        .told = teller != NULL ? &told : NULL,
        .french = speaks ? say_in_french : NULL,
        .french_context = &french,
        .folders = folders,
        .folder_count = sizeof folders / sizeof *folders};
    const bool good = record_save(chosen->best, out, &options, error);
    const char *name = teller != NULL ? teller->name : chosen->check->name;
    if (good && chosen->asked != NULL && strcmp(chosen->asked, name) != 0) {
        puts(language_print(reader, arena,
                            "check '%s' shows nothing wrong by itself: '%s' is shown",
                            chosen->asked, name));
    }
    if (good) {
        puts(language_print(reader, arena, "%s: \"%s\" (%s), step by step; open it in a browser.",
                            out, check, verdict));
    }
    language_free(&french.language);
    language_free(&loaded);
    return good;
}

/* Runs the check that was asked for, or all. A check that passes by itself, as `narrow` has
 * recorded, may yet fail: a check of races also tells those that other checks' inputs show, and
 * work that the host did in the device's place is found over all checks. */
static bool record(struct looking *looking, const char *language, const struct chosen *narrow,
                   struct error *error) {
    struct result result = {0};
    struct chosen chosen = {.asked = looking->check};
    const struct witness witness = {.self = &chosen,
                                    .wants = narrow == NULL ? wants : NULL,
                                    .begin = begin,
                                    .end = end,
                                    .smaller = smaller};
    const struct grade_options options = {.kit = &looking->kit,
                                          .lab = &looking->lab,
                                          .submission = looking->submission,
                                          .exercise = looking->exercise,
                                          .check = looking->check,
                                          .seed = looking->seed,
                                          .secret = &looking->secret,
                                          .judges_not_begun = true,
                                          .witness = &witness};
    bool good = grade_submission(&options, &result, error);
    if (good) {
        const bool passed = chosen.best == NULL || chosen.verdict == VERDICT_PASS;
        const struct chosen *shown = passed && narrow != NULL ? narrow : &chosen;
        /* A skeleton may have a race to look at, where it is given with one. */
        const bool tells = shown->best != NULL && shown->verdict == VERDICT_RACE;
        good =
            narrow != NULL || tells || result.earned > 0 || looking_begun(looking, &result, error);
        good = good && (shown->best == NULL ? say_why_not(&result, &chosen, error)
                        : passed && narrow == NULL && chosen.asked != NULL
                            ? record(looking, language, &chosen, error)
                            : write_page(looking, language, shown, &result, error));
        result_free(&result);
    }
    record_destroy(chosen.best);
    return good;
}

bool show_check(struct looking *looking, const char *language, const char *const *arguments,
                struct error *error) {
    if (language != NULL && strcmp(language, "en") != 0 && strcmp(language, "fr") != 0) {
        return error_set(error, "--language is en or fr, not %s", language);
    }
    setenv("LOCKSTEP_NOTES", "1", 1); /* compilers tell variables, too */
    if (!looking_open(looking, arguments[0], arguments[1],
                      arguments[1] != NULL ? arguments[2] : NULL, error)) {
        return false;
    }
    if (looking->exercise == NULL && looking->since != NULL) {
        const struct last_failure last =
            last_failure(&looking->lab.arena, looking->since, looking->lab.name);
        looking->exercise = last_exercise(&looking->lab, &last);
    }
    bool good =
        looking->exercise != NULL
            ? record(looking, language, NULL, error)
            : error_set(error, "name the exercise: lockstep show %s EXERCISE", looking->lab.name);
    looking_close(looking);
    return good;
}

int show_main(int argc, char **argv) {
    struct looking looking = {.seed = GRADE_DEFAULT_SEED};
    const char *language = NULL;
    const struct option_row rows[] = {
        {"--check", OPTION_TEXT, &looking.check, "C", "this check (default: the first that fails)"},
        {"--since", OPTION_TEXT, &looking.since, "FILE",
         "the last report, which names the exercise to go on with"},
        {"--out", OPTION_TEXT, &looking.out, "FILE",
         "the page (default: in work/LAB/pages); .json: the data"},
        {"--language", OPTION_TEXT, &language, "L", "en or fr (default: as LANG says)"},
        LOOKING_ROWS(&looking),
    };
    const struct usage usage = {
        "lockstep show LAB EXERCISE [SUBMISSION] [options]",
        "Runs a check of the exercise and writes a page that shows, step by step and\n"
        "backwards too, what the program did: warps and lanes or threads, variables,\n"
        "memory, barriers, locks. If the check failed, it opens at the fault.\n"
        "SUBMISSION is the folder with the files (default: work/LAB, else the reference\n"
        "solution). With --mutant or --since, EXERCISE may be left out.",
        OPTIONS_AND_ARGUMENTS(rows, 1, 3)};
    const char *arguments[OPTIONS_MAX_ARGUMENTS + 1] = {NULL};
    struct error error = {0};
    int status;
    if (!options_read(argc, argv, &usage, arguments, &status)) {
        return status;
    }
    return show_check(&looking, language, arguments, &error) ? 0 : command_failed(&error);
}
