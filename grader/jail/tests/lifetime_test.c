/* test: once */
/* Whatever happens to the grader, nothing of a run survives it. */
#include "../../clock.h"
#include "../launch.h"
#include "harness.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* What is waited for comes, however busy the machine is; this tells a hang. */
enum { PATIENCE_MILLISECONDS = 300000 };

/* In a process of its own, a grader in the middle of a run; it says so on `started`. */
static void be_grader(struct harness *harness, const struct lifeline *lifeline, int started) {
    static const char *const arguments[] = {"/box/attacks", "sleep-with-child", NULL};
    struct jail_spec spec = harness_spec(harness, arguments);
    struct jail_descriptor descriptors[] = {{.host = lifeline->hold, .box = LIFELINE_PLACE},
                                            {.host = started, .box = LIFELINE_PLACE + 1}};
    struct jail_process *process;
    struct jail_result result;
    struct error error;
    setpgid(0, 0);
    spec.limits.wall_seconds = 600;
    spec.descriptors = descriptors;
    spec.descriptor_count = 2;
    if (jail_start(&spec, &process, &error)) {
        close(started);
        jail_wait(process, &result);
    }
    _exit(0);
}

/* Ends such a grader by a signal, to it alone or to its process group, and looks whether all is
 * gone. */
static const char *end_grader(struct harness *harness, int signal_number, bool group,
                              useconds_t delay) {
    struct lifeline lifeline = lifeline_open();
    int started[2], status;
    char byte;
    if (pipe(started) != 0) {
        return "no pipe";
    }
    pid_t grader = fork();
    if (grader == 0) {
        close(started[0]);
        close(lifeline.watch);
        be_grader(harness, &lifeline, started[1]);
    }
    setpgid(grader, grader);
    close(started[1]);
    usleep(delay);
    kill(group ? -grader : grader, signal_number);
    waitpid(grader, &status, 0);
    const char *wrong =
        lifeline_ended(&lifeline, PATIENCE_MILLISECONDS) ? NULL : "processes of the run live on";
    while (read(started[0], &byte, 1) > 0) {
    }
    close(started[0]);
    return wrong;
}

static const char *killed(struct harness *harness) {
    return end_grader(harness, SIGKILL, false, 100000);
}

static const char *killed_with_group(struct harness *harness) {
    return end_grader(harness, SIGKILL, true, 100000);
}

static const char *interrupted(struct harness *harness) {
    return end_grader(harness, SIGINT, true, 100000);
}

static const char *hung_up(struct harness *harness) {
    return end_grader(harness, SIGHUP, true, 100000);
}

/* Anywhere in the start, which takes some five milliseconds. */
static const char *killed_while_starting(struct harness *harness) {
    const char *wrong = NULL;
    for (useconds_t delay = 0; delay < 12000 && wrong == NULL; delay += 400) {
        wrong = end_grader(harness, SIGKILL, false, delay);
    }
    return wrong;
}

/* The process that jail_start made is killed behind the grader's back: told as the jail's failure.
 */
static const char *keeper_killed(struct harness *harness) {
    static const char *const arguments[] = {"/box/attacks", "sleep", NULL};
    struct jail_spec spec = harness_spec(harness, arguments);
    struct lifeline lifeline = lifeline_open();
    struct jail_descriptor descriptor = {.host = lifeline.hold, .box = LIFELINE_PLACE};
    struct jail_process *process;
    struct jail_result result;
    struct error error;
    char children[64] = "", path[64];
    spec.descriptors = &descriptor;
    spec.descriptor_count = 1;
    if (!jail_start(&spec, &process, &error)) {
        return harness_say("%s", error.message);
    }
    usleep(100000);
    snprintf(path, sizeof path, "/proc/self/task/%d/children", getpid());
    FILE *file = fopen(path, "r");
    if (file != NULL && fgets(children, sizeof children, file) != NULL) {
        pid_t child = (pid_t)strtol(children, NULL, 10);
        kill(child > 1 ? child : getpid(), SIGKILL);
    }
    if (file != NULL) {
        fclose(file);
    }
    jail_wait(process, &result);
    const char *wrong = result.end == JAIL_FAILED && result.error.message[0] != '\0'
                            ? NULL
                            : harness_words(&result);
    jail_result_free(&result);
    return wrong == NULL && !lifeline_ended(&lifeline, PATIENCE_MILLISECONDS) ? "a process survived"
                                                                              : wrong;
}

/* A grader that minds Ctrl-C itself: the signal to its process group must not end the run behind
 * its back. */
static const char *signal_kept_away(struct harness *harness) {
    int status = 0;
    pid_t grader = fork();
    if (grader == 0) {
        static const char *const arguments[] = {"/box/attacks", "sleep", NULL};
        struct jail_spec spec = harness_spec(harness, arguments);
        struct jail_process *process;
        struct jail_result result;
        struct error error;
        setpgid(0, 0);
        signal(SIGINT, SIG_IGN);
        spec.limits.wall_seconds = 0.4;
        if (!jail_start(&spec, &process, &error)) {
            _exit(1);
        }
        usleep(100000);
        kill(0, SIGINT);
        jail_wait(process, &result);
        _exit(result.end == JAIL_TIMEOUT ? 0 : 2);
    }
    waitpid(grader, &status, 0);
    return status == 0 ? NULL
                       : harness_say("the run ended otherwise (status %#x)", (unsigned)status);
}

/* A grader that has a jail ready and is killed: what waits for a command goes with it. */
static const char *killed_when_ready(struct harness *harness) {
    static const char *const arguments[] = {"/box/attacks", "sleep", NULL};
    const struct jail_spec spec = harness_spec(harness, arguments);
    int status;
    prctl(PR_SET_CHILD_SUBREAPER, 1); /* what the grader leaves behind becomes ours */
    pid_t grader = fork();
    if (grader == 0) {
        jail_keep_ready(true);
        jail_ready(&spec);
        usleep(100000);
        raise(SIGKILL);
    }
    waitpid(grader, &status, 0);
    for (int tries = 0; tries < PATIENCE_MILLISECONDS / 10; tries++) {
        pid_t gone = waitpid(-1, &status, WNOHANG);
        if (gone < 0) {
            prctl(PR_SET_CHILD_SUBREAPER, 0);
            return NULL;
        }
        usleep(gone > 0 ? 0 : 10000);
    }
    return "processes of the jail live on";
}

/* Commands in jails that were made ready get their own arguments, descriptors and limits, and
 * nothing is left when nobody wants jails any more. */
static const char *run_when_ready(struct harness *harness) {
    static const char *const sleeps[] = {"/box/attacks", "sleep", NULL};
    struct jail_spec spec = harness_spec(harness, sleeps);
    const char *wrong = NULL;
    jail_keep_ready(true);
    for (int i = 0; i < 3 && wrong == NULL; i++) {
        struct lifeline lifeline = lifeline_open();
        struct jail_descriptor descriptor = {.host = lifeline.hold, .box = LIFELINE_PLACE};
        struct jail_process *process;
        struct jail_result result;
        struct error error;
        jail_ready(&spec);
        spec.descriptors = &descriptor;
        spec.descriptor_count = 1;
        spec.limits.wall_seconds = 0.2;
        spec.limits.memory_bytes += (size_t)1 << 20;
        const double begun = clock_seconds();
        const struct jail_means *means = jail_means(&error);
        process = means->hold != JAIL_HOLD_LANDLOCK ? ready_take(means, &spec) : NULL;
        if (process == NULL && means->hold != JAIL_HOLD_LANDLOCK) {
            return "it was not taken";
        }
        if (process == NULL && !jail_start(&spec, &process, &error)) {
            return harness_say("%s", error.message);
        }
        close(lifeline.hold);
        lifeline.hold = -1;
        struct pollfd watched = {.fd = lifeline.watch, .events = POLLIN};
        poll(&watched, 1, PATIENCE_MILLISECONDS); /* until the run's time is over */
        const bool held = clock_seconds() - begun >= spec.limits.wall_seconds;
        jail_wait(process, &result);
        wrong = result.end != JAIL_TIMEOUT                          ? harness_words(&result)
                : !held                                             ? "it had no descriptor"
                : !lifeline_ended(&lifeline, PATIENCE_MILLISECONDS) ? "a process survived"
                                                                    : NULL;
        jail_result_free(&result);
        spec.descriptor_count = 0;
    }
    jail_keep_ready(false);
    return wrong != NULL || waitpid(-1, NULL, WNOHANG) < 0 ? wrong : "a jail is left";
}

static const struct harness_test tests[] = {
    {"the grader is killed", killed},
    {"the grader and its group are killed", killed_with_group},
    {"Ctrl-C", interrupted},
    {"Ctrl-C where the grader goes on", signal_kept_away},
    {"the terminal hangs up", hung_up},
    {"the grader is killed while a run starts", killed_while_starting},
    {"the keeper is killed", keeper_killed},
    {"jails that were made ready", run_when_ready},
    {"the grader is killed with a jail ready", killed_when_ready},
};

int main(int count, char **arguments) {
    return harness_main(count, arguments, tests, sizeof tests / sizeof *tests);
}
