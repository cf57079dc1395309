/* test: alone once */
/* Every attack of attacks/, run for real at every level: how each must end. */
#include "harness.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* One attack and its end. Where the end is JAIL_EXITED, `code` is the status. */
struct attack_row {
    const char *attack, *argument;
    enum jail_end end;
    int code;
    const char *printed; /* must be in the output, or NULL */
    double wall, cpu;    /* 0: the harness's */
    double spent;        /* 0, or more processor time than this was not used */
};

static const char *judge(const struct attack_row *row, const struct jail_result *result) {
    bool right = result->end == row->end;
    if (right && (row->end == JAIL_EXITED || row->end == JAIL_SIGNALLED)) {
        right = result->code == row->code;
    }
    if (right && row->spent > 0) {
        right = result->cpu_seconds < row->spent;
    }
    if (right && row->printed != NULL) {
        right = result->output != NULL && strstr(result->output, row->printed) != NULL;
    }
    return right ? NULL : harness_words(result);
}

/* Runs it with a lifeline: when jail_wait returns, nothing that it started may live. */
static const char *attack(struct harness *harness, const struct attack_row *row) {
    const char *const arguments[] = {"/box/attacks", row->attack, row->argument, NULL};
    struct jail_spec spec = harness_spec(harness, arguments);
    struct lifeline lifeline = lifeline_open();
    struct jail_descriptor descriptor = {.host = lifeline.hold, .box = LIFELINE_PLACE};
    struct jail_result result;
    spec.descriptors = &descriptor;
    spec.descriptor_count = 1;
    spec.limits.wall_seconds = row->wall > 0 ? row->wall : spec.limits.wall_seconds;
    spec.limits.cpu_seconds = row->cpu > 0 ? row->cpu : spec.limits.cpu_seconds;
    jail_run(&spec, &result);
    const char *wrong = judge(row, &result);
    if (!lifeline_ended(&lifeline, 0) && wrong == NULL) {
        wrong = "a process survived the run";
    }
    jail_result_free(&result);
    return wrong;
}

#define ATTACK(function, ...)                                                                      \
    static const char *function(struct harness *harness) {                                         \
        static const struct attack_row row = {__VA_ARGS__};                                        \
        return attack(harness, &row);                                                              \
    }

/* Processes. 32 are allowed; how many start depends on what the keeper itself takes. */
ATTACK(fork_many, "fork-many", NULL, JAIL_EXITED, 0, "temporarily unavailable", 0, 0, 0)
ATTACK(threads_many, "threads-many", NULL, JAIL_EXITED, 0, "started", 0, 0, 0)
ATTACK(fork_bomb, "fork-bomb", NULL, JAIL_TIMEOUT, 0, NULL, 0.7, 60, 0)
ATTACK(leave_daemon, "leave-daemon", NULL, JAIL_EXITED, 0, NULL, 0, 0, 0)
ATTACK(flee, "flee", NULL, JAIL_EXITED, 0, NULL, 0, 0, 0)

/* Time. */
ATTACK(spin, "spin", NULL, JAIL_TIMEOUT, 0, NULL, 60, 1, 0)
ATTACK(spin_deaf, "spin-deaf", NULL, JAIL_TIMEOUT, 0, NULL, 60, 0.4, 0)
/* All processes together: each alone would stop at a whole second. */
ATTACK(spin_together, "spin-together", NULL, JAIL_TIMEOUT, 0, NULL, 60, 0.4, 2)
ATTACK(sleep_on, "sleep", NULL, JAIL_TIMEOUT, 0, "sleeping", 1.0, 0, 0)
ATTACK(sleep_with_child, "sleep-with-child", NULL, JAIL_TIMEOUT, 0, NULL, 1.0, 0, 0)

/* Memory: full in a second, and in a minute where the processor is emulated. */
ATTACK(memory, "memory", NULL, JAIL_MEMORY_LIMIT, 0, NULL, 300, 300, 0)
ATTACK(memory_shared, "memory-shared", NULL, JAIL_MEMORY_LIMIT, 0, NULL, 300, 300, 0)
ATTACK(memory_children, "memory-children", NULL, JAIL_MEMORY_LIMIT, 0, NULL, 300, 300, 0)
ATTACK(memory_huge, "memory-huge-malloc", NULL, JAIL_EXITED, 0, "refused", 0, 0, 0)

/* Files and output. */
ATTACK(file_big_deaf, "file-big-deaf", "/out/big", JAIL_EXITED, 0, "File too large", 0, 0, 0)
ATTACK(flood, "flood", NULL, JAIL_OUTPUT_LIMIT, 0, NULL, 0, 0, 0)

static const char *files_many(struct harness *harness) {
    static const struct attack_row rows[] = {
        {"files-many", "/tmp", JAIL_EXITED, 0, "No space left", 0, 0, 0},
        {"files-many", "/dev/shm", JAIL_EXITED, 0, "No space left", 0, 0, 0}};
    /* NOLINTNEXTLINE(cert-env33-c): a fixed command of a test */
    const bool old = system("bwrap --help 2>&1 | grep -q -e --size") != 0;
    if (harness->level == JAIL_LANDLOCK || old) {
        return "SKIP this level bounds each file, not all together";
    }
    const char *wrong = attack(harness, &rows[0]);
    return wrong != NULL ? wrong : attack(harness, &rows[1]);
}

static const char *file_big(struct harness *harness) {
    static const struct attack_row row = {"file-big", "/out/big", JAIL_OUTPUT_LIMIT, 0, NULL, 0,
                                          0,          0};
    char path[400];
    struct stat status;
    const char *wrong = attack(harness, &row);
    snprintf(path, sizeof path, "%s/big", harness->out);
    if (wrong == NULL && (stat(path, &status) != 0 || status.st_size != 16 << 20)) {
        wrong = "the file was not cut at its limit";
    }
    unlink(path);
    return wrong;
}

/* A file of 4 GiB in memory that the grader passed in. */
static const char *memfd_grow(struct harness *harness) {
    const char *const arguments[] = {"/box/attacks", "memfd-grow", "5", NULL};
    struct jail_spec spec = harness_spec(harness, arguments);
    struct jail_descriptor descriptor = {.host = memfd_create("test", MFD_CLOEXEC), .box = 5};
    struct jail_result result;
    spec.descriptors = &descriptor;
    spec.descriptor_count = 1;
    jail_run(&spec, &result);
    const char *wrong = result.end == JAIL_OUTPUT_LIMIT ? NULL : harness_words(&result);
    close(descriptor.host);
    jail_result_free(&result);
    return wrong;
}

/* Reaching outside. */
ATTACK(network, "network", NULL, JAIL_EXITED, 0, NULL, 0, 0, 0)
ATTACK(escalate, "escalate", NULL, JAIL_EXITED, 0, NULL, 0, 0, 0)
ATTACK(raise_limits, "raise-limits", NULL, JAIL_EXITED, 0, NULL, 0, 0, 0)
ATTACK(terminal, "terminal", NULL, JAIL_EXITED, 0, NULL, 0, 0, 0)
#ifdef __x86_64__
ATTACK(foreign_call, "foreign-call", NULL, JAIL_SIGNALLED, SIGSYS, NULL, 0, 0, 0)
#endif
ATTACK(affinity, "affinity", NULL, JAIL_EXITED, 0, NULL, 0, 0, 0)

static const char *read_outside(struct harness *harness) {
    struct attack_row row = {"read-outside", harness->secret, JAIL_EXITED, 0, NULL, 0, 0, 0};
    return attack(harness, &row);
}

static const char *write_outside(struct harness *harness) {
    char path[400];
    snprintf(path, sizeof path, "%s/written", harness->directory);
    struct attack_row row = {"write-outside", path, JAIL_EXITED, 0, NULL, 0, 0, 0};
    return attack(harness, &row);
}

/* A name for a file that no other test uses. */
static const char *own_name(const struct harness *harness) {
    static char path[300];
    snprintf(path, sizeof path, "/out%s.left", strrchr(harness->directory, '/'));
    return path;
}

static const char *use_box(struct harness *harness) {
    char shared[300];
    struct attack_row row = {"use-box", own_name(harness), JAIL_EXITED, 0, NULL, 0, 0, 0};
    const char *wrong = attack(harness, &row);
    /* An ordinary user's /dev/shm may hold anybody's files: at the lowest level they stay. */
    snprintf(shared, sizeof shared, "/dev/shm%s", strrchr(row.argument, '/'));
    unlink(shared);
    return wrong;
}

static const char *find_leftovers(struct harness *harness) {
    struct attack_row leave = {"use-box", own_name(harness), JAIL_EXITED, 0, NULL, 0, 0, 0};
    struct attack_row find = {"find-leftovers", own_name(harness), JAIL_EXITED, 0, NULL, 0, 0, 0};
    if (harness->level == JAIL_LANDLOCK && geteuid() != 0) {
        return "SKIP an ordinary user's /dev/shm may hold anybody's files at this level: they stay";
    }
    const char *wrong = attack(harness, &leave);
    return wrong != NULL ? wrong : attack(harness, &find);
}

/* A process under the grader's user, which attacks may try to harm. */
static const char *harm_process(struct harness *harness, const char *name) {
    char number[16];
    pid_t victim = fork();
    if (victim == 0) {
        pause();
        _exit(0);
    }
    snprintf(number, sizeof number, "%d", victim);
    struct attack_row row = {name, number, JAIL_EXITED, 0, NULL, 0, 0, 0};
    const char *wrong = attack(harness, &row);
    int status;
    if (waitpid(victim, &status, WNOHANG) != 0 && wrong == NULL) {
        wrong = "the process outside is dead";
    }
    kill(victim, SIGKILL);
    waitpid(victim, &status, 0);
    return wrong;
}

static const char *kill_others(struct harness *harness) {
    return harm_process(harness, "kill-others");
}

static const char *spy_on_others(struct harness *harness) {
    return harm_process(harness, "spy-on-others");
}

static const struct harness_test tests[] = {
    {"forks without end", fork_bomb},
    {"forks 2000 times", fork_many},
    {"starts 2000 threads", threads_many},
    {"leaves a deaf daemon with standard output open", leave_daemon},
    {"flees from process to process", flee},
    {"loops", spin},
    {"loops, deaf to signals", spin_deaf},
    {"loops in four processes", spin_together},
    {"sleeps for ever, deaf to signals", sleep_on},
    {"sleeps for ever beside its child", sleep_with_child},
    {"fills memory", memory},
    {"fills shared memory", memory_shared},
    {"fills memory in four processes", memory_children},
    {"asks for 64 GiB at once", memory_huge},
    {"grows a passed memory file to 4 GiB", memfd_grow},
    {"writes a file of 10 GB", file_big},
    {"writes a file of 10 GB, deaf to SIGXFSZ", file_big_deaf},
    {"fills /tmp and /dev/shm with many files", files_many},
    {"prints without end", flood},
    {"reads outside the box", read_outside},
    {"writes outside the box", write_outside},
    {"opens the network", network},
    {"kills processes outside, its parent and everybody", kill_others},
    {"traces, reads and limits other processes", spy_on_others},
    {"asks the kernel for more rights", escalate},
    {"raises its limits", raise_limits},
    {"types into the terminal", terminal},
#ifdef __x86_64__
    {"uses 32-bit system calls", foreign_call},
#endif
    {"writes where it may", use_box},
    {"finds nothing of the last run", find_leftovers},
    {"sets its processor affinity", affinity},
};

int main(int count, char **arguments) {
    return harness_main(count, arguments, tests, sizeof tests / sizeof *tests);
}
