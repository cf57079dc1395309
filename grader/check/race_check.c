/* Checks of kind `race`: ThreadSanitizer with Archer, which knows what OpenMP orders. */
#include "devices.h"

#include "miscompiled.h"
#include "sanitizer_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_RACE = 66 }; /* as TSAN_OPTIONS in build/flavour.c asks */

/* The variable of a reduction that clang miscompiled, when that is what the place shows; or NULL.
 */
static const char *miscompiled_at(struct grading *grading, const struct place *place) {
    char path[PATH_MAX];
    if (place->file == NULL) {
        return NULL;
    }
    snprintf(path, sizeof path, "%s/%s", grading->box->source, place->file);
    FILE *file = fopen(path, "re");
    char *source = NULL;
    size_t size = 0;
    const char *variable = NULL;
    if (file != NULL && getdelim(&source, &size, '\0', file) >= 0) {
        variable = miscompiled_reduction(grading->arena, source, place->line);
    }
    if (file != NULL) {
        fclose(file);
    }
    free(source);
    return variable;
}

static const char *verb(bool writes) {
    return writes ? "writes" : "reads";
}

static const char *describe(struct arena *arena, const struct race_report *report) {
    const char *of = report->global != NULL ? arena_printf(arena, " of %s", report->global) : "";
    if (report->first.file == NULL) {
        return "two threads touch the same memory at the same time, and at least one writes";
    }
    if (report->second.file == NULL || report->second.line == report->first.line) {
        return arena_printf(arena,
                            "several threads run line %d on the same memory%s at the same time",
                            report->first.line, of);
    }
    if (report->second.started) {
        return arena_printf(arena,
                            "a thread %s at line %d what the command or thread started at line %d "
                            "%s%s, and nothing orders them",
                            verb(report->first_writes), report->first.line, report->second.line,
                            verb(report->second_writes), of);
    }
    return arena_printf(
        arena, "a thread %s at line %d what another %s at line %d%s, and nothing orders them",
        verb(report->first_writes), report->first.line, verb(report->second_writes),
        report->second.line, of);
}

static void add_race(struct grading *grading, const struct lab_check *check, struct trial *trial) {
    struct race_report report = {0};
    bool read = race_report_read(grading, read_logs(grading), &report);
    const char *variable = read ? miscompiled_at(grading, &report.first) : NULL;
    if (variable != NULL) { /* not a race in the student's program */
        struct finding *finding =
            trial_add(grading, trial, VERDICT_UNAVAILABLE,
                      arena_printf(grading->arena,
                                   "clang compiles reduction(…%s[…]) wrongly when %s is at file "
                                   "scope, so races cannot be judged",
                                   variable, variable));
        finding->advice = "Use a local table or the parameter in the reduction clause.";
        return;
    }
    struct finding *finding =
        trial_add(grading, trial, VERDICT_RACE, describe(grading->arena, &report));
    if (report.first.file != NULL) {
        finding->file = report.first.file;
        finding->line = report.first.line;
        finding->function = report.first.function;
    }
    finding->advice =
        report.atomic
            ? "One of the two accesses is atomic; the other one must be, too, or must wait."
            : check->advice;
    finding->input = check->cases->text;
}

bool check_race(struct grading *grading, const struct lab_exercise *exercise,
                const struct lab_check *check, enum flavour flavour, struct trial *trial) {
    if (grading->no_race_check != NULL) {
        *trial = (struct trial){.verdict = VERDICT_PASS};
        trial_add(grading, trial, VERDICT_UNAVAILABLE, grading->no_race_check);
        return true;
    }
    /* No judge: the answers of threads that wait for a sanitizer are looked at in the native build.
     */
    box_clear_log(grading->box);
    if (!trial_run(grading, exercise, check, flavour, NULL, trial)) {
        return false;
    }
    /* ThreadSanitizer ends with the same status when the program dies of a fault: only the log
     * tells. */
    const char *log = read_logs(grading);
    bool fault = strstr(log, "ERROR: ThreadSanitizer") != NULL ||
                 strstr(log, "ThreadSanitizer:DEADLYSIGNAL") != NULL;
    bool status =
        trial->finished && trial->jail.end == JAIL_EXITED && trial->jail.code == EXIT_RACE;
    if (strstr(log, "WARNING: ThreadSanitizer: data race") != NULL || (status && !fault)) {
        add_race(grading, check, trial);
    } else if (fault) {
        trial_add(grading, trial, VERDICT_CRASH, "the program crashed while races were looked for")
            ->advice = "Mend what the other checks of this exercise say first: this goes with it.";
    } else if (!trial->finished || trial->jail.end != JAIL_EXITED || trial->jail.code != 0) {
        trial_add_end(grading, flavour, trial);
    }
    return true;
}
