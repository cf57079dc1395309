/*
 * The engine on a cluster: array jobs in Slurm's hands, each task a batch of submissions. Each
 * report comes to the spool, which all nodes must see, whole or not at all, as soon as it is there;
 * so what a dead node took along are submissions without a report, which are submitted again,
 * alone.
 */
#include "../../clock.h"
#include "../../report/report.h"
#include "../class.h"
#include "slurm.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    ROUNDS = 4, /* in a row without a single report */
    POLL_MILLISECONDS = 500,
    LOST_CONTROLLER_SECONDS = 120,
    LEAST_BATCH = 10,
    MOST_BATCH = 100,
    MOST_PARTS = 256
};
/* The next look at the queue comes after this part of the time that the jobs have taken so far,
 * but: */
static const double look_each = 0.05, look_soonest = 0.5, look_latest = 30;

static const char *unavailable(struct arena *arena) {
    char text[1024];
    if (slurm_ask((const char *const[]){"sbatch", "--version", NULL}, text, sizeof text) != 0 &&
        strstr(text, "fatal") == NULL) {
        return "no sbatch here; install slurm-client, or use --engine local";
    }
    if (slurm_ask((const char *const[]){"timeout", "20", "sinfo", "--noheader", NULL}, text,
                  sizeof text) != 0) {
        return arena_printf(arena, "Slurm does not answer: %s", slurm_reason(arena, text));
    }
    return NULL;
}

/* An array job: its number, and which batches of the submissions its tasks are. */
struct array_part {
    char id[16];
    size_t first, count;
};

/* What Slurm has at a time: batches of submissions, in array jobs of `most` tasks each. */
struct array {
    struct slurm_options options;
    struct job **jobs;
    size_t count, most, batch, submitted; /* submitted: jobs that Slurm has, from the first on */
    struct array_part parts[MOST_PARTS];
    size_t part_count;
    const char *ids; /* of the array jobs, in order, with commas between them; "" */
    bool *settled;
};

/* The most tasks of one array: MaxArraySize, 1,001 unless the cluster says otherwise. */
static size_t most_tasks(void) {
    enum { USUAL = 1001, ROOM = 1 << 16 };
    char *text = malloc(ROOM);
    unsigned long most = 0;
    if (text != NULL &&
        slurm_ask((const char *const[]){"scontrol", "show", "config", NULL}, text, ROOM) == 0) {
        const char *line = strstr(text, "MaxArraySize");
        sscanf(line != NULL ? line : "", "MaxArraySize = %lu", &most);
    }
    free(text);
    return most > 0 ? most : USUAL;
}

/* How many submissions a task grades: so many that it runs for minutes, but as few as all the
 * cluster's processors can share; where a task was lost, one. */
static size_t batch_size(const struct class_run *run, const struct array *array, int round) {
    char text[1024];
    unsigned long cpus = 0;
    const bool lone = round > 0 || array->jobs[0]->task.speedup != NULL;
    if (lone || array->options.batch > 0) {
        return lone ? 1 : array->options.batch;
    }
    if (slurm_ask((const char *const[]){"sinfo", "--noheader", "--format=%C", NULL}, text,
                  sizeof text) == 0) {
        sscanf(text, "%*u/%*u/%*u/%lu", &cpus);
    }
    const size_t share = array->count / (cpus > 0 && !run->alone ? cpus : 1) + 1;
    return share < LEAST_BATCH ? LEAST_BATCH : share > MOST_BATCH ? MOST_BATCH : share;
}

/* Submits one array, of `count` batches from `first` on, and adds it to the parts. */
static bool submit_part(const struct class_run *run, struct array *array, size_t first,
                        size_t count, const char *many, const char *script, struct error *error) {
    char answer[1024];
    struct arena arena = {0};
    const char *argv[SLURM_MOST_OPTIONS + 16] = {
        "sbatch",
        "--parsable",
        "--requeue",
        "--open-mode=append",
        arena_printf(&arena, "--array=0-%zu%s", count - 1, many),
        arena_printf(&arena, "--job-name=lockstep-%s", run->lab.name),
        arena_printf(&arena, "--output=%s/spool/slurm-%%A_%%a.log", run->out),
        run->alone ? "--exclusive" : "--ntasks=1"};
    size_t words = 8;
    for (size_t i = 0; i < array->options.count; i++) {
        argv[words++] = array->options.argument[i];
    }
    argv[words++] = script;
    argv[words++] = arena_printf(&arena, "%zu", first);
    bool good = slurm_ask(argv, answer, sizeof answer) == 0;
    const size_t digits = strspn(answer, "0123456789");
    struct array_part *part = &array->parts[array->part_count];
    if (!good || digits == 0 || digits >= sizeof part->id) {
        good = error_set(error, "sbatch: %.700s", slurm_reason(&arena, answer));
    } else {
        *part = (struct array_part){.first = first, .count = count};
        memcpy(part->id, answer, digits);
        array->part_count++;
    }
    arena_free(&arena);
    return good;
}

/* Should this process be killed, the next one knows what to take back. */
static bool keep_ids(struct class_run *run, struct array *array, struct error *error) {
    const char *id = array->parts[array->part_count - 1].id;
    array->ids =
        arena_printf(&run->arena, "%s%s%s", array->ids, array->ids[0] != '\0' ? "," : "", id);
    slurm_keep(array->ids);
    return report_replace_file(arena_printf(&run->arena, "%s/spool/slurm.id", run->out), array->ids,
                               strlen(array->ids), error);
}

/* Slurm has as many of this user's jobs as it takes (MaxSubmitJobs, MaxJobCount): fewer now, the
 * others when these have ended. */
static bool is_limit(const char *answer) {
    return strstr(answer, "ubmit limit") != NULL || strstr(answer, "MaxSubmit") != NULL ||
           strstr(answer, "SubmitJob") != NULL || strstr(answer, "violates") != NULL ||
           strstr(answer, "too many jobs") != NULL || strstr(answer, "temporarily") != NULL;
}

/* In arrays as large as Slurm takes, until all is submitted or Slurm takes no more. */
static bool submit_parts(struct class_run *run, struct array *array, const char *script,
                         size_t side_by_side, struct error *error) {
    const size_t batches = (array->count + array->batch - 1) / array->batch;
    const size_t parts = (batches + array->most - 1) / array->most;
    const size_t each = side_by_side > parts ? side_by_side / parts : 1;
    const char *many = run->options.jobs > 0 || run->alone
                           ? arena_printf(&run->arena, "%%%zu", each)
                           : ""; /* as many as Slurm has room for */
    size_t first = 0, most = array->most;
    while (first < batches && array->part_count < MOST_PARTS) {
        const size_t left = batches - first, count = left < most ? left : most;
        if (submit_part(run, array, first, count, many, script, error)) {
            first += count;
            if (!keep_ids(run, array, error)) {
                return false;
            }
        } else if (is_limit(error->message) && most > 1) {
            most = (count + 1) / 2 < most ? (count + 1) / 2 : most - 1;
        } else if (is_limit(error->message) && first > 0) {
            break;
        } else {
            return false;
        }
    }
    array->submitted = first * array->batch < array->count ? first * array->batch : array->count;
    return true;
}

static bool submit(struct class_run *run, struct array *array, size_t side_by_side, int round,
                   struct error *error) {
    struct arena *arena = &run->arena;
    const char *folder = arena_printf(arena, "%s/spool", run->out);
    /* Names of their own: a task of an earlier array may still read its list. */
    static int number;
    const char *list = arena_printf(arena, "%s/slurm-%d-%d.tasks", folder, getpid(), ++number);
    const char *script = arena_printf(arena, "%s/slurm-%d-%d.sh", folder, getpid(), number);
    const struct class_task **tasks =
        arena_alloc(arena, array->count * sizeof(struct class_task *));
    for (size_t i = 0; i < array->count; i++) {
        tasks[i] = &array->jobs[i]->task;
    }
    array->batch = batch_size(run, array, round);
    array->ids = "";
    array->part_count = array->submitted = 0;
    return task_write_list(list, tasks, array->count, error) &&
           slurm_write_script(run, list, script, array->batch, array->jobs[0]->task.speedup,
                              error) &&
           submit_parts(run, array, script, side_by_side, error);
}

/* ---- following ---- */

/* What Slurm says of the tasks at a time. */
struct look {
    bool *live;             /* of each submission: waiting, running, being requeued */
    size_t queued, running; /* tasks */
    bool cancelled;         /* by scancel */
    char reason[160];       /* why one waits, if that does not end by waiting; "" */
    char ended[64];         /* how one ended that brought no report: "OUT_OF_MEMORY"; "" */
};

/* One line: the array's number, the task's, its state, and why. */
static void take_line(struct array *array, char *line, struct look *look) {
    static const char *const live[] = {"PENDING",   "RUNNING",      "CONFIGURING", "COMPLETING",
                                       "REQUEUED",  "REQUEUE_HOLD", "SUSPENDED",   "RESIZING",
                                       "SIGNALING", "STAGE_OUT",    "REQUEUE_FED", "STOPPED"};
    static const char *const bad[] = {"OUT_OF_MEMORY", "TIMEOUT", "NODE_FAIL", "DEADLINE",
                                      "FAILED"};
    /* Reasons that pass by themselves. */
    static const char *const usual[] = {"None",      "Priority", "Resources", "JobArrayTaskLimit",
                                        "BeginTime", "Cleaning", "Prolog"};
    char id[16], number[64], state[32], reason[160] = "";
    if (sscanf(line, "%15s %63s %31s %159[^\n]", id, number, state, reason) < 3) {
        return;
    }
    look->cancelled = look->cancelled || strncmp(state, "CANCELLED", 9) == 0;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (strcmp(state, bad[i]) == 0) {
            snprintf(look->ended, sizeof look->ended, "%s", bad[i]);
        }
    }
    bool is_live = false, waits = strcmp(state, "PENDING") == 0, serious = waits;
    for (size_t i = 0; i < sizeof live / sizeof *live; i++) {
        is_live = is_live || strcmp(state, live[i]) == 0;
    }
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        serious = serious && strcmp(reason, usual[i]) != 0;
    }
    if (serious) {
        snprintf(look->reason, sizeof look->reason, "%s", reason);
    }
    look->queued += waits;
    look->running += is_live && !waits;
    for (size_t p = 0; is_live && p < array->part_count; p++) {
        if (strcmp(array->parts[p].id, id) == 0 && isdigit((unsigned char)*number)) {
            const size_t first = (array->parts[p].first + strtoul(number, NULL, 10)) * array->batch;
            for (size_t i = first; i < first + array->batch && i < array->submitted; i++) {
                look->live[i] = true;
            }
        }
    }
}

/* False when Slurm does not answer. What it has forgotten has ended: its accounts know how. */
static bool look_at_queue(struct array *array, struct look *look) {
    const size_t size = 256 * (array->count / array->batch + 64);
    bool *live = look->live;
    char *text = malloc(size), *rest = NULL;
    if (text == NULL) {
        return false;
    }
    int status =
        slurm_ask((const char *const[]){"squeue", "--noheader", "--array", "--format=%F %K %T %r",
                                        "--states=all", "--jobs", array->ids, NULL},
                  text, size);
    const bool gone = status != 0 && strstr(text, "Invalid job id") != NULL;
    if (gone) {
        status = slurm_ask((const char *const[]){"sacct", "-n", "-X", "--delimiter= ", "-P", "-j",
                                                 array->ids, "-o", "JobIDRaw,JobID,State", NULL},
                           text, size);
    }
    *look = (struct look){.live = live};
    memset(live, 0, array->count * sizeof *live);
    for (char *line = status == 0 ? strtok_r(text, "\n", &rest) : NULL; line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        take_line(array, line, look);
    }
    free(text);
    return status == 0 || gone;
}

/* Takes in what lies in the spool; *waiting is how many have no report yet. */
static bool gather(struct class_run *run, struct array *array, size_t *waiting,
                   struct error *error) {
    bool good = true;
    *waiting = 0;
    for (size_t i = 0; good && i < array->submitted; i++) {
        if (!array->settled[i] && task_has_ended(&array->jobs[i]->task)) {
            array->settled[i] = true;
            good = class_settle(run, array->jobs[i], NULL, error);
        }
        *waiting += !array->settled[i];
    }
    return good;
}

/* Why it waits, once for each reason: a teacher can do something about it. */
static void tell_reason(struct class_run *run, const struct look *look, struct arena *arena,
                        const char **told) {
    char nodes[512] = "";
    if (look->reason[0] == '\0' || strcmp(*told, look->reason) == 0) {
        return;
    }
    *told = arena_strdup(arena, look->reason);
    slurm_ask((const char *const[]){"sinfo", "-R", "--noheader", "--format=%N: %E", NULL}, nodes,
              sizeof nodes);
    nodes[strcspn(nodes, "\n")] = '\0';
    if (nodes[0] == '\0') {
        progress_print(run, "Slurm: tasks wait: %s", look->reason);
        return;
    }
    progress_print(
        run,
        "Slurm: tasks wait: %s (%s; `scontrol update nodename=NODE state=resume` gives a "
        "node back)",
        look->reason, nodes);
}

/* Follows the arrays until Slurm has none of their tasks left. `ended` (64 bytes): how one ended
 * without a report. */
static bool follow(struct class_run *run, struct array *array, char *ended, struct error *error) {
    struct arena arena = {0};
    struct look look = {.live = arena_alloc(&arena, array->count * sizeof *look.live)};
    bool good = true, any = true;
    const double start = clock_seconds();
    double answered = start, due = start;
    const char *told = "";
    size_t waiting = array->submitted;
    while (good && waiting > 0 && any) {
        const double now = clock_seconds(), pause = (now - start) * look_each;
        if (now >= due) {
            due = now + (pause < look_soonest  ? look_soonest
                         : pause < look_latest ? pause
                                               : look_latest);
            if (look_at_queue(array, &look)) {
                answered = now;
                any = false;
                for (size_t i = 0; i < array->submitted; i++) {
                    any = any || (look.live[i] && !array->settled[i]);
                }
                run->progress.queued = look.queued;
                run->progress.running = look.running;
                tell_reason(run, &look, &arena, &told);
            } else {
                good = now - answered < LOST_CONTROLLER_SECONDS ||
                       error_set(error,
                                 "Slurm has not answered for %d seconds; the same command goes on "
                                 "when it does",
                                 LOST_CONTROLLER_SECONDS);
            }
        }
        good = good && gather(run, array, &waiting, error); /* after the look: nothing is missed */
        if (good && look.cancelled && waiting > 0) {
            good = error_set(error,
                             "Slurm's job %s was cancelled (scancel): %zu are not graded; the same "
                             "command goes on",
                             array->ids, waiting);
        }
        if (good && any && waiting > 0) {
            nanosleep(&(struct timespec){.tv_nsec = POLL_MILLISECONDS * 1000000L}, NULL);
        }
    }
    run->progress.queued = run->progress.running = 0;
    snprintf(ended, sizeof look.ended, "%s", look.ended);
    arena_free(&arena);
    return good;
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
        char text[256], *rest = NULL;
        char *id = ids[strspn(ids, "0123456789,")] == '\0' ? strtok_r(ids, ",", &rest) : NULL;
        for (; id != NULL; id = strtok_r(NULL, ",", &rest)) {
            slurm_ask((const char *const[]){"scancel", id, NULL}, text, sizeof text);
        }
    }
    arena_free(&arena);
}

/* What is left for another round: what Slurm has not taken yet, and what brought no report. */
static void keep_left(struct array *array, size_t *unsubmitted) {
    size_t left = 0;
    *unsubmitted = array->count - array->submitted;
    for (size_t i = 0; i < array->count; i++) {
        if (!array->settled[i]) {
            array->jobs[left++] = array->jobs[i];
        }
    }
    array->count = left;
    memset(array->settled, 0, array->count * sizeof *array->settled);
}

/* Why tasks were lost, and what is done about it. */
static void tell_lost(struct class_run *run, size_t lost, const char *ended) {
    const char *fix = strcmp(ended, "OUT_OF_MEMORY") == 0 ? ": set mem= in class.slurm"
                      : strcmp(ended, "TIMEOUT") == 0     ? ": set time= in class.slurm"
                                                          : "";
    if (*ended == '\0') {
        progress_print(run, "%zu left without a report: submitted again", lost);
    } else {
        progress_print(run, "%zu left without a report, %s: submitted again", lost,
                       arena_printf(&run->arena, "%s%s", ended, fix));
    }
}

/* Submits what is left, until all have a report or several arrays in a row brought none. */
static bool run_rounds(struct class_run *run, struct array *array, size_t side_by_side,
                       struct error *error) {
    bool good = true;
    char ended[64] = "";
    int vain = 0, round = 0;
    while (good && array->count > 0 && vain < ROUNDS) {
        const size_t before = array->count;
        size_t unsubmitted = 0;
        good = submit(run, array, side_by_side, round, error) && follow(run, array, ended, error);
        if (good) {
            keep_left(array, &unsubmitted);
            slurm_keep("");
            if (array->count > unsubmitted) {
                round++;
                tell_lost(run, array->count - unsubmitted, ended);
            }
        } else {
            slurm_stop();
        }
        vain = array->count < before ? 0 : vain + 1;
    }
    for (size_t i = 0; good && i < array->count; i++) {
        good =
            class_settle(run, array->jobs[i], "no node of the cluster brought it to an end", error);
    }
    return good;
}

static const char *slurm_path(const struct class_run *run, struct arena *arena) {
    return arena_printf(arena, "%s/class.slurm", run->out);
}

static bool check_options(struct class_run *run, struct error *error) {
    struct slurm_options options;
    return slurm_options_read(&options, &run->arena, slurm_path(run, &run->arena),
                              run->options.slurm, run->options.device, error);
}

static bool run_slurm(struct class_run *run, struct job *const *queue, size_t count,
                      size_t side_by_side, struct error *error) {
    struct arena arena = {0};
    struct array array = {.jobs = arena_alloc(&arena, count * sizeof(struct job *)),
                          .settled = arena_alloc(&arena, count * sizeof(bool)),
                          .count = count,
                          .batch = 1,
                          .most = most_tasks(),
                          .ids = ""};
    memcpy(array.jobs, queue, count * sizeof(struct job *));
    cancel_earlier(run);
    bool good = slurm_options_read(&array.options, &arena, slurm_path(run, &arena),
                                   run->options.slurm, run->options.device, error) &&
                run_rounds(run, &array, side_by_side, error);
    if (good && array.count == 0) {
        class_clear_spool(run, true);
    }
    arena_free(&arena);
    return good;
}

const struct class_engine engine_slurm = {"slurm", false, check_options, unavailable, run_slurm};
