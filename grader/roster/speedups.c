/* Every student's speedup sheet, measured by an engine as it grades, and the class's. */
#include "class.h"

#include "../clock.h"
#include "../folder.h"
#include "../speedup/merge.h"
#include "../speedup/verify.h"
#include "journal/remarks.h"

#include <string.h>
#include <unistd.h>

/* Does the job's sheet belong to what was graded? */
static bool has_sheet(const struct class_run *run, const struct job *job, bool *has,
                      struct error *error) {
    struct arena arena = {0};
    const char *digest = NULL;
    const bool good =
        note_read(run->journal, arena_printf(&arena, "sheet %s", job->key), &arena, &digest, error);
    *has = digest != NULL && strcmp(digest, job->task.digest) == 0 &&
           access(class_sheet(run, &arena, job->key), F_OK) == 0;
    arena_free(&arena);
    return good;
}

/* What has no sheet yet, or one that a run that was killed has left in the spool. */
static bool queue_sheets(struct class_run *run, struct job *jobs, struct job **queue, size_t *count,
                         struct error *error) {
    bool good = true, has = false;
    for (size_t i = 0; good && i < run->count; i++) {
        const struct job *job = &run->jobs[i];
        if (!job->graded || job->gone || job->collected.refused != NULL ||
            !(good = has_sheet(run, job, &has, error)) || has) {
            continue;
        }
        struct job *own = queue[*count] = &jobs[*count];
        *own = *job;
        own->task.speedup = run->options.speedup;
        own->task.spool = arena_printf(&run->arena, "%s.csv", job->task.spool);
        if (access(own->task.spool, F_OK) == 0) {
            good = class_settle(run, own, NULL, error);
        } else {
            ++*count;
        }
    }
    return good;
}

/* Times of different machines say nothing about programs. */
static void tell_machines(struct class_run *run, const struct speedup_table *table) {
    for (size_t i = 0; i < table->count; i++) {
        const struct speedup_row *row = &table->rows[i], *first = table->rows;
        while (strcmp(first->cell[COLUMN_DEVICE], row->cell[COLUMN_DEVICE]) != 0) {
            first++;
        }
        if (strcmp(first->cell[COLUMN_MACHINE], row->cell[COLUMN_MACHINE]) != 0) {
            progress_print(run,
                           "%s was measured on another machine (%s) than %s (%s): "
                           "set constraint= in class.slurm, and remove %s/speedup",
                           row->cell[COLUMN_SHEET], row->cell[COLUMN_MACHINE],
                           first->cell[COLUMN_SHEET], first->cell[COLUMN_MACHINE],
                           run->options.out);
            return;
        }
    }
}

static bool merge_class(struct class_run *run, struct error *error) {
    struct arena arena = {0};
    const char **paths = arena_alloc(&arena, run->count * sizeof *paths);
    const char *folder = arena_printf(&arena, "%s/speedup", run->out);
    const char *sheet = arena_printf(&arena, "%s/class.csv", folder);
    struct speedup_table table = {0};
    struct merged merged = {.notes = ""};
    struct error why;
    size_t count = 0;
    bool good = true;
    for (size_t i = 0; i < run->count; i++) {
        paths[count] = class_sheet(run, &arena, run->jobs[i].key);
        count += access(paths[count], F_OK) == 0;
    }
    if (!merge_sheets(&run->kit, &table, paths, count, &merged, &why)) {
        progress_print(run, "%s: %s", folder, language_error(run->progress.language, &arena, &why));
    } else {
        verify_mark_baselines(&run->kit, &table);
        tell_machines(run, &table);
        good = speedup_save(&table, sheet, error);
        if (good && !merge_draw(&run->kit, sheet, folder, &arena, &why)) {
            progress_say(run, language_error(run->progress.language, &arena, &why));
        }
    }
    speedup_free(&table);
    arena_free(&arena);
    return good;
}

bool class_measure(struct class_run *run, struct error *error) {
    struct job *jobs = arena_alloc(&run->arena, run->count * sizeof *jobs);
    struct job **queue = arena_alloc(&run->arena, run->count * sizeof(struct job *));
    const struct class_engine *engine = run->options.engine;
    size_t count = 0;
    run->alone = true; /* on a node of its own, or here one after the other */
    if (!folder_make(arena_printf(&run->arena, "%s/speedup/sheets", run->out), error) ||
        !queue_sheets(run, jobs, queue, &count, error)) {
        return false;
    }
    if (count > 0) {
        progress_print(
            run, count == 1 ? "%zu speedup sheet to measure" : "%zu speedup sheets to measure",
            count);
        run->progress.done = run->progress.before = 0;
        run->progress.total = count;
        run->progress.start = clock_seconds();
    }
    return (count == 0 || engine->run(run, queue, count, engine->here ? 1 : count, error)) &&
           merge_class(run, error);
}
