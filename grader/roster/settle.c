/* What became of a job, and what the engines ask of a class. */
#include "../clock.h"
#include "class.h"
#include "tables/output.h"
#include "pages/pages.h"

#include "../report/read.h"
#include "../report/report.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *class_read(const char *path, struct arena *arena, size_t *size) {
    FILE *file = fopen(path, "re");
    struct stat status;
    char *bytes = NULL;
    *size = 0;
    if (file != NULL && fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode)) {
        bytes = arena_alloc(arena, (size_t)status.st_size + 1);
        *size = fread(bytes, 1, (size_t)status.st_size, file);
    }
    if (file != NULL) {
        fclose(file);
    }
    return bytes;
}

const char *class_secret_path(const struct class_run *run, struct arena *arena) {
    return arena_printf(arena, "%s/secret", run->out);
}

/* A time limit was reached by the clock on the wall, so perhaps because the machine was busy: only
 * a run with nothing beside it can tell. The longest that a run may take is known by what it took.
 */
static bool doubtful(const struct result *result) {
    enum { NEARLY_ALL_OF_THE_TIME = 18 };
    bool late = false, timeout = false;
    for (const struct timing *timing = result->timings; timing != NULL; timing = timing->next) {
        late = late ||
               (strncmp(timing->name, "run ", 4) == 0 && timing->seconds > NEARLY_ALL_OF_THE_TIME);
    }
    for (const struct exercise_result *exercise = result->exercises; late && exercise != NULL;
         exercise = exercise->next) {
        for (const struct check_result *check = exercise->checks; check != NULL;
             check = check->next) {
            timeout = timeout || check->verdict == VERDICT_TIMEOUT;
        }
    }
    return timeout;
}

/* Why there is no report, as the child left word or else as it ended. */
static const char *read_trouble(struct class_run *run, const char *note, const char *trouble) {
    size_t size;
    const char *told = class_read(note, &run->arena, &size);
    return told != NULL && *told != '\0' ? told
           : trouble != NULL             ? trouble
                                         : "the grader's process left no report";
}

/* Where no report can come any more, the run ends: every other job would end as this one did. */
static bool has_spool(const struct class_run *run, struct error *error) {
    struct arena arena = {0};
    const char *spool = arena_printf(&arena, "%s/spool", run->out);
    const bool good =
        access(spool, W_OK | X_OK) == 0 ||
        error_set(error, "cannot write to the folder %s: %s; the same command goes on", spool,
                  strerror(errno));
    arena_free(&arena);
    return good;
}

/* Every few seconds: a teacher who has the page open sees the class come in. */
static bool show_standing(struct class_run *run, struct error *error) {
    enum { SECONDS_BETWEEN_PAGES = 5 };
    const double now = clock_seconds();
    if (now - run->progress.page < SECONDS_BETWEEN_PAGES ||
        run->progress.done == run->progress.total) {
        return true;
    }
    run->progress.page = now;
    return output_page(run, error);
}

bool class_settle(struct class_run *run, struct job *job, const char *trouble,
                  struct error *error) {
    struct arena arena = {0};
    struct result result;
    struct error why;
    size_t size;
    bool good = true;
    const char *note = arena_printf(&arena, "%s.error", job->task.spool);
    const char *report = class_read(job->task.spool, &arena, &size);
    if (report == NULL || !report_read_json(report, &result, &why)) {
        job->trouble = read_trouble(run, note, trouble);
        job->again = !run->alone;
        good = has_spool(run, error);
    } else {
        job->again = !run->alone && doubtful(&result);
        result_free(&result);
        if (!job->again) {
            good = journal_put(run->journal, job->key, job->task.digest, report, error);
            job->graded = good;
            replays_forget(run, job); /* they show what was handed in before */
            job->trouble = NULL;
        }
    }
    if (good) {
        unlink(job->task.spool); /* only now: the journal has it */
        unlink(note);
    }
    if (good && !job->again) {
        progress_job(run, job);
        good = show_standing(run, error);
    }
    arena_free(&arena);
    return good;
}
