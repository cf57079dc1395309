/* The command: its limits, its user, its filter, then exec. */
#include "inner.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static bool write_file(const char *path, const char *text) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    bool good = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
    if (file >= 0) {
        close(file);
    }
    return good;
}

bool command_map_user(pid_t child, uint32_t uid) {
    char path[64], map[64];
    snprintf(map, sizeof map, "%u %u 1\n", uid, uid);
    snprintf(path, sizeof path, "/proc/%d/uid_map", child);
    if (!write_file(path, map)) {
        return false;
    }
    snprintf(path, sizeof path, "/proc/%d/gid_map", child);
    return write_file(path, map);
}

/* A user namespace per command: the kernel then counts its processes apart from those of other
 * commands. */
static bool enter_user_namespace(int keeper) {
    char byte = 0;
    return unshare(CLONE_NEWUSER) == 0 && write(keeper, &byte, 1) == 1 &&
           read(keeper, &byte, 1) == 1 && byte == 1;
}

static bool drop_user(uint32_t uid) {
    return setgroups(0, NULL) == 0 && setresgid(uid, uid, uid) == 0 &&
           setresuid(uid, uid, uid) == 0;
}

static bool drop_capabilities(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[2] = {0};
    return syscall(SYS_capset, &header, none) == 0;
}

/* A lower limit that we inherited stays: only root may raise it, and it is lower than what we want
 * anyway. */
static bool limit(int resource, rlim_t soft, rlim_t hard) {
    struct rlimit now;
    if (getrlimit(resource, &now) != 0) {
        return false;
    }
    now.rlim_max = hard < now.rlim_max ? hard : now.rlim_max;
    now.rlim_cur = soft < now.rlim_max ? soft : now.rlim_max;
    return setrlimit(resource, &now) == 0;
}

static rlim_t most_processes(const struct jail_plan *plan) {
    if (plan->hold < JAIL_HOLD_LANDLOCK) {
        return plan->processes;
    }
    return plan->processes + watch_user_tasks(plan->uid != 0 ? plan->uid : getuid());
}

/* Containers' filters refuse it, as EPERM or ENOSYS: what faults read may then differ from run to
 * run, which no right program notices. */
static bool fix_addresses(void) {
    return personality(PER_LINUX | ADDR_NO_RANDOMIZE) >= 0 || errno == EPERM || errno == ENOSYS;
}

static bool set_limits(const struct jail_plan *plan) {
    enum { STACK_BYTES = 8 << 20, DESCRIPTORS = 256, SIGNALS = 1024 };
    rlim_t cpu =
        (rlim_t)plan->cpu_seconds + (plan->cpu_seconds > (double)(rlim_t)plan->cpu_seconds);
    rlim_t processes = most_processes(plan);
    rlim_t address = plan->address_bytes == 0 ? RLIM_INFINITY : plan->address_bytes;
    return limit(RLIMIT_CPU, cpu, cpu + 1) &&
           limit(RLIMIT_FSIZE, plan->file_bytes, plan->file_bytes) &&
           limit(RLIMIT_NPROC, processes, processes) && limit(RLIMIT_AS, address, address) &&
           limit(RLIMIT_STACK, STACK_BYTES, STACK_BYTES) &&
           limit(RLIMIT_NOFILE, DESCRIPTORS, DESCRIPTORS) && limit(RLIMIT_CORE, 0, 0) &&
           limit(RLIMIT_MSGQUEUE, 0, 0) && limit(RLIMIT_SIGPENDING, SIGNALS, SIGNALS) &&
           limit(RLIMIT_NICE, 0, 0) && limit(RLIMIT_RTPRIO, 0, 0);
}

/* Puts the passed descriptors where the plan wants them and closes all others, but for `keeper`,
 * which the caller gets at a new number and which closes itself when the command starts. */
static bool place_descriptors(const struct box_order *order, int output, int *keeper) {
    enum { MOST = 64, HIGH = 512 };
    int moved[MOST + 2], wanted[MOST + 2];
    uint32_t count = order->plan->descriptor_count;
    if (count > MOST) {
        errno = EMFILE;
        return false;
    }
    for (uint32_t i = 0; i < count + 2; i++) {
        wanted[i] = i < 2 ? 1 + (int)i : order->descriptors[i - 2];
        moved[i] = fcntl(i < 2 ? output : JAIL_PLACE_PASSED + (int)i - 2, F_DUPFD, HIGH);
        if (moved[i] < 0) {
            return false;
        }
    }
    int high_keeper = fcntl(*keeper, F_DUPFD_CLOEXEC, HIGH);
    if (high_keeper < 0 || close_range(3, HIGH - 1, 0) != 0) {
        return false;
    }
    for (uint32_t i = 0; i < count + 2; i++) {
        if (dup2(moved[i], wanted[i]) < 0) {
            return false;
        }
    }
    *keeper = high_keeper;
    return close_range(HIGH, ~0U, CLOSE_RANGE_CLOEXEC) == 0;
}

static bool load_filter(const struct box_order *order) {
    struct sock_fprog program = {.len = (unsigned short)order->plan->filter_count,
                                 .filter = (struct sock_filter *)order->filter};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static void reset_signals(void) {
    for (int number = 1; number < NSIG; number++) {
        signal(number, SIG_DFL);
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static bool step(struct failure *failure, const char *what, bool good) {
    if (!good) {
        failure->error = errno;
        snprintf(failure->step, sizeof failure->step, "%s", what);
    }
    return good;
}

/* Returns only on failure, with errno. A program that the grader wrote a moment ago is busy as long
 * as a process that another of its threads forked just then holds the file open: until its own
 * exec. */
static void execute(const struct box_order *order) {
    enum { TRIES = 400 };
    const struct timespec pause = {.tv_nsec = 5 * 1000 * 1000};
    int error = ETXTBSY;
    for (int i = 0; i < TRIES && error == ETXTBSY; i++) {
        execve(order->arguments[0], (char *const *)order->arguments,
               (char *const *)order->environment);
        error = errno;
        if (error == ETXTBSY) {
            nanosleep(&pause, NULL);
        }
    }
    errno = error;
}

static bool enter_directory(struct failure *failure, const char *directory) {
    char what[sizeof failure->step];
    snprintf(what, sizeof what, "enter %s", directory);
    return step(failure, what, chdir(directory) == 0);
}

void command_become(const struct box_order *order, int output, int keeper,
                    struct failure *failure) {
    const struct jail_plan *plan = order->plan;
    bool landlock = plan->hold == JAIL_HOLD_LANDLOCK;
    /* When memory is short everywhere, the command goes first. */
    write_file("/proc/self/oom_score_adj", "1000");
    reset_signals();
    umask(022);
    int *kept = &keeper;
    if (step(failure, "leave the terminal", setsid() >= 0) &&
        step(failure, "end with the keeper", prctl(PR_SET_PDEATHSIG, SIGKILL) == 0) &&
        step(failure, "enter a user namespace",
             plan->hold != JAIL_HOLD_NAMESPACE_ROOT || enter_user_namespace(keeper)) &&
        step(failure, "place the descriptors", place_descriptors(order, output, kept)) &&
        step(failure, "set the limits", set_limits(plan)) &&
        step(failure, "become another user", plan->uid == 0 || drop_user(plan->uid)) &&
        step(failure, "end with the keeper", prctl(PR_SET_PDEATHSIG, SIGKILL) == 0) &&
        step(failure, "fix the addresses", !plan->fixed_addresses || fix_addresses()) &&
        enter_directory(failure, order->directory) &&
        step(failure, "drop all capabilities", drop_capabilities()) &&
        step(failure, "give up new privileges", prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) &&
        step(failure, "close the way to other files", !landlock || restrict_files(order->paths)) &&
        step(failure, "give up signals", !landlock || restrict_signals()) &&
        step(failure, "load the filter", load_filter(order) || plan->hold == JAIL_HOLD_LIMITS)) {
        execute(order);
        failure->error = errno;
        snprintf(failure->step, sizeof failure->step, "run %s", order->arguments[0]);
    }
    ssize_t told = write(keeper, failure, sizeof *failure);
    _exit(told == sizeof *failure ? 126 : 127);
}
