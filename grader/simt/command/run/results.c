/* What a run showed: the report, the JSON of it, the recording. */
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "../../model/model_report.h"
#include "../../observers/reports/report.h"
#include "../../record/record.h"
#include "locate.h"
#include "../compile/openmp_program.h"
#include "results.h"
#include "../../../message_text.h"
#include "../report_language.h"

/* How the program ended, in words; NULL if it ended well. */
static const char *describe_exit(int status, char *text, size_t size) {
    if (WIFSIGNALED(status)) {
        message_put(text, size, "the program was killed by signal %d (%s)", WTERMSIG(status),
                    strsignal(WTERMSIG(status)));
    } else if (WEXITSTATUS(status)) {
        message_put(text, size, "the program ended with status %d", WEXITSTATUS(status));
    } else {
        return NULL;
    }
    return text;
}

static bool add_modelled(json_t *root, const struct device_report *report) {
    const struct {
        const char *name;
        double value;
    } table[] = {{"modelled_ms", report->milliseconds},
                 {"between_events_ms", report->between_events},
                 {"all_between_events_ms", report->all_between_events},
                 {"far_between_events_ms", report->far_between_events},
                 {"largest_copy", report->largest_copy}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (json_object_set_new(root, table[i].name, json_real(table[i].value)) != 0) {
            return false;
        }
    }
    return true;
}

bool results_write_json(json_t *root, const char *name, struct error *error) {
    FILE *file = strcmp(name, "-") ? fopen(name, "w") : stdout;
    bool good = file != NULL && json_dumpf(root, file, JSON_INDENT(1) | JSON_PRESERVE_ORDER) == 0 &&
                fputc('\n', file) != EOF;
    if (file == stdout) {
        good = fflush(file) == 0 && good;
    } else if (file != NULL) {
        good = fclose(file) == 0 && good;
    }
    json_decref(root);
    return good || error_set(error, "cannot write %s: %s", name, strerror(errno));
}

static bool write_json(const char *name, const struct finding_list *findings,
                       const struct counters *counters, const struct model *model,
                       const struct device_report *report, struct error *error) {
    json_t *root = simt_report_json(findings, counters);
    if (root == NULL || !model_report_json(root, model) ||
        (model != NULL && !add_modelled(root, report))) {
        json_decref(root);
        return error_set(error, "no memory for the JSON report");
    }
    return results_write_json(root, name, error);
}

/* A call that failed comes before all that may follow from it; so does a race between streams,
 * where a kernel read what nobody had set: the other was to write it. */
static bool comes_first(const struct simt_finding *finding, bool unset) {
    return (finding->kind == FINDING_UNORDERED && unset) || finding->kind == FINDING_REFUSED ||
           finding->kind == FINDING_UNNOTICED || finding->kind == FINDING_WRONG_COPY ||
           finding->kind == FINDING_WRONG_SIDE;
}

static bool reads_unset(const struct finding_list *found) {
    bool unset = false;
    for (size_t i = 0; found != NULL && i < found->count; i++) {
        unset |= found->items[i].kind == FINDING_UNINITIALISED;
    }
    return unset;
}

static void take_notes(struct finding_list *all, const struct device_report *report, bool unset,
                       bool first) {
    for (size_t i = 0; i < report->notes.count; i++) {
        if (comes_first(&report->notes.items[i], unset) == first) {
            finding_list_add(all, &report->notes.items[i]);
        }
    }
}

/* A barrier that some threads miss, or a loop without an end, follows from a race in the same
 * launch if racing values may decide a branch: threads read different ones, and go different ways.
 * So it does from values that nobody set. If they decide none, the race follows from the
 * barrier. */
static bool is_consequence(const struct finding_list *found, const struct simt_finding *finding) {
    if (finding->kind != FINDING_BARRIER && finding->kind != FINDING_ENDLESS) {
        return false;
    }
    for (size_t i = 0; i < found->count; i++) {
        const struct simt_finding *cause = &found->items[i];
        if ((cause->kind == FINDING_RACE || cause->kind == FINDING_UNINITIALISED) &&
            cause->launch == finding->launch && (cause->memories & ~finding->memories) != 0) {
            return true;
        }
    }
    return false;
}

static void take_findings(struct finding_list *all, const struct finding_list *found, bool late) {
    for (size_t i = 0; found != NULL && i < found->count; i++) {
        if (is_consequence(found, &found->items[i]) == late) {
            finding_list_add(all, &found->items[i]);
        }
    }
}

/* Failed calls, the detectors' findings, then the device's notes, as one list. */
static void gather(struct finding_list *all, const struct detector *detector,
                   const struct device_report *report) {
    const struct finding_list *found = detector != NULL ? detector_findings(detector) : NULL;
    const bool unset = reads_unset(found);
    take_notes(all, report, unset, true);
    take_findings(all, found, false);
    take_findings(all, found, true);
    if (found != NULL) {
        all->dropped = found->dropped;
    }
    take_notes(all, report, unset, false);
}

static void print_report(const struct simt_arguments *arguments,
                         const struct finding_list *findings, const struct device_report *report) {
    if (report->protocol != NULL) {
        simt_tell("the program sent the GPU a malformed message: %s", report->protocol);
    }
    if (report->end == DEVICE_STOPPED) {
        simt_tell("the run was ended before the program was done");
    }
    if (!report->used) {
        simt_tell("%s", openmp_is_elsewhere(arguments->program[0])
                            ? "the program's OpenMP threads ran outside of the machine, which "
                              "found nothing; build it with: lockstep cc -fopenmp"
                            : "the program never used the GPU");
        return;
    }
    fflush(stdout);
    const struct report_stream out = spoken_stream(stderr);
    if (findings->count || !arguments->quiet) {
        simt_report_findings(&out, findings);
    }
    if (arguments->quiet || arguments->device.counters == NULL) {
        return;
    }
    simt_report_counters(&out, arguments->device.counters, arguments->lines);
    char milliseconds[32], modelled[160];
    snprintf(milliseconds, sizeof milliseconds, "%.3f", report->milliseconds);
    message_write(modelled, sizeof modelled, SIMT_CUDA, MESSAGE_MODELLED_TIME,
                  MESSAGE_VALUES(message_string("milliseconds", milliseconds)));
    fprintf(stderr, "%s\n", simt_report_say(&out, modelled));
    model_report_text(&out, arguments->device.model);
}

/* Lines of the source are those of the file as it is: says if it is younger than the program. */
static const char *remark_on(const char *program, const struct recording *recording, char *text,
                             size_t size) {
    struct stat built, source;
    if (stat(program, &built) != 0) {
        return NULL;
    }
    const char *name;
    for (size_t n = 0; (name = record_file(recording, n)) != NULL; n++) {
        if (stat(name, &source) == 0 && source.st_mtime > built.st_mtime) {
            snprintf(text, size, "source-changed %s", name);
            return text;
        }
    }
    return NULL;
}

bool results_save_recording(const struct simt_arguments *arguments,
                            const struct recording *recording, struct error *error) {
    char remark[PATH_MAX + 32];
    const struct record_options options = {
        .title = arguments->program[0],
        .remark = remark_on(arguments->program[0], recording, remark, sizeof remark)};
    if (record_launches(recording) == 0) {
        simt_tell("the program launched no kernel: there is nothing to show, and "
                  "%s was not written",
                  arguments->record);
        return true;
    }
    if (options.remark != NULL) {
        simt_tell("%s is newer than the program: build the program again, or the line "
                  "numbers are wrong",
                  strchr(options.remark, ' ') + 1);
    }
    return record_save(recording, arguments->record, &options, error);
}

/* What happened outside of kernels is recorded behind what these did. */
static void record_hosts(struct recording *recording, const struct finding_list *findings) {
    struct finding_list hosts = {0};
    for (size_t i = 0; i < findings->count; i++) {
        if (findings->items[i].launch == 0) {
            finding_list_add(&hosts, &findings->items[i]);
        }
    }
    record_findings(recording, &hosts);
    record_findings(recording, NULL);
    finding_list_clear(&hosts);
}

int results_tell(const struct simt_arguments *arguments, const struct run_observers *observers,
                 int status, const struct device_report *report, struct error *error) {
    char text[128];
    struct finding_list findings = {0};
    gather(&findings, observers->detector, report);
    locate_findings(&findings);
    print_report(arguments, &findings, report);
    const char *ended = describe_exit(status, text, sizeof text);
    if (ended != NULL) {
        simt_tell("%s", ended);
    }
    if (report->refused) {
        simt_tell("a program asked for the GPU while another one had it: give each "
                  "a `lockstep simt` of its own");
    }
    bool clean = ended == NULL && !report->refused && report->protocol == NULL &&
                 report->end != DEVICE_STOPPED && finding_list_verdict(&findings) == NULL;
    int result = clean ? 0 : 1;
    if (arguments->json != NULL && !write_json(arguments->json, &findings, observers->counters,
                                               observers->model, report, error)) {
        simt_tell_error(error);
        result = 2;
    }
    if (observers->recording != NULL) {
        record_hosts(observers->recording, &findings);
    }
    if (observers->recording != NULL &&
        !results_save_recording(arguments, observers->recording, error)) {
        simt_tell_error(error);
        result = 2;
    }
    finding_list_clear(&findings);
    return result;
}
