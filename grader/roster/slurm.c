/*
 * The engine on a cluster: one array job, one task a submission, in Slurm's hands. Each task writes
 * its report to the spool, which all nodes must see, whole or not at all; so a task that a dead
 * node took along is simply one without a report, and is submitted again.
 */
#include "../check/grading.h"
#include "../report/report.h"
#include "class.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 4, POLL_MILLISECONDS = 500, LOST_CONTROLLER_SECONDS = 120 };

/* Runs a command and takes what it prints (at most `size` bytes, the rest is lost); its exit
 * status, or -1. */
static int ask(const char *const *argv, char *text, size_t size) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return -1;
    }
    pid_t child = fork();
    if (child == 0) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        execvp(argv[0], (char *const *)argv);
        _exit(127);
    }
    close(ends[1]);
    size_t length = 0;
    char buffer[4096];
    ssize_t got;
    while (child > 0 && (got = read(ends[0], buffer, sizeof buffer)) != 0) {
        if (got < 0 && errno == EINTR) {
            continue;
        }
        size_t more = got < 0 ? 0 : (size_t)got;
        more = length + more < size ? more : size - 1 - length;
        memcpy(text + length, buffer, more);
        length += more;
        if (got < 0) {
            break;
        }
    }
    text[length] = '\0';
    close(ends[0]);
    int status = -1;
    if (child > 0 && waitpid(child, &status, 0) != child) {
        status = -1;
    }
    return status != -1 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static const char *unavailable(struct arena *arena) {
    char text[1024];
    if (ask((const char *const[]){"sbatch", "--version", NULL}, text, sizeof text) != 0) {
        return "no sbatch here; install slurm-client, or use --engine local";
    }
    if (ask((const char *const[]){"sinfo", "--noheader", NULL}, text, sizeof text) != 0) {
        text[strcspn(text, "\n")] = '\0';
        return arena_printf(arena, "Slurm does not answer: %s", text);
    }
    return NULL;
}

/* In single quotes, for the shell. */
static const char *quoted(struct arena *arena, const char *text) {
    const char *out = "'";
    for (; *text != '\0'; text++) {
        out = *text == '\'' ? arena_printf(arena, "%s'\\''", out)
                            : arena_printf(arena, "%s%c", out, *text);
    }
    return arena_printf(arena, "%s'", out);
}

/* One submission to Slurm. */
struct array {
    struct job **jobs;
    size_t count;
    char id[32]; /* of the array job */
    bool *settled;
};

/* The script that every task runs: this very program, the labs it was given, the task's number. */
static bool write_script(const struct class_run *run, const char *list, const char *path,
                         struct error *error) {
    struct arena arena = {0};
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length < 0) {
        return error_set(error, "/proc/self/exe: %s", strerror(errno));
    }
    self[length] = '\0';
    const char *text = arena_printf(
        &arena, "#!/bin/sh\nexec %s class-task %s %s \"$SLURM_ARRAY_TASK_ID\" --labs %s\n",
        quoted(&arena, self), quoted(&arena, run->lab.name), quoted(&arena, list),
        quoted(&arena, run->kit.labs));
    bool good = report_replace_file(path, text, strlen(text), error);
    arena_free(&arena);
    return good;
}

static bool submit(const struct class_run *run, struct array *array, size_t side_by_side, int round,
                   struct error *error) {
    struct arena arena = {0};
    char answer[1024];
    const char *folder = arena_printf(&arena, "%s/spool", run->out);
    /* Names of their own: a task of an earlier array may still read its list. */
    const char *list = arena_printf(&arena, "%s/slurm-%d-%d.tasks", folder, getpid(), round);
    const char *script = arena_printf(&arena, "%s/slurm-%d-%d.sh", folder, getpid(), round);
    const struct task **tasks = arena_alloc(&arena, array->count * sizeof(struct task *));
    for (size_t i = 0; i < array->count; i++) {
        tasks[i] = &array->jobs[i]->task;
    }
    const char *many = run->options.jobs > 0 || run->alone
                           ? arena_printf(&arena, "%%%zu", side_by_side)
                           : ""; /* as many as Slurm has room for */
    const char *const argv[] = {"sbatch",
                                "--parsable",
                                "--requeue",
                                "--open-mode=append",
                                arena_printf(&arena, "--array=0-%zu%s", array->count - 1, many),
                                arena_printf(&arena, "--job-name=lockstep-%s", run->lab.name),
                                arena_printf(&arena, "--output=%s/slurm-%%A_%%a.log", folder),
                                run->alone ? "--exclusive" : "--ntasks=1",
                                script,
                                NULL};
    bool good =
        task_write_list(list, tasks, array->count, error) && write_script(run, list, script, error);
    if (good && ask(argv, answer, sizeof answer) != 0) {
        answer[strcspn(answer, "\n")] = '\0';
        good = error_set(error, "sbatch: %.300s", answer);
    }
    if (good) {
        size_t digits = strspn(answer, "0123456789");
        snprintf(array->id, sizeof array->id, "%.*s", digits < 20 ? (int)digits : 20, answer);
        good = digits > 0 || error_set(error, "sbatch gave no job number: %.200s", answer);
    }
    if (good) { /* should this process be killed, the next one knows what to take back */
        good = report_replace_file(arena_printf(&arena, "%s/slurm.id", folder), array->id,
                                   strlen(array->id), error);
    }
    arena_free(&arena);
    return good;
}

/* Marks the tasks that Slurm still has: waiting, running, being requeued. False when it does not
 * answer. */
static bool list_live(const struct array *array, bool *live) {
    size_t size = 64 * (array->count + 64);
    char *text = malloc(size), *rest = NULL;
    if (text == NULL) {
        return false;
    }
    int status = ask((const char *const[]){"squeue", "--noheader", "--array", "--format=%K %T",
                                           "--states=all", "--jobs", array->id, NULL},
                     text, size);
    bool gone = status != 0 && strstr(text, "Invalid job id") != NULL; /* forgotten: all ended */
    memset(live, 0, array->count * sizeof *live);
    for (char *line = status == 0 ? strtok_r(text, "\n", &rest) : NULL; line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        static const char *const states[] = {
            "PENDING",   "RUNNING",  "CONFIGURING", "COMPLETING", "REQUEUED",    "REQUEUE_HOLD",
            "SUSPENDED", "RESIZING", "SIGNALING",   "STAGE_OUT",  "REQUEUE_FED", "STOPPED"};
        char *end;
        unsigned long index = strtoul(line, &end, 10);
        while (isspace((unsigned char)*end)) {
            end++;
        }
        for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
            bool is = strncmp(end, states[i], strlen(states[i])) == 0;
            if (is && index < array->count && isdigit((unsigned char)*line)) {
                live[index] = true;
            }
        }
    }
    free(text);
    return status == 0 || gone;
}

/* A report, or word of why there is none. */
static bool has_ended(const struct job *job) {
    struct arena arena = {0};
    bool ended = access(job->task.spool, F_OK) == 0 ||
                 access(arena_printf(&arena, "%s.error", job->task.spool), F_OK) == 0;
    arena_free(&arena);
    return ended;
}

/* Takes in what lies in the spool; *waiting is how many have no report yet. */
static bool gather(struct class_run *run, struct array *array, size_t *waiting,
                   struct error *error) {
    bool good = true;
    *waiting = 0;
    for (size_t i = 0; good && i < array->count; i++) {
        if (!array->settled[i] && has_ended(array->jobs[i])) {
            array->settled[i] = true;
            good = class_settle(run, array->jobs[i], NULL, error);
        }
        *waiting += !array->settled[i];
    }
    return good;
}

/* Follows one array until Slurm has none of its tasks left. */
static bool follow(struct class_run *run, struct array *array, struct error *error) {
    struct arena arena = {0};
    bool *live = arena_alloc(&arena, array->count * sizeof *live);
    bool good = true;
    double answered = grading_clock();
    size_t waiting = array->count;
    while (good && waiting > 0) {
        bool any = false;
        if (list_live(array, live)) {
            answered = grading_clock();
            for (size_t i = 0; i < array->count; i++) {
                any = any || (live[i] && !array->settled[i]);
            }
        } else {
            any = true;
            good = grading_clock() - answered < LOST_CONTROLLER_SECONDS ||
                   error_set(error,
                             "Slurm has not answered for %d seconds; the same command goes on when "
                             "it does",
                             LOST_CONTROLLER_SECONDS);
        }
        good = good && gather(run, array, &waiting, error); /* after the look: nothing is missed */
        if (!any) {
            break;
        }
        nanosleep(&(struct timespec){.tv_nsec = POLL_MILLISECONDS * 1000000L}, NULL);
    }
    arena_free(&arena);
    return good;
}

static void cancel(const char *id) {
    char text[256];
    if (id[0] != '\0') {
        ask((const char *const[]){"scancel", id, NULL}, text, sizeof text);
    }
}

/* The array of a run that was killed: what it graded is gathered, what it did not is graded now. */
static void cancel_earlier(const struct class_run *run) {
    struct arena arena = {0};
    char id[32] = "";
    FILE *file = fopen(arena_printf(&arena, "%s/spool/slurm.id", run->out), "re");
    if (file != NULL) {
        id[fread(id, 1, sizeof id - 1, file)] = '\0';
        fclose(file);
        cancel(id[strspn(id, "0123456789")] == '\0' ? id : "");
    }
    arena_free(&arena);
}

/* Logs, lists and scripts, when all has gone well. */
static void tidy_up(const struct class_run *run) {
    struct arena arena = {0};
    const char *folder = arena_printf(&arena, "%s/spool", run->out);
    DIR *directory = opendir(folder);
    struct dirent *entry;
    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        if (strncmp(entry->d_name, "slurm-", 6) == 0 || strcmp(entry->d_name, "slurm.id") == 0) {
            unlinkat(dirfd(directory), entry->d_name, 0);
        }
    }
    if (directory != NULL) {
        closedir(directory);
    }
    arena_free(&arena);
}

/* Submits what is left, until all have a report or several arrays in a row left some out. */
static bool run_rounds(struct class_run *run, struct array *array, size_t side_by_side,
                       struct error *error) {
    bool good = true;
    for (int round = 0; good && array->count > 0 && round < ROUNDS; round++) {
        array->id[0] = '\0';
        if (round > 0) {
            progress_say(run,
                         arena_printf(&run->arena, "%zu left without a report: submitted again",
                                      array->count));
        }
        good = submit(run, array, side_by_side, round, error) && follow(run, array, error);
        if (!good) {
            cancel(array->id);
        }
        size_t left = 0;
        for (size_t i = 0; good && i < array->count; i++) {
            if (!array->settled[i]) {
                array->jobs[left++] = array->jobs[i];
            }
        }
        array->count = good ? left : array->count;
        memset(array->settled, 0, array->count * sizeof *array->settled);
    }
    for (size_t i = 0; good && i < array->count; i++) {
        good =
            class_settle(run, array->jobs[i], "no node of the cluster brought it to an end", error);
    }
    return good;
}

static bool run_slurm(struct class_run *run, struct job *const *queue, size_t count,
                      size_t side_by_side, struct error *error) {
    struct arena arena = {0};
    struct array array = {.jobs = arena_alloc(&arena, count * sizeof(struct job *)),
                          .settled = arena_alloc(&arena, count * sizeof(bool)),
                          .count = count};
    memcpy(array.jobs, queue, count * sizeof(struct job *));
    cancel_earlier(run);
    bool good = run_rounds(run, &array, side_by_side, error);
    if (good && array.count == 0) {
        tidy_up(run);
    }
    arena_free(&arena);
    return good;
}

const struct engine engine_slurm = {"slurm", false, unavailable, run_slurm};
