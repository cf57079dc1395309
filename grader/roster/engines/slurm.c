/*
 * The engine on a cluster: one array job, one task a submission, in Slurm's hands. Each task writes
 * its report to the spool, which all nodes must see, whole or not at all; so a task that a dead
 * node took along is simply one without a report, and is submitted again.
 */
#include "../../clock.h"
#include "../../report/report.h"
#include "../class.h"

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

/* What Slurm has at a time: array jobs of `most` tasks each, and one with the rest. */
struct array {
    struct job **jobs;
    size_t count, most;
    const char *ids; /* of the array jobs, in order, with commas between them; "" */
    bool *settled;
};

/* The most tasks of one array: MaxArraySize, 1,001 unless the cluster says otherwise. */
static size_t most_tasks(void) {
    enum { USUAL = 1001, ROOM = 1 << 16 };
    char *text = malloc(ROOM);
    unsigned long most = 0;
    if (text != NULL &&
        ask((const char *const[]){"scontrol", "show", "config", NULL}, text, ROOM) == 0) {
        const char *line = strstr(text, "MaxArraySize");
        sscanf(line != NULL ? line : "", "MaxArraySize = %lu", &most);
    }
    free(text);
    return most > 0 ? most : USUAL;
}

/* The script that every task runs: this very program, the labs it was given, the task's number,
 * which goes on from array to array: the script's argument is the array's first. */
static bool write_script(const struct class_run *run, const char *list, const char *path,
                         struct error *error) {
    struct arena arena = {0};
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length < 0) {
        return error_set(error, "/proc/self/exe: %s", strerror(errno));
    }
    self[length] = '\0';
    const char *secret = "";
    if (run->secret.given) {
        secret =
            arena_printf(&arena, " --secret %s", quoted(&arena, class_secret_path(run, &arena)));
    }
    const char *text = arena_printf(
        &arena, "#!/bin/sh\nexec %s class-task %s %s $((SLURM_ARRAY_TASK_ID + $1)) --labs %s%s\n",
        quoted(&arena, self), quoted(&arena, run->lab.name), quoted(&arena, list),
        quoted(&arena, run->kit.labs), secret);
    bool good = report_replace_file(path, text, strlen(text), error);
    arena_free(&arena);
    return good;
}

/* Submits one array, of the tasks from `first` on, and adds its number to array->ids. */
static bool submit_part(const struct class_run *run, struct array *array, size_t first,
                        const char *many, const char *script, struct arena *arena,
                        struct error *error) {
    char answer[1024];
    size_t left = array->count - first, count = left < array->most ? left : array->most;
    const char *const argv[] = {
        "sbatch",
        "--parsable",
        "--requeue",
        "--open-mode=append",
        arena_printf(arena, "--array=0-%zu%s", count - 1, many),
        arena_printf(arena, "--job-name=lockstep-%s", run->lab.name),
        arena_printf(arena, "--output=%s/spool/slurm-%%A_%%a.log", run->out),
        run->alone ? "--exclusive" : "--ntasks=1",
        script,
        arena_printf(arena, "%zu", first),
        NULL};
    if (ask(argv, answer, sizeof answer) != 0) {
        answer[strcspn(answer, "\n")] = '\0';
        return error_set(error, "sbatch: %.300s", answer);
    }
    int digits = (int)strspn(answer, "0123456789");
    if (digits == 0) {
        return error_set(error, "sbatch gave no job number: %.200s", answer);
    }
    array->ids =
        arena_printf(arena, "%s%s%.*s", array->ids, array->ids[0] ? "," : "", digits, answer);
    /* Should this process be killed, the next one knows what to take back. */
    return report_replace_file(arena_printf(arena, "%s/spool/slurm.id", run->out), array->ids,
                               strlen(array->ids), error);
}

static bool submit(struct class_run *run, struct array *array, size_t side_by_side, int round,
                   struct error *error) {
    struct arena *arena = &run->arena;
    const char *folder = arena_printf(arena, "%s/spool", run->out);
    /* Names of their own: a task of an earlier array may still read its list. */
    const char *list = arena_printf(arena, "%s/slurm-%d-%d.tasks", folder, getpid(), round);
    const char *script = arena_printf(arena, "%s/slurm-%d-%d.sh", folder, getpid(), round);
    const struct task **tasks = arena_alloc(arena, array->count * sizeof(struct task *));
    for (size_t i = 0; i < array->count; i++) {
        tasks[i] = &array->jobs[i]->task;
    }
    size_t parts = (array->count + array->most - 1) / array->most;
    size_t each = side_by_side > parts ? side_by_side / parts : 1;
    const char *many = run->options.jobs > 0 || run->alone ? arena_printf(arena, "%%%zu", each)
                                                           : ""; /* as many as Slurm has room for */
    bool good =
        task_write_list(list, tasks, array->count, error) && write_script(run, list, script, error);
    array->ids = "";
    for (size_t first = 0; good && first < array->count; first += array->most) {
        good = submit_part(run, array, first, many, script, arena, error);
    }
    return good;
}

/* The first task of the array job of that number; or count, which is none. */
static size_t first_of(const struct array *array, const char *id, size_t digits) {
    size_t first = 0;
    for (const char *at = array->ids; *at != '\0'; at += *at == ',') {
        size_t length = strcspn(at, ",");
        if (length == digits && memcmp(at, id, digits) == 0) {
            return first;
        }
        first += array->most;
        at += length;
    }
    return array->count;
}

/* Marks the tasks that Slurm still has: waiting, running, being requeued. False when it does not
 * answer. */
static bool list_live(const struct array *array, bool *live) {
    size_t size = 64 * (array->count + 64);
    char *text = malloc(size), *rest = NULL;
    if (text == NULL) {
        return false;
    }
    int status = ask((const char *const[]){"squeue", "--noheader", "--array", "--format=%F %K %T",
                                           "--states=all", "--jobs", array->ids, NULL},
                     text, size);
    bool gone = status != 0 && strstr(text, "Invalid job id") != NULL; /* forgotten: all ended */
    memset(live, 0, array->count * sizeof *live);
    for (char *line = status == 0 ? strtok_r(text, "\n", &rest) : NULL; line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        static const char *const states[] = {
            "PENDING",   "RUNNING",  "CONFIGURING", "COMPLETING", "REQUEUED",    "REQUEUE_HOLD",
            "SUSPENDED", "RESIZING", "SIGNALING",   "STAGE_OUT",  "REQUEUE_FED", "STOPPED"};
        size_t digits = strspn(line, "0123456789");
        char *number = line + digits + strspn(line + digits, " "), *end;
        unsigned long index = strtoul(number, &end, 10) + first_of(array, line, digits);
        while (isspace((unsigned char)*end)) {
            end++;
        }
        for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
            bool is = strncmp(end, states[i], strlen(states[i])) == 0;
            if (is && index < array->count && isdigit((unsigned char)*number)) {
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
    double answered = clock_seconds();
    size_t waiting = array->count;
    while (good && waiting > 0) {
        bool any = false;
        if (list_live(array, live)) {
            answered = clock_seconds();
            for (size_t i = 0; i < array->count; i++) {
                any = any || (live[i] && !array->settled[i]);
            }
        } else {
            any = true;
            good = clock_seconds() - answered < LOST_CONTROLLER_SECONDS ||
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

/* All of the array jobs. */
static void cancel(const char *ids) {
    char text[256], id[32];
    for (; *ids != '\0'; ids += strcspn(ids, ","), ids += *ids == ',') {
        snprintf(id, sizeof id, "%.*s", (int)strcspn(ids, ","), ids);
        ask((const char *const[]){"scancel", id, NULL}, text, sizeof text);
    }
}

/* The arrays of a run that was killed: what it graded is gathered, what it did not is graded now.
 */
static void cancel_earlier(const struct class_run *run) {
    struct arena arena = {0};
    char ids[4096] = "";
    FILE *file = fopen(arena_printf(&arena, "%s/spool/slurm.id", run->out), "re");
    if (file != NULL) {
        ids[fread(ids, 1, sizeof ids - 1, file)] = '\0';
        fclose(file);
        cancel(ids[strspn(ids, "0123456789,")] == '\0' ? ids : "");
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
        array->ids = "";
        if (round > 0) {
            progress_say(run,
                         arena_printf(&run->arena, "%zu left without a report: submitted again",
                                      array->count));
        }
        good = submit(run, array, side_by_side, round, error) && follow(run, array, error);
        if (!good) {
            cancel(array->ids);
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
                          .count = count,
                          .most = most_tasks(),
                          .ids = ""};
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
