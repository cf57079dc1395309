/* The teacher's page: how the class stands, where it stumbles, and who, in one file that needs no
 * network. What was measured comes last: all before it is the same in every run. */
#include "../../message_text.h"
#include "../../language/language.h"
#include "../../report/formats/html.h"
#include "../../report/report.h"
#include "../../version.h"
#include "../journal/remarks.h"
#include "pages.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_PAIRS = 100 };

/* Sorts a table by the column whose heading is pressed; numbers by size, the first time downwards.
 * Without scripts all is there, in its first order. No character that XML would mind. */
static const char script[] =
    "for (const button of document.querySelectorAll('th button')) button.onclick = () => {\n"
    "  const head = button.parentNode, column = head.cellIndex;\n"
    "  const body = head.closest('table').tBodies[0];\n"
    "  const down = head.getAttribute('aria-sort') !== 'descending';\n"
    "  for (const other of head.parentNode.cells) other.removeAttribute('aria-sort');\n"
    "  head.setAttribute('aria-sort', down ? 'descending' : 'ascending');\n"
    "  const key = row => row.cells[column].dataset.key ?? row.cells[column].textContent;\n"
    "  const order = (a, b) => head.classList.contains('n')\n"
    "    ? Number(key(b)) - Number(key(a)) : key(b).localeCompare(key(a), undefined, {numeric: "
    "true});\n"
    "  body.append(...Array.from(body.rows).sort((a, b) => down ? order(a, b) : order(b, a)));\n"
    "};\n";

/* .x is left out on a phone; .s is a student's name, which may be one endless word, .e that of an
 * exercise. */
static const char more_style[] =
    ".x{white-space:nowrap}.m{width:25%}svg{width:100%;max-width:42rem;height:auto}"
    ".bar{fill:var(--mark)}"
    ".w{overflow-wrap:anywhere}th.x{white-space:normal}"
    ".s{overflow-wrap:anywhere;min-width:7rem}.e{overflow-wrap:anywhere;min-width:6rem}"
    ".meter{background:var(--mark);height:.9rem;display:block;print-color-adjust:exact;"
    "-webkit-print-color-adjust:exact}"
    "th[aria-sort=descending] button::after{content:\" \\25BE\"}"
    "th[aria-sort=ascending] button::after{content:\" \\25B4\"}"
    "@media(max-width:40rem){.x{display:none}body{padding:.6rem}th,td{padding:.25rem .3rem}"
    "td.w,td.w+td.s{display:block;border:0}}"
    ".many .wide{max-height:75vh;overflow:auto}.many thead{position:sticky;top:0;"
    "background:var(--paper)}"
    "@media print{.wide,.many "
    ".wide{overflow:visible;max-height:none}tr,svg{break-inside:avoid}h2{break-after:avoid}"
    "button,a{text-decoration:none;color:inherit}}";

/* ---- the class as a whole ---- */

static void summary(FILE *file, const struct book *book, const struct class_standing *class) {
    struct arena arena = {0};
    char mean[POINTS_TEXT_BYTES], median[POINTS_TEXT_BYTES], most[POINTS_TEXT_BYTES];
    size_t missing = 0, refused = 0;
    for (size_t i = 0; i < book->count; i++) {
        const struct row *row = &book->rows[i];
        missing += row->job == NULL;
        refused += row->job != NULL && row->job->collected.refused != NULL;
    }
    fputs("<p>", file);
    page_say(file, book,
             message_print(&arena, "%zu submissions, %zu graded.", book->run->count, class->count));
    if (refused > 0) {
        fputs("<br/>", file);
        page_say(
            file, book,
            message_print(&arena, "%zu could not be read, and are left out of the mean.", refused));
    }
    if (missing > 0) {
        fputs("<br/>", file);
        page_say(file, book,
                 message_print(&arena, "%zu on the roster handed nothing in.", missing));
    }
    fputs("<br/>", file);
    page_say(file, book,
             message_print(&arena, "Mean %s, median %s of %s points.",
                           report_points(class->mean, mean), report_points(class->median, median),
                           report_points(book->points, most)));
    fputs("</p>\n", file);
    for (const char *line = book_note_late(book, &arena); *line != '\0';) {
        const int length = (int)strcspn(line, "\n");
        fputs("<p>", file);
        page_say(file, book, arena_printf(&arena, "%.*s", length, line));
        fputs("</p>\n", file);
        line += length + 1;
    }
    arena_free(&arena);
}

static bool is_about(const struct class_standing *standing, const char *what) {
    return strcmp(standing->what, what) == 0;
}

static void distribution(FILE *file, const struct book *book, const struct class_standing *all) {
    enum { BINS = 10, WIDTH = 400, HEIGHT = 160, BASE = 140, COLUMN = WIDTH / BINS };
    size_t highest = 1;
    for (const struct class_standing *s = all; s != NULL; s = s->next) {
        highest = is_about(s, "distribution") && s->count > highest ? s->count : highest;
    }
    page_heading(file, book, "Scores");
    fprintf(file, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDTH, HEIGHT);
    page_say(file, book, "How many submissions earned how many percent");
    fputs("\" font-size=\"10\" text-anchor=\"middle\">\n", file);
    int i = 0;
    for (const struct class_standing *s = all; s != NULL; s = s->next) {
        if (is_about(s, "distribution")) {
            const int height = (int)(s->count * 115 / highest), middle = i * COLUMN + COLUMN / 2;
            fprintf(file,
                    "<rect class=\"bar\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>"
                    "<text x=\"%d\" y=\"%d\" fill=\"currentColor\">%zu</text>"
                    "<text x=\"%d\" y=\"%d\" fill=\"currentColor\">%d–%d</text>\n",
                    i * COLUMN + 4, BASE - height, COLUMN - 8, height, middle, BASE - height - 5,
                    s->count, middle, BASE + 16, i * 100 / BINS,
                    i == BINS - 1 ? 100 : (i + 1) * 100 / BINS - 1);
            i++;
        }
    }
    fputs("</svg>\n", file);
    page_remark(file, book, "Submissions by percent of the points");
}

static void exercises(FILE *file, const struct book *book, const struct class_standing *all) {
    static const struct page_column columns[] = {
        {"Exercise", ""}, {"Mean", "n"}, {"Of", "n"}, {"Full marks", "n"}, {"", "x"}};
    page_heading(file, book, "Exercises");
    page_table_begin(file, book, columns, sizeof columns / sizeof *columns);
    for (const struct class_standing *s = all; s != NULL; s = s->next) {
        if (!is_about(s, "exercise")) {
            continue;
        }
        fputs("<tr>", file);
        page_exercise_cell(file, book, s->exercise);
        page_points_cell(file, book, s->mean, "n");
        page_points_cell(file, book, s->of, "n");
        if (s->of > 0) {
            page_meter_cell(file, s->full, s->count);
        } else {
            fputs("<td class=\"n\" data-key=\"-1\">", file);
            page_say(file, book, "does not count");
            fputs("</td><td class=\"x\"></td>", file);
        }
        fputs("</tr>\n", file);
    }
    page_table_end(file);
}

static void checks(FILE *file, const struct book *book, const struct class_standing *all) {
    static const struct page_column columns[] = {{"Exercise", ""}, {"Check", ""},
                                                 {"Failed", "n"},  {"Of judged", "n x"},
                                                 {"Share", "n"},   {"", "x"}};
    page_heading(file, book, "Checks");
    page_table_begin(file, book, columns, sizeof columns / sizeof *columns);
    for (const struct class_standing *s = all; s != NULL; s = s->next) {
        const struct lab_check *check =
            is_about(s, "check")
                ? lab_find_check(lab_find_exercise(&book->run->lab, s->exercise), s->name)
                : NULL;
        if (check == NULL) {
            continue;
        }
        fputs("<tr>", file);
        page_exercise_cell(file, book, s->exercise);
        fputs("<td>", file);
        page_say(file, book, check->title != NULL ? check->title : s->name);
        if (check->hidden) {
            fputs(" <small>(", file);
            page_say(file, book, "hidden");
            fputs(")</small>", file);
        }
        fputs("</td>", file);
        page_count_cell(file, s->count - s->full);
        fprintf(file, "<td class=\"n x\">%zu</td>", s->count);
        page_meter_cell(file, s->count - s->full, s->count);
        fputs("</tr>\n", file);
    }
    page_table_end(file);
}

/* ---- one by one ---- */

static void late_cell(FILE *file, const struct book *book, int64_t late) {
    struct arena arena = {0};
    fprintf(file, "<td class=\"n\" data-key=\"%lld\">", (long long)late);
    page_say(file, book, late > 0 ? policy_duration_text(&arena, late) : "");
    fputs("</td>", file);
    arena_free(&arena);
}

static void student_row(FILE *file, const struct book *book, const struct row *row) {
    const struct exercise_result *exercise = row->result != NULL ? row->result->exercises : NULL;
    fputs("<tr><td class=\"s\">", file);
    if (row->result != NULL) {
        page_student_link(file, row->student->key, row->name);
        fputs("</td>", file);
        page_points_cell(file, book, row->result->earned, "n");
    } else {
        html_text(file, row->name);
        fputs("</td><td class=\"n\" data-key=\"-1\"></td>", file);
    }
    fputs("<td>", file);
    page_say(file, book, row->status);
    fputs("</td>", file);
    if (book->run->policy.has_deadline) {
        late_cell(file, book, row->late);
    }
    for (const struct lab_exercise *e = book->run->lab.exercises; e != NULL; e = e->next) {
        while (exercise != NULL && strcmp(exercise->name, e->name) != 0) {
            exercise = exercise->next;
        }
        if (exercise != NULL && exercise->points > 0) { /* else it does not count */
            page_points_cell(file, book, exercise->earned, "n x");
        } else {
            fputs("<td class=\"n x\" data-key=\"-1\"></td>", file);
        }
    }
    fputs("</tr>\n", file);
}

static void students(FILE *file, const struct book *book) {
    struct arena arena = {0};
    size_t count = 4;
    for (const struct lab_exercise *e = book->run->lab.exercises; e != NULL; e = e->next) {
        count++;
    }
    struct page_column *columns = arena_alloc(&arena, count * sizeof *columns);
    columns[0] = (struct page_column){"Student", ""};
    columns[1] = (struct page_column){"Points", "n"};
    columns[2] = (struct page_column){"State", ""};
    count = 3;
    if (book->run->policy.has_deadline) {
        columns[count++] = (struct page_column){"Late", "n"};
    }
    for (const struct lab_exercise *e = book->run->lab.exercises; e != NULL; e = e->next) {
        columns[count++] = (struct page_column){page_exercise(book, e->name), "n x"};
    }
    page_heading(file, book, "Students");
    fputs("<div class=\"many\">", file);
    page_table_begin(file, book, columns, count);
    for (size_t i = 0; i < book->count; i++) {
        student_row(file, book, &book->rows[i]);
    }
    page_table_end(file);
    fputs("</div>\n", file);
    arena_free(&arena);
}

/* "8 of 20 hand in …: ada, bob, …" */
static void alike_many(FILE *file, const struct book *book, const struct similar_rows *rows,
                       const char *format) {
    if (rows->count > 0) {
        fputs("<p><b>", file);
        struct arena arena = {0};
        page_say(file, book, message_print(&arena, format, rows->count, book->submitted));
        arena_free(&arena);
        fputs("</b> ", file);
        for (size_t i = 0; i < rows->count; i++) {
            fputs(i > 0 ? ", " : "", file);
            html_text(file, book->rows[rows->rows[i]].name);
        }
        fputs(".</p>\n", file);
    }
}

/* What a person should look at, before all else. */
static void to_review(FILE *file, const struct book *book) {
    static const struct page_column columns[] = {{"Who", ""}, {"Why", ""}, {"What", ""}};
    struct arena arena = {0};
    const struct review *first = book_reviews(&arena, book);
    bool unreadable = false;
    if (first == NULL) {
        arena_free(&arena);
        return;
    }
    page_heading(file, book, "To look at");
    page_table_begin(file, book, columns, sizeof columns / sizeof *columns);
    for (const struct review *review = first; review != NULL; review = review->next) {
        fputs("<tr>", file);
        page_text_cell(file, review->name, "s");
        fputs("<td>", file);
        page_say(file, book, review->kind);
        fputs("</td><td class=\"w\">", file);
        page_say(file, book, review->what);
        fputs("</td></tr>\n", file);
        unreadable = unreadable || strcmp(review->kind, "unreadable") == 0;
    }
    page_table_end(file);
    if (unreadable) {
        page_remark(file, book, "What to tell those whose submission is unreadable:");
        page_remark(file, book,
                    "Hand in the lab's files themselves, or one plain archive of them.");
    }
    arena_free(&arena);
}

static void alike(FILE *file, const struct book *book) {
    static const struct page_column columns[] = {
        {"One", ""}, {"Other", ""}, {"Alike", "n"}, {"Fingerprints", "n x"}};
    struct arena arena = {0};
    struct similar similar = similar_find(&arena, book);
    page_heading(file, book, "Alike");
    page_remark(
        file, book,
        message_print(&arena,
                      "Pairs that share at least %d %% of the smaller one's fingerprints, beyond "
                      "the skeleton and what much of the class writes. Short exercises have few "
                      "good answers: this says that two texts are alike, not why.",
                      SIMILAR_PERCENT));
    alike_many(file, book, &similar.same, "%zu of %zu handed in the same files, byte for byte:");
    alike_many(file, book, &similar.solution,
               "%zu of %zu are nearly the same as the lab's reference solution:");
    size_t rings;
    const struct similar_rows *ring = book_rings(&arena, book, &similar, &rings);
    for (size_t i = 0; i < rings; i++) {
        alike_many(file, book, &ring[i],
                   "%zu of %zu are alike in a chain, each like the next one:");
    }
    if (similar.count > 0) {
        fputs("<p><a href=\"alike.html\">", file);
        page_say(file, book, "Both sources side by side");
        fputs("</a></p>\n", file);
        page_table_begin(file, book, columns, sizeof columns / sizeof *columns);
    }
    for (size_t i = 0; i < similar.count && i < MOST_PAIRS; i++) {
        const struct similar_pair *pair = &similar.pairs[i];
        fputs("<tr>", file);
        page_text_cell(file, book->rows[pair->a].name, "s");
        page_text_cell(file, book->rows[pair->b].name, "s");
        fprintf(file,
                "<td class=\"n\" data-key=\"%u\">%u %%</td><td class=\"n x\" data-key=\"%zu\">",
                pair->percent, pair->percent, pair->shared);
        fprintf(file, "%zu ", pair->shared);
        page_say(file, book, "of");
        fprintf(file, " %zu</td></tr>\n", pair->smaller);
    }
    if (similar.count > 0) {
        page_table_end(file);
    } else {
        fputs("<p>", file);
        page_say(file, book, "No pairs.");
        fputs("</p>\n", file);
    }
    if (similar.count > MOST_PAIRS) {
        page_remark(
            file, book,
            message_print(&arena, "%zu more stand in similar.csv.", similar.count - MOST_PAIRS));
    }
    arena_free(&arena);
}

/* ---- what differs from run to run ---- */

/* Who did what, and when: the last ones first. */
static void changes(FILE *file, const struct book *book) {
    static const struct page_column columns[] = {{"When", ""}, {"Who", ""}, {"What", ""}};
    struct arena arena = {0};
    struct change *change;
    struct error ignored;
    if (changes_read(book->run->journal, &arena, &change, &ignored) && change != NULL) {
        page_heading(file, book, "Who changed what");
        page_table_begin(file, book, columns, sizeof columns / sizeof *columns);
        for (; change != NULL; change = change->next) {
            fputs("<tr>", file);
            page_text_cell(file, change->at, "");
            page_text_cell(file, change->who, "w");
            page_text_cell(file, language_say(book->language, &arena, change->what), "w");
            fputs("</tr>\n", file);
        }
        page_table_end(file);
    }
    arena_free(&arena);
}

/* The class's figure and sheet, where they were measured (speedups.c). */
static void speedups(FILE *file, const struct book *book) {
    struct arena arena = {0};
    if (access(arena_printf(&arena, "%s/speedup/class.svg", book->run->out), F_OK) == 0) {
        page_heading(file, book, "Speedups");
        fputs("<p><img src=\"speedup/class.svg\" width=\"100%\" alt=\"", file);
        page_say(file, book, "The best speedup in each sheet, a row of marks for each exercise");
        fputs("\"/></p>\n<p><a href=\"speedup/class.csv\">", file);
        page_say(file, book, "All students' speedup sheets in one");
        fputs("</a></p>\n", file);
    }
    arena_free(&arena);
}

void book_page(FILE *file, const struct book *book) {
    struct arena arena = {0};
    const struct lab *lab = &book->run->lab;
    html_begin(file, book->language,
               lab->title != NULL ? language_say(book->language, &arena, lab->title) : lab->name,
               more_style);
    const struct class_standing *all = book_standings(&arena, book);
    summary(file, book, all);
    students(file, book);
    to_review(file, book);
    page_requests(file, book);
    page_mistakes(file, book);
    distribution(file, book, all);
    if (all->count > 0) {
        exercises(file, book, all);
        checks(file, book, all);
    }
    if (!book->running) { /* each pair of sources is compared: once, at the end */
        alike(file, book);
    }
    fputs("<section id=\"measured\">\n", file);
    speedups(file, book);
    changes(file, book);
    fputs("<p class=\"faint\">Lockstep " LOCKSTEP_VERSION "</p>\n</section>\n", file);
    fprintf(file, "<script>\n%s%s</script>\n", script,
            book->running ? "setTimeout(() => location.reload(), 5000);\n" : "");
    html_end(file);
    arena_free(&arena);
}
