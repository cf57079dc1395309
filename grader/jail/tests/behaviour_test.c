/* test: sanitized */
/* What the jail promises to its caller: what a command sees, how ends are told, and that runs may
 * overlap. */
#include "harness.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static struct jail_spec spec_for(struct harness *harness, const char **arguments,
                                 const char *attack, const char *argument) {
    arguments[0] = "/box/attacks";
    arguments[1] = attack;
    arguments[2] = argument;
    arguments[3] = NULL;
    return harness_spec(harness, arguments);
}

/* Runs one attack; the result is the caller's. */
static struct jail_result run(struct harness *harness, const char *attack, const char *argument) {
    const char *arguments[4];
    struct jail_spec spec = spec_for(harness, arguments, attack, argument);
    struct jail_result result;
    jail_run(&spec, &result);
    return result;
}

/* Ends the test: was all as it should be? */
static const char *judge(struct jail_result *result, bool good) {
    const char *wrong = good ? NULL : harness_words(result);
    jail_result_free(result);
    return wrong;
}

static const char *expect(struct jail_result *result, enum jail_end end, int code,
                          const char *output) {
    return judge(result, result->end == end && result->code == code &&
                             (output == NULL ||
                              (result->output != NULL && strcmp(result->output, output) == 0)));
}

static const char *tells_ends(struct harness *harness) {
    static const struct {
        const char *attack, *argument;
        enum jail_end end;
        int code;
    } rows[] = {
        {"exit", "0", JAIL_EXITED, 0},
        {"exit", "7", JAIL_EXITED, 7},
        {"exit", "139", JAIL_EXITED, 139},
        {"fall", NULL, JAIL_SIGNALLED, SIGSEGV},
        {"abort", NULL, JAIL_SIGNALLED, SIGABRT},
        {"die", "15", JAIL_SIGNALLED, SIGTERM},
        {"die", "9", JAIL_SIGNALLED, SIGKILL},
    };
    const char *wrong = NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows && wrong == NULL; i++) {
        struct jail_result result = run(harness, rows[i].attack, rows[i].argument);
        wrong = expect(&result, rows[i].end, rows[i].code, NULL);
    }
    return wrong;
}

/* More than a pipe holds, and nobody waits yet: the command must not be held up. */
static const char *keeps_output(struct harness *harness) {
    const char *arguments[4];
    struct jail_spec spec = spec_for(harness, arguments, "print-much", "1048576");
    struct jail_process *process;
    struct jail_result result;
    struct error error;
    if (!jail_start(&spec, &process, &error)) {
        return harness_say("%s", error.message);
    }
    struct pollfd ended = {.fd = jail_descriptor(process), .events = POLLIN};
    bool told = poll(&ended, 1, 10000) == 1;
    jail_wait(process, &result);
    const char *wrong =
        told && result.output_length == 1048576 && result.end == JAIL_EXITED
            ? NULL
            : harness_say("%zu bytes: %.200s", result.output_length, harness_words(&result));
    jail_result_free(&result);
    return wrong;
}

static const char *cuts_output(struct harness *harness) {
    struct jail_result result = run(harness, "flood", NULL);
    const char *wrong = result.output_length == 1 << 20
                            ? NULL
                            : harness_say("%zu bytes kept", result.output_length);
    jail_result_free(&result);
    return wrong;
}

/* An open descriptor of the grader's, without close-on-exec even, must not get through. */
static const char *leaks_no_descriptor(struct harness *harness) {
    int leak = open(harness->secret, O_RDONLY);
    int high = dup2(leak, 251);
    struct jail_result result = run(harness, "descriptors", NULL);
    close(leak);
    close(high);
    return expect(&result, JAIL_EXITED, 0, "0 1 2 ");
}

/* Nor may any process of the run keep it open. */
static const char *holds_no_descriptor(struct harness *harness) {
    const char *arguments[4];
    struct jail_spec spec = spec_for(harness, arguments, "sleep", NULL);
    struct lifeline lifeline = lifeline_open();
    struct jail_process *process;
    struct jail_result result;
    struct error error;
    int high = fcntl(lifeline.hold, F_DUPFD, 200);
    close(lifeline.hold);
    lifeline.hold = high;
    if (!jail_start(&spec, &process, &error)) {
        return harness_say("%s", error.message);
    }
    bool let_go = lifeline_ended(&lifeline, 5000);
    jail_kill(process);
    jail_wait(process, &result);
    jail_result_free(&result);
    return let_go ? NULL : "a process of the run holds it";
}

static const char *maps_descriptors(struct harness *harness) {
    enum { SIZE = 1 << 20 };
    static char bytes[SIZE], copy[SIZE];
    const char *arguments[4];
    struct jail_spec spec = spec_for(harness, arguments, "copy-memory", "1048576");
    int from = memfd_create("from", MFD_CLOEXEC), to = memfd_create("to", MFD_CLOEXEC);
    struct jail_descriptor descriptors[] = {{.host = to, .box = 7}, {.host = from, .box = 5}};
    struct jail_result result;
    memset(bytes, 'x', SIZE);
    memset(copy, 0, SIZE);
    if (ftruncate(to, SIZE) != 0 || pwrite(from, bytes, SIZE, 0) != SIZE) {
        return "no memory file";
    }
    spec.descriptors = descriptors;
    spec.descriptor_count = 2;
    jail_run(&spec, &result);
    const char *wrong = expect(&result, JAIL_EXITED, 0, "");
    if (wrong == NULL && (pread(to, copy, SIZE, 0) != SIZE || memcmp(bytes, copy, SIZE) != 0)) {
        wrong = "the bytes did not arrive";
    }
    arguments[1] = "descriptors";
    jail_run(&spec, &result);
    const char *listed = expect(&result, JAIL_EXITED, 0, "0 1 2 5 7 ");
    close(from);
    close(to);
    return wrong != NULL ? wrong : listed;
}

static const char *leaks_no_environment(struct harness *harness) {
    static const char *const environment[] = {"ONE=1", "TMPDIR=/out", NULL};
    char expected[400];
    const char *arguments[4];
    struct jail_spec spec = spec_for(harness, arguments, "environment", NULL);
    struct jail_result result;
    spec.environment = environment;
    jail_run(&spec, &result);
    snprintf(expected, sizeof expected, "ONE=1\nTMPDIR=/out\n");
    return expect(&result, JAIL_EXITED, 0, expected);
}

static const char *drops_rights(struct harness *harness) {
    struct jail_result result = run(harness, "status", NULL);
    const char *text = result.output != NULL ? result.output : "";
    bool good = strstr(text, "CapPrm:\t0000000000000000") != NULL &&
                strstr(text, "CapEff:\t0000000000000000") != NULL &&
                strstr(text, "CapInh:\t0000000000000000") != NULL &&
                strstr(text, "CapAmb:\t0000000000000000") != NULL &&
                strstr(text, "NoNewPrivs:\t1") != NULL && strstr(text, "Seccomp:\t2") != NULL &&
                strstr(text, "uid 0 0 gid 0 0 groups 0") != NULL;
    return judge(&result, good);
}

static const char *fixes_addresses(struct harness *harness) {
    char first[200] = "";
    const char *wrong = NULL;
    for (int i = 0; i < 4 && wrong == NULL; i++) {
        const char *arguments[4];
        struct jail_spec spec = spec_for(harness, arguments, "addresses", NULL);
        struct jail_result result;
        spec.fixed_addresses = i < 3;
        jail_run(&spec, &result);
        const char *text = result.output != NULL ? result.output : "";
        if (i == 0) {
            snprintf(first, sizeof first, "%s", text);
        }
        if (result.end != JAIL_EXITED || (strcmp(first, text) == 0) != spec.fixed_addresses) {
            wrong = harness_words(&result);
        }
        jail_result_free(&result);
    }
    return wrong;
}

static const char *misses_program(struct harness *harness) {
    static const char *const arguments[] = {"/box/absent", NULL};
    struct jail_spec spec = harness_spec(harness, arguments);
    struct jail_result result;
    bool ran = jail_run(&spec, &result);
    return judge(&result, !ran && result.end == JAIL_FAILED &&
                              strstr(result.error.message, "absent") != NULL &&
                              strstr(result.error.message, "No such file") != NULL);
}

static const char *misses_folder(struct harness *harness) {
    static const char *const arguments[] = {"/box/attacks", "exit", "0", NULL};
    struct jail_spec spec = harness_spec(harness, arguments);
    struct jail_result result;
    spec.directory = "/nowhere";
    bool ran = jail_run(&spec, &result);
    return judge(&result, !ran && result.end == JAIL_FAILED &&
                              strstr(result.error.message, "/nowhere") != NULL);
}

static const char *kills_on_request(struct harness *harness) {
    const char *arguments[4];
    struct jail_spec spec = spec_for(harness, arguments, "sleep-with-child", NULL);
    struct lifeline lifeline = lifeline_open();
    struct jail_descriptor descriptor = {.host = lifeline.hold, .box = LIFELINE_PLACE};
    struct jail_process *process;
    struct jail_result result;
    struct error error;
    spec.descriptors = &descriptor;
    spec.descriptor_count = 1;
    if (!jail_start(&spec, &process, &error)) {
        return harness_say("%s", error.message);
    }
    jail_kill(process);
    jail_wait(process, &result);
    const char *wrong = expect(&result, JAIL_SIGNALLED, SIGKILL, NULL);
    return wrong == NULL && !lifeline_ended(&lifeline, 0) ? "a process survived" : wrong;
}

/* ---- threads ---- */

struct parallel {
    struct harness *harness;
    int number;
    bool good;
};

static void *run_some(void *given) {
    struct parallel *parallel = given;
    char number[16];
    parallel->good = true;
    for (int i = 0; i < 5; i++) {
        snprintf(number, sizeof number, "%d", 10 * parallel->number + i);
        struct jail_result result = run(parallel->harness, "exit", number);
        parallel->good =
            parallel->good && result.end == JAIL_EXITED && result.code == 10 * parallel->number + i;
        jail_result_free(&result);
    }
    return NULL;
}

static const char *runs_in_parallel(struct harness *harness) {
    enum { THREADS = 8 };
    pthread_t threads[THREADS];
    struct parallel parallel[THREADS];
    bool good = true;
    for (int i = 0; i < THREADS; i++) {
        parallel[i] = (struct parallel){harness, i, false};
        pthread_create(&threads[i], NULL, run_some, &parallel[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        good = good && parallel[i].good;
    }
    return good ? NULL : "a run got another end than its own";
}

static void *close_later(void *given) {
    usleep(100 * 1000);
    close(*(int *)given);
    return NULL;
}

/* A process that was forked while the caller wrote the program holds it open for a moment. */
static const char *waits_for_busy_program(struct harness *harness) {
    char program[sizeof harness->box + 16];
    snprintf(program, sizeof program, "%s/attacks", harness->box);
    int held = open(program, O_WRONLY | O_CLOEXEC);
    pthread_t thread;
    if (held < 0) {
        return harness_say("cannot open %s", program);
    }
    pthread_create(&thread, NULL, close_later, &held);
    struct jail_result result = run(harness, "exit", "3");
    pthread_join(thread, NULL);
    return expect(&result, JAIL_EXITED, 3, "");
}

struct started {
    struct jail_spec spec;
    struct jail_process *process;
    bool good;
};

static void *start_one(void *given) {
    struct started *started = given;
    struct error error;
    started->good = jail_start(&started->spec, &started->process, &error);
    return NULL;
}

/* The thread that starts a run is gone before the run ends: that must not end the run. */
static const char *outlives_thread(struct harness *harness) {
    const char *arguments[4];
    struct started started = {.spec = spec_for(harness, arguments, "sleep", NULL)};
    struct jail_result result;
    pthread_t thread;
    started.spec.limits.wall_seconds = 0.3;
    pthread_create(&thread, NULL, start_one, &started);
    pthread_join(thread, NULL);
    if (!started.good) {
        return "not started";
    }
    jail_wait(started.process, &result);
    return expect(&result, JAIL_TIMEOUT, SIGKILL, "sleeping\n");
}

/* Dead processes of earlier runs must not count against later ones. */
static const char *runs_back_to_back(struct harness *harness) {
    const char *wrong = NULL;
    for (int i = 0; i < 150 && wrong == NULL; i++) {
        struct jail_result result = run(harness, "exit", "3");
        wrong = expect(&result, JAIL_EXITED, 3, "");
    }
    return wrong;
}

/* Each need opens what it says and no more; without namespaces nothing is opened. */
static const char *opens_what_is_needed(struct harness *harness) {
    static const char outside[] = "lockstep-outside";
    static const char *const opened[] = {[JAIL_NEEDS_NOTHING] = "",
                                         [JAIL_NEEDS_DRIVER] = "listen ",
                                         [JAIL_NEEDS_TOOLS] = "listen connect pipe "};
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    memcpy(name.sun_path + 1, outside, sizeof outside - 1);
    int listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    const char *wrong =
        bind(listener, (struct sockaddr *)&name, sizeof name) == 0 && listen(listener, 1) == 0
            ? NULL
            : "no socket outside";
    for (int needs = 0; needs < 3 && wrong == NULL; needs++) {
        const char *arguments[4];
        struct jail_spec spec = spec_for(harness, arguments, "use-needs", outside);
        spec.needs = (enum jail_needs)needs;
        struct jail_result result;
        jail_run(&spec, &result);
        wrong =
            expect(&result, JAIL_EXITED, 0, harness->level == JAIL_LANDLOCK ? "" : opened[needs]);
    }
    close(listener);
    return wrong;
}

static const char *measures(struct harness *harness) {
    const char *arguments[4];
    struct jail_spec spec = spec_for(harness, arguments, "spin", NULL);
    struct jail_result result;
    spec.limits.cpu_seconds = 0.2;
    jail_run(&spec, &result);
    bool good = result.end == JAIL_TIMEOUT && result.cpu_seconds >= 0.2 && result.cpu_seconds < 5 &&
                result.wall_seconds >= 0.2 && result.peak_bytes > 4096 &&
                result.peak_bytes < 64 << 20;
    return judge(&result, good);
}

/* Threads that wait for each other get no more time than it takes to see that. */
static const char *ends_deadlock(struct harness *harness) {
    const char *arguments[4];
    struct jail_spec spec = spec_for(harness, arguments, "wait-for-each-other", NULL);
    struct jail_result result;
    spec.limits.wall_seconds = 30;
    jail_run(&spec, &result);
    return judge(&result, result.end == JAIL_TIMEOUT && result.wall_seconds < 15);
}

/* Who waits for one that will go on is left alone. */
static const char *leaves_who_waits(struct harness *harness) {
    struct jail_result result = run(harness, "wait-for-the-patient", NULL);
    return expect(&result, JAIL_EXITED, 0, "");
}

static const struct harness_test tests[] = {
    {"tells how a command ended", tells_ends},
    {"takes output before anybody waits", keeps_output},
    {"cuts output at its limit, to the byte", cuts_output},
    {"leaks no descriptor", leaks_no_descriptor},
    {"holds no descriptor of the grader's", holds_no_descriptor},
    {"maps descriptors", maps_descriptors},
    {"leaks no environment", leaks_no_environment},
    {"drops user, groups and capabilities", drops_rights},
    {"fixes addresses where asked", fixes_addresses},
    {"names a program that is not there", misses_program},
    {"fails on a working directory that is not there", misses_folder},
    {"kills on request", kills_on_request},
    {"opens what is needed, and no more", opens_what_is_needed},
    {"measures time and memory", measures},
    {"ends threads that wait for each other", ends_deadlock},
    {"leaves threads alone that wait for one that goes on", leaves_who_waits},
    {"runs from eight threads at once", runs_in_parallel},
    {"waits for a program that is still open for writing", waits_for_busy_program},
    {"outlives the thread that started it", outlives_thread},
    {"runs 150 times back to back", runs_back_to_back},
};

int main(int count, char **arguments) {
    return harness_main(count, arguments, tests, sizeof tests / sizeof *tests);
}
