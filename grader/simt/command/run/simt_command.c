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
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../../clock.h"
#include "../../model/model_report.h"
#include "../../observers/reports/report.h"
#include "../../record/record.h"
#include "../../wire/wire.h"
#include "../command.h"
#include "answers.h"
#include "../compile/cuda_compile.h"
#include "../compile/openmp_program.h"
#include "results.h"
#include "../report_language.h"

/* After so many instructions, a second or two, it is asked whether a warp ever ends; one that gets
 * on has ten times as many. */
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
    if (arguments->input > 0) {
        const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        dup2(arguments->input, STDIN_FILENO);
        dup2(nowhere, STDERR_FILENO);
    }
    if (arguments->output > 0) {
        dup2(arguments->output, STDOUT_FILENO);
    }
    if (arguments->record != NULL) {
        setenv("LOCKSTEP_NOTES", "1", 1); /* OpenCL kernels are built while the program runs */
    }
    if (dup2(socket, WIRE_DESCRIPTOR) >= 0 && !setenv(WIRE_VARIABLE, number, 1)) {
        signal(SIGINT, SIG_DFL);
        signal(SIGTERM, SIG_DFL);
        execvp(program[0], program);
    }
    simt_tell("cannot run %s: %s", program[0],
              access(program[0], F_OK) != 0
                  ? strerror(errno)
                  : "lockstep cc compiles a source; call a program ./NAME");
    _exit(127);
}

/* An interrupt, or a request to end, is the program's, and ends the serving; the report follows. */
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
        error_set(error, "no pipe: %s", strerror(errno));
        close(ends[0]);
        close(ends[1]);
        return false;
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
    signal(SIGTERM, on_interrupt); /* of `timeout`, of a batch system */
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
    signal(SIGTERM, SIG_DFL);
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
    simt_tell("%s", text);
}

static bool make_observers(const struct simt_arguments *arguments, struct run_observers *observers,
                           struct error *error) {
    *observers = (struct run_observers){
        .detector = arguments->no_detect ? NULL : detector_create(),
        .counters = arguments->no_count ? NULL : counters_create(),
        .recording = arguments->record != NULL ? record_create() : NULL,
    };
    if ((observers->recording == NULL && arguments->record != NULL) ||
        (observers->detector == NULL && !arguments->no_detect) ||
        (observers->counters == NULL && !arguments->no_count)) {
        return error_set(error, "out of memory");
    }
    return make_model(arguments, &observers->model, error);
}

static void release_observers(struct run_observers *observers) {
    record_destroy(observers->recording);
    detector_destroy(observers->detector);
    counters_destroy(observers->counters);
    model_destroy(observers->model);
}

/* What the command line leaves open, and the observers. */
static void complete_options(struct device_options *device, const struct run_observers *observers) {
    const struct detector *detector = observers->detector;
    if (observers->recording != NULL) {
        record_findings(observers->recording,
                        detector != NULL ? detector_findings(detector) : NULL);
        device->recorder = record_observer(observers->recording);
    }
    if (device->budget == 0) {
        device->budget = DEFAULT_BUDGET;
        device->patience = DEFAULT_PATIENCE;
    }
    if (device->threads == 0) {
        device->threads = idle_cores();
    }
    device->lasting = true;
    device->live = true;
    device->tell = tell;
    device->detector = observers->detector;
    device->counters = observers->counters;
    device->model = observers->model;
}

/* ---- other orders ---------------------------------------------------------------------------- */

/* As far as other orders are tried: it is for programs of a moment. */
enum { ORDERS_INSTRUCTIONS = 20000000, LANES_INSTRUCTIONS = 2000000, ORDERS_MILLISECONDS = 2000 };

static const struct {
    enum simt_schedule schedule;
    const char *name, *words;
    uint64_t most; /* instructions that a program of such runs may have */
} orders[] = {
    {SIMT_FORWARD, "forward", "", ORDERS_INSTRUCTIONS},
    {SIMT_REVERSE, "reverse", "when the threads run in reverse order", ORDERS_INSTRUCTIONS},
    {SIMT_LANES, "lanes", "when the threads interrupt each other", LANES_INSTRUCTIONS},
};
enum { ORDERS = sizeof orders / sizeof *orders };

/* A run without observers. */
struct unseen {
    struct answer answer;
    int status; /* as waitpid() gives it */
    bool good;  /* it came to its end, and says something of the program */
    bool fault; /* a kernel failed */
};

/* Standard input for another run: what the first run read, from `start` on, if it can be read
 * again. Else a pipe with one byte: if that is taken, the program wanted input that is gone. */
static int input_again(off_t start) {
    struct stat input;
    int ends[2];
    if (fstat(STDIN_FILENO, &input) == 0 && S_ISREG(input.st_mode)) {
        const int file = open("/proc/self/fd/0", O_RDONLY | O_CLOEXEC);
        return file >= 0 && lseek(file, start, SEEK_SET) == start ? file : -1;
    }
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return -1;
    }
    if (write(ends[1], "", 1) != 1) {
        close(ends[0]);
        ends[0] = -1;
    }
    close(ends[1]);
    return ends[0];
}

/* Takes what the program wrote to the file, which begins again. */
static void take_answer(int file, struct answer *answer) {
    char part[4096];
    lseek(file, 0, SEEK_SET);
    for (ssize_t got; (got = read(file, part, sizeof part)) > 0;) {
        answer_add(answer, 1, part, (size_t)got);
    }
}

static struct unseen run_unseen(const struct simt_arguments *arguments, enum simt_schedule schedule,
                                struct model *model, off_t start) {
    struct unseen seen = {.good = false};
    struct simt_arguments other = *arguments;
    struct device_report report = {0};
    struct error error;
    struct stat kind;
    int left = 1;
    other.input = input_again(start);
    other.output = memfd_create("answer", MFD_CLOEXEC);
    other.device.schedule = schedule;
    other.device.milliseconds = ORDERS_MILLISECONDS;
    other.device.detector = NULL;
    other.device.counters = NULL;
    other.device.tell = NULL;
    other.device.model = model;
    if (other.input > 0 && other.output > 0 && run(&other, &report, &seen.status, &error)) {
        take_answer(other.output, &seen.answer);
        const bool kept = fstat(other.input, &kind) == 0 &&
                          (S_ISREG(kind.st_mode) || ioctl(other.input, FIONREAD, &left) == 0);
        seen.good = kept && left > 0 && report.end != DEVICE_STOPPED && !seen.answer.cut;
        seen.fault = report.status != 0;
    }
    close(other.input);
    close(other.output);
    device_report_clear(&report);
    return seen;
}

/* Where two runs differ, and a third one, in the first one's order, does not. */
static struct answer_line compare_runs(const struct simt_arguments *arguments, struct unseen *first,
                                       struct unseen *other, off_t start) {
    struct answer_line line = answer_compare(&first->answer, &other->answer);
    struct error error;
    struct model *model;
    struct simt_arguments modelled = {.profile = NULL}; /* events tell other times than before */
    if ((line.difference == ANSWER_SAME && first->status == other->status) ||
        !make_model(&modelled, &model, &error)) {
        return (struct answer_line){.difference = ANSWER_SAME};
    }
    struct unseen again = run_unseen(arguments, SIMT_FORWARD, model, start);
    model_destroy(model);
    answer_keep_steady(&first->answer, &other->answer, &again.answer);
    line = answer_compare(&first->answer, &other->answer);
    if (line.difference != ANSWER_DIFFERS && first->status != other->status &&
        first->status == again.status) {
        line = answer_of_statuses(WEXITSTATUS(first->status), WEXITSTATUS(other->status));
    }
    answer_clear(&again.answer);
    return line;
}

/* Runs the program in other orders, where what it did may hang on the order of its threads, and
 * nothing else is wrong. What it prints must be the same: a note or a finding says where it is not.
 * Returns the order in which a kernel fails, or 0. */
static size_t try_orders(const struct simt_arguments *arguments, struct device_report *report,
                         off_t start) {
    size_t failing = 0;
    struct unseen first = run_unseen(arguments, SIMT_FORWARD, NULL, start);
    bool goes_on = first.good && !first.fault;
    for (size_t n = 1; goes_on && n < ORDERS && report->instructions <= orders[n].most; n++) {
        struct unseen other = run_unseen(arguments, orders[n].schedule, NULL, start);
        failing = other.good && other.fault ? n : 0;
        goes_on = other.good && failing == 0;
        if (goes_on) {
            const struct answer_line line = compare_runs(arguments, &first, &other, start);
            if (line.difference != ANSWER_SAME) {
                const char *const names[2] = {orders[0].name, orders[n].name};
                const struct simt_finding finding = answer_finding(&line, report->dialect, names);
                finding_list_add(&report->notes, &finding);
                goes_on = false;
            }
        }
        answer_clear(&other.answer);
    }
    answer_clear(&first.answer);
    return failing;
}

/* Is all right so far, and could it be otherwise in another order? */
static bool wants_orders(const struct simt_arguments *arguments,
                         const struct run_observers *observers, int status,
                         const struct device_report *report) {
    return report->takes_turns && !report->reads_clock && arguments->schedule == NULL &&
           status == 0 && report->status == 0 && report->end != DEVICE_STOPPED &&
           observers->detector != NULL &&
           finding_list_verdict(detector_findings(observers->detector)) == NULL &&
           finding_list_verdict(&report->notes) == NULL;
}

static int run_and_report(struct simt_arguments *arguments, struct error *error);

/* The report of a run in the order in which a kernel fails; what the program prints was seen. */
static int report_order(struct simt_arguments *arguments, size_t order, off_t start,
                        struct error *error) {
    simt_tell("seen %s (--schedule %s):", orders[order].words, orders[order].name);
    arguments->schedule = orders[order].name;
    arguments->device.schedule = orders[order].schedule;
    arguments->input = input_again(start);
    arguments->output = open("/dev/null", O_WRONLY | O_CLOEXEC);
    const int status = run_and_report(arguments, error);
    close(arguments->input);
    close(arguments->output);
    return status;
}

static int run_and_report(struct simt_arguments *arguments, struct error *error) {
    struct device_report report = {0};
    struct run_observers observers;
    int status = 0, result = 2;
    const int64_t began = clock_milliseconds();
    const off_t start = lseek(STDIN_FILENO, 0, SEEK_CUR);
    bool good = make_observers(arguments, &observers, error);
    if (good) {
        complete_options(&arguments->device, &observers);
        good = run(arguments, &report, &status, error);
    }
    size_t failing = 0;
    if (!good) {
        simt_tell_error(error);
    } else if (!is_missing(status, &report)) { /* the child has said so */
        if (wants_orders(arguments, &observers, status, &report)) {
            if (report.instructions <= ORDERS_INSTRUCTIONS &&
                clock_milliseconds() - began <= ORDERS_MILLISECONDS) {
                failing = try_orders(arguments, &report, start);
            } else if (!arguments->quiet) {
                simt_tell("the program is long: not all orders of its threads were tried "
                          "(--schedule reverse, lanes)");
            }
        }
        result = failing > 0 ? 1 : results_tell(arguments, &observers, status, &report, error);
    }
    device_report_clear(&report);
    release_observers(&observers);
    return failing > 0 ? report_order(arguments, failing, start, error) : result;
}

/* A program of OpenMP's, recorded if that was asked for. */
static int run_openmp(const struct simt_arguments *arguments, struct openmp_request request,
                      struct error *error) {
    request.recording = arguments->record != NULL ? record_create() : NULL;
    int status = openmp_simt(&request);
    if (request.recording != NULL && status != 2 &&
        !results_save_recording(arguments, request.recording, error)) {
        simt_tell_error(error);
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
    good = good && (!is_missing(status, &report) || error_set(error, "cannot run %s", program[0]));
    device_report_clear(&report);
    detector_destroy(detector);
    return good;
}

int simt_main(int argc, char **argv) {
    struct simt_arguments arguments = {.device = {.stop = -1}};
    struct error error = {0};
    if (!simt_read_arguments(argc, argv, &arguments, &error)) {
        simt_tell_error(&error);
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
        simt_tell_error(&error);
        return 2;
    }
    return run_and_report(&arguments, &error);
}
