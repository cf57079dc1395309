/* The teacher's page: how the class stands, where it stumbles, and who, in one file that needs no
 * network. What was measured comes last: all before it is the same in every run. */
#include "../../language/language.h"
#include "../../report/formats/html.h"
#include "../../report/report.h"
#include "../../version.h"
#include "../journal/remarks.h"
#include "../tables/output.h"
#include "pages.h"
#include "../submissions/similarity.h"

#include <stdlib.h>
#include <string.h>

enum { BINS = 10, SLOWEST = 10, MOST_PAIRS = 100 };

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
    ".bar{fill:var(--mark)}.mean{fill:none;stroke:var(--mark);stroke-width:2}"
    ".w{overflow-wrap:anywhere}"
    ".s{overflow-wrap:anywhere;min-width:7rem}.e{overflow-wrap:anywhere;min-width:6rem}"
    ".meter{background:var(--mark);height:.9rem;display:block;print-color-adjust:exact;"
    "-webkit-print-color-adjust:exact}"
    "th[aria-sort=descending] button::after{content:\" \\25BE\"}"
    "th[aria-sort=ascending] button::after{content:\" \\25B4\"}"
    "@media(max-width:40rem){.x{display:none}body{padding:.6rem}th,td{padding:.25rem .3rem}}"
    ".many .wide{max-height:75vh;overflow:auto}.many thead{position:sticky;top:0;"
    "background:var(--paper)}"
    "@media print{.wide,.many "
    ".wide{overflow:visible;max-height:none}tr,svg{break-inside:avoid}h2{break-after:avoid}"
    "button,a{text-decoration:none;color:inherit}}";

static size_t graded(const struct book *book) {
    size_t count = 0;
    for (size_t i = 0; i < book->count; i++) {
        count += book->rows[i].result != NULL;
    }
    return count;
}

static int64_t percent_of(const struct result *result) {
    return result->points > 0 ? result->earned * 100 / result->points : 0;
}

/* ---- the class as a whole ---- */

static int ascending(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static void summary(FILE *file, const struct book *book) {
    struct arena arena = {0};
    char mean[POINTS_TEXT_BYTES], median[POINTS_TEXT_BYTES], most[POINTS_TEXT_BYTES];
    size_t count = 0, missing = 0, refused = 0;
    int64_t sum = 0, *scores = arena_alloc(&arena, (book->count + 1) * sizeof *scores);
    for (size_t i = 0; i < book->count; i++) {
        const struct row *row = &book->rows[i];
        missing += row->job == NULL;
        refused += row->job != NULL && row->job->collected.refused != NULL;
        if (book_counted(row) != NULL) {
            scores[count++] = row->result->earned;
            sum += row->result->earned;
        }
    }
    qsort(scores, count, sizeof *scores, ascending);
    int64_t middle = count == 0 ? 0 : (scores[(count - 1) / 2] + scores[count / 2]) / 2;
    const char *absent =
        missing == 0 ? "" : arena_printf(&arena, "; %zu on the roster handed nothing in", missing);
    const char *unread =
        refused == 0 ? ""
                     : arena_printf(&arena, "; %zu could not be read, and are left out of the mean",
                                    refused);
    fputs("<p>", file);
    page_say(file, book,
             arena_printf(&arena, "%zu submissions, %zu graded%s%s.", book->run->count, count,
                          unread, absent));
    fputs("<br/>", file);
    page_say(file, book,
             arena_printf(&arena, "Mean %s, median %s of %s points.",
                          report_points(count > 0 ? rules_part(sum, 1, (int64_t)count) : 0, mean),
                          report_points(middle, median), report_points(book->points, most)));
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

static void distribution(FILE *file, const struct book *book) {
    enum { WIDTH = 400, HEIGHT = 160, BASE = 140, COLUMN = WIDTH / BINS };
    size_t bins[BINS] = {0}, highest = 1;
    for (size_t i = 0; i < book->count; i++) {
        const struct result *result = book_counted(&book->rows[i]);
        if (result != NULL) {
            int64_t bin = percent_of(result) * BINS / 100;
            bin = bin < 0 ? 0 : bin >= BINS ? BINS - 1 : bin;
            highest = ++bins[bin] > highest ? bins[bin] : highest;
        }
    }
    page_heading(file, book, "Scores");
    fprintf(file, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDTH, HEIGHT);
    page_say(file, book, "How many submissions earned how many percent");
    fputs("\" font-size=\"11\" text-anchor=\"middle\">\n", file);
    for (int i = 0; i < BINS; i++) {
        int height = (int)(bins[i] * 115 / highest);
        fprintf(file,
                "<rect class=\"bar\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>"
                "<text x=\"%d\" y=\"%d\" fill=\"currentColor\">%zu</text>"
                "<text x=\"%d\" y=\"%d\" fill=\"currentColor\">%d–%d</text>\n",
                i * COLUMN + 4, BASE - height, COLUMN - 8, height, i * COLUMN + COLUMN / 2,
                BASE - height - 5, bins[i], i * COLUMN + COLUMN / 2, BASE + 16, i * 100 / BINS,
                i == BINS - 1 ? 100 : (i + 1) * 100 / BINS - 1);
    }
    fputs("</svg>\n", file);
    page_remark(file, book, "Submissions by percent of the points");
}

static enum verdict most_common(const size_t *verdicts) {
    enum verdict most = VERDICT_PASS;
    for (int v = VERDICT_PASS + 1; v < VERDICT_SKIPPED; v++) {
        if (verdicts[v] > (most == VERDICT_PASS ? 0 : verdicts[most])) {
            most = (enum verdict)v;
        }
    }
    return most;
}

static int most_failed_first(const void *a, const void *b) {
    const struct tally *x = a, *y = b;
    if (x->failed != y->failed) {
        return x->failed > y->failed ? -1 : 1;
    }
    int order = strcmp(x->exercise, y->exercise);
    return order != 0 ? order : strcmp(x->check, y->check);
}

static void exercises(FILE *file, const struct book *book) {
    static const struct page_column columns[] = {
        {"Exercise", ""}, {"Mean", "n"}, {"Of", "n"}, {"Full marks", "n"}, {"", "x"}};
    page_heading(file, book, "Exercises");
    page_table_begin(file, book, columns, sizeof columns / sizeof *columns);
    for (const struct lab_exercise *e = book->run->lab.exercises; e != NULL; e = e->next) {
        int64_t sum = 0, of = e->points;
        size_t count = 0, full = 0;
        for (size_t i = 0; i < book->count; i++) {
            const struct exercise_result *r =
                result_find_exercise(book_counted(&book->rows[i]), e->name);
            if (r != NULL) {
                of = r->points;
                sum += r->earned;
                count++;
                full += r->earned >= r->points;
            }
        }
        fputs("<tr>", file);
        page_exercise_cell(file, book, e->name);
        page_points_cell(file, book, count > 0 ? rules_part(sum, 1, (int64_t)count) : 0, "n");
        page_points_cell(file, book, of, "n");
        if (of > 0) {
            page_meter_cell(file, full, count);
        } else {
            fputs("<td class=\"n\" data-key=\"-1\">", file);
            page_say(file, book, "does not count");
            fputs("</td><td class=\"x\"></td>", file);
        }
        fputs("</tr>\n", file);
    }
    page_table_end(file);
}

static void checks(FILE *file, const struct book *book, const struct tally *tallies, size_t count) {
    static const struct page_column columns[] = {
        {"Exercise", ""}, {"Check", ""}, {"Failed", "n"}, {"Of judged", "n x"},
        {"Share", "n"},   {"", "x"},     {"Mostly", ""}};
    page_heading(file, book, "Checks, those that fail most first");
    page_table_begin(file, book, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < count; i++) {
        enum verdict most = most_common(tallies[i].verdicts);
        fputs("<tr>", file);
        const struct lab_check *check = lab_find_check(
            lab_find_exercise(&book->run->lab, tallies[i].exercise), tallies[i].check);
        page_exercise_cell(file, book, tallies[i].exercise);
        fputs("<td>", file);
        page_say(file, book,
                 check != NULL && check->title != NULL ? check->title : tallies[i].check);
        if (tallies[i].hidden) {
            fputs(" <small>(", file);
            page_say(file, book, "hidden");
            fputs(")</small>", file);
        }
        fputs("</td>", file);
        page_count_cell(file, tallies[i].failed);
        fprintf(file, "<td class=\"n x\">%zu</td>", tallies[i].judged);
        page_meter_cell(file, tallies[i].failed, tallies[i].judged);
        page_text_cell(
            file, most == VERDICT_PASS ? "" : language_verdict(book->language, verdict_name(most)),
            "");
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
        fputs("<a href=\"instructor/", file);
        html_path(file, row->student->key);
        fputs(".html\">", file);
        html_text(file, row->name);
        fputs("</a></td>", file);
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
        if (exercise != NULL) {
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
                       const char *what) {
    const size_t submitted = book->submitted;
    if (rows->count > 0) {
        struct arena arena = {0};
        fputs("<p><b>", file);
        page_say(file, book, arena_printf(&arena, "%zu of %zu %s:", rows->count, submitted, what));
        fputs("</b> ", file);
        arena_free(&arena);
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
    size_t count;
    const struct review *reviews = book_reviews(&arena, book, &count);
    if (count > 0) {
        page_heading(file, book, "To look at");
        page_table_begin(file, book, columns, sizeof columns / sizeof *columns);
        for (size_t i = 0; i < count; i++) {
            fputs("<tr>", file);
            page_text_cell(file, reviews[i].name, "s");
            fputs("<td>", file);
            page_say(file, book, reviews[i].kind);
            fputs("</td><td class=\"w\">", file);
            page_say(file, book, reviews[i].what);
            fputs("</td>", file);
            fputs("</tr>\n", file);
        }
        page_table_end(file);
    }
    for (size_t i = 0; i < count; i++) {
        if (strcmp(reviews[i].kind, "unreadable") == 0) {
            page_remark(file, book, "What to tell those whose submission is unreadable:");
            page_remark(file, book,
                        "Hand in the lab's files themselves, or one plain archive of them.");
            break;
        }
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
        arena_printf(&arena,
                     "Pairs that share at least %d %% of the smaller one's fingerprints, beyond "
                     "the skeleton and what much of the class writes. Short exercises have few "
                     "good answers: this says that two texts are alike, not why.",
                     SIMILAR_PERCENT));
    alike_many(file, book, &similar.same, "handed in the same files, byte for byte");
    alike_many(file, book, &similar.solution,
               "are nearly the same as the lab's reference solution");
    size_t rings;
    const struct similar_rows *ring = book_rings(&arena, book, &similar, &rings);
    for (size_t i = 0; i < rings; i++) {
        alike_many(file, book, &ring[i], "are alike in a chain, each like the next one");
    }
    if (similar.count > 0) {
        fputs("<p><a href=\"alike.html\">", file);
        page_say(file, book, "Both sources side by side");
        fputs("</a></p>\n", file);
    }
    if (similar.count == 0) {
        fputs("<p>", file);
        page_say(file, book, "No pairs.");
        fputs("</p>\n", file);
    } else {
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
    }
    if (similar.count > MOST_PAIRS) {
        page_remark(
            file, book,
            arena_printf(&arena, "%zu more stand in similar.csv.", similar.count - MOST_PAIRS));
    }
    arena_free(&arena);
}

/* ---- measured ---- */

struct slow {
    const struct row *row;
    double seconds;
};

static int slowest_first(const void *a, const void *b) {
    const struct slow *x = a, *y = b;
    return x->seconds > y->seconds ? -1 : x->seconds < y->seconds;
}

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
            page_text_cell(file, change->what, "w");
            fputs("</tr>\n", file);
        }
        page_table_end(file);
    }
    arena_free(&arena);
}

static void slowest(FILE *file, const struct book *book) {
    static const struct page_column columns[] = {{"Student", ""}, {"Seconds", "n"}};
    struct arena arena = {0};
    size_t count = 0;
    struct slow *slow = arena_alloc(&arena, (book->count + 1) * sizeof *slow);
    for (size_t i = 0; i < book->count; i++) {
        const struct result *result = book->rows[i].result;
        for (const struct timing *t = result != NULL ? result->timings : NULL; t != NULL;
             t = t->next) {
            if (strcmp(t->name, "total") == 0) {
                slow[count++] = (struct slow){&book->rows[i], t->seconds};
            }
        }
    }
    qsort(slow, count, sizeof *slow, slowest_first);
    fputs("<section id=\"measured\">\n", file);
    page_heading(file, book, "Slowest to grade");
    page_remark(file, book,
                "This is wall-clock time, with other gradings at the same time. It differs from "
                "run to run, and it is not part of any grade.");
    page_table_begin(file, book, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < count && i < SLOWEST; i++) {
        fputs("<tr>", file);
        page_text_cell(file, slow[i].row->name, "s");
        fprintf(
            file, "<td class=\"n\">%s</td></tr>\n",
            language_number(book->language, &arena, arena_printf(&arena, "%.1f", slow[i].seconds)));
    }
    page_table_end(file);
    changes(file, book);
    fputs("<p class=\"faint\">Lockstep " LOCKSTEP_VERSION "</p>\n</section>\n", file);
    arena_free(&arena);
}

void book_page(FILE *file, const struct book *book) {
    struct arena arena = {0};
    size_t count;
    const struct lab *lab = &book->run->lab;
    struct tally *tallies = book_tally(&arena, book, &count);
    qsort(tallies, count, sizeof *tallies, most_failed_first);
    html_begin(file, book->language,
               lab->title != NULL ? language_say(book->language, &arena, lab->title) : lab->name,
               more_style);
    summary(file, book);
    students(file, book);
    to_review(file, book);
    page_mistakes(file, book);
    distribution(file, book);
    if (graded(book) > 0) {
        page_attempts(file, book);
        exercises(file, book);
        checks(file, book, tallies, count);
    }
    if (!book->running) { /* each pair of sources is compared: once, at the end */
        alike(file, book);
    }
    slowest(file, book);
    fprintf(file, "<script>\n%s%s</script>\n", script,
            book->running ? "setTimeout(() => location.reload(), 5000);\n" : "");
    html_end(file);
    arena_free(&arena);
}
