/* `lockstep simt`: runs a program with the simulated GPU beside it and reports what it did. */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../model/report.h"
#include "../observers/report.h"
#include "../record/record.h"
#include "../wire/wire.h"
#include "command.h"
#include "cuda_compile.h"
#include "locate.h"
#include "openmp_program.h"
#include "simt_arguments.h"
#include "spoken.h"

/* From when on it is asked whether a warp ever ends, a second or two; one that gets on has ten
 * times as long. */
enum { DEFAULT_BUDGET = 100000000, DEFAULT_PATIENCE = 10 * DEFAULT_BUDGET };

/* Makes the simulated GPU the only OpenCL platform that the ICD loader finds. The CUDA Toolkit's
 * loader needs the slash at the end. */
static void offer_opencl(void) {
    struct error error;
    char *home = compile_home(&error);
    char name[PATH_MAX + 64];
    if (home != NULL) {
        snprintf(name, sizeof name, "%s/opencl/vendors/", home);
        setenv("OCL_ICD_VENDORS", name, 1);
        unsetenv("OCL_ICD_FILENAMES");
    }
    free(home);
}

static void offer_compiler(void) {
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    if (length > 0) {
        setenv(WIRE_COMPILER_VARIABLE, path, 1);
    }
}

/* In the child: the socket at its number, then the program. Only returns by _exit. */
static void become(const struct simt_arguments *arguments, int socket) {
    char **program = arguments->program;
    char number[16];
    snprintf(number, sizeof number, "%d", WIRE_DESCRIPTOR);
    offer_opencl();
    offer_compiler();
    if (arguments->output > 0) {
        dup2(arguments->output, STDOUT_FILENO);
    }
    if (arguments->record != NULL) {
        setenv("LOCKSTEP_NOTES", "1", 1); /* OpenCL kernels are built while the program runs */
    }
    if (dup2(socket, WIRE_DESCRIPTOR) >= 0 && !setenv(WIRE_VARIABLE, number, 1)) {
        signal(SIGINT, SIG_DFL);
        execvp(program[0], program);
    }
    fprintf(stderr, "lockstep: cannot run %s: %s\n", program[0], strerror(errno));
    _exit(127);
}

/* How the program ended, in words; NULL if it ended well. */
static const char *describe_exit(int status, char *text, size_t size) {
    if (WIFSIGNALED(status)) {
        snprintf(text, size, "the program was killed by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    } else if (WEXITSTATUS(status)) {
        snprintf(text, size, "the program ended with status %d", WEXITSTATUS(status));
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

static bool write_json(const char *name, const struct finding_list *findings,
                       const struct counters *counters, const struct model *model,
                       const struct device_report *report, struct error *error) {
    json_t *root = simt_report_json(findings, counters);
    if (root == NULL || !model_report_json(root, model) ||
        (model != NULL && !add_modelled(root, report))) {
        json_decref(root);
        return error_set(error, "no memory for the JSON report");
    }
    FILE *file = strcmp(name, "-") ? fopen(name, "w") : stdout;
    bool good = file != NULL && json_dumpf(root, file, JSON_INDENT(1) | JSON_PRESERVE_ORDER) == 0 &&
                fputc('\n', file) != EOF;
    if (file != NULL && file != stdout) {
        good = !fclose(file) && good;
    }
    json_decref(root);
    return good || error_set(error, "cannot write %s: %s", name, strerror(errno));
}

/* A call that failed comes before all that may follow from it. */
static bool comes_first(const struct simt_finding *finding) {
    return finding->kind == FINDING_REFUSED || finding->kind == FINDING_UNNOTICED ||
           finding->kind == FINDING_WRONG_COPY;
}

static void take_notes(struct finding_list *all, const struct device_report *report, bool first) {
    for (size_t i = 0; i < report->notes.count; i++) {
        if (comes_first(&report->notes.items[i]) == first) {
            finding_list_add(all, &report->notes.items[i]);
        }
    }
}

/* Failed calls, the detectors' findings, then the device's notes, as one list. */
static void gather(struct finding_list *all, const struct detector *detector,
                   const struct device_report *report) {
    const struct finding_list *found = detector != NULL ? detector_findings(detector) : NULL;
    take_notes(all, report, true);
    for (size_t i = 0; found != NULL && i < found->count; i++) {
        finding_list_add(all, &found->items[i]);
    }
    if (found != NULL) {
        all->dropped = found->dropped;
    }
    take_notes(all, report, false);
}

static void print_report(const struct simt_arguments *arguments,
                         const struct finding_list *findings, const struct device_report *report) {
    if (report->protocol != NULL) {
        fprintf(stderr, "lockstep: the program sent the GPU a malformed message: %s\n",
                report->protocol);
    }
    if (report->end == DEVICE_STOPPED) {
        fprintf(stderr, "lockstep: the run was ended before the program was done\n");
    }
    if (!report->used) {
        fprintf(stderr, "lockstep: the program never used the GPU\n");
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

/* An interrupt is for the program, and ends the serving; the report still follows. */
static int interrupt_pipe[2] = {-1, -1};
static void on_interrupt(int signal_number) {
    (void)signal_number;
    if (write(interrupt_pipe[1], "", 1) < 0) {
        return;
    }
}

/* Serves the program until it ends; its exit status in *status. */
static bool run(struct simt_arguments *arguments, struct device_report *report, int *status,
                struct error *error) {
    int ends[2];
    if (!device_socketpair(ends, error)) {
        return false;
    }
    if (pipe2(interrupt_pipe, O_CLOEXEC | O_NONBLOCK)) {
        return error_set(error, "no pipe: %s", strerror(errno));
    }
    arguments->device.stop = interrupt_pipe[0];
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        become(arguments, ends[1]);
    }
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return error_set(error, "cannot start a process: %s", strerror(errno));
    }
    signal(SIGINT, on_interrupt);
    bool good = device_serve(ends[0], &arguments->device, report, error);
    close(ends[0]);
    if (report->end == DEVICE_STOPPED || report->end == DEVICE_PROTOCOL) {
        kill(child, SIGKILL);
    }
    pid_t ended;
    do {
        ended = waitpid(child, status, 0);
    } while (ended < 0 && errno == EINTR);
    signal(SIGINT, SIG_DFL);
    close(interrupt_pipe[0]);
    close(interrupt_pipe[1]);
    return good;
}

/* The program was never there: the child could not become it. */
static bool is_missing(int status, const struct device_report *report) {
    return WIFEXITED(status) && WEXITSTATUS(status) == 127 && !report->used;
}

/* The model of the profile that was asked for; NULL in *model if there shall be none. */
static bool make_model(const struct simt_arguments *arguments, struct model **model,
                       struct error *error) {
    const char *name = arguments->profile != NULL ? arguments->profile : "h200";
    *model = NULL;
    if (!strcmp(name, "none") || (arguments->profile == NULL && arguments->no_count)) {
        return true;
    }
    char *home = compile_home(error);
    char folder[PATH_MAX + 16];
    struct profile profile;
    snprintf(folder, sizeof folder, "%s/profiles", home != NULL ? home : "");
    bool good = home != NULL && profile_find(folder, name, &profile, error);
    free(home);
    if (good) {
        *model = model_create(&profile);
        good = *model != NULL || error_set(error, "out of memory");
    }
    return good;
}

/* Lines of the source are those of the file as it is now: says if it is younger than the program.
 */
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

static bool save_recording(const struct simt_arguments *arguments,
                           const struct recording *recording, struct error *error) {
    char remark[PATH_MAX + 32];
    const struct record_options options = {
        .title = arguments->program[0],
        .remark = remark_on(arguments->program[0], recording, remark, sizeof remark)};
    if (record_launches(recording) == 0) {
        fprintf(stderr,
                "lockstep: the program launched no kernel: there is nothing to show, and "
                "%s was not written\n",
                arguments->record);
        return true;
    }
    if (options.remark != NULL) {
        fprintf(stderr,
                "lockstep: %s is newer than the program: build the program again, or the line "
                "numbers are wrong\n",
                strchr(options.remark, ' ') + 1);
    }
    return record_save(recording, arguments->record, &options, error);
}

/* For the machine and three observers, as far as cores have nothing else to do. */
static unsigned idle_cores(void) {
    enum { MOST = 4 };
    cpu_set_t set;
    double busy = 0;
    int cores = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    if (getloadavg(&busy, 1) < 1 || busy >= cores) {
        return 1;
    }
    cores -= (int)busy;
    return cores < MOST ? (unsigned)cores : MOST;
}

/* What cannot wait for the report. */
static void tell(const char *text) {
    const struct report_stream out = spoken_stream(stderr);
    fprintf(stderr, "lockstep: %s\n", simt_report_say(&out, text));
}

static int run_and_report(struct simt_arguments *arguments, struct error *error) {
    struct device_report report = {0};
    struct finding_list findings = {0};
    struct detector *detector = arguments->no_detect ? NULL : detector_create();
    struct counters *counters = arguments->no_count ? NULL : counters_create();
    struct recording *recording = arguments->record != NULL ? record_create() : NULL;
    struct model *model = NULL;
    int status = 0, result = 2;
    char text[128];
    if (recording != NULL) {
        record_findings(recording, detector != NULL ? detector_findings(detector) : NULL);
        arguments->device.recorder = record_observer(recording);
    }
    if (arguments->device.budget == 0) {
        arguments->device.budget = DEFAULT_BUDGET;
        arguments->device.patience = DEFAULT_PATIENCE;
    }
    if (arguments->device.threads == 0) {
        arguments->device.threads = idle_cores();
    }
    arguments->device.lasting = true;
    arguments->device.live = true;
    arguments->device.tell = tell;
    arguments->device.detector = detector;
    arguments->device.counters = counters;
    if ((recording == NULL && arguments->record != NULL) ||
        (detector == NULL && !arguments->no_detect) || (counters == NULL && !arguments->no_count)) {
        error_set(error, "out of memory");
    } else if (!make_model(arguments, &model, error)) {
        result = 2;
    } else if (arguments->device.model = model,
               run(arguments, &report, &status, error) && is_missing(status, &report)) {
        error->message[0] = 0; /* the child has said so */
    } else if (!error->message[0]) {
        gather(&findings, detector, &report);
        locate_findings(&findings);
        print_report(arguments, &findings, &report);
        const char *ended = describe_exit(status, text, sizeof text);
        if (ended != NULL) {
            fprintf(stderr, "lockstep: %s\n", ended);
        }
        if (report.refused) {
            fprintf(stderr,
                    "lockstep: a program asked for the GPU while another one had it: give each "
                    "a `lockstep simt` of its own\n");
        }
        bool clean = ended == NULL && !report.refused && report.protocol == NULL &&
                     report.end != DEVICE_STOPPED && finding_list_verdict(&findings) == NULL;
        result = clean ? 0 : 1;
        if (arguments->json != NULL &&
            !write_json(arguments->json, &findings, counters, model, &report, error)) {
            fprintf(stderr, "lockstep: %s\n", error->message);
            result = 2;
        }
        error->message[0] = 0;
        if (recording != NULL && !save_recording(arguments, recording, error)) {
            result = 2;
        }
    }
    if (error->message[0]) {
        fprintf(stderr, "lockstep: %s\n", error->message);
    }
    record_destroy(recording);
    device_report_clear(&report);
    finding_list_clear(&findings);
    detector_destroy(detector);
    counters_destroy(counters);
    model_destroy(model);
    return result;
}

/* A program of OpenMP's, recorded if that was asked for. */
static int run_openmp(const struct simt_arguments *arguments, struct openmp_request request,
                      struct error *error) {
    request.recording = arguments->record != NULL ? record_create() : NULL;
    int status = openmp_simt(&request);
    if (request.recording != NULL && status != 2 &&
        !save_recording(arguments, request.recording, error)) {
        fprintf(stderr, "lockstep: %s\n", error->message);
        status = 2;
    }
    record_destroy(request.recording);
    return status;
}

bool simt_record_run(char **program, int output, struct recording *recording, struct error *error) {
    struct simt_arguments arguments = {
        .device = {.stop = -1, .recorder = record_observer(recording)},
        .program = program,
        .record = "",
        .output = output};
    if (is_openmp_image(program[0])) {
        const struct openmp_request request = {
            .words = program, .detect = true, .quiet = true, .recording = recording};
        return openmp_simt(&request) != 2 || error_set(error, "%s cannot be run", program[0]);
    }
    struct device_report report = {0};
    struct detector *detector = detector_create();
    int status = 0;
    bool good = detector != NULL || error_set(error, "out of memory");
    if (good) {
        arguments.device.detector = detector;
        record_findings(recording, detector_findings(detector));
        good = run(&arguments, &report, &status, error);
        record_findings(recording, NULL);
    }
    if (good && is_missing(status, &report)) {
        good = error_set(error, "cannot run %s", program[0]);
    }
    device_report_clear(&report);
    detector_destroy(detector);
    return good;
}

int simt_main(int argc, char **argv) {
    struct simt_arguments arguments = {.device = {.stop = -1}};
    struct error error = {""};
    if (!simt_read_arguments(argc, argv, &arguments, &error)) {
        fprintf(stderr, "lockstep: %s\n", error.message);
        return 2;
    }
    if (arguments.help) {
        fputs(simt_help, stdout);
        return 0;
    }
    if (is_openmp_image(arguments.program[0])) {
        const struct device_options *device = &arguments.device;
        struct openmp_request request = {.words = arguments.program,
                                         .reads_input = true,
                                         .json = arguments.json,
                                         .profile = arguments.profile,
                                         .schedule = arguments.schedule,
                                         .scale = arguments.scale,
                                         .threads = arguments.threads,
                                         .budget = device->budget,
                                         .bytes = device->global_bytes,
                                         .milliseconds = device->milliseconds,
                                         .detect = !arguments.no_detect,
                                         .count = !arguments.no_count,
                                         .quiet = arguments.quiet};
        return run_openmp(&arguments, request, &error);
    }
    if (arguments.schedule != NULL &&
        !simt_read_schedule(arguments.schedule, &arguments.device.schedule, &error)) {
        fprintf(stderr, "lockstep: %s\n", error.message);
        return 2;
    }
    return run_and_report(&arguments, &error);
}
