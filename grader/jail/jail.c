#include "launch.h"
#include "../clock.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_DESCRIPTORS = 64 };

struct jail_process {
    pid_t pid;   /* bubblewrap, or the inner program where there is no bubblewrap */
    int control; /* to the inner program: its report comes here; closing our end ends the command */
    int output;  /* memory file with what the command printed */
    int diagnostics; /* what bubblewrap says when it fails */
    double start, wall_seconds;
    size_t memory_bytes; /* what it may have */
    uint64_t kills;      /* shortage_kills() at the start */
    struct jail_group group;
    struct paths
        paths; /* for JAIL_HOLD_LANDLOCK: to call files in the output by their names in the box */
};

static void close_all(const int *files, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (files[i] >= 0) {
            close(files[i]);
        }
    }
}

/* The descriptors of a start: ours, and the first ones of the new process in the order of enum
 * jail_place. */
struct wires {
    int control[2], diagnostics[2], nothing, output, plan;
};

static void wires_close(struct wires *wires) {
    close_all((int *)wires, sizeof *wires / sizeof(int));
}

static bool wires_open(struct wires *wires, struct error *error) {
    memset(wires, -1, sizeof *wires);
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, wires->control) != 0 ||
        pipe2(wires->diagnostics, O_CLOEXEC | O_NONBLOCK) != 0 ||
        (wires->nothing = open("/dev/null", O_RDWR | O_CLOEXEC)) < 0 ||
        (wires->output = memfd_create("lockstep-output", MFD_CLOEXEC)) < 0) {
        error_set(error, "jail: no descriptor: %s", strerror(errno));
        wires_close(wires);
        return false;
    }
    return true;
}

/* All that the new process needs, made before it starts: until exec it must not allocate, since
 * another thread may hold the allocator's lock. */
struct jail_launch {
    char **arguments;
    int *files; /* becomes 0, 1, 2, … */
    int file_count;
    const struct jail_group *group;
    uid_t drop; /* 0: keep the user */
};

/* Until exec, the new process works in this one's memory: system calls only. Plain ones for the
 * user, as the C library's would look for threads. The sanitizer would leave marks on a stack that
 * nobody returns from. */
__attribute__((no_sanitize("address"))) static int become(void *argument) {
    const struct jail_launch *launch = argument;
    enum { HIGH = 512 };
    static const char zero = '0';
    sigset_t none;
    setsid();
    for (int number = 1; number < NSIG; number++) {
        signal(number, SIG_DFL);
    }
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    bool good = true;
    for (size_t i = 0; i < launch->group->count; i++) {
        good = good && write(launch->group->members[i], &zero, 1) == 1;
    }
    for (int i = 0; i < launch->file_count && good; i++) {
        good = (launch->files[i] = fcntl(launch->files[i], F_DUPFD, HIGH)) >= 0;
    }
    for (int i = 0; i < launch->file_count && good; i++) {
        good = dup2(launch->files[i], i) >= 0;
    }
    good = good && close_range((unsigned)launch->file_count, ~0U, 0) == 0;
    if (good && launch->drop != 0) {
        good = syscall(SYS_setgroups, 0, NULL) == 0 &&
               syscall(SYS_setresgid, launch->drop, launch->drop, launch->drop) == 0 &&
               syscall(SYS_setresuid, launch->drop, launch->drop, launch->drop) == 0;
    }
    if (good) {
        static char *const no_environment[] = {NULL};
        execve(launch->arguments[0], launch->arguments, no_environment);
    }
    static const char message[] = "the new process could not be set up\n";
    ssize_t ignored = write(2, message, sizeof message - 1);
    (void)ignored;
    _exit(127);
}

/* A process that becomes what `launch` says, or -1. It borrows this one's memory until exec, while
 * this thread waits: a copy of the grader's pages for each program took a tenth of a grading. No
 * handler of a signal may run there, so signals wait, too. */
static pid_t start(struct jail_launch *launch) {
    enum { STACK_BYTES = 64 * 1024 };
    _Alignas(16) char stack[STACK_BYTES];
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    pid_t made = clone(become, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, launch);
    int reason = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return made;
}

static bool spawn(const struct jail_means *means, const struct texts *arguments,
                  const struct jail_descriptor *descriptors, size_t count, struct wires *wires,
                  struct jail_process *process, struct error *error) {
    int program = program_file(error);
    if (program < 0) {
        return false;
    }
    int places[JAIL_PLACE_PASSED + MOST_DESCRIPTORS] = {
        [0] = wires->nothing,
        [1] = wires->diagnostics[1],
        [2] = wires->diagnostics[1],
        [JAIL_PLACE_CONTROL] = wires->control[1],
        [JAIL_PLACE_OUTPUT] = wires->output,
        [JAIL_PLACE_PLAN] = wires->plan,
        [JAIL_PLACE_PROGRAM] = program,
        [JAIL_PLACE_EVENTS] = process->group.count > 0 ? process->group.events : wires->nothing,
    };
    for (size_t i = 0; i < count; i++) {
        places[JAIL_PLACE_PASSED + i] = descriptors[i].host;
    }
    struct jail_launch launch = {.arguments = arguments->items,
                                 .files = places,
                                 .file_count = JAIL_PLACE_PASSED + (int)count,
                                 .group = &process->group,
                                 .drop = means->drop_first && geteuid() == 0 ? JAIL_UID : 0};
    process->pid = arguments->failed ? -1 : start(&launch);
    if (process->pid < 0) {
        error_set(error, "jail: cannot start a process: %s",
                  arguments->failed ? "no memory" : strerror(errno));
    }
    return process->pid > 0;
}

/* A folder of the host that is /tmp for the command where there is no mount namespace. The inner
 * program removes it; the name is that of a box (grader/compile/stage.c), so that what a power cut
 * leaves goes with the boxes. */
static bool make_scratch(char *scratch, size_t size, struct error *error) {
    const char *folder = getenv("TMPDIR");
    folder = folder != NULL && folder[0] == '/' ? folder : "/tmp";
    int length = snprintf(scratch, size, "%s/lockstep-%d-XXXXXX", folder, getpid());
    if ((size_t)length >= size || mkdtemp(scratch) == NULL) {
        scratch[0] = '\0';
        return error_set(error, "jail: no folder in %.200s: %s", folder, strerror(errno));
    }
    return jail_own(scratch, error);
}

static bool check_spec(const struct jail_spec *spec, struct error *error) {
    enum { LAST_DESCRIPTOR = 255 };
    if (spec->descriptor_count > MOST_DESCRIPTORS) {
        return error_set(error, "jail: %zu descriptors passed; at most %d can be",
                         spec->descriptor_count, MOST_DESCRIPTORS);
    }
    for (size_t i = 0; i < spec->descriptor_count; i++) {
        if (spec->descriptors[i].box < 3 || spec->descriptors[i].box > LAST_DESCRIPTOR) {
            return error_set(error, "jail: descriptor %d: numbers inside go from 3 to %d",
                             spec->descriptors[i].box, LAST_DESCRIPTOR);
        }
    }
    return true;
}

static void discard(struct jail_process *process) {
    if (process->group.count != 0) {
        group_close(&process->group);
    }
    paths_free(&process->paths);
    free(process);
}

/* Our ends go to the process. */
static void keep_wires(struct jail_process *process, struct wires *wires) {
    process->control = wires->control[0];
    process->diagnostics = wires->diagnostics[0];
    process->output = wires->output;
    wires->control[0] = wires->diagnostics[0] = wires->output = -1;
    wires_close(wires);
}

/* From now on its time is counted. */
static void begin(struct jail_process *process, const struct jail_limits *limits) {
    process->start = clock_seconds();
    process->wall_seconds = limits->wall_seconds;
    process->memory_bytes = limits->memory_bytes;
    process->kills = shortage_kills();
}

bool jail_start_with(const struct jail_means *means, const struct jail_spec *spec,
                     struct jail_process **process, struct error *error) {
    char scratch[PATH_MAX] = "";
    bool landlock = means->hold >= JAIL_HOLD_LANDLOCK;
    struct wires wires;
    if (!check_spec(spec, error) || !wires_open(&wires, error)) {
        return false;
    }
    struct jail_process *made = calloc(1, sizeof *made);
    if (made == NULL) {
        wires_close(&wires);
        return error_set(error, "jail: not enough memory");
    }
    struct texts arguments = {0};
    if (landlock) {
        texts_add(&arguments, "/proc/self/fd/%d", JAIL_PLACE_PROGRAM);
    } else {
        bubblewrap_arguments(means, spec, &arguments);
    }
    size_t memory_bytes = spec->limits.memory_bytes + inherited_bytes(spec);
    begin(made, &spec->limits);
    bool good =
        !means->group || group_open(&made->group, memory_bytes, spec->limits.processes, error);
    if (good && landlock) {
        good = make_scratch(scratch, sizeof scratch, error) &&
               (paths_open(&made->paths, spec, scratch) ||
                error_set(error, "jail: not enough memory"));
    }
    good = good && (wires.plan = plan_file(means, spec, landlock ? scratch : NULL, error)) >= 0 &&
           spawn(means, &arguments, spec->descriptors, spec->descriptor_count, &wires, made, error);
    texts_free(&arguments);
    if (!good) {
        rmdir(scratch);
        discard(made);
        wires_close(&wires);
        return false;
    }
    keep_wires(made, &wires);
    *process = made;
    return true;
}

bool jail_start_empty(const struct jail_means *means, const struct jail_limits *limits,
                      const struct texts *arguments, struct jail_process **process,
                      struct error *error) {
    struct wires wires;
    struct jail_process *made = calloc(1, sizeof *made);
    if (made == NULL || !wires_open(&wires, error)) {
        free(made);
        return false;
    }
    begin(made, limits);
    /* Instead of a plan: no regular file. */
    /* More memory than the command may have: version 1 lets limits fall, but not rise. */
    bool good = (!means->group ||
                 group_open(&made->group, 4 * limits->memory_bytes, limits->processes, error)) &&
                (wires.plan = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0 &&
                spawn(means, arguments, NULL, 0, &wires, made, error);
    if (!good) {
        discard(made);
        wires_close(&wires);
        return false;
    }
    keep_wires(made, &wires);
    *process = made;
    return true;
}

/* Sends the files over the socket, which holds them until they are taken. */
static bool pass(int control, const int *files, size_t count) {
    _Alignas(struct cmsghdr) char room[CMSG_SPACE((1 + MOST_DESCRIPTORS) * sizeof(int))] = {0};
    char byte = 0;
    struct iovec text = {.iov_base = &byte, .iov_len = 1};
    struct msghdr message = {.msg_iov = &text,
                             .msg_iovlen = 1,
                             .msg_control = room,
                             .msg_controllen = CMSG_SPACE(count * sizeof(int))};
    struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(rights), files, count * sizeof(int));
    return sendmsg(control, &message, MSG_NOSIGNAL) == 1;
}

bool jail_hand_over(struct jail_process *process, const struct jail_means *means,
                    const struct jail_spec *spec) {
    struct error error;
    int files[1 + MOST_DESCRIPTORS];
    if (!check_spec(spec, &error) ||
        (process->group.count > 0 &&
         !group_limit(&process->group, spec->limits.memory_bytes + inherited_bytes(spec),
                      spec->limits.processes)) ||
        (files[0] = plan_file(means, spec, NULL, &error)) < 0) {
        return false;
    }
    for (size_t i = 0; i < spec->descriptor_count; i++) {
        files[1 + i] = spec->descriptors[i].host;
    }
    begin(process, &spec->limits);
    const bool good = pass(process->control, files, 1 + spec->descriptor_count);
    close(files[0]);
    return good;
}

void jail_kill(struct jail_process *process) {
    shutdown(process->control, SHUT_WR);
}

int jail_descriptor(const struct jail_process *process) {
    return process->control;
}

/* Waits for the report; false when none came. */
static bool receive(const struct jail_process *process, struct jail_report *report) {
    /* The inner program keeps the time; this is for when it is stuck, not for when it is late. */
    static const double grace_seconds = 30;
    for (;;) {
        double left = process->start + process->wall_seconds + grace_seconds - clock_seconds();
        struct pollfd control = {.fd = process->control, .events = POLLIN};
        int ready = left <= 0 ? 0 : poll(&control, 1, (int)(left * 1e3) + 1);
        if ((ready < 0 && errno == EINTR) || (ready == 0 && left > 0)) {
            continue;
        }
        if (ready <= 0) {
            kill(process->pid, SIGKILL);
            return false;
        }
        return recv(process->control, report, sizeof *report, 0) == sizeof *report;
    }
}

static void take_output(const struct jail_process *process, struct jail_result *result) {
    struct stat status;
    size_t size = fstat(process->output, &status) == 0 ? (size_t)status.st_size : 0;
    result->output = malloc(size + 1);
    if (result->output != NULL) {
        ssize_t got = pread(process->output, result->output, size, 0);
        result->output_length = got > 0 ? (size_t)got : 0;
        result->output[result->output_length] = '\0';
        if (process->paths.count > 0) {
            result->output = to_box(&process->paths, result->output, &result->output_length);
        }
    }
}

/* No report: whatever bubblewrap said about it, in one line. */
static void explain(const struct jail_process *process, int status, struct error *error) {
    char said[400];
    ssize_t got = read(process->diagnostics, said, sizeof said - 1);
    said[got > 0 ? got : 0] = '\0';
    said[strcspn(said, "\n")] = '\0';
    char *advice = strstr(said, ". See "); /* Debian's bubblewrap goes on with a page to read */
    if (advice != NULL) {
        *advice = '\0';
    }
    if (said[0] != '\0') {
        error_set(error, "the jail could not start: %s", said);
    } else if (WIFSIGNALED(status)) {
        error_set(error, "the jail was ended by signal %d from outside", WTERMSIG(status));
    } else {
        error_set(error, "the jail ended without a report (status %d)", WEXITSTATUS(status));
    }
}

static void judge(const struct jail_report *report, struct jail_result *result) {
    *result = (struct jail_result){.end = (enum jail_end)report->end,
                                   .code = report->code,
                                   .wall_seconds = report->wall_seconds,
                                   .cpu_seconds = report->cpu_seconds,
                                   .peak_bytes = report->peak_bytes};
    if (result->end == JAIL_FAILED) {
        error_set(&result->error, "the jail could not %.*s: %s", (int)sizeof report->failed_step,
                  report->failed_step, strerror(report->failed_errno));
    }
}

/* Did the kernel end it because others left no memory? A group tells whose limit was reached;
 * without one, a command that was killed while the kernel killed for memory is not to blame. */
static bool is_starved(const struct jail_process *process, const struct jail_result *result) {
    if (result->end == JAIL_FAILED || process->group.count == 0) {
        const bool killed = result->end == JAIL_SIGNALLED && result->code == SIGKILL;
        return (killed || result->end == JAIL_FAILED) && shortage_kills() > process->kills;
    }
    return result->end == JAIL_MEMORY_LIMIT && result->peak_bytes <= 2 * process->memory_bytes &&
           !group_was_full(&process->group);
}

static int wait_for(struct jail_process *process) {
    int status = 0;
    while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR) {
    }
    process->pid = -1;
    return status;
}

void jail_release(struct jail_process *process) {
    if (process->pid > 0) {
        wait_for(process);
    }
    close_all((int[]){process->control, process->output, process->diagnostics}, 3);
    discard(process);
}

bool jail_end(struct jail_process *process, struct jail_result *result) {
    struct jail_report report;
    if (receive(process, &report)) {
        judge(&report, result);
    } else {
        const int status = wait_for(process);
        *result = (struct jail_result){.end = JAIL_FAILED};
        explain(process, status, &result->error);
    }
    if (is_starved(process, result)) {
        result->end = JAIL_FAILED;
        result->starved = true;
        error_set(&result->error, "this machine ran out of memory, and the kernel ended what was "
                                  "being graded: grade again with more memory free, or fewer jobs");
    }
    take_output(process, result);
    return process->pid >= 0;
}

void jail_result_free(struct jail_result *result) {
    free(result->output);
    result->output = NULL;
}

bool jail_own(const char *path, struct error *error) {
    if (geteuid() == 0 && chown(path, JAIL_UID, JAIL_UID) != 0) {
        return error_set(error, "%s: cannot give it to the jail's user: %s", path, strerror(errno));
    }
    return chmod(path, 0755) == 0 || error_set(error, "%s: %s", path, strerror(errno));
}
