#include "class.h"

#include "../folder.h"
#include "../message_text.h"
#include "../check/grade.h"
#include "../jail/jail.h"
#include "../compile/kit.h"
#include "../compile/toolchain.h"
#include "../report/report.h"
#include "../speedup/measure_in_jail.h"
#include "../utf8.h"
#include "../version.h"
#include "journal/remarks.h"
#include "tables/output.h"
#include "teacher.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct class_engine *const engines[] = {&engine_local, &engine_slurm, NULL};

const struct class_engine *engine_find(const char *name) {
    for (size_t i = 0; engines[i] != NULL; i++) {
        if (strcmp(engines[i]->name, name) == 0) {
            return engines[i];
        }
    }
    return NULL;
}

static const char *absolute(struct arena *arena, const char *path) {
    char whole[PATH_MAX];
    return path == NULL ? NULL : realpath(path, whole) != NULL ? arena_strdup(arena, whole) : path;
}

/* Keeps in the journal how this run was called. */
static bool remember(struct class_run *run, const char *labs, struct error *error) {
    struct arena arena = {0};
    const struct class_options *options = &run->options;
    labs = kit_labs_wanted(labs);
    const struct {
        const char *key, *value;
    } notes[] = {
        {"submissions", absolute(&arena, options->submissions)},
        {"roster", absolute(&arena, options->roster)},
        {"secret", absolute(&arena, options->secret)},
        {"labs", absolute(&arena, labs)},
        {"seed", arena_printf(&arena, "%" PRIu64, options->seed)},
        {"language", options->language},
        {"device", options->device},
        {"seed per student", options->seed_per_student ? "yes" : NULL},
    };
    bool good = true;
    for (size_t i = 0; good && i < sizeof notes / sizeof *notes; i++) {
        good = note_put(run->journal, notes[i].key, notes[i].value, error);
    }
    arena_free(&arena);
    return good;
}

static bool make_folders(const struct class_run *run, struct error *error) {
    struct arena arena = {0};
    bool good = true;
    for (size_t i = 0; good && class_folders[i] != NULL; i++) {
        const char *folder = arena_printf(&arena, "%s/%s", run->out, class_folders[i]);
        good = folder_make(folder, error) &&
               (access(folder, W_OK | X_OK) == 0 ||
                error_set(error, "cannot write to the folder %s: %s", folder, strerror(errno)));
    }
    arena_free(&arena);
    return good;
}

/* ---- results ---- */

/* Is it the one that is to be graded anew? */
static bool is_only(const struct class_run *run, const struct job *job) {
    return run->options.only != NULL && strcmp(job->student->key, run->options.only) == 0;
}

/* Where a partner handed in for the one who is to be graded anew, it is the partner's job. */
static bool find_only(struct class_run *run, struct error *error) {
    bool found = run->options.only == NULL;
    for (size_t i = 0; !found && i < run->count; i++) {
        found = is_only(run, &run->jobs[i]);
    }
    for (const struct partner *p = run->submissions.partners; !found && p != NULL; p = p->next) {
        found = strcmp(p->student->key, run->options.only) == 0;
        run->options.only = found ? p->with->key : run->options.only;
    }
    return found || error_set(error, "%s handed nothing in; if a partner did, name the partner",
                              run->options.only);
}

/* Where nothing, or only one student, is graded, all other results count as they are; where a tool
 * is not here, those of the same files do. */
static bool keep_digest(struct class_run *run, struct job *job, struct error *error) {
    const char *digest = NULL;
    const bool stays = run->options.only_write || run->options.only != NULL;
    if (!stays && run->lacks == NULL) {
        return true;
    }
    bool good = journal_last(run->journal, job->key, &run->arena, &digest, error);
    if (!stays && digest != NULL &&
        strcmp(strchrnul(digest, '-'), strchr(job->task.digest, '-')) != 0) {
        return good; /* of other files */
    }
    if (good && is_only(run, job) && digest != NULL) {
        return journal_get(run->journal, job->key, digest, &run->arena, &job->before, error);
    }
    job->task.digest = digest != NULL ? digest : job->task.digest;
    return good;
}

/* What is known already: in the journal, or in the spool of a run that was cut off. */
static bool recall(struct class_run *run, size_t *known, struct error *error) {
    *known = 0;
    for (size_t i = 0; i < run->count; i++) {
        struct job *job = &run->jobs[i];
        struct arena arena = {0};
        const char *report = NULL, *last = NULL;
        bool good = keep_digest(run, job, error) &&
                    journal_get(run->journal, job->key, job->task.digest, &arena, &report, error);
        job->graded = report != NULL && !is_only(run, job);
        *known += job->graded;
        if (good && report == NULL) {
            good = journal_last(run->journal, job->key, &arena, &last, error) &&
                   (last == NULL || class_tell_why(run, job, last, error));
        }
        arena_free(&arena);
        if (!good) {
            return false;
        }
    }
    return true;
}

static bool gather_spool(struct class_run *run, struct error *error) {
    bool good = true;
    for (size_t i = 0; good && i < run->count; i++) {
        struct job *job = &run->jobs[i];
        if (!job->graded && !is_only(run, job) && access(job->task.spool, F_OK) == 0) {
            good = class_settle(run, job, NULL, error);
        }
    }
    return good;
}

/* ---- the run ---- */

static size_t side_by_side(const struct class_options *options) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (options->jobs > 0) {
        return options->jobs;
    }
    /* A box that is made or cleared away leaves a core idle for a moment: another fills it. */
    return cores > 0 ? (size_t)cores + ((size_t)cores + 3) / 4 : 1;
}

static size_t make_queue(struct class_run *run, struct job **queue, bool again) {
    size_t count = 0;
    for (size_t i = 0; i < run->count; i++) {
        const bool asked = run->options.only == NULL || is_only(run, &run->jobs[i]);
        if (!run->jobs[i].graded && run->jobs[i].again == again && asked &&
            run->jobs[i].collected.closed == NULL && run->lacks == NULL) {
            queue[count++] = &run->jobs[i];
        }
    }
    return count;
}

/* What cannot be read is not graded: it would lose all points, and nobody knows what is in it. Nor
 * is anything without a tool. */
static void pass_over_closed(struct class_run *run) {
    for (size_t i = 0; i < run->count; i++) {
        struct job *job = &run->jobs[i];
        const char *closed = job->collected.closed != NULL ? job->collected.closed : run->lacks;
        const bool asked = run->options.only == NULL || is_only(run, job);
        if (asked && !job->graded && closed != NULL) {
            job->trouble = closed;
            progress_job(run, job);
        }
    }
}

/* All side by side; then, one at a time, what ran out of time or could not be graded. */
static bool grade_all(struct class_run *run, struct error *error) {
    struct job **queue = arena_alloc(&run->arena, run->count * sizeof(struct job *));
    pass_over_closed(run);
    size_t lanes = side_by_side(&run->options);
    size_t count = make_queue(run, queue, false);
    const struct class_engine *engine = run->options.engine;
    const char *only = run->options.only, *by = run->options.by;
    const char *what = only != NULL ? message_print(&run->arena, "again %s", only)
                                    : message_print(&run->arena, "%zu graded with Lockstep %s",
                                                    count, LOCKSTEP_VERSION);
    for (const struct reason *r = run->reasons; r != NULL && only == NULL; r = r->next) {
        what = message_print(&run->arena, "%s; %zu anew: %s", what, r->count, r->why);
    }
    if (count > 0 && (!note_put(run->journal, run->basis_key, run->basis, error) ||
                      !change_add(run->journal, by != NULL ? by : "", what, error))) {
        return false;
    }
    if (count > 0 && !engine->run(run, queue, count, lanes, error)) {
        return false;
    }
    count = make_queue(run, queue, true);
    if (count > 0) {
        progress_print(run,
                       "%zu graded once more, one at a time, since they ran out of "
                       "time or were not graded",
                       count);
        run->alone = true;
        return engine->run(run, queue, count, 1, error);
    }
    return true;
}

static void say_lines(struct class_run *run, const char *line) {
    while (*line != '\0') {
        int length = (int)strcspn(line, "\n");
        progress_say(run, arena_printf(&run->arena, "%.*s", length, line));
        line += length + 1;
    }
}

/* What was taken and left out, before it starts: a teacher may stop here. */
static void say_notes(struct class_run *run, const char *names) {
    say_lines(run, run->aside);
    say_lines(run, run->submissions.notes);
    say_lines(run, names);
    for (size_t i = 0; i < run->count; i++) {
        const struct job *job = &run->jobs[i];
        const char *refused = job->collected.refused, *notes = job->collected.notes;
        const bool asked = run->options.only == NULL || is_only(run, job);
        if (asked && (refused != NULL || *notes != '\0')) {
            const struct language *language = run->progress.language;
            struct arena *arena = &run->arena;
            progress_print(run, "%s%s%s%s", job->key, language_say(language, arena, ": "),
                           refused != NULL ? language_say(language, arena, "refused: ") : "",
                           language_say(language, arena, refused != NULL ? refused : notes));
        }
    }
}

/* False, and the error says why, where the class cannot be graded as it is asked for. */
static bool is_gradable(struct class_run *run, struct error *error) {
    if (jail_level() == JAIL_NONE && !run->options.only_write) {
        return error_set(error,
                         "nothing isolates a program here, and a class is never graded so: %s. "
                         "`lockstep doctor` "
                         "says what to install or allow",
                         jail_level_reason());
    }
    const char *why = run->options.engine->unavailable(&run->arena);
    if (why != NULL) {
        return error_set(error, "engine %s is unavailable: %s", run->options.engine->name, why);
    }
    const char *device = run->options.device;
    if (device != NULL && !grade_is_real(device)) {
        return error_set(error, "--device %s: a class takes cuda or opencl", device);
    }
    if (device != NULL && !grade_adds(&run->lab, device)) {
        return error_set(error,
                         "--device %s: %s has no exercise for the simulated GPU that runs there",
                         device, run->lab.name);
    }
    return run->options.speedup == NULL || measure_is_asked(&run->lab, error);
}

/* How many there are, what stands in the journal already, and why it counts no more. */
static void say_start(struct class_run *run, size_t known, const char *notes) {
    progress_begin(run, run->count, known);
    if (run->lacks != NULL) {
        progress_print(run, "%s: nothing is graded; what was graded before stays", run->lacks);
    }
    progress_print(run, run->count == 1 ? "%zu submission for %s" : "%zu submissions for %s",
                   run->count, run->lab.name);
    say_notes(run, notes);
    if (known > 0) {
        progress_print(run, "%zu graded before: taken from the journal", known);
    }
    for (const struct reason *reason = run->reasons; reason != NULL; reason = reason->next) {
        progress_print(run, "%zu graded before, and now anew: %s", reason->count, reason->why);
    }
}

static bool run_class(struct class_run *run, struct error *error) {
    size_t known;
    const char *notes;
    const pid_t grader = claim_grader(run);
    if (run->options.only_write && grader != 0) {
        printf("noted: process %d grades the class, and writes this into its files when it ends\n",
               (int)grader);
        return true;
    }
    if (!is_gradable(run, error)) {
        return false;
    }
    run->lacks = run->options.engine->here ? tools_missing(&run->arena) : NULL;
    if (!class_set_up_jobs(run, error) || !find_only(run, error) || !recall(run, &known, error)) {
        return false;
    }
    if (run->options.only_write) {
        return output_write(run, error);
    }
    if (!output_check(run, &run->arena, &notes, error)) {
        return false;
    }
    claim_end_files(run);
    say_start(run, known, notes);
    bool good = gather_spool(run, error) && class_has_room(run, error) && grade_all(run, error) &&
                (run->options.speedup == NULL || class_measure(run, error));
    if (good) {
        class_clear_spool(run, false);
    }
    good = good && claim_files(run, error);
    claim_end_grading(run);
    good = good && output_write(run, error);
    if (good) {
        progress_print(run, "results: %s",
                       arena_printf(&run->arena, "%s/index.html", run->options.out));
    }
    progress_end(run);
    return good;
}

static bool finish(struct class_run *run, bool *complete) {
    size_t missing = 0;
    for (size_t i = 0; i < run->count; i++) {
        const struct job *job = &run->jobs[i];
        const bool asked = run->options.only == NULL || is_only(run, job);
        if (job->graded && is_only(run, job)) {
            class_tell_difference(run, job);
        }
        if (!job->graded && asked && !run->options.only_write) {
            missing++;
            fprintf(stderr, "lockstep: %s was not graded: %s\n", job->key,
                    utf8_clean(&run->arena, job->trouble != NULL ? job->trouble : "unknown"));
        }
    }
    *complete = missing == 0;
    if (missing > 0) {
        fprintf(stderr, "lockstep: %zu of %zu not graded; the same command tries them again\n",
                missing, run->count);
    }
    return true;
}

/* The secret that is given, else the one of this class, else a new one; kept, so that the same
 * command goes on with it. A lab without hidden inputs needs none. */
static bool open_secret(struct class_run *run, struct error *error) {
    const char *path = class_secret_path(run, &run->arena);
    if (!secret_find(&run->secret, run->options.secret, &run->lab, error)) {
        return false; /* a wrong path is a mistake in a lab without hidden inputs, too */
    }
    if (!lab_has_secrets(&run->lab)) {
        return true;
    }
    if (!run->secret.given && access(path, F_OK) == 0) {
        return secret_read(&run->secret, path, error);
    }
    return (run->secret.given || secret_make(&run->secret, error)) &&
           secret_write(&run->secret, path, error);
}

/* Opens the lab, the submissions and the folder of results, which is for one lab and one process at
 * a time. */
static bool open_run(struct class_run *run, const char *lab, const char *labs,
                     struct error *error) {
    if (!lab_open(&run->kit, &run->lab, labs, lab, error)) {
        return false;
    }
    if (run->options.resume && access(run->options.out, F_OK) != 0) {
        return error_set(error, "%s: there is nothing to resume; leave --resume away to start",
                         run->options.out);
    }
    char out[PATH_MAX];
    if (!folder_make(run->options.out, error)) {
        return false;
    }
    if (realpath(run->options.out, out) == NULL) {
        return error_set(error, "%s: %s", run->options.out, strerror(errno));
    }
    char from[PATH_MAX];
    const size_t length = realpath(run->options.submissions, from) != NULL ? strlen(from) : 0;
    if (length > 0 && strncmp(out, from, length) == 0 && (out[length] == '/' || out[length] == 0)) {
        rmdir(out); /* where it was made just now, it is empty */
        return error_set(error,
                         "--out %s lies in the folder of submissions: what is written there would "
                         "be taken for a student's; give a folder beside it",
                         run->options.out);
    }
    run->out = arena_strdup(&run->arena, out);
    run->skeleton = kit_sibling(&run->kit.arena, &run->kit, "skeletons", lab);
    run->solution = kit_sibling(&run->kit.arena, &run->kit, "solutions", lab);
    const char *path = arena_printf(&run->arena, "%s/journal.sqlite", out);
    /* First the policy: its time zone is the names' times', too. */
    return policy_read(&run->policy, arena_printf(&run->arena, "%s/policy.yaml", out), &run->lab,
                       error) &&
           submissions_scan(&run->submissions, &run->lab, run->options.submissions, out, error) &&
           roster_check(run->options.roster, error) &&
           claim_names(run, output_names(&run->arena), error) &&
           run->options.engine->check(run, error) && make_folders(run, error) &&
           claim_begin(run, error) &&
           journal_open(&run->journal, path, run->lab.name, run->options.resume, error) &&
           open_secret(run, error);
}

bool class_grade(const struct class_options *options, const char *lab, const char *labs,
                 bool *complete, struct error *error) {
    struct class_run run = {.options = *options, .aside = ""};
    const bool is_first = !options->only_write && options->only == NULL;
    bool good = open_run(&run, lab, labs, error) && (!is_first || remember(&run, labs, error)) &&
                run_class(&run, error) && finish(&run, complete);
    journal_close(run.journal);
    if (run.lock > 0) {
        close(run.lock);
    }
    submissions_free(&run.submissions);
    policy_free(&run.policy);
    lab_close(&run.kit, &run.lab);
    arena_free(&run.arena);
    return good;
}
