#include "harness.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <grp.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* An ordinary user without an account: what the tests become when they start as root. */
enum { ORDINARY_UID = 64911 };

/* The suites: LOCKSTEP_JAIL for each, and whether root gives itself up first. */
static const struct suite {
    const char *word;
    bool ordinary;
    enum jail_level level;
} suites[] = {
    {"", false, JAIL_BUBBLEWRAP_CGROUP},   {"bubblewrap", false, JAIL_BUBBLEWRAP},
    {"landlock", false, JAIL_LANDLOCK},    {"", true, JAIL_BUBBLEWRAP_CGROUP},
    {"bubblewrap", true, JAIL_BUBBLEWRAP}, {"landlock", true, JAIL_LANDLOCK},
};
enum { SUITES = sizeof suites / sizeof *suites };

/* The exit status of a suite that is not for this machine, and of one that should be. */
enum { SKIPPED = 77, MISSED = 78 };

const char *harness_say(const char *format, ...) {
    static char text[1024];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    return text;
}

const char *harness_words(const struct jail_result *result) {
    static const char *const ends[] = {
        [JAIL_EXITED] = "exited",
        [JAIL_SIGNALLED] = "signalled",
        [JAIL_TIMEOUT] = "timeout",
        [JAIL_MEMORY_LIMIT] = "memory limit",
        [JAIL_OUTPUT_LIMIT] = "output limit",
        [JAIL_FAILED] = "failed",
    };
    static char text[1024];
    snprintf(text, sizeof text,
             "%s %d after %.2f s (%.2f s of processor), %zu bytes at most; %s; printed: %.300s",
             ends[result->end], result->code, result->wall_seconds, result->cpu_seconds,
             result->peak_bytes, result->end == JAIL_FAILED ? result->error.message : "no error",
             result->output == NULL ? "" : result->output);
    return text;
}

struct jail_spec harness_spec(const struct harness *harness, const char *const *arguments) {
    static const char *const environment[] = {"PATH=/usr/bin:/bin", "OMP_NUM_THREADS=4", NULL};
    return (struct jail_spec){.argv = arguments,
                              .environment = environment,
                              .directory = "/box",
                              .binds = harness->binds,
                              .bind_count = 2,
                              .limits = {.wall_seconds = 10,
                                         .cpu_seconds = 5,
                                         .memory_bytes = 256 << 20,
                                         .file_bytes = 16 << 20,
                                         .output_bytes = 1 << 20,
                                         .processes = 32}};
}

struct lifeline lifeline_open(void) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return (struct lifeline){-1, -1};
    }
    return (struct lifeline){.watch = ends[0], .hold = ends[1]};
}

bool lifeline_ended(struct lifeline *lifeline, int milliseconds) {
    if (lifeline->hold >= 0) {
        close(lifeline->hold);
        lifeline->hold = -1;
    }
    struct pollfd watched = {.fd = lifeline->watch, .events = POLLIN};
    bool ended = poll(&watched, 1, milliseconds) == 1 && (watched.revents & POLLHUP) != 0;
    close(lifeline->watch);
    return ended;
}

/* ---- one suite ---- */

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *where) {
    (void)status, (void)type, (void)where;
    return remove(path);
}

static bool copy_file(const char *from, const char *to, mode_t mode) {
    struct stat status;
    int source = open(from, O_RDONLY | O_CLOEXEC),
        target = open(to, O_WRONLY | O_CREAT | O_CLOEXEC, mode);
    bool good = source >= 0 && target >= 0 && fstat(source, &status) == 0 &&
                sendfile(target, source, NULL, (size_t)status.st_size) == status.st_size;
    close(source);
    close(target);
    return good;
}

/* The folder must be within reach of the jail's user: below /tmp, whatever TMPDIR says. */
static bool set_up(struct harness *harness, int attacks) {
    char copy[512], from[64];
    struct error error;
    strcpy(harness->directory, "/tmp/jail-test-XXXXXX");
    snprintf(from, sizeof from, "/proc/self/fd/%d", attacks);
    if (mkdtemp(harness->directory) == NULL || chmod(harness->directory, 0755) != 0) {
        return false;
    }
    snprintf(harness->box, sizeof harness->box, "%s/box", harness->directory);
    snprintf(harness->out, sizeof harness->out, "%s/out", harness->directory);
    snprintf(harness->secret, sizeof harness->secret, "%s/secret", harness->directory);
    snprintf(copy, sizeof copy, "%s/attacks", harness->box);
    harness->binds[0] = (struct jail_bind){harness->box, "/box", false};
    harness->binds[1] = (struct jail_bind){harness->out, "/out", true};
    bool good = mkdir(harness->box, 0755) == 0 && mkdir(harness->out, 0755) == 0 &&
                jail_own(harness->out, &error) && copy_file(from, copy, 0755) &&
                copy_file("/etc/hostname", harness->secret, 0644);
    close(attacks);
    return good;
}

/* Does bubblewrap work at all for this user, asked without the jail? */
static bool bubblewrap_works(void) {
    static const char *const for_root =
        "bwrap --unshare-pid --unshare-net --ro-bind / / --proc /proc true 2>/dev/null";
    static const char *const for_others = "bwrap --unshare-user --unshare-pid --unshare-net "
                                          "--ro-bind / / --proc /proc true 2>/dev/null";
    /* NOLINTNEXTLINE(cert-env33-c): a fixed command of a test */
    return system(geteuid() == 0 ? for_root : for_others) == 0;
}

static bool landlock_works(void) {
    enum { ASK_VERSION = 1 };
    return syscall(SYS_landlock_create_ruleset, NULL, 0, ASK_VERSION) >= 1;
}

/* A level that was missed is skipped only where the machine cannot have it; else the jail is
 * broken. */
static bool may_skip(const struct suite *suite, enum jail_level reached) {
    switch (suite->level) {
    case JAIL_BUBBLEWRAP_CGROUP:
        return reached == JAIL_BUBBLEWRAP ? strstr(jail_level_reason(), "control group") != NULL
                                          : !bubblewrap_works();
    case JAIL_BUBBLEWRAP:
        return !bubblewrap_works();
    default:
        return !landlock_works();
    }
}

static bool run_tests(struct harness *harness, const struct harness_test *tests, size_t count,
                      int first, const char *label) {
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        const char *only = getenv("ONLY");
        if (only != NULL && strstr(tests[i].name, only) == NULL) {
            continue;
        }
        const char *wrong = tests[i].run(harness);
        int status;
        bool skipped = wrong != NULL && strncmp(wrong, "SKIP ", 5) == 0;
        if (wrong == NULL && waitpid(-1, &status, WNOHANG) != -1) {
            wrong = "a child process is left";
        }
        printf("%s %d - %s: %s%s%s\n", wrong == NULL || skipped ? "ok" : "not ok", first + (int)i,
               label, tests[i].name, skipped ? " # " : "", skipped ? wrong : "");
        if (wrong != NULL && !skipped) {
            printf("# %s\n", wrong);
            good = false;
        }
        fflush(stdout);
    }
    return good;
}

static int run_suite(const struct suite *suite, int attacks, const struct harness_test *tests,
                     size_t count, int first) {
    static struct harness harness;
    char label[128];
    snprintf(label, sizeof label, "%s, %s", jail_level_name(suite->level),
             geteuid() == 0 ? "root" : "ordinary user");
    harness.level = jail_level();
    if (harness.level != suite->level) {
        bool allowed = may_skip(suite, harness.level);
        printf("%s %d - %s%s %s\n", allowed ? "ok" : "not ok", first, label,
               allowed ? " # SKIP" : ": missed, though this machine has it:", jail_level_reason());
        return allowed ? SKIPPED : MISSED;
    }
    bool good = set_up(&harness, attacks);
    if (good) {
        good = run_tests(&harness, tests, count, first, label);
    } else {
        printf("not ok %d - %s: set-up in %s: %s\n", first, label, harness.directory,
               strerror(errno));
    }
    nftw(harness.directory, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    return good ? 0 : 1;
}

/* ---- all suites ---- */

/* A fresh process for a suite: levels are probed once in a process. It starts from an open
 * descriptor, and gets the attacks as one, as an ordinary user may not reach the paths. */
static int start_suite(int program, int attacks, const char *path, int number, int first) {
    char number_text[16], first_text[16], attacks_text[16];
    snprintf(number_text, sizeof number_text, "%d", number);
    snprintf(first_text, sizeof first_text, "%d", first);
    snprintf(attacks_text, sizeof attacks_text, "%d", attacks);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        if (suites[number].ordinary && geteuid() == 0 &&
            (setgroups(0, NULL) != 0 || setresgid(ORDINARY_UID, ORDINARY_UID, ORDINARY_UID) != 0 ||
             setresuid(ORDINARY_UID, ORDINARY_UID, ORDINARY_UID) != 0)) {
            _exit(125);
        }
        setenv("LOCKSTEP_JAIL", suites[number].word, 1);
        setenv("LOCKSTEP_SECRET", "nobody inside may see this", 1);
        unsetenv("TMPDIR");
        char *const arguments[] = {(char *)path, number_text, first_text, attacks_text, NULL};
        fexecve(program, arguments, environ);
        _exit(126);
    }
    int status = -1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int harness_main(int count, char **arguments, const struct harness_test *tests, size_t test_count) {
    if (count == 4) {
        const struct suite *suite = &suites[strtol(arguments[1], NULL, 10) % SUITES];
        return run_suite(suite, (int)strtol(arguments[3], NULL, 10), tests, test_count,
                         (int)strtol(arguments[2], NULL, 10));
    }
    char path[512];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    int program = open("/proc/self/exe", O_RDONLY);
    path[length > 0 ? length : 0] = '\0';
    char attacks_path[600];
    snprintf(attacks_path, sizeof attacks_path, "%.*s/attack_program",
             (int)(strrchr(path, '/') - path), path);
    int attacks = open(attacks_path, O_RDONLY);
    int first = 1, failed = 0;
    for (int i = 0; i < SUITES; i++) {
        if (!suites[i].ordinary && geteuid() != 0) {
            continue;
        }
        int status = start_suite(program, attacks, path, i, first);
        bool whole = status == SKIPPED || status == MISSED;
        if (status > 1 && !whole) {
            printf("not ok %d - suite %d ended with status %d\n", first, i, status);
        }
        failed += status != 0 && status != SKIPPED;
        first += whole ? 1 : (int)test_count;
    }
    if (getenv("ONLY") == NULL) {
        printf("1..%d\n", first - 1);
    }
    return failed == 0 ? 0 : 1;
}
