#include "pages.h"

#include "../../report/formats/html.h"
#include "../../report/report.h"

#include <string.h>
#include <unistd.h>

enum { FEW = 40 }; /* rows of the table that the page shows at once */

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

/* ---- the class's page ---- */

/* "lockstep class show 'ada' gm clean --out .", or a link to what it has made. */
static void replay_cell(FILE *file, const struct book *book, const char *key, const char *exercise,
                        const char *check) {
    struct arena arena = {0};
    const char *name = replay_name(&arena, key, exercise, check);
    fputs("<td class=\"w\">", file);
    if (access(arena_printf(&arena, "%s/replay/%s", book->run->out, name), F_OK) == 0) {
        fputs("<a href=\"replay/", file);
        html_path(file, name);
        fputs("\">", file);
        page_say(file, book, "step by step");
        fputs("</a></td></tr>\n", file);
    } else {
        fputs("<code>", file);
        html_text(file, arena_printf(&arena, "lockstep class show %s %s %s --out .",
                                     report_shell_word(&arena, key), exercise, check));
        fputs("</code></td></tr>\n", file);
    }
    arena_free(&arena);
}

/* Classes of the columns: a phone does not show the verdict. */
static const char *const kinds[] = {"s", "w", "w", "x", "w"};

static size_t replay_rows(FILE *file, const struct book *book, const struct row *row) {
    size_t count = 0;
    for (const struct exercise_result *e = row->raw->exercises; e != NULL; e = e->next) {
        for (const struct check_result *c = e->checks; c != NULL; c = c->next) {
            if (!report_can_replay(c->verdict)) {
                continue;
            }
            count++;
            if (file != NULL) {
                const char *const texts[] = {
                    row->name, e->name, c->name,
                    language_verdict(book->language, verdict_name(c->verdict))};
                fputs("<tr>", file);
                for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
                    fprintf(file, "<td class=\"%s\">", kinds[i]);
                    html_text(file, texts[i]);
                    fputs("</td>", file);
                }
                replay_cell(file, book, row->job->key, e->name, c->name);
            }
        }
    }
    return count;
}

/* A group's work stands there once: under the one who handed it in. */
static size_t all_rows(FILE *file, const struct book *book) {
    size_t count = 0;
    for (size_t i = 0; i < book->count; i++) {
        const struct row *row = &book->rows[i];
        if (row->raw != NULL && row->job != NULL && row->student == row->job->student) {
            count += replay_rows(file, book, row);
        }
    }
    return count;
}

void book_replays(FILE *file, const struct book *book) {
    static const char *const headings[] = {"Name", "Exercise", "Check", "Verdict", "Replay"};
    const size_t count = all_rows(NULL, book);
    if (count == 0) {
        return;
    }
    struct arena arena = {0};
    fputs("<h2 id=\"replays\">", file);
    page_say(file, book, "Failed checks, step by step");
    fputs("</h2>\n<p>", file);
    page_say(file, book,
             "A replay shows what the program did, and opens at the fault. The command, run in "
             "this folder, makes it; this page then links to it.");
    fprintf(file, "</p>\n<details%s><summary>", count <= FEW ? " open=\"open\"" : "");
    page_say(file, book, arena_printf(&arena, "%zu failed check%s", count, count == 1 ? "" : "s"));
    fputs("</summary>\n<div class=\"wide\"><table>\n<thead><tr>", file);
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) {
        fprintf(file, "<th class=\"%s\"><button type=\"button\">", kinds[i]);
        page_say(file, book, headings[i]);
        fputs("</button></th>", file);
    }
    arena_free(&arena);
    fputs("</tr></thead>\n<tbody>\n", file);
    all_rows(file, book);
    fputs("</tbody></table></div>\n</details>\n", file);
}
