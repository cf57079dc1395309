/* The parts of the teacher's page. */
#include "pages.h"

#include "../../report/formats/html.h"
#include "../../report/report.h"

#include <unistd.h>

void page_say(FILE *file, const struct book *book, const char *text) {
    struct arena arena = {0};
    html_text(file, language_say(book->language, &arena, text));
    arena_free(&arena);
}

void page_heading(FILE *file, const struct book *book, const char *text) {
    fputs("<h2>", file);
    page_say(file, book, text);
    fputs("</h2>\n", file);
}

void page_remark(FILE *file, const struct book *book, const char *text) {
    fputs("<p class=\"faint\">", file);
    page_say(file, book, text);
    fputs("</p>\n", file);
}

void page_table_begin(FILE *file, const struct book *book, const struct page_column *columns,
                      size_t count) {
    fputs("<div class=\"wide\"><table>\n<thead><tr>", file);
    for (size_t i = 0; i < count; i++) {
        bool drawn = *columns[i].heading == '\0'; /* a bar, of the number beside it */
        fprintf(file,
                drawn ? "<td class=\"%s\"></td>" : "<th class=\"%s\"><button type=\"button\">",
                columns[i].kind);
        page_say(file, book, columns[i].heading);
        fputs(drawn ? "" : "</button></th>", file);
    }
    fputs("</tr></thead>\n<tbody>\n", file);
}

void page_table_end(FILE *file) {
    fputs("</tbody></table></div>\n", file);
}

void page_student_link(FILE *file, const char *key, const char *name) {
    fputs("<a href=\"instructor/", file);
    html_path(file, key);
    html_between(file, ".html\">", name, "</a>");
}

void page_text_cell(FILE *file, const char *text, const char *kind) {
    fprintf(file, "<td class=\"%s\">", kind);
    html_text(file, text);
    fputs("</td>", file);
}

const char *page_exercise(const struct book *book, const char *name) {
    const struct lab_exercise *exercise = lab_find_exercise(&book->run->lab, name);
    return exercise != NULL && exercise->title != NULL ? exercise->title : name;
}

void page_exercise_cell(FILE *file, const struct book *book, const char *name) {
    fputs("<td class=\"e\">", file);
    page_say(file, book, page_exercise(book, name));
    fputs("</td>", file);
}

void page_points_cell(FILE *file, const struct book *book, int64_t points, const char *kind) {
    char text[POINTS_TEXT_BYTES];
    struct arena arena = {0};
    report_points(points, text);
    fprintf(file, "<td class=\"%s\" data-key=\"%s\">%s</td>", kind, text,
            language_number(book->language, &arena, text));
    arena_free(&arena);
}

void page_count_cell(FILE *file, size_t count) {
    fprintf(file, "<td class=\"n\">%zu</td>", count);
}

void page_meter_cell(FILE *file, size_t part, size_t whole) {
    size_t percent = whole > 0 ? (part * 200 / whole + 1) / 2 : 0,
           fine = whole > 0 ? part * 10000 / whole : 0;
    bool some = part > 0 && percent == 0;
    fprintf(file, "<td class=\"n\" data-key=\"%zu\">%s%zu %%</td>", fine, some ? "&lt; " : "",
            some ? 1 : percent);
    fprintf(file, "<td class=\"x m\"><span class=\"meter\" style=\"width:%zu%%%s\"></span></td>",
            percent, part > 0 ? ";min-width:1px" : "");
}

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
        html_between(file, "<code>",
                     arena_printf(&arena, "lockstep class show %s %s %s --out .",
                                  report_shell_word(&arena, key), exercise, check),
                     "</code>");
    }
    arena_free(&arena);
}
