#include "task.h"

#include "../../compile/stage.h"
#include "../../compile/toolchain.h"
#include "../../check/grade.h"
#include "../../report/report.h"
#include "../../speedup/measure_in_jail.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* What this machine lacks to judge all of it, or NULL. */
static const char *lacking(struct result *result) {
    const char *lacks = tools_missing(&result->arena);
    EACH_CHECK (result, e, c) {
        const struct finding *finding = c->findings;
        lacks =
            lacks == NULL && finding != NULL && finding->machine_lacks ? finding->message : lacks;
    }
    return lacks;
}

/* The process is being ended: its box is removed though the grading still runs, for its result does
 * not count. */
static atomic_bool ending;

/* False when the grader could not do its work, or lacks a tool for some of it. */
static bool grade(const struct kit *kit, const struct lab *lab, const struct class_task *task,
                  struct error *error) {
    struct arena arena = {0};
    const struct finding *refused =
        task->refused != NULL ? finding_make(&arena, FOUND_REFUSED,
                                             MESSAGE_VALUES(message_string("why", task->refused)))
                              : NULL;
    const struct grade_options options = {.kit = kit,
                                          .lab = lab,
                                          .submission = task->folder,
                                          .seed = task->seed,
                                          .secret = task->secret,
                                          .added = task->device,
                                          .pool = task->pool,
                                          .shares_cores = true,
                                          .refused = refused};
    const struct report_options report = {.audience = AUDIENCE_INSTRUCTOR, .keeps_messages = true};
    struct result result;
    const bool done = grade_submission(&options, &result, error);
    while (ending) {
        pause();
    }
    if (!done) {
        arena_free(&arena);
        return false;
    }
    result.submission = task->student;    /* the same wherever the folder lies */
    const char *lacks = lacking(&result); /* no grade: it would lose points for it */
    bool good = lacks == NULL ? report_write_file(task->spool, report_format_find("json"), &result,
                                                  &report, error)
                              : error_set(error, "%s", lacks);
    result_free(&result);
    arena_free(&arena);
    return good;
}

static void leave_word(const struct class_task *task, const struct error *why) {
    struct arena arena = {0};
    struct error ignored;
    report_replace_file(arena_printf(&arena, "%s.error", task->spool), why->message,
                        strlen(why->message), &ignored);
    arena_free(&arena);
}

static sigset_t awaited;

static void *wait_for_the_end(void *argument) {
    (void)argument;
    int number;
    if (sigwait(&awaited, &number) == 0) {
        ending = true;
        box_remove_all();
        _exit(2);
    }
    return NULL;
}

/* Ends with the parent, and takes the box along. */
static void end_with_parent(pid_t parent) {
    pthread_t thread;
    sigset_t others;
    sigemptyset(&others);
    sigaddset(&others, SIGCHLD);
    sigprocmask(SIG_UNBLOCK, &others, NULL);
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGINT);
    sigaddset(&awaited, SIGTERM);
    sigaddset(&awaited, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &awaited, NULL);
    if (pthread_create(&thread, NULL, wait_for_the_end, NULL) == 0) {
        pthread_detach(thread);
    }
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) {
        _exit(2);
    }
}

pid_t task_start_grading(const struct kit *kit, const struct lab *lab,
                         const struct class_task *task, struct error *error) {
    pid_t parent = getpid();
    fflush(NULL);
    pid_t child = fork();
    if (child != 0) {
        if (child < 0) {
            error_set(error, "no process for %s: %s", task->student, strerror(errno));
        }
        return child;
    }
    struct error why;
    end_with_parent(parent);
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing >= 0) {
        dup2(nothing, STDIN_FILENO);
    }
    if (task->speedup != NULL
            ? measure_in_jail(kit, lab, task->folder, task->speedup, task->spool, &why)
            : grade(kit, lab, task, &why)) {
        _exit(0);
    }
    leave_word(task, &why);
    _exit(1);
}

bool task_write_list(const char *path, const struct class_task *const *tasks, size_t count,
                     struct error *error) {
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (memory == NULL) {
        return error_set(error, "out of memory");
    }
    for (size_t i = 0; i < count; i++) {
        char seed[24];
        snprintf(seed, sizeof seed, "%" PRIu64, tasks[i]->seed);
        json_t *line = json_pack("{s:s, s:s, s:s?, s:s, s:s, s:s}", "student", tasks[i]->student,
                                 "folder", tasks[i]->folder, "refused", tasks[i]->refused, "digest",
                                 tasks[i]->digest, "spool", tasks[i]->spool, "seed", seed);
        json_dumpf(line, memory, JSON_COMPACT);
        fputc('\n', memory);
        json_decref(line);
    }
    bool good = fclose(memory) == 0 && report_replace_file(path, text, size, error);
    free(text);
    return good;
}

static bool read_line(const char *line, struct arena *arena, struct class_task *task) {
    const char *student, *folder, *digest, *spool, *seed;
    json_t *refused;
    json_t *root = json_loads(line, 0, NULL);
    bool good = root != NULL && json_unpack(root, "{s:s, s:s, s:o, s:s, s:s, s:s}", "student",
                                            &student, "folder", &folder, "refused", &refused,
                                            "digest", &digest, "spool", &spool, "seed", &seed) == 0;
    if (good) {
        const char *why = json_string_value(refused);
        *task = (struct class_task){.student = arena_strdup(arena, student),
                                    .folder = arena_strdup(arena, folder),
                                    .refused = why != NULL ? arena_strdup(arena, why) : NULL,
                                    .digest = arena_strdup(arena, digest),
                                    .spool = arena_strdup(arena, spool),
                                    .seed = strtoull(seed, NULL, 10)};
    }
    json_decref(root);
    return good;
}

bool task_has_ended(const struct class_task *task) {
    struct arena arena = {0};
    const bool ended = access(task->spool, F_OK) == 0 ||
                       access(arena_printf(&arena, "%s.error", task->spool), F_OK) == 0;
    arena_free(&arena);
    return ended;
}

/* One that is killed leaves nothing: it is submitted again, alone. */
static bool grade_line(const struct kit *kit, const struct lab *lab, const char *line,
                       const struct class_task *common, struct error *error) {
    struct arena arena = {0};
    struct class_task task;
    bool good = read_line(line, &arena, &task) || error_set(error, "'%.80s' is no task", line);
    if (good && !task_has_ended(&task)) {
        task.secret = common->secret;
        task.device = common->device;
        task.speedup = common->speedup;
        const pid_t child = task_start_grading(kit, lab, &task, error);
        good = child > 0;
        while (good && waitpid(child, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    arena_free(&arena);
    return good;
}

bool task_grade_list(const struct kit *kit, const struct lab *lab, const char *path, size_t first,
                     size_t count, const struct class_task *common, struct error *error) {
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return error_set(error, "%s: %s", path, strerror(errno));
    }
    char *line = NULL;
    size_t capacity = 0;
    bool good = true;
    for (size_t i = 0; good && i < first + count && getline(&line, &capacity, file) > 0; i++) {
        good = i < first || grade_line(kit, lab, line, common, error);
    }
    free(line);
    fclose(file);
    return good;
}
