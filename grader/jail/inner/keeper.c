/* Process 1 of the box: starts the command, watches it, reports. */
#include "inner.h"
#include "../../clock.h"
#include "../jail.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* One run, as the keeper sees it. */
struct keeper {
    struct box_order order;
    pid_t command;
    int signals;  /* readable when a child has ended */
    int output;   /* what the command prints */
    int failures; /* what the child tells before it becomes the command */
    double start;
    uint64_t printed, peak_bytes;
    double cpu_seconds; /* used until the last look */
    uint64_t waits;     /* what all waited for at the last look, or 0 */
    bool ended;         /* the command itself has ended, with `status` */
    bool caught;        /* something was exceeded: `end` says what */
    int status;
    uint32_t end;
};

/* What ended processes have used. */
static struct process_usage dead_usage(void) {
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return (struct process_usage){
        .cpu_seconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6,
        .memory_bytes = (uint64_t)usage.ru_maxrss * 1024, /* of the largest one */
    };
}

static const char **split(const char **text, uint32_t count) {
    const char **parts = calloc(count + 1, sizeof *parts);
    for (uint32_t i = 0; parts != NULL && i < count; i++) {
        parts[i] = *text;
        *text += strlen(*text) + 1;
    }
    return parts;
}

/* Did the plan come with us? Where the jail was made ahead of its command, it comes later. */
static bool is_here(void) {
    struct stat status;
    return fstat(JAIL_PLACE_PLAN, &status) == 0 && S_ISREG(status.st_mode);
}

/* Waits for the plan and the command's descriptors, and puts them in their places. False when the
 * grader is gone. */
static bool receive_order(void) {
    enum { MOST = 65 };
    _Alignas(struct cmsghdr) char room[CMSG_SPACE(MOST * sizeof(int))];
    int files[MOST];
    char byte;
    struct iovec text = {.iov_base = &byte, .iov_len = 1};
    struct msghdr message = {
        .msg_iov = &text, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
    ssize_t got;
    do {
        got = recvmsg(JAIL_PLACE_CONTROL, &message, 0);
    } while (got < 0 && errno == EINTR);
    const struct cmsghdr *rights = got == 1 ? CMSG_FIRSTHDR(&message) : NULL;
    if (rights == NULL || rights->cmsg_type != SCM_RIGHTS) {
        return false;
    }
    const int count = (int)((rights->cmsg_len - CMSG_LEN(0)) / sizeof *files);
    memcpy(files, CMSG_DATA(rights), (size_t)count * sizeof *files);
    /* They came in order, above all places that are taken: none is overwritten before its turn. */
    bool good = dup2(files[0], JAIL_PLACE_PLAN) >= 0;
    for (int i = 1; i < count && good; i++) {
        good = dup2(files[i], JAIL_PLACE_PASSED + i - 1) >= 0;
    }
    return good && close_range((unsigned)(JAIL_PLACE_PASSED + count - 1), ~0U, 0) == 0;
}

static bool read_order(struct box_order *order) {
    struct stat status;
    if (fstat(JAIL_PLACE_PLAN, &status) != 0) {
        return false;
    }
    void *map = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, JAIL_PLACE_PLAN, 0);
    if (map == MAP_FAILED) {
        return false;
    }
    order->plan = map;
    order->descriptors = (const int32_t *)(order->plan + 1);
    order->filter =
        (const struct sock_filter *)(order->descriptors + order->plan->descriptor_count);
    const char *text = (const char *)(order->filter + order->plan->filter_count);
    order->directory = text;
    text += strlen(text) + 1;
    order->arguments = split(&text, order->plan->argument_count);
    order->environment = split(&text, order->plan->environment_count);
    order->paths = split(&text, order->plan->path_count);
    return order->arguments != NULL && order->environment != NULL && order->paths != NULL;
}

/* Ends all that the command started and waits until nothing of it is left. */
static void end_everything(struct keeper *keeper) {
    bool alone = keeper->order.plan->hold >= JAIL_HOLD_LANDLOCK;
    for (;;) {
        /* Process 1 reaches its namespace and nothing else; without one, nobody could leave the
         * command's group. */
        kill(alone ? -keeper->command : -1, SIGKILL);
        int status;
        pid_t gone;
        while ((gone = waitpid(-1, &status, WNOHANG)) > 0) {
            if (gone == keeper->command) {
                keeper->status = status;
            }
        }
        if (gone < 0 && errno == ECHILD) {
            return;
        }
        poll(NULL, 0, 1);
    }
}

static void catch (struct keeper *keeper, uint32_t end) {
    if (!keeper->caught) {
        keeper->caught = true;
        keeper->end = end;
    }
}

/* Moves what the command printed to the grader's memory file. False when there is no more for now.
 */
static bool take_output(struct keeper *keeper) {
    char text[65536];
    ssize_t got = read(keeper->output, text, sizeof text);
    if (got <= 0) {
        return false;
    }
    uint64_t room = keeper->order.plan->output_bytes - keeper->printed;
    size_t taken = (uint64_t)got < room ? (size_t)got : (size_t)room;
    if (write(JAIL_PLACE_OUTPUT, text, taken) != (ssize_t)taken || taken < (size_t)got) {
        catch (keeper, JAIL_OUTPUT_LIMIT);
    }
    keeper->printed += taken;
    return true;
}

static void reap(struct keeper *keeper) {
    struct signalfd_siginfo information;
    while (read(keeper->signals, &information, sizeof information) > 0) {
    }
    int status;
    pid_t gone;
    while ((gone = waitpid(-1, &status, WNOHANG)) > 0) {
        if (gone == keeper->command) {
            keeper->ended = true;
            keeper->status = status;
        }
    }
}

/* How many processes of the command the kernel has ended for want of memory; negative where no
 * group counts them. */
static long killed_for_memory(void) {
    static const char key[] = "oom_kill ";
    char text[1024];
    ssize_t got = pread(JAIL_PLACE_EVENTS, text, sizeof text - 1, 0);
    text[got > 0 ? got : 0] = '\0';
    const char *found = strstr(text, key);
    return got <= 0 ? -1 : found != NULL ? strtol(found + sizeof key - 1, NULL, 10) : 0;
}

/* May it have that much? A process that starts another one shares its memory with it for a moment,
 * and both are counted. A control group counts right; then only what it cannot see counts here
 * (swapped memory, in some versions). */
static bool takes_too_much(const struct jail_plan *plan, uint64_t bytes, bool in_group) {
    return bytes > plan->memory_bytes * (in_group ? 2 : 1);
}

/* Does every thread wait for another one? Asked only while they use no processor time, as the look
 * costs some. */
static bool will_never_go_on(struct keeper *keeper, double cpu_seconds) {
    const bool idle = cpu_seconds <= keeper->cpu_seconds;
    const bool descendants = keeper->order.plan->hold >= JAIL_HOLD_LANDLOCK;
    const uint64_t before = keeper->waits;
    keeper->cpu_seconds = cpu_seconds;
    keeper->waits = idle ? watch_waits(descendants) : 0;
    return before != 0 && keeper->waits == before;
}

/* Looks at the processes, and says after how many milliseconds to look again: sooner when memory
 * gets short. */
static int sample(struct keeper *keeper) {
    static const double bytes_per_millisecond = 4e6; /* as fast as a core or two can fill pages */
    enum { SOONEST = 4, LATEST = 50 };
    const struct jail_plan *plan = keeper->order.plan;
    struct process_usage usage =
        watch_usage(plan->hold >= JAIL_HOLD_LANDLOCK, plan->inherited_bytes);
    if (usage.memory_bytes > keeper->peak_bytes) {
        keeper->peak_bytes = usage.memory_bytes;
    }
    const long killed = killed_for_memory();
    if (takes_too_much(plan, usage.memory_bytes, killed >= 0) || killed > 0) {
        catch (keeper, JAIL_MEMORY_LIMIT);
    }
    const double cpu_seconds = usage.cpu_seconds + dead_usage().cpu_seconds;
    if (cpu_seconds > plan->cpu_seconds || will_never_go_on(keeper, cpu_seconds)) {
        catch (keeper, JAIL_TIMEOUT);
    }
    double left = (double)plan->memory_bytes - (double)usage.memory_bytes;
    double wait = left / bytes_per_millisecond;
    return wait < SOONEST ? SOONEST : wait > LATEST ? LATEST : (int)wait;
}

static void keep(struct keeper *keeper) {
    double next_sample = keeper->start;
    double deadline = keeper->start + keeper->order.plan->wall_seconds;
    struct pollfd watched[] = {
        {JAIL_PLACE_CONTROL, POLLIN, 0}, {keeper->signals, POLLIN, 0}, {keeper->output, POLLIN, 0}};
    while (!keeper->ended && !keeper->caught) {
        double time = clock_seconds();
        if (time >= deadline) {
            catch (keeper, JAIL_TIMEOUT);
            return;
        }
        if (time >= next_sample) {
            next_sample = time + sample(keeper) * 1e-3;
        }
        double until = (next_sample < deadline ? next_sample : deadline) - clock_seconds();
        if (poll(watched, 3, until > 0 ? (int)(until * 1e3) + 1 : 0) <= 0) {
            continue;
        }
        if (watched[0].revents != 0) {
            /* The grader wants the end, or is no more. */
            catch (keeper, JAIL_SIGNALLED);
        }
        if (watched[2].revents & POLLIN) {
            take_output(keeper);
        } else if (watched[2].revents != 0) {
            watched[2].fd = -1;
        }
        if (watched[1].revents != 0) {
            reap(keeper);
        }
    }
}

/* What the command's own end means, when we did not cause it. */
static uint32_t judge(const struct keeper *keeper, double cpu_seconds) {
    if (killed_for_memory() > 0) {
        return JAIL_MEMORY_LIMIT;
    }
    if (WIFEXITED(keeper->status)) {
        return JAIL_EXITED;
    }
    bool spent = jail_spent(cpu_seconds, keeper->order.plan->cpu_seconds);
    switch (WTERMSIG(keeper->status)) {
    case SIGXFSZ:
        return JAIL_OUTPUT_LIMIT;
    case SIGXCPU: /* whatever the clocks say: nothing else sends it */
        return JAIL_TIMEOUT;
    case SIGKILL:
        return spent ? JAIL_TIMEOUT : JAIL_SIGNALLED;
    default:
        return JAIL_SIGNALLED;
    }
}

static void report(struct keeper *keeper) {
    struct process_usage dead = dead_usage();
    struct jail_report report = {
        .wall_seconds = clock_seconds() - keeper->start,
        .cpu_seconds = dead.cpu_seconds,
        .peak_bytes =
            dead.memory_bytes > keeper->peak_bytes ? dead.memory_bytes : keeper->peak_bytes,
    };
    struct failure failure;
    report.end = keeper->caught ? keeper->end : judge(keeper, report.cpu_seconds);
    report.code =
        WIFEXITED(keeper->status) ? WEXITSTATUS(keeper->status) : WTERMSIG(keeper->status);
    if (recv(keeper->failures, &failure, sizeof failure, MSG_DONTWAIT) == sizeof failure) {
        report.end = JAIL_FAILED;
        report.failed_errno = failure.error;
        memcpy(report.failed_step, failure.step, sizeof report.failed_step);
    }
    send(JAIL_PLACE_CONTROL, &report, sizeof report, MSG_NOSIGNAL);
}

/* Starts the command. False when there is nothing to keep. */
static bool start(struct keeper *keeper) {
    const struct jail_plan *plan = keeper->order.plan;
    int printed[2], told[2];
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    if (sigprocmask(SIG_BLOCK, &children, NULL) != 0 ||
        (keeper->signals = signalfd(-1, &children, SFD_NONBLOCK | SFD_CLOEXEC)) < 0 ||
        pipe2(printed, O_CLOEXEC) != 0 ||
        socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, told) != 0) {
        return false;
    }
    keeper->start = clock_seconds();
    keeper->command = fork();
    if (keeper->command == 0) {
        struct failure failure = {0};
        command_become(&keeper->order, printed[1], told[1], &failure);
    }
    close(printed[1]);
    close(told[1]);
    keeper->output = printed[0];
    keeper->failures = told[0];
    fcntl(keeper->output, F_SETFL, O_NONBLOCK);
    /* Only the command holds its descriptors, so that their other ends see it go. */
    close(JAIL_PLACE_PROGRAM);
    close_range(JAIL_PLACE_PASSED, JAIL_PLACE_PASSED + plan->descriptor_count - 1, 0);
    if (keeper->command > 0 && plan->hold == JAIL_HOLD_NAMESPACE_ROOT) {
        char byte;
        /* One byte asks for the user; anything longer is a failure, for the report. */
        if (recv(keeper->failures, &byte, 1, MSG_PEEK | MSG_TRUNC) == 1 &&
            recv(keeper->failures, &byte, 1, 0) == 1) {
            byte = command_map_user(keeper->command, plan->uid);
            send(keeper->failures, &byte, 1, MSG_NOSIGNAL);
        }
    }
    return keeper->command > 0;
}

int main(int count, char **arguments) {
    if (count == 2 && strcmp(arguments[1], "probe") == 0) {
        return probe_main();
    }
    static struct keeper keeper;
    struct jail_report broken = {.end = JAIL_FAILED};
    /* No process of our user may look into this one: it holds the socket to the grader. */
    prctl(PR_SET_DUMPABLE, 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (getpid() == 1) {
        /* bubblewrap's process has one thread, so this signal means what it says; the grader has
         * many. */
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    }
    if (!is_here() && !receive_order()) {
        return 0; /* the grader is gone */
    }
    if (!read_order(&keeper.order) || !start(&keeper)) {
        broken.failed_errno = errno;
        snprintf(broken.failed_step, sizeof broken.failed_step, "start a process");
        send(JAIL_PLACE_CONTROL, &broken, sizeof broken, MSG_NOSIGNAL);
        return 1;
    }
    keep(&keeper);
    end_everything(&keeper);
    while (take_output(&keeper)) {
    }
    if (keeper.order.plan->hold >= JAIL_HOLD_LANDLOCK) {
        clean_up(&keeper.order);
    }
    report(&keeper);
    return 0;
}
