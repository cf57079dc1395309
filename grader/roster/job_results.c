/* What became of a job, and what the engines ask of a class. */
#include "../clock.h"
#include "../compile/stage.h"
#include "class.h"
#include "journal/remarks.h"
#include "tables/output.h"
#include "pages/pages.h"

#include "../report/report.h"
#include "../whole_file.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

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
    EACH_CHECK (result, exercise, check) {
        timeout = timeout || check->verdict == VERDICT_TIMEOUT;
    }
    return late && timeout;
}

/* Why there is no report: what the child wrote about it, else how it ended. */
static const char *read_trouble(struct class_run *run, const char *note, const char *trouble) {
    size_t size;
    const char *told = plain_file_in(&run->arena, note, &size);
    return told != NULL && *told != '\0' ? told
           : trouble != NULL             ? trouble
                                         : "the grader's process left no report";
}

bool class_has_room(const struct class_run *run, struct error *error) {
    enum { LEAST = 8 << 20 };
    struct box place = {0};
    snprintf(place.path, sizeof place.path, "%s", box_temporary_directory());
    return !run->options.engine->here || box_has_room(&place, LEAST, error);
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

/* Every few seconds: a teacher who has the page open sees the class come in. A large class's page
 * takes a tenth of this process's time at most. */
static bool show_standing(struct class_run *run, struct error *error) {
    enum { SECONDS_BETWEEN_PAGES = 5, SHARE = 10 };
    const double now = clock_seconds();
    if (now < run->progress.page || run->progress.done == run->progress.total) {
        return true;
    }
    const bool good = output_page(run, error);
    const double pause = SHARE * (clock_seconds() - now);
    run->progress.page = now + (pause > SECONDS_BETWEEN_PAGES ? pause : SECONDS_BETWEEN_PAGES);
    return good;
}

const char *class_sheet(const struct class_run *run, struct arena *arena, const char *key) {
    return arena_printf(arena, "%s/speedup/sheets/%s.csv", run->out, key);
}

static bool settle_sheet(struct class_run *run, const struct job *job, const char *trouble,
                         struct error *error) {
    struct arena arena = {0};
    const char *note = arena_printf(&arena, "%s.error", job->task.spool);
    const bool there = rename(job->task.spool, class_sheet(run, &arena, job->key)) == 0;
    const bool good = !there || note_put(run->journal, arena_printf(&arena, "sheet %s", job->key),
                                         job->task.digest, error);
    if (!there) {
        progress_print(run, "%s: %s", job->key, read_trouble(run, note, trouble));
    }
    unlink(note);
    progress_job(run, job);
    arena_free(&arena);
    return good;
}

bool class_settle(struct class_run *run, struct job *job, const char *trouble,
                  struct error *error) {
    if (job->task.speedup != NULL) {
        return settle_sheet(run, job, trouble, error);
    }
    struct arena arena = {0};
    struct result result;
    struct error why;
    size_t size;
    bool good = true;
    const char *note = arena_printf(&arena, "%s.error", job->task.spool);
    const char *report = plain_file_in(&arena, job->task.spool, &size);
    if (report == NULL || !report_read_json(report, &result, &why)) {
        job->trouble = read_trouble(run, note, trouble);
        job->again = !run->alone;
        good = has_spool(run, error) && class_has_room(run, error);
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

/* ---- one student anew ---- */

/* "ada: 5 before, 8 now, of 8 points", then each check that changed. */
static void compare(const char *key, const struct result *before, const struct result *after) {
    char text[3][POINTS_TEXT_BYTES];
    printf("%s: %s before, %s now, of %s points\n", key, report_points(before->earned, text[0]),
           report_points(after->earned, text[1]), report_points(after->points, text[2]));
    const struct exercise_result *old = before->exercises;
    for (const struct exercise_result *e = after->exercises; e != NULL; e = e->next) {
        const struct check_result *was = old != NULL ? old->checks : NULL;
        for (const struct check_result *c = e->checks; c != NULL; c = c->next) {
            if (was != NULL && was->verdict != c->verdict && strcmp(was->name, c->name) == 0) {
                printf("  %s %s: %s before, %s now\n", e->name, c->name, verdict_name(was->verdict),
                       verdict_name(c->verdict));
            }
            was = was != NULL ? was->next : NULL;
        }
        old = old != NULL ? old->next : NULL;
    }
}

void class_tell_difference(const struct class_run *run, const struct job *job) {
    struct arena arena = {0};
    struct error ignored;
    struct result before, after;
    const char *report = NULL;
    if (job->before != NULL &&
        journal_get(run->journal, job->key, job->task.digest, &arena, &report, &ignored) &&
        report != NULL && report_read_json(job->before, &before, &ignored)) {
        if (report_read_json(report, &after, &ignored)) {
            compare(job->key, &before, &after);
            result_free(&after);
        }
        result_free(&before);
    }
    arena_free(&arena);
}

void class_clear_spool(const struct class_run *run, bool of_slurm) {
    struct arena arena = {0};
    DIR *spool = opendir(arena_printf(&arena, "%s/spool", run->out));
    for (struct dirent *entry; spool != NULL && (entry = readdir(spool)) != NULL;) {
        if (entry->d_type == DT_REG && (strncmp(entry->d_name, "slurm", 5) == 0) == of_slurm) {
            unlinkat(dirfd(spool), entry->d_name, 0);
        }
    }
    if (spool != NULL) {
        closedir(spool);
    }
    arena_free(&arena);
}
