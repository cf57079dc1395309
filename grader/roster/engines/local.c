/* The engine on this machine: a process a submission, so that nothing that one leaves behind is
 * there for the next. */
#include "../../clock.h"
#include "../class.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

/* Nobody needs so long: each run in the jail has its own limit. Only against the unforeseen. */
enum { LONGEST_SECONDS = 3600 };

struct lane {
    pid_t process; /* 0: free */
    struct job *job;
    double start;
};

static const char *how_it_ended(struct arena *arena, int status) {
    return WIFSIGNALED(status)
               ? arena_printf(arena, "the grader's process was ended by signal %d (%s)",
                              WTERMSIG(status), strsignal(WTERMSIG(status)))
           : WEXITSTATUS(status) == 0
               ? NULL
               : arena_printf(arena, "the grader's process ended with status %d",
                              WEXITSTATUS(status));
}

/* Waits until a process has ended, and settles its job. Other children (there are none that last)
 * are not waited for. */
static bool wait_for_one(struct class_run *run, struct lane *lanes, size_t count,
                         struct error *error) {
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    for (;;) {
        bool busy = false;
        for (size_t i = 0; i < count; i++) {
            int status = 0;
            busy = busy || lanes[i].process != 0;
            if (lanes[i].process != 0 && waitpid(lanes[i].process, &status, WNOHANG) != 0) {
                lanes[i].process = 0;
                return class_settle(run, lanes[i].job, how_it_ended(&run->arena, status), error);
            }
            if (lanes[i].process != 0 && clock_seconds() - lanes[i].start > LONGEST_SECONDS) {
                kill(lanes[i].process, SIGKILL);
            }
        }
        if (!busy) {
            return true;
        }
        /* A signal between the look and the wait stays pending: it is blocked. */
        sigtimedwait(&child, NULL, &(struct timespec){.tv_sec = 1});
    }
}

static bool start(struct class_run *run, struct lane *lane, struct job *job, struct error *error) {
    struct error why;
    pid_t process = task_start_grading(&run->kit, &run->lab, &job->task, &why);
    if (process < 0) {
        return class_settle(run, job, arena_strdup(&run->arena, why.message), error);
    }
    *lane = (struct lane){.process = process, .job = job, .start = clock_seconds()};
    return true;
}

static size_t count_running(const struct lane *lanes, size_t count) {
    size_t running = 0;
    for (size_t i = 0; i < count; i++) {
        running += lanes[i].process != 0;
    }
    return running;
}

static bool run_lanes(struct class_run *run, struct lane *lanes, size_t count,
                      struct job *const *queue, size_t jobs, struct error *error) {
    size_t next = 0;
    while (next < jobs || count_running(lanes, count) > 0) {
        size_t lane = 0;
        while (lane < count && lanes[lane].process != 0) {
            lane++;
        }
        bool good = next < jobs && lane < count ? start(run, &lanes[lane], queue[next++], error)
                                                : wait_for_one(run, lanes, count, error);
        if (!good) {
            return false;
        }
    }
    return true;
}

static bool run_local(struct class_run *run, struct job *const *queue, size_t count,
                      size_t side_by_side, struct error *error) {
    sigset_t child, before;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &before);
    struct arena arena = {0};
    size_t lane_count = side_by_side < count ? side_by_side : count;
    struct lane *lanes = arena_alloc(&arena, lane_count * sizeof *lanes);
    bool good = run_lanes(run, lanes, lane_count, queue, count, error);
    for (size_t i = 0; i < lane_count; i++) { /* some only where it was cut short */
        if (lanes[i].process != 0) {
            kill(lanes[i].process, SIGTERM);
            waitpid(lanes[i].process, NULL, 0);
        }
    }
    arena_free(&arena);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return good;
}

static bool check_options(struct class_run *run, struct error *error) {
    return run->options.slurm == NULL ||
           error_set(error, "--slurm says what a cluster needs: add --engine slurm");
}

static const char *always_here(struct arena *arena) {
    (void)arena;
    return NULL;
}

const struct class_engine engine_local = {"local", true, check_options, always_here, run_local};
