/* What a teacher sees while it runs. */
#include "../clock.h"
#include "../report/report.h"
#include "../utf8.h"
#include "class.h"

#include <math.h>
#include <unistd.h>

void progress_begin(struct class_run *run, size_t total, size_t before) {
    run->progress.to = stdout;
    run->progress.terminal = isatty(STDOUT_FILENO) == 1;
    run->progress.total = total;
    run->progress.done = run->progress.before = before;
    run->progress.start = clock_seconds();
    struct error none; /* English is spoken where there is no French */
    language_choose(&run->progress.french, &run->progress.language, run->options.language,
                    run->kit.root, NULL, NULL, &none);
}

/* "3 min 5 s". */
static const char *duration(struct arena *arena, double seconds) {
    long whole = lround(seconds);
    return whole < 60     ? arena_printf(arena, "%ld s", whole)
           : whole < 3600 ? arena_printf(arena, "%ld min %ld s", whole / 60, whole % 60)
                          : arena_printf(arena, "%ld h %ld min", whole / 3600, whole % 3600 / 60);
}

static const char *say(const struct class_run *run, struct arena *arena, const char *text) {
    return language_say(run->progress.language, arena, text);
}

static const char *standing(const struct class_run *run, struct arena *arena) {
    const struct language *language = run->progress.language;
    double seconds = clock_seconds() - run->progress.start;
    size_t graded = run->progress.done - run->progress.before;
    size_t left = run->progress.total - run->progress.done;
    const char *text =
        language_print(language, arena, "%zu of %zu", run->progress.done, run->progress.total);
    if (run->progress.queued + run->progress.running > 0) {
        text = language_print(language, arena, "%s (Slurm: %zu tasks running, %zu waiting)", text,
                              run->progress.running, run->progress.queued);
    }
    if (graded == 0 || seconds < 0.1) {
        return text;
    }
    double rate = (double)graded / seconds;
    text = language_print(language, arena, "%s, %.1f a minute", text, rate * 60);
    return left == 0 ? text
                     : language_print(language, arena, "%s, %s left", text,
                                      duration(arena, (double)left / rate));
}

void progress_say(struct class_run *run, const char *line) {
    struct arena arena = {0};
    fprintf(run->progress.to, "%s%s\n", run->progress.terminal ? "\r\033[K" : "",
            utf8_line(&arena, say(run, &arena, line)));
    fflush(run->progress.to);
    arena_free(&arena);
}

void progress_job(struct class_run *run, const struct job *job) {
    struct arena arena = {0};
    run->progress.done++;
    const char *where = standing(run, &arena);
    if (run->progress.terminal) {
        fprintf(run->progress.to, "\r\033[K%s", where);
    } else {
        fprintf(run->progress.to, "%s%s%s%s%s\n", where, say(run, &arena, ": "), job->key,
                job->trouble != NULL ? say(run, &arena, ": not graded: ") : "",
                job->trouble != NULL ? utf8_clean(&arena, job->trouble) : "");
    }
    fflush(run->progress.to);
    arena_free(&arena);
}

void progress_end(struct class_run *run) {
    if (run->progress.terminal && run->progress.done > run->progress.before) {
        fputs("\r\033[K", run->progress.to);
    }
    language_free(&run->progress.french);
    run->progress.language = NULL;
}
