#include "pages.h"

#include "../../report/formats/html.h"
#include "../../report/report.h"

#include <unistd.h>

const char *replay_name(struct arena *arena, const char *key, const char *exercise,
                        const char *check) {
    return arena_printf(arena, "%s-%s-%s.html", key, exercise, check);
}

void replays_forget(const struct class_run *run, const struct job *job) {
    struct arena arena = {0};
    for (const struct lab_exercise *e = run->lab.exercises; e != NULL; e = e->next) {
        for (const struct lab_check *c = e->checks; c != NULL; c = c->next) {
            unlink(arena_printf(&arena, "%s/replay/%s", run->out,
                                replay_name(&arena, job->key, e->name, c->name)));
        }
    }
    arena_free(&arena);
}

void page_replay(FILE *file, const struct book *book, const char *key, const char *exercise,
                 const char *check) {
    struct arena arena = {0};
    const char *name = replay_name(&arena, key, exercise, check);
    if (access(arena_printf(&arena, "%s/replay/%s", book->run->out, name), F_OK) == 0) {
        fputs("<a href=\"replay/", file);
        html_path(file, name);
        fputs("\">", file);
        page_say(file, book, "step by step");
        fputs("</a>", file);
    } else {
        fputs("<code>", file);
        html_text(file, arena_printf(&arena, "lockstep class show %s %s %s --out .",
                                     report_shell_word(&arena, key), exercise, check));
        fputs("</code>", file);
    }
    arena_free(&arena);
}
