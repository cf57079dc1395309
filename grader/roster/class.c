#include "class.h"

#include "../folder.h"
#include "../compile/tools.h"
#include "../check/grade.h"
#include "../jail/jail.h"
#include "../compile/open_lab.h"
#include "../report/read.h"
#include "../report/report.h"
#include "../utf8.h"
#include "output.h"
#include "teacher.h"

#define XXH_INLINE_ALL
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

static const struct engine *const engines[] = {&engine_local, &engine_slurm, NULL};

const struct engine *engine_find(const char *name) {
    for (size_t i = 0; engines[i] != NULL; i++) {
        if (strcmp(engines[i]->name, name) == 0) {
            return engines[i];
        }
    }
    return NULL;
}

/* ---- what a grade depends on ---- */

static int is_source(const struct dirent *entry) {
    return entry->d_name[0] != '.' && strcmp(entry->d_name, "mutants.yaml") != 0 &&
           strcmp(entry->d_name, "accepted") != 0 && strcmp(entry->d_name, "secret") != 0;
}

/* The text without the numbers behind `points:`: what a check is worth changes no verdict, so sums
 * are made anew without running anything. */
static void forget_points(char *text, size_t *size) {
    static const char key[] = "points:";
    char *to = text;
    for (const char *from = text; *from != '\0';) {
        if (strncmp(from, key, sizeof key - 1) == 0) {
            from += sizeof key - 1;
            from += strspn(from, " ");
            from += strspn(from, "0123456789.");
        } else {
            *to++ = *from++;
        }
    }
    *to = '\0';
    *size = (size_t)(to - text);
}

/* Of the files in a folder, and in the folders in it. */
static uint64_t folder_digest(const char *folder, uint64_t digest) {
    struct arena arena = {0};
    struct dirent **entries;
    int count = scandir(folder, &entries, is_source, alphasort);
    for (int i = 0; i < count; i++) {
        size_t size;
        const char *name = entries[i]->d_name;
        const char *path = arena_printf(&arena, "%s/%s", folder, name);
        char *bytes = class_read(path, &arena, &size);
        if (bytes != NULL && strcmp(name, "lab.yaml") == 0) {
            forget_points(bytes, &size);
        }
        digest = XXH3_64bits_withSeed(name, strlen(name), digest);
        digest =
            bytes != NULL ? XXH3_64bits_withSeed(bytes, size, digest) : folder_digest(path, digest);
        free(entries[i]);
    }
    if (count >= 0) {
        free(entries);
    }
    arena_free(&arena);
    return digest;
}

/* Of the lab's own files and those that labs share: another lab.yaml or oracle means other grades.
 */
static uint64_t lab_digest(const struct lab *lab) {
    struct arena arena = {0};
    uint64_t digest = folder_digest(lab->directory, XXH3_64bits(lab->name, strlen(lab->name)));
    digest = folder_digest(arena_printf(&arena, "%s/../shared", lab->directory), digest);
    for (const struct lab_exercise *e = lab->exercises; e != NULL; e = e->next) {
        for (const struct lab_check *check = e->checks; check != NULL; check = check->next) {
            for (const struct oracle_case *c = check->cases; c != NULL; c = c->next) {
                digest = XXH3_64bits_withSeed(c->text, strlen(c->text), digest); /* with points */
            }
        }
    }
    arena_free(&arena);
    return digest;
}

static uint64_t toolchain_digest(uint64_t digest) {
    for (int tool = 0; tool < TOOL_COUNT; tool++) {
        if (tool_needed((enum tool)tool)) {
            const char *version = tool_version((enum tool)tool);
            digest = XXH3_64bits_withSeed(version, strlen(version), digest);
        }
    }
    return digest;
}

/* ---- setting up ---- */

static uint64_t student_seed(const struct class_options *options, const struct student *student) {
    if (!options->seed_per_student) {
        return options->seed;
    }
    return XXH3_64bits_withSeed(student->key, strlen(student->key), options->seed);
}

static bool set_up_job(struct class_run *run, struct job *job, const struct student *student,
                       uint64_t base, struct error *error) {
    struct arena *arena = &run->arena;
    const char *out = run->out;
    const char *folder = arena_printf(arena, "%s/files/%s", out, job->key);
    job->student = student;
    if (!collect(&run->lab, student, folder, arena, &job->collected, error)) {
        return false;
    }
    uint64_t seed = student_seed(&run->options, student);
    const char *digest =
        arena_printf(arena, "%016" PRIx64 "-%s", base ^ seed, job->collected.digest);
    job->task = (struct task){
        .student = student->key,
        .folder = folder,
        .refused = job->collected.refused,
        .digest = digest,
        .seed = seed,
        .secret = &run->secret,
        .spool = arena_printf(arena, "%s/spool/%s.%s", out, job->key, digest),
    };
    return true;
}

/* Must this student's attempts be told apart? Single files of one student belong together. */
static size_t attempts_apart(const struct class_run *run, const struct student *student) {
    size_t count = 0;
    for (const struct attempt *a = student->attempts; a != NULL; a = a->next) {
        if (run->policy.attempt == ATTEMPT_LAST || a->kind == ATTEMPT_FILE) {
            return 1;
        }
        count++;
    }
    return count;
}

static int by_number(const void *a, const void *b) {
    const struct attempt *x = *(struct attempt *const *)a, *y = *(struct attempt *const *)b;
    return x->number != y->number ? (x->number < y->number ? -1 : 1)
                                  : strverscmp(x->entry, y->entry);
}

/* A job for each attempt, in their order; "ada#2" is the second of several. */
static bool set_up_student(struct class_run *run, const struct student *student, uint64_t base,
                           struct error *error) {
    struct arena *arena = &run->arena;
    const size_t count = attempts_apart(run, student);
    if (count == 1) {
        struct job *job = &run->jobs[run->count++];
        job->key = student->key;
        job->entry = student->attempts->next == NULL ? student->attempts->entry : NULL;
        return set_up_job(run, job, student, base, error);
    }
    struct attempt **attempts = arena_alloc(arena, count * sizeof(struct attempt *)),
                   **end = attempts;
    for (struct attempt *a = student->attempts; a != NULL; a = a->next) {
        *end++ = a;
    }
    qsort(attempts, count, sizeof(struct attempt *), by_number);
    bool good = true;
    for (size_t i = 0; good && i < count; i++) {
        struct attempt *alone = arena_alloc(arena, sizeof *alone);
        struct student *copy = arena_alloc(arena, sizeof *copy);
        struct job *job = &run->jobs[run->count++];
        *alone = *attempts[i];
        alone->next = NULL;
        *copy = *student;
        copy->attempts = alone;
        job->key = arena_printf(arena, "%s#%zu", student->key, i + 1);
        job->entry = alone->entry;
        good = set_up_job(run, job, copy, base, error);
    }
    return good;
}

static bool set_up_jobs(struct class_run *run, struct error *error) {
    uint64_t base = toolchain_digest(lab_digest(&run->lab));
    if (run->secret.given) {
        base = secret_seed(&run->secret, base, "digest");
    }
    size_t most = 0;
    const struct student *student = run->submissions.students;
    for (; student != NULL; student = student->next) {
        most += attempts_apart(run, student);
    }
    run->jobs = arena_alloc(&run->arena, (most + 1) * sizeof *run->jobs);
    bool good = true;
    for (student = run->submissions.students; good && student != NULL; student = student->next) {
        good = set_up_student(run, student, base, error);
    }
    return good;
}

static bool make_folders(const struct class_run *run, struct error *error) {
    static const char *const folders[] = {"files", "spool", "replay"};
    struct arena arena = {0};
    bool good = true;
    for (size_t i = 0; good && i < sizeof folders / sizeof *folders; i++) {
        const char *folder = arena_printf(&arena, "%s/%s", run->out, folders[i]);
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

/* Where nothing, or only one student, is graded, all other results count as they are. */
static bool keep_digest(struct class_run *run, struct job *job, struct error *error) {
    const char *digest = NULL;
    const bool stays = run->options.only_write || run->options.only != NULL;
    if (!stays) {
        return true;
    }
    bool outdated, good = journal_last(run->journal, job->key, &run->arena, &digest, error);
    if (good && is_only(run, job) && digest != NULL) {
        return journal_get(run->journal, job->key, digest, &run->arena, &job->before, &outdated,
                           error);
    }
    job->task.digest = digest != NULL ? digest : job->task.digest;
    return good;
}

/* What is known already: in the journal, or in the spool of a run that was cut off. */
static bool recall(struct class_run *run, size_t *known, size_t *outdated, struct error *error) {
    *known = *outdated = 0;
    for (size_t i = 0; i < run->count; i++) {
        struct job *job = &run->jobs[i];
        struct arena arena = {0};
        const char *report = NULL;
        bool old = false;
        bool good =
            keep_digest(run, job, error) &&
            journal_get(run->journal, job->key, job->task.digest, &arena, &report, &old, error);
        job->graded = report != NULL && !is_only(run, job);
        *known += job->graded;
        *outdated += old;
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

/* What processes of a run that was killed left there, which the journal has from a later one; and
 * reports of files that have changed since. The cluster's own files are slurm.c's. */
static void clear_spool(const struct class_run *run) {
    struct arena arena = {0};
    DIR *spool = opendir(arena_printf(&arena, "%s/spool", run->out));
    for (struct dirent *entry; spool != NULL && (entry = readdir(spool)) != NULL;) {
        if (entry->d_type == DT_REG && strncmp(entry->d_name, "slurm", 5) != 0) {
            unlinkat(dirfd(spool), entry->d_name, 0);
        }
    }
    if (spool != NULL) {
        closedir(spool);
    }
    arena_free(&arena);
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
        if (!run->jobs[i].graded && run->jobs[i].again == again && asked) {
            queue[count++] = &run->jobs[i];
        }
    }
    return count;
}

/* All side by side; then, one at a time, what ran out of time or could not be graded. */
static bool grade_all(struct class_run *run, struct error *error) {
    struct job **queue = arena_alloc(&run->arena, run->count * sizeof(struct job *));
    size_t lanes = side_by_side(&run->options);
    size_t count = make_queue(run, queue, false);
    const struct engine *engine = run->options.engine;
    if (count > 0 && !engine->run(run, queue, count, lanes, error)) {
        return false;
    }
    count = make_queue(run, queue, true);
    if (count > 0) {
        progress_say(run, arena_printf(&run->arena,
                                       "%zu graded once more, one at a time, since they ran out of "
                                       "time or were not graded",
                                       count));
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
    say_lines(run, run->submissions.notes);
    say_lines(run, names);
    for (size_t i = 0; i < run->count; i++) {
        const struct job *job = &run->jobs[i];
        const char *refused = job->collected.refused, *notes = job->collected.notes;
        if (refused != NULL || *notes != '\0') {
            progress_say(run, arena_printf(&run->arena, "%s: %s%s", job->key,
                                           refused != NULL ? "refused: " : "",
                                           refused != NULL ? refused : notes));
        }
    }
}

static bool run_class(struct class_run *run, struct error *error) {
    size_t known, outdated;
    const char *notes;
    if (jail_level() == JAIL_NONE && !run->options.only_write) {
        return error_set(error, "nothing here can hold a hostile program: %s", jail_level_reason());
    }
    const char *why = run->options.engine->unavailable(&run->arena);
    if (why != NULL) {
        return error_set(error, "engine %s is unavailable: %s", run->options.engine->name, why);
    }
    if (!set_up_jobs(run, error) || !recall(run, &known, &outdated, error)) {
        return false;
    }
    if (run->options.only_write) {
        return output_write(run, error);
    }
    if (!output_check(run, &run->arena, &notes, error)) {
        return false;
    }
    progress_begin(run, run->count, known);
    progress_say(run, arena_printf(&run->arena, "%zu submission%s for %s", run->count,
                                   run->count == 1 ? "" : "s", run->lab.name));
    say_notes(run, notes);
    if (known > 0) {
        progress_say(run,
                     arena_printf(&run->arena, "%zu graded before: taken from the journal", known));
    }
    if (outdated > 0) {
        progress_say(run,
                     arena_printf(&run->arena,
                                  "%zu graded before, but files, lab, seed, secret or compilers "
                                  "changed: graded anew",
                                  outdated));
    }
    bool good = gather_spool(run, error) && grade_all(run, error);
    if (good) {
        clear_spool(run);
    }
    progress_end(run);
    return good && output_write(run, error);
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
    if (!lab_has_secrets(&run->lab)) {
        return true;
    }
    if (!secret_find(&run->secret, run->options.secret, &run->lab, error)) {
        return false;
    }
    if (!run->secret.given && access(path, F_OK) == 0) {
        return secret_read(&run->secret, path, error);
    }
    return (run->secret.given || secret_make(&run->secret, error)) &&
           secret_write(&run->secret, path, error);
}

/* The labs to come from, and where to: one `out` a lab, one process at a time. */
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
    return submissions_scan(&run->submissions, &run->lab, run->options.submissions, out, error) &&
           policy_read(&run->policy, arena_printf(&run->arena, "%s/policy.yaml", out), &run->lab,
                       error) &&
           roster_check(run->options.roster, error) && make_folders(run, error) &&
           journal_open(&run->journal, path, run->lab.name, run->options.resume, error) &&
           open_secret(run, error);
}

bool class_grade(const struct class_options *options, const char *lab, const char *labs,
                 bool *complete, struct error *error) {
    struct class_run run = {.options = *options};
    const bool is_first = !options->only_write && options->only == NULL;
    bool good = open_run(&run, lab, labs, error) &&
                (!is_first || class_remember(&run, labs, error)) && run_class(&run, error) &&
                finish(&run, complete);
    journal_close(run.journal);
    submissions_free(&run.submissions);
    policy_free(&run.policy);
    lab_close(&run.kit, &run.lab);
    arena_free(&run.arena);
    return good;
}
