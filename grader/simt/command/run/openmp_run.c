/* `lockstep simt -- ./program` for an image of C with OpenMP: all of it runs on the machine. */
#include "../compile/openmp_program.h"

#include "../../../clock.h"
#include "../../../whole_file.h"
#include "../../model/cpu.h"
#include "../../observers/openmp/openmp_watch.h"
#include "../../observers/reports/report.h"
#include "../../openmp/runtime/openmp.h"
#include "locate.h"
#include "../compile/openmp_image.h"
#include "openmp_orders.h"
#include "results.h"
#include "../report_language.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <strings.h>
#include <unistd.h>

static const char head[] = OPENMP_IMAGE_HEAD;

bool is_openmp_image(const char *name) {
    char start[sizeof head];
    FILE *file = fopen(name, "r");
    size_t got = file != NULL ? fread(start, 1, sizeof head - 1, file) : 0;
    if (file != NULL) {
        fclose(file);
    }
    return got == sizeof head - 1 && memcmp(start, head, got) == 0;
}

static void print(void *context, int stream, const char *text, size_t length) {
    answer_add(context, stream, text, length);
    fwrite(text, 1, length, stream == 2 ? stderr : stdout);
}

/* Standard input, kept for the runs that are made once more. */
struct kept_input {
    char *text;
    size_t length, at;
    bool ended;  /* there is no more than what is kept */
    bool again;  /* such a run: it gets what is kept */
    bool missed; /* it has asked for more */
};

/* A line at a time: who types at a terminal waits for the answer. */
static size_t read_input(void *context, char *to, size_t size) {
    struct kept_input *kept = context;
    kept->missed = kept->missed || (kept->again && kept->at == kept->length && !kept->ended);
    if (kept->at == kept->length && !kept->again) {
        char *line = NULL;
        size_t room = 0;
        const ssize_t got = getline(&line, &room, stdin);
        char *grown = got > 0 ? realloc(kept->text, kept->length + (size_t)got) : NULL;
        if (grown != NULL) {
            memcpy(grown + kept->length, line, (size_t)got);
            kept->text = grown;
            kept->length += (size_t)got;
        }
        kept->ended = got <= 0;
        free(line);
    }
    const size_t left = kept->length - kept->at, taken = left < size ? left : size;
    if (taken > 0) {
        memcpy(to, kept->text + kept->at, taken);
    }
    kept->at += taken;
    return taken;
}

/* A plain file that the program opens: the program is the user's own. */
static char *read_whole(void *context, const char *path, size_t *length) {
    (void)context;
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) ? whole_file(path, length) : NULL;
}

static bool is_late(void *context) {
    return clock_milliseconds() >= *(const int64_t *)context;
}

static bool choose_schedule(const char *word, struct openmp_options *options) {
    static const struct {
        const char *word;
        enum openmp_schedule schedule;
    } names[] = {{"order", OPENMP_IN_ORDER},
                 {"forward", OPENMP_IN_ORDER},
                 {"reversed", OPENMP_REVERSED},
                 {"reverse", OPENMP_REVERSED},
                 {"turns", OPENMP_TURNS}};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        if (word == NULL || strcmp(names[n].word, word) == 0) {
            options->schedule = names[n].schedule;
            return true;
        }
    }
    char *end;
    options->schedule = OPENMP_DRAWN;
    options->seed = strtoull(word, &end, 10);
    return *word >= '0' && *word <= '9' && *end == '\0';
}

/* `seen` is what another order showed, if any did. */
static bool write_json(const char *name, const struct openmp_watch *watch,
                       const struct openmp_order_seen *seen, const struct cpu_profile *cpu,
                       const struct cpu_work *work, struct error *error) {
    json_t *root = openmp_report_json(watch);
    if (root != NULL && seen->watch != NULL) {
        json_object_set_new(root, "findings",
                            simt_report_findings_json(openmp_watch_findings(seen->watch)));
        json_object_set_new(root, "schedule", json_string(seen->name));
    }
    if (root != NULL && cpu != NULL) {
        json_object_set_new(root, "model", cpu_report_json(cpu, work));
    }
    return root != NULL ? results_write_json(root, name, error)
                        : error_set(error, "no memory for the JSON report");
}

struct program_image {
    const struct openmp_request *request;
    struct simt_device *device; /* that the image was loaded to */
    struct simt_module *module;
    bool recorded; /* what is run again is recorded, too */
};

/* Once more, on the machine as it was; `observer` may be NULL: nobody watches. */
static bool run_again(void *context, const struct openmp_options *options,
                      const struct simt_observer *observer, struct openmp_result *result) {
    const struct program_image *image = context;
    struct kept_input *input = options->read_context;
    if (input != NULL) {
        input->at = 0;
        input->again = true;
        input->missed = false;
    }
    simt_device_rewind(image->device);
    if (observer != NULL) {
        simt_device_attach(image->device, observer);
    }
    if (image->recorded) {
        simt_device_attach(image->device, record_observer(image->request->recording));
    }
    openmp_run_main(image->device, image->module, (const char *const *)image->request->words,
                    options, result);
    return input == NULL || !input->missed;
}

static bool replay(void *context, const struct openmp_options *options,
                   struct openmp_result *result) {
    return run_again(context, options, NULL, result);
}

/* The profile that was asked for. False with a message if there is none of that name. */
static bool find_cpu(const struct openmp_request *request, struct cpu_profile *cpu) {
    struct error error = {0};
    char folder[PATH_MAX + 16];
    char *home = compile_home(&error);
    snprintf(folder, sizeof folder, "%s/profiles", home != NULL ? home : "");
    bool good =
        home != NULL &&
        cpu_profile_find(folder, request->profile != NULL ? request->profile : "xeon", cpu, &error);
    free(home);
    if (!good) {
        simt_tell_error(&error);
    }
    return good;
}

/* What became of the program, in a line; its part of the exit status. */
static int say_end(const struct openmp_result *result) {
    const struct simt_result *machine = &result->machine;
    if (machine->status == SIMT_OK && result->exit_status == 0) {
        return 0;
    }
    if (machine->status == SIMT_OK) {
        simt_tell("the program ended with status %d", result->exit_status);
    } else if (machine->source.line != 0) {
        simt_tell("the program stopped at %s:%u (%s): %s", machine->source.file,
                  machine->source.line, simt_status_name(machine->status), machine->error.message);
    } else {
        simt_tell("the program stopped (%s): %s", simt_status_name(machine->status),
                  machine->error.message);
    }
    if (machine->status == SIMT_BUDGET) {
        simt_tell("if it does end: let it do less, or allow more instructions (--budget N)");
    }
    return 1;
}

/* Where nobody has chosen an order, and the first shows nothing wrong, others may. */
static bool wants_other_orders(const struct openmp_request *request,
                               const struct openmp_watch *watch) {
    return request->schedule == NULL && request->detect &&
           finding_list_verdict(openmp_watch_findings(watch)) == NULL;
}

/* What another order showed begins with its name; its part of the exit status. */
static int say_order(const struct openmp_request *request, const struct openmp_order_seen *seen,
                     int status) {
    if (seen->watch != NULL && seen->threads > 0) {
        simt_tell("seen with another number of threads (--threads %u --schedule %s):",
                  seen->threads, seen->name);
        return say_end(&seen->result);
    }
    if (seen->watch != NULL) {
        simt_tell("seen %s (--schedule %s):", seen->words, seen->name);
        return say_end(&seen->result);
    }
    if (seen->skipped && !request->quiet) {
        simt_tell(
            "the program is long: not all orders of its threads were tried (--schedule reversed, "
            "turns, 1)");
    } else if (seen->orders + seen->teams > 2 && !request->quiet) {
        simt_tell("tried: orders of the threads: %u; numbers of threads: %u", seen->orders,
                  seen->teams);
    }
    return status;
}

/* The other orders, with what they came to; a difference of answers becomes a finding. */
static void try_others(struct openmp_watch *watch, const struct openmp_options *options,
                       const struct openmp_result *result, struct program_image *image,
                       struct openmp_order_seen *seen) {
    const struct openmp_program program = {run_again, replay, image};
    struct answer *answer = options->print_context;
    answer->timed = result->asked_time;
    openmp_other_orders(&program, options, result, answer, seen);
    const struct answer_line *line = &seen->answer;
    if (line->difference == ANSWER_SAME || seen->watch != NULL) {
        return;
    }
    const struct simt_finding finding =
        answer_finding(line, SIMT_OPENMP, (const char *const[2]){"order", seen->answer_order});
    openmp_watch_add(watch, &finding);
}

/* The order that shows something wrong, once more: a recording shows it, too. */
static void record_order(struct program_image *image, const struct openmp_options *options,
                         const struct openmp_order_seen *seen) {
    struct openmp_options other = *options;
    struct openmp_result result;
    struct openmp_watch *watch = openmp_watch_create();
    if (watch != NULL) {
        other.print = NULL;
        other.threads = seen->threads > 0 ? seen->threads : options->threads;
        choose_schedule(seen->name, &other);
        record_findings(image->request->recording, openmp_watch_findings(watch));
        image->recorded = true;
        run_again(image, &other, openmp_watch_observer(watch), &result);
        record_findings(image->request->recording, NULL);
    }
    openmp_watch_destroy(watch);
}

static int run(const struct openmp_request *request, struct simt_device *device,
               struct openmp_watch *watch, struct openmp_options *options, const char *text,
               size_t length) {
    struct simt_module *module;
    struct simt_error error;
    struct openmp_result result;
    struct cpu_profile cpu;
    bool modelled =
        request->profile == NULL ? request->count : strcmp(request->profile, "none") != 0;
    if (modelled && !find_cpu(request, &cpu)) {
        return 2;
    }
    if (simt_module_load(device, text, length, &module, &error) != SIMT_OK) {
        simt_tell("%s cannot be loaded: line %u: %s", request->words[0], error.ptx_line,
                  error.message);
        return 2;
    }
    openmp_run_main(device, module, (const char *const *)request->words, options, &result);
    fflush(stdout);
    int status = say_end(&result);
    if (watch == NULL) {
        return status;
    }
    openmp_watch_finish(watch);
    struct program_image image = {request, device, module, false};
    openmp_watch_steps(watch, options, result.instructions, replay, &image);
    const struct report_stream out = spoken_stream(stderr);
    struct openmp_order_seen seen = {.watch = NULL};
    modelled = modelled && status == 0 && openmp_watch_costs(watch)->regions > 0;
    if (result.machine.status == SIMT_OK && wants_other_orders(request, watch)) {
        try_others(watch, options, &result, &image, &seen);
    }
    if (request->recording != NULL) {
        record_findings(request->recording, NULL);
    }
    if (request->recording != NULL && seen.watch != NULL) {
        record_order(&image, options, &seen);
    }
    const struct finding_list *findings =
        openmp_watch_findings(seen.watch != NULL ? seen.watch : watch);
    status = say_order(request, &seen, status);
    if (request->detect && (findings->count > 0 || !request->quiet)) {
        simt_report_findings(&out, findings);
    }
    struct cpu_work work = cpu_work_scaled(cpu_work_of(openmp_watch_costs(watch), NULL),
                                           request->scale > 0 ? request->scale : 1);
    const char *policy = getenv("OMP_WAIT_POLICY");
    work.passive = policy != NULL && strcasecmp(policy, "passive") == 0;
    if (request->count && !request->quiet) {
        openmp_report_counters(&out, watch);
        if (modelled) {
            cpu_report_text(&out, &cpu, &work);
        }
    }
    status = request->detect && finding_list_verdict(findings) != NULL ? 1 : status;
    struct error unwritten;
    if (request->json != NULL &&
        !write_json(request->json, watch, &seen, modelled ? &cpu : NULL, &work, &unwritten)) {
        simt_tell_error(&unwritten);
        status = 2;
    }
    openmp_watch_destroy(seen.watch);
    return status;
}

int openmp_simt(const struct openmp_request *request) {
    int64_t deadline = clock_milliseconds() + request->milliseconds;
    struct kept_input input = {.text = NULL};
    struct answer answer = {.text = NULL};
    struct openmp_options options = {.threads = request->threads,
                                     .budget = request->budget,
                                     .environment = (const char *const *)environ,
                                     .print = print,
                                     .print_context = &answer,
                                     .read = request->reads_input ? read_input : NULL,
                                     .read_context = request->reads_input ? &input : NULL,
                                     .file = read_whole,
                                     .stop = request->milliseconds > 0 ? is_late : NULL,
                                     .stop_context = &deadline};
    if (!choose_schedule(request->schedule, &options)) {
        simt_tell("--schedule of a program with OpenMP is order, reversed, turns, or the "
                  "number of a drawn one, not %s",
                  request->schedule);
        return 2;
    }
    size_t length = 0;
    char *text = whole_file(request->words[0], &length);
    struct simt_device *device = simt_device_create(request->bytes);
    struct openmp_watch *watch = NULL;
    int status = 2;
    bool watched = request->detect || request->count || request->json != NULL;
    if (text == NULL || device == NULL || (watched && (watch = openmp_watch_create()) == NULL)) {
        simt_tell("cannot read %s: %s", request->words[0], strerror(errno));
    } else {
        if (watch != NULL) {
            simt_device_attach(device, openmp_watch_observer(watch));
        }
        if (request->recording != NULL) {
            record_findings(request->recording,
                            watch != NULL ? openmp_watch_findings(watch) : NULL);
            simt_device_attach(device, record_observer(request->recording));
        }
        status = run(request, device, watch, &options, text + sizeof head - 1,
                     length - (sizeof head - 1));
    }
    simt_device_destroy(device);
    openmp_watch_destroy(watch);
    answer_clear(&answer);
    free(input.text);
    free(text);
    return status;
}
