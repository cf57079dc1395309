/*
 * watch [-vco] [-t THREADS,…] [-s SCHEDULE,…] [-b BUDGET] [-m MOST] PROGRAM.ptx [WORD…]: runs a
 * program with each schedule (order, reversed, turns, or a number: drawn from that seed) and each
 * number of threads, watched; no more runs once all together have executed MOST instructions.
 * Prints one line:
 *
 *     race|clean|other|stopped RUNS RACES INSTRUCTIONS cause
 *
 * race: in some run a race was found; other: none, but something else; stopped: a run did not get
 * to the program's end, and no race was found. With -v the findings of each run come before it,
 * with -c the counters, too.
 */
#include "../../observers/openmp/openmp_watch.h"
#include "../../observers/reports/report.h"
#include "../../simt.h"
#include "../runtime/openmp.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct request {
    struct simt_device *device;
    struct simt_module *module;
    const char *const *words;
    uint64_t budget, most;
    unsigned runs; /* so far */
    bool findings, counters, output;
};

struct outcome {
    unsigned runs, races, others, stopped;
    uint64_t instructions, longest;
    char cause[300];
};

static void print(void *context, int stream, const char *text, size_t length) {
    const struct request *request = context;
    if (request->output) {
        fwrite(text, 1, length, stream == 2 ? stderr : stdout);
    }
}

static char *read_all(const char *path, size_t *length) {
    FILE *file = fopen(path, "r");
    char *text = NULL;
    if (file == NULL) {
        return NULL;
    }
    FILE *memory = open_memstream(&text, length);
    for (int c; memory != NULL && (c = getc(file)) != EOF;) {
        putc(c, memory);
    }
    fclose(file);
    return memory != NULL && fclose(memory) == 0 ? text : NULL;
}

static void tally(const struct openmp_watch *watch, const struct openmp_result *result,
                  struct outcome *outcome) {
    const struct finding_list *findings = openmp_watch_findings(watch);
    unsigned races = 0, others = 0;
    for (size_t i = 0; i < findings->count; i++) {
        const struct simt_finding *finding = &findings->items[i];
        races += finding->kind == FINDING_RACE;
        others += finding->kind != FINDING_RACE && !finding_is_note(finding->kind);
        if (outcome->cause[0] == '\0' && !finding_is_note(finding->kind)) {
            snprintf(outcome->cause, sizeof outcome->cause, "%s: %s, lines %u and %u",
                     finding_kind_name(finding->kind), finding->subject, finding->places[0].line,
                     finding->place_count > 1 ? finding->places[1].line : 0);
        }
    }
    outcome->runs++;
    outcome->races += races > 0;
    outcome->others += others > 0;
    outcome->stopped += result->machine.status != SIMT_OK;
    outcome->instructions += result->instructions;
    if (result->machine.status == SIMT_OK && result->instructions > outcome->longest) {
        outcome->longest = result->instructions;
    }
    if (outcome->cause[0] == '\0' && result->machine.status != SIMT_OK) {
        snprintf(outcome->cause, sizeof outcome->cause, "%s",
                 result->machine.error.message[0] != '\0'
                     ? result->machine.error.message
                     : simt_status_name(result->machine.status));
    }
}

/* Once more, with nobody watching. */
static bool replay(void *context, const struct openmp_options *options,
                   struct openmp_result *result) {
    const struct request *request = context;
    simt_device_rewind(request->device);
    openmp_run_main(request->device, request->module, request->words, options, result);
    return true;
}

/* Of a run. Where a race is known, an order in which the program goes on without end says no more:
 * twice what the longest run took that ended, and some more. */
static uint64_t budget_of(const struct request *request, const struct outcome *outcome) {
    uint64_t most = request->budget != 0 ? request->budget : OPENMP_DEFAULT_BUDGET;
    uint64_t less = outcome->longest * 2 + 1000000;
    return outcome->races > 0 && less < most ? less : most;
}

static void run(const struct request *request, unsigned threads, const char *schedule,
                struct outcome *outcome) {
    struct openmp_options options = {.threads = threads,
                                     .budget = budget_of(request, outcome),
                                     .print = print,
                                     .print_context = (void *)request};
    static const char *const names[] = {
        [OPENMP_IN_ORDER] = "order", [OPENMP_REVERSED] = "reversed", [OPENMP_TURNS] = "turns"};
    options.schedule = OPENMP_DRAWN;
    options.seed = strtoull(schedule, NULL, 10) + request->runs; /* time() differs, too */
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i], schedule) == 0) {
            options.schedule = (enum openmp_schedule)i;
        }
    }
    struct openmp_watch *watch = openmp_watch_create();
    struct openmp_result result = {0};
    simt_device_attach(request->device, openmp_watch_observer(watch));
    openmp_run_main(request->device, request->module, request->words, &options, &result);
    openmp_watch_finish(watch);
    if (request->findings) {
        openmp_watch_steps(watch, &options, result.instructions, replay, (void *)request);
    }
    tally(watch, &result, outcome);
    const struct report_stream out = {.file = stdout};
    if (request->findings) {
        printf("---- %u threads, %s: %s %s\n", threads, schedule,
               simt_status_name(result.machine.status), result.machine.error.message);
        simt_report_findings(&out, openmp_watch_findings(watch));
    }
    if (request->counters) {
        openmp_report_counters(&out, watch);
    }
    simt_device_rewind(request->device);
    openmp_watch_destroy(watch);
}

/* The next word of a list with commas, or NULL. */
static char *next(char **list) {
    char *word = strsep(list, ",");
    return word != NULL && word[0] != '\0' ? word : NULL;
}

static void run_all(struct request *request, const char *threads, const char *schedules,
                    struct outcome *outcome) {
    char *names = strdup(schedules);
    for (char *rest = names, *name; (name = next(&rest)) != NULL;) {
        char *counts = strdup(threads);
        for (char *left = counts, *count; (count = next(&left)) != NULL;) {
            if (request->most == 0 || outcome->instructions < request->most) {
                request->runs = outcome->runs;
                run(request, (unsigned)strtoul(count, NULL, 10), name, outcome);
            }
        }
        free(counts);
    }
    free(names);
}

int main(int argc, char **argv) {
    struct request request = {.budget = 0};
    const char *threads = "4", *schedules = "order";
    for (int option; (option = getopt(argc, argv, "+vcot:s:b:m:")) != -1;) {
        switch (option) {
        case 'v':
            request.findings = true;
            break;
        case 'c':
            request.counters = true;
            break;
        case 'o':
            request.output = true;
            break;
        case 't':
            threads = optarg;
            break;
        case 's':
            schedules = optarg;
            break;
        case 'b':
            request.budget = strtoull(optarg, NULL, 10);
            break;
        case 'm':
            request.most = strtoull(optarg, NULL, 10);
            break;
        default:
            return 2;
        }
    }
    size_t length = 0;
    char *text = optind < argc ? read_all(argv[optind], &length) : NULL;
    if (text == NULL) {
        fprintf(stderr, "watch: %s cannot be read\n", optind < argc ? argv[optind] : "no program");
        return 2;
    }
    struct simt_error error;
    request.device = simt_device_create(0);
    request.words = (const char *const *)&argv[optind];
    struct outcome outcome = {0};
    if (simt_module_load(request.device, text, length, &request.module, &error) == SIMT_OK) {
        run_all(&request, threads, schedules, &outcome);
    } else {
        snprintf(outcome.cause, sizeof outcome.cause, "line %u: %s", error.ptx_line, error.message);
    }
    simt_device_destroy(request.device);
    free(text);
    printf("%s %u %u %llu %s\n",
           outcome.races > 0                          ? "race"
           : outcome.stopped > 0 || outcome.runs == 0 ? "stopped"
           : outcome.others > 0                       ? "other"
                                                      : "clean",
           outcome.runs, outcome.races, (unsigned long long)outcome.instructions, outcome.cause);
    return 0;
}
