#include "../../message_text.h"
#include "pages.h"

#include "../../report/formats/html.h"
#include "../../report/report.h"
#include "../../utf8.h"
#include "../../whole_file.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BESIDE = 60, LARGEST_SOURCE = 1 << 16 };

struct reviews {
    struct arena *arena;
    struct review *first, **tail;
};

static void add_thing(struct reviews *reviews, const char *key, const char *name, const char *kind,
                      const char *what) {
    struct review *one = *reviews->tail = arena_alloc(reviews->arena, sizeof *one);
    *one = (struct review){key, name, kind, what, NULL};
    reviews->tail = &one->next;
}

static void add(struct reviews *reviews, const struct row *row, const char *kind,
                const char *what) {
    add_thing(reviews, row->student->key, row->name, kind, what);
}

static const char *why_judge(const struct check_result *check) {
    return check->verdict != VERDICT_REVIEW && check->verdict != VERDICT_UNAVAILABLE &&
                   check->verdict != VERDICT_FORBIDDEN
               ? NULL
           : check->findings != NULL && check->findings->message != NULL
               ? check->findings->message
               : verdict_name(check->verdict);
}

/* How many checks of the row give that reason; and is `check` the first of them? */
static size_t count_reason(const struct result *result, const struct check_result *check,
                           bool *first) {
    size_t count = 0;
    EACH_CHECK (result, e, c) {
        const char *why = why_judge(c);
        if (why != NULL && strcmp(why, why_judge(check)) == 0) {
            *first = count == 0 ? c == check : *first;
            count++;
        }
    }
    return count;
}

/* One line for each reason, which many checks may share: all that need the machine, say. */
static void to_be_judged(struct reviews *reviews, const struct row *row,
                         const struct result *result) {
    for (const struct exercise_result *e = result != NULL ? result->exercises : NULL; e != NULL;
         e = e->next) {
        for (const struct check_result *c = e->checks; c != NULL; c = c->next) {
            bool first = false;
            const char *why = why_judge(c);
            const size_t count = why != NULL ? count_reason(result, c, &first) : 0;
            if (first) {
                add(reviews, row, c->verdict == VERDICT_FORBIDDEN ? "forbidden" : "to be judged",
                    count > 1 ? message_print(reviews->arena, "%s %s and %zu more: %s", e->name,
                                              c->name, count - 1, why)
                              : message_print(reviews->arena, "%s %s: %s", e->name, c->name, why));
            }
        }
    }
}

static bool is_own(const struct row *row) {
    return row->result != NULL && row->job != NULL && row->job->collected.refused == NULL &&
           !row->job->gone; /* of whom the files are not known */
}

/* The same files, and other points before the rules: one of the two is a mistake of the grader's,
 * or of the machine's. */
static void twins(struct reviews *reviews, const struct book *book, size_t at) {
    const struct row *row = &book->rows[at];
    for (size_t i = 0; is_own(row) && i < at; i++) {
        const struct row *other = &book->rows[i];
        if (is_own(other) && row->job != other->job && row->before != other->before &&
            strcmp(row->job->collected.digest, other->job->collected.digest) == 0) {
            char points[2][POINTS_TEXT_BYTES];
            add(reviews, row, "twins",
                message_print(reviews->arena, "%s handed in the same files and has %s, not %s",
                              other->name, report_points(other->before, points[0]),
                              report_points(row->before, points[1])));
        }
    }
}

const struct review *book_reviews(struct arena *arena, const struct book *book) {
    struct reviews reviews = {.arena = arena};
    reviews.tail = &reviews.first;
    const struct left_out *left = book->run->submissions.left_out;
    for (; left != NULL; left = left->next) {
        add_thing(&reviews, "", utf8_line(arena, left->entry), "nobody's", left->why);
    }
    for (size_t i = 0; i < book->count; i++) {
        const struct row *row = &book->rows[i];
        if (row->job != NULL && row->job->collected.refused != NULL) {
            add(&reviews, row, "unreadable", row->job->collected.refused);
        } else if (row->job != NULL && row->result == NULL) {
            add(&reviews, row, row->job->gone ? "not graded" : "unreadable",
                row->job->trouble != NULL ? row->job->trouble : "not graded");
        } else if (row->result != NULL) {
            if (row->job != NULL && row->job->collected.doubt != NULL) {
                add(&reviews, row, row->job->collected.doubt, row->job->collected.notes);
            }
            struct arena texts = {0};
            to_be_judged(&reviews, row, book_whole(book, row, &texts));
            arena_free(&texts);
            twins(&reviews, book, i);
        }
    }
    return reviews.first;
}

/* ---- mistakes ---- */

struct common_mistake {
    const char *exercise, *check, *cause;
    const struct finding *finding; /* of the first who made it */
    enum verdict verdict;
    const struct row *example, *last;
    size_t count;
};

struct mistakes {
    struct arena *arena;
    struct common_mistake *list;
    size_t count, most;
};

/* The text without its numbers, which differ from student to student. */
static const char *without_numbers(struct arena *arena, const char *text) {
    char *out = arena_strdup(arena, text), *to = out;
    for (const char *from = text; *from != '\0'; from++) {
        const bool digit = *from >= '0' && *from <= '9';
        if (!digit) {
            *to++ = *from;
        }
    }
    *to = '\0';
    return out;
}

/* A line that does not compile is one mistake, whichever it is, in however many exercises. What has
 * no line is another: a file that is missing, say. */
static bool add_mistake(struct mistakes *all, struct arena *arena, const struct row *row,
                        const char *exercise, const struct check_result *check) {
    const struct finding *found = check->findings;
    const bool builds = check->verdict != VERDICT_BUILD_ERROR;
    const char *why = found->advice != NULL ? found->advice : found->message;
    const char *cause = builds || found->line == 0 ? without_numbers(arena, why) : "";
    struct common_mistake *one = all->list, *end = all->list + all->count;
    while (one < end && (one->verdict != check->verdict || strcmp(one->cause, cause) != 0 ||
                         (builds && strcmp(one->exercise, exercise) != 0))) {
        one++;
    }
    if (one == end && all->count == all->most) {
        return false;
    }
    if (one == end) {
        *one = (struct common_mistake){.exercise = exercise,
                                       .check = check->name,
                                       .cause = cause,
                                       .finding = found,
                                       .verdict = check->verdict,
                                       .example = row};
        all->count++;
    }
    one->count += one->last != row;
    one->last = row;
    return one->example == row;
}

/* Of each exercise the first check that failed: others fail for the same reason. */
static void take_mistakes(struct mistakes *all, const struct book *book, const struct row *row) {
    struct arena arena = {0};
    const struct result *result = book_counted(row) != NULL ? book_whole(book, row, &arena) : NULL;
    const struct exercise_result *e = result != NULL ? result->exercises : NULL;
    bool is_example = false; /* its texts stay, then */
    for (; e != NULL; e = e->next) {
        const struct check_result *c = e->checks;
        while (c != NULL && (c->verdict == VERDICT_PASS || c->verdict == VERDICT_NOT_BEGUN ||
                             c->verdict >= VERDICT_SKIPPED || c->findings == NULL)) {
            c = c->next;
        }
        if (c != NULL) {
            is_example = add_mistake(all, &arena, row, e->name, c) || is_example;
        }
    }
    if (is_example) {
        arena_adopt(all->arena, &arena);
    }
    arena_free(&arena);
}

static int most_made_first(const void *a, const void *b) {
    const struct common_mistake *x = a, *y = b;
    return x->count != y->count ? (x->count > y->count ? -1 : 1) : strcmp(x->cause, y->cause);
}

void page_mistakes(FILE *file, const struct book *book) {
    enum { MOST = 1000, SHOWN = 20 };
    static const struct page_column columns[] = {
        {"Students", "n"}, {"Mistake", ""}, {"Example", "x"}};
    struct arena arena = {0};
    struct mistakes all = {.arena = &arena, .most = MOST};
    all.list = arena_alloc(&arena, (MOST + 1) * sizeof *all.list);
    for (size_t i = 0; i < book->count; i++) {
        take_mistakes(&all, book, &book->rows[i]);
    }
    qsort(all.list, all.count, sizeof *all.list, most_made_first);
    if (all.count > 0) {
        page_heading(file, book, "Mistakes, those that most students make first");
        page_remark(
            file, book,
            "The first of those who made it is the example. The command, run in this folder, "
            "shows step by step what the program did; this page then links to that.");
        page_table_begin(file, book, columns, sizeof columns / sizeof *columns);
    }
    for (size_t i = 0; i < all.count && i < SHOWN; i++) {
        const struct common_mistake *one = &all.list[i];
        const char *verdict = language_verdict(book->language, verdict_name(one->verdict));
        fputs("<tr>", file);
        page_count_cell(file, one->count);
        fputs("<td class=\"w\">", file);
        if (one->verdict != VERDICT_BUILD_ERROR) {
            page_say(file, book, page_exercise(book, one->exercise));
            fputs("<br/>", file);
        }
        fprintf(file, "<b>%s</b> — ", verdict);
        html_text(file, language_say(book->language, &arena, one->finding->message));
        fputs(one->finding->advice != NULL ? "<br/>" : "", file);
        page_say(file, book, one->finding->advice != NULL ? one->finding->advice : "");
        fputs("</td><td class=\"s\">", file);
        page_student_link(file, one->example->student->key, one->example->name);
        fputs("<br/>", file);
        if (report_can_replay(one->verdict)) {
            page_replay(file, book, one->example->job->key, one->exercise, one->check);
        }
        fputs("</td></tr>\n", file);
    }
    if (all.count > 0) {
        page_table_end(file);
    }
    arena_free(&arena);
}

/* ---- rings ---- */

static size_t root_of(const size_t *parent, size_t row) {
    while (parent[row] != row) {
        row = parent[row];
    }
    return row;
}

struct similar_rows *book_rings(struct arena *arena, const struct book *book,
                                const struct similar *similar, size_t *count) {
    enum { LEAST = 3 };
    size_t *parent = arena_alloc(arena, (book->count + 1) * sizeof *parent);
    struct similar_rows *rings = arena_alloc(arena, (book->count + 1) * sizeof *rings);
    for (size_t i = 0; i < book->count; i++) {
        parent[i] = i;
    }
    for (size_t i = 0; i < similar->count; i++) {
        const size_t a = root_of(parent, similar->pairs[i].a),
                     b = root_of(parent, similar->pairs[i].b);
        parent[a > b ? a : b] = a > b ? b : a;
    }
    *count = 0;
    struct similar_rows ring = {.rows = NULL};
    for (size_t root = 0; root < book->count; root++) {
        ring.rows = ring.rows != NULL ? ring.rows
                                      : arena_alloc(arena, (book->count + 1) * sizeof *ring.rows);
        ring.count = 0;
        for (size_t i = root; parent[root] == root && i < book->count; i++) {
            if (root_of(parent, i) == root) {
                ring.rows[ring.count++] = i;
            }
        }
        if (ring.count >= LEAST) {
            rings[(*count)++] = ring;
            ring.rows = NULL;
        }
    }
    return rings;
}

/* ---- tables and pages ---- */

void book_review(FILE *file, const struct book *book) {
    struct arena arena = {0};
    const struct review *review = book_reviews(&arena, book);
    fputs(review != NULL ? "student,name,kind,what\n" : "", file);
    for (; review != NULL; review = review->next) {
        sheet_write_text(file, review->key, true);
        sheet_write_text(file, review->name, false);
        sheet_write_plain(file, review->kind, false);
        sheet_write_text(file, review->what, false);
        fputc('\n', file);
    }
    arena_free(&arena);
}

static void source(FILE *file, const struct lab *lab, const struct row *row) {
    html_between(file, "<td class=\"side\"><b>", row->name, "</b>");
    for (size_t i = 0; i < lab->file_count; i++) {
        struct arena arena = {0};
        size_t size;
        char *text = plain_file_in(
            &arena, arena_printf(&arena, "%s/%s", row->job->task.folder, lab->files[i].name),
            &size);
        if (text != NULL) {
            text[size < LARGEST_SOURCE ? size : LARGEST_SOURCE] = '\0';
            html_between(file, "<p>", lab->files[i].name, "</p><pre>");
            html_text(file, text);
            fputs("</pre>", file);
        }
        arena_free(&arena);
    }
    fputs("</td>", file);
}

/* Each pair that is alike, its sources side by side; the page of the class leads here. */
void book_beside(FILE *file, const struct book *book) {
    static const char style[] = ".side{vertical-align:top;width:50%}"
                                "table{table-layout:fixed;width:100%}";
    struct arena arena = {0};
    const struct similar similar = similar_find(&arena, book);
    html_begin(file, NULL, "Alike", style);
    for (size_t i = 0; i < similar.count && i < MOST_BESIDE; i++) {
        const struct similar_pair *pair = &similar.pairs[i];
        fprintf(file, "<h2 id=\"p%zu\">%u %%</h2>\n<table><tr>", i + 1, pair->percent);
        source(file, &book->run->lab, &book->rows[pair->a]);
        source(file, &book->run->lab, &book->rows[pair->b]);
        fputs("</tr></table>\n", file);
    }
    html_end(file);
    arena_free(&arena);
}

/* ---- requests ---- */

void page_requests(FILE *file, const struct book *book) {
    static const struct page_column columns[] = {
        {"Who", ""}, {"Request", ""}, {"Asked", "x"}, {"Answer", ""}};
    if (book->requests == NULL) {
        return;
    }
    page_heading(file, book, "Regrade requests");
    page_table_begin(file, book, columns, sizeof columns / sizeof *columns);
    for (const struct request *r = book->requests; r != NULL; r = r->next) {
        fputs("<tr><td class=\"s\">", file);
        page_student_link(file, r->student, book_name(book, r->student));
        fputs("</td><td class=\"w\">", file);
        page_say(file, book, *r->exercise != '\0' ? page_exercise(book, r->exercise) : "total");
        html_between(file, "<br/>", r->text, "</td>");
        page_text_cell(file, r->asked, "x");
        fputs("<td class=\"w\">", file);
        html_text(file, r->answer);
        fputs(*r->initials != '\0' ? "<br/>" : "", file);
        html_text(file, r->initials);
        fputs("</td></tr>\n", file);
    }
    page_table_end(file);
}
